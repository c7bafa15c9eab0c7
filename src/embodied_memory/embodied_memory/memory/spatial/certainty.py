"""How sure memory is of a last-seen state: existence, label, score, number of sightings, age and misses.

Sightings of one thing by one detector are not independent: where it errs it errs again. So being seen often
raises no certainty above that of its existence and its label, as perception gives them; and how often what is
said with a certainty is right is measured, not derived (`calibrated`). What the detector cannot recognise at
all is never "not there" (`Vocabulary`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from functools import cached_property

from embodied_memory.config import CertaintyConfig, MemoryConfig
from embodied_memory.evidence import EpistemicStatus, RememberedObject
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.scene_graph import is_person
from embodied_memory.words.wording.description import parse_description
from embodied_memory.words.wording.words import Words, are_alike, canonical, noun_words, serves, split_words

_SIGHTINGS_THAT_COUNT = 5
_SURE = 0.6


def calibrated(probability: float, config: CertaintyConfig) -> float:
    """The share of statements of this probability that turned out right: straight in log odds (Platt, 1999).

    Never falls where the probability rises; 0, one half and 1 stay what they are.
    """
    for_it, against_it = probability**config.slope, (1.0 - probability) ** config.slope
    return float(for_it / (for_it + against_it))


def recognition(state: ObjectState) -> float:
    """How sure it is by its scores that the object is what it is called, 0 to 1.

    Sightings are taken as independent, each wrong with 1 - score, up to five of them.
    """
    score = min(1.0, max(0.0, state.score))
    return float(1.0 - (1.0 - score) ** min(state.times_seen, _SIGHTINGS_THAT_COUNT))


def identity(state: ObjectState | RememberedObject) -> float:
    """How likely there is such a thing and it is what it is called, as perception has it, 0 to 1."""
    return state.existence * (state.labels[0][1] if state.labels else 1.0)


def certainty(state: ObjectState, now_ns: int, config: MemoryConfig) -> float:
    """How sure it is that the object is there now, 0 to 1.

    Identity and recognition, halved by age over time (half of that loss once it is stale), and halved by every look
    in vain at its place.
    """
    age_factor = 0.5 + 0.5 * 0.5 ** (_age_s(state, now_ns) / _stale_after_s(state, config))
    sure = calibrated(identity(state), config.certainty) * recognition(state)
    return round(sure * float(age_factor) * 0.5**state.times_missed, 4)


def status(state: ObjectState, now_ns: int, config: MemoryConfig) -> EpistemicStatus:
    """Contradicted by looking in vain, uncertain if badly seen, stale by age, else fresh."""
    if state.times_missed >= config.misses_to_contradict:
        return EpistemicStatus.CONTRADICTED
    if min(recognition(state), identity(state)) < _SURE:
        return EpistemicStatus.UNCERTAIN
    if _age_s(state, now_ns) > _stale_after_s(state, config):
        return EpistemicStatus.STALE
    return EpistemicStatus.FRESH


def _stale_after_s(state: ObjectState, config: MemoryConfig) -> float:
    return config.furniture_stale_after_s if stays_put(state.category) else config.stale_after_s


def _age_s(state: ObjectState, now_ns: int) -> float:
    return max(0, now_ns - state.last_seen_ns) * 1e-9


VOCABULARY_TABLES: tuple[str, ...] = (
    # The categories that the detector knows; no row: whatever it may be.
    "CREATE TABLE vocabulary (category TEXT PRIMARY KEY) WITHOUT ROWID",
)


class Vocabulary:
    """categories: all that can be recognised; None: anything."""

    def __init__(self, categories: Iterable[str] | None = None) -> None:
        self.categories = None if categories is None else tuple(sorted(dict.fromkeys(categories)))

    @property
    def is_open(self) -> bool:
        """Whether anything may be recognised."""
        return self.categories is None

    def knows(self, description: str) -> bool:
        """Whether such a thing would be recognised: by its name, one more or less general, or one for what is alike.

        A description that names nothing asks for nothing that could not be.
        """
        wanted = parse_description(description)
        if self.categories is None or not (wanted.noun or wanted.use):
            return True
        if wanted.use:
            return any(serves(wanted.use, name) for name in self._names)
        if is_person(" ".join(wanted.noun)):
            return any(is_person(" ".join(name)) for name in self._names)
        return any(_means(wanted.noun, name) for name in self._names)

    @cached_property
    def _names(self) -> tuple[Words, ...]:
        return tuple(noun_words(split_words(name)) for name in self.categories or ())


OPEN = Vocabulary()


def _means(wanted: Words, name: Words) -> bool:
    """A table for a coffee table, and a coffee table for a table: either may be called the other."""
    ends = ((wanted, name), (name, wanted))
    is_end = any(canonical(one[start:]) == canonical(other) for one, other in ends for start in range(len(one)))
    return is_end or are_alike(wanted, name)


def read_vocabulary(connection: sqlite3.Connection) -> Vocabulary:
    """As it was recorded last."""
    rows = connection.execute("SELECT category FROM vocabulary").fetchall()
    return Vocabulary(category for (category,) in rows) if rows else OPEN


def write_vocabulary(connection: sqlite3.Connection, vocabulary: Vocabulary) -> None:
    """In the place of the one before. The caller holds the transaction."""
    connection.execute("DELETE FROM vocabulary")
    connection.executemany("INSERT INTO vocabulary VALUES (?)", [(one,) for one in vocabulary.categories or ()])
