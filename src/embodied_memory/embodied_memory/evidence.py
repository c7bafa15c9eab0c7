"""What memory gives back: remembered views, remembered objects, and answers that cite their evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from embodied_memory.event import Provenance
from embodied_memory.scene_graph import Attributes, Labels

ASSERTED_FROM = 0.5
"""From this existence on memory says that there is such a thing; below, that there may be."""


class EpistemicStatus(str, Enum):
    """How far a remembered state can be trusted (ObsMem, section 4)."""

    FRESH = "fresh"
    STALE = "stale"
    UNCERTAIN = "uncertain"
    CONTRADICTED = "contradicted"


@dataclass(frozen=True)
class Evidence:
    """A record that an answer rests on. record_id is the row of the event log; 0, of the kind "forgotten", for a
    sentence that summaries still tell of what was forgotten.
    """

    record_id: int
    stamp_ns: int
    kind: str
    summary: str
    provenance: Provenance = Provenance.OBSERVED


@dataclass(frozen=True)
class RecordReceipt:
    """Proof that a record is committed. in_memory_bank: whether the view was novel enough to be kept."""

    record_id: int
    stamp_ns: int
    kind: str
    summary: str
    in_memory_bank: bool


@dataclass(frozen=True)
class RetrievedMemory:
    """An entry of the memory bank, as the retrieval tool returns it (LMEE, equation 3)."""

    record_id: int
    stamp_ns: int
    robot_position: tuple[float, float, float]
    similarity: float
    tags: tuple[str, ...]
    object_ids: tuple[str, ...]
    text: str
    thumbnail: bytes = b""


@dataclass(frozen=True)
class RememberedObject:
    """The last-seen state of one object. position: centre in map, metres; room: "" if unknown.

    match: how well it fits the query it was retrieved with, 0 to 1; certainty: how sure memory is that it
    is there, 0 to 1; support_id/support_relation: what it was seen on or in, "" if nothing. existence: how likely
    there is such a thing at all; labels, deviation_m: as in SceneObject. room_certainty, support_certainty:
    how sure memory is of its room and of its support, if it is there; 1 where nothing makes them doubtful.
    """

    object_id: str
    category: str
    caption: str
    attributes: Attributes
    position: tuple[float, float, float]
    size: tuple[float, float, float]
    room: str
    support_id: str
    support_relation: str
    support_category: str
    first_seen_ns: int
    last_seen_ns: int
    times_seen: int
    record_id: int
    status: EpistemicStatus
    certainty: float
    match: float = 1.0
    existence: float = 1.0
    labels: Labels = ()
    room_certainty: float = 1.0
    support_certainty: float = 1.0
    deviation_m: float = 0.0

    @property
    def called(self) -> str:
        """Its name, as it was seen: the caption, or what it is."""
        return self.caption or self.category

    @property
    def is_asserted(self) -> bool:
        """Whether memory says that it is there. A tentative thing may be looked at; no answer tells it."""
        return self.existence >= ASSERTED_FROM

    @property
    def is_named(self) -> bool:
        """Whether memory says, too, that it is what it is called."""
        return self.is_asserted and (not self.labels or self.labels[0][1] >= ASSERTED_FROM)


@dataclass(frozen=True)
class UsualPlace:
    """Where things of a kind belong in this home, as the knowledge graph tells: times of of_times that memory knows.

    relation, place_id, place: "on", "table_2", "table"; for a room "in room", with its name. room: of that place, ""
    if unknown. certainty: how likely the next such thing is there, 0 to 1; record_ids: the last that tell of it.
    """

    relation: str
    place_id: str
    place: str
    room: str
    times: int
    of_times: int
    certainty: float
    record_ids: tuple[int, ...] = ()


@dataclass(frozen=True)
class RetrievalResult:
    """One call of the retrieval tool: the k most similar views and the objects that fit, best first.

    From the knowledge graph: what is where around what is asked for, in sentences (STMA, equation 7), and where such
    things usually are, the likeliest first.
    """

    query: str
    memories: tuple[RetrievedMemory, ...] = ()
    objects: tuple[RememberedObject, ...] = ()
    spatial_belief: str = ""
    usual_places: tuple[UsualPlace, ...] = ()


@dataclass(frozen=True)
class Answer:
    """An answer and what it rests on. known is False for "I don't know", and then evidence may be empty.

    positions: where in map the objects spoken of are; object_ids likewise, in the same order. status: how far the
    state that the answer tells can be trusted; None where it tells none.
    """

    question: str
    text: str
    known: bool
    certainty: float
    evidence: tuple[Evidence, ...] = ()
    object_ids: tuple[str, ...] = ()
    positions: tuple[tuple[float, float, float], ...] = ()
    room: str = ""
    status: EpistemicStatus | None = None
