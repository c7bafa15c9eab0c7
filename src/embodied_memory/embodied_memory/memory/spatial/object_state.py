"""The last-seen state of one object, and what one instant changes about the objects.

People among the things that are seen: who has a name is known by it, wherever and by whatever track.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from embodied_memory.evidence import ASSERTED_FROM
from embodied_memory.scene_graph import Attributes, Labels, SpatialRelation, is_person


@lru_cache(maxsize=4096)
def name_of_person(category: str, caption: str) -> str:
    """The name that a caption gives somebody; "" for things, for "a tall man", and for nobody in particular.

    A name is all in words that begin with a capital letter, without an article.
    """
    words = caption.split()
    is_name = bool(words) and all(word[:1].isupper() for word in words) and words[0] not in ("A", "An", "The")
    return " ".join(words) if is_name and is_person(category) and not is_person(caption) else ""


class Carried(NamedTuple):
    """What earlier sessions add to what the tracker of the latest one says (`earlier_sessions`).

    log_odds: of existence; labels: as they were known when the session met the thing.
    """

    log_odds: float
    labels: Labels


class ObjectState(NamedTuple):
    """An object as it was last seen. key: its row in the database. Metres in map, nanoseconds.

    A tuple, as are relations: every view makes one for each thing in it, and these are made fastest.

    times_missed: how often in a row its place was looked at from near without seeing it; of what perception doubts as
    often as contradicts it, as soon as what surely was there is not asserted any more. existence: how likely there is
    such a thing, surest: how likely it ever was; labels: what it may be, the first is its category, empty if nothing
    else; deviation_m: how far its sides may be wrong.
    """

    key: int
    object_id: str
    map_id: str
    category: str
    caption: str
    attributes: Attributes
    position: tuple[float, float, float]
    size: tuple[float, float, float]
    score: float
    first_seen_ns: int
    last_seen_ns: int
    times_seen: int
    times_missed: int
    record_id: int
    existence: float = 1.0
    surest: float = 1.0
    labels: Labels = ()
    carried: Carried | None = None
    deviation_m: float = 0.0

    @property
    def is_asserted(self) -> bool:
        """Whether memory says that there is such a thing; else there may be."""
        return self.existence >= ASSERTED_FROM

    @property
    def is_plain(self) -> bool:
        """Whether perception never doubted it: it exists and is what it is called."""
        return self.existence >= 1.0 and not self.labels


class StoredRelation(NamedTuple):
    """A relation between two remembered objects, by their keys, as it was last seen."""

    subject: int
    relation: SpatialRelation
    object: int
    stamp_ns: int
    record_id: int

    @property
    def identity(self) -> tuple[int, SpatialRelation, int]:
        """What it is about, whenever it was seen."""
        return (self.subject, self.relation, self.object)


@dataclass(frozen=True)
class ObjectChanges:
    """What one instant changes. Computed first, then written in the record's transaction, then adopted."""

    record_id: int = 0
    stamp_ns: int = 0
    states: dict[int, ObjectState] = field(default_factory=dict)
    tracks: dict[tuple[str, str], int] = field(default_factory=dict)
    facts: list[tuple[int, str, str]] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    outdated: list[StoredRelation] = field(default_factory=list)
    relations: list[StoredRelation] = field(default_factory=list)
    sightings: list[tuple[int, float, float, float, float]] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)
    """Track id -> the id by which events had told of it before it was first seen."""
    merged: dict[int, int] = field(default_factory=dict)
    """Key of what turned out to be another thing -> the key of that one, which goes on."""
    renamed: dict[str, str] = field(default_factory=dict)
    """The same by their ids."""
