"""The memory bank of views (LMEE, section 3, equation 1; section 4, equation 3; section 12).

An entry is (position, text feature, image feature) with its tags, text and thumbnail. Only novel views enter.
"""

from __future__ import annotations

import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import MemoryBankConfig
from embodied_memory.event import EventKind
from embodied_memory.memory.episodic import bank_entry
from embodied_memory.memory.episodic.bank_entry import Feature, MemoryBankEntry
from embodied_memory.memory.episodic.instant_record import write_instant
from embodied_memory.memory.episodic.novelty import Novelty, NoveltyJudge
from embodied_memory.memory.store.store import NewInstant, NewRecord
from embodied_memory.memory.store.vector_index import GrowingArray, VectorIndex
from embodied_memory.scene_graph import SceneGraphInstant

_LOG = logging.getLogger(__name__)
_LAST_NS = 2**63 - 1


@dataclass(frozen=True)
class BankChanges:
    """A view, and whether it goes into the bank. instant: what it is a view of; None if that is recorded already."""

    view: MemoryBankEntry
    is_kept: bool
    novelty: Novelty
    instant: SceneGraphInstant | None = None


@dataclass(frozen=True)
class ViewFilter:
    """Which views to search. person: who must be in them; within: (N, 2) robot positions in map -> (N,) bool."""

    since_ns: int = 0
    until_ns: int = _LAST_NS
    person: str = ""
    within: Callable[[NDArray[np.float32]], NDArray[np.bool_]] | None = None


class MemoryBank:
    """The entries of one feature model; rebuilt from the database at start.

    latest: the last view recorded since it was opened, whether or not it was kept.
    """

    def __init__(self, connection: sqlite3.Connection, model: str, dimension: int, config: MemoryBankConfig):
        self._model = model
        self.latest: MemoryBankEntry | None = None
        self._dimension = dimension
        self._columns = {"text_feature": VectorIndex(dimension), "image_feature": VectorIndex(dimension)}
        # Which entries a column has a vector of: most embedders make none of images.
        self._entries_of = {name: GrowingArray(1, np.int64) for name in self._columns}
        self._record_ids = GrowingArray(1, np.int64)
        self._stamps = GrowingArray(1, np.int64)
        self._places = GrowingArray(2, np.float32)
        self._entries_with: dict[str, GrowingArray] = {}
        self._load(connection, config)

    def __len__(self) -> int:
        return len(self._record_ids)

    @property
    def record_ids(self) -> list[int]:
        """Of the views, in the order recorded."""
        return [int(one) for one in self._record_ids.rows[:, 0]]

    @property
    def places(self) -> list[list[float]]:
        """(x, y) of the robot in map at each of them, metres."""
        return [[float(x), float(y)] for x, y in self._places.rows]

    def holds(self, record_id: int) -> bool:
        """Whether the record's view is in the bank."""
        record_ids = self._record_ids.rows[:, 0]
        index = int(np.searchsorted(record_ids, record_id))
        return index < len(record_ids) and bool(record_ids[index] == record_id)

    def observe(self, record: NewRecord) -> BankChanges | None:
        """A view that is novel among the latest ones is kept, and so is the latest one where it shows a goal."""
        if isinstance(record, NewInstant):
            novelty = self._novelty.judge(record.view)
            return BankChanges(record.view, record.view.forced or novelty.is_novel, novelty, record.instant)
        is_found = record.event.kind is EventKind.GOAL_ENDED and record.event.succeeded
        if not is_found or self.latest is None or self.holds(self.latest.record_id):
            return None
        return BankChanges(replace(self.latest, forced=True), True, Novelty(None, True))

    def write(self, connection: sqlite3.Connection, changes: BankChanges) -> None:
        """Into the database, as part of the record's transaction."""
        if changes.instant is not None:
            write_instant(connection, changes.view.record_id, changes.instant, changes.novelty.similarity)
        if changes.is_kept:
            bank_entry.write_entry(connection, self._model, changes.view)

    def adopt(self, changes: BankChanges) -> None:
        """Take over what was committed: the view's score, and the entry if it was written."""
        self.latest = changes.view
        self._novelty.adopt(changes.view if changes.is_kept else None, changes.novelty)
        if changes.is_kept:
            self._extend([changes.view])

    def remove(self, record_ids: Sequence[int]) -> None:
        """Take over that these entries were deleted from the database."""
        gone = frozenset(record_ids)
        self._novelty.remove(gone)
        kept = ~np.isin(self._record_ids.rows[:, 0], list(gone))
        if kept.all():
            return
        moved = np.cumsum(kept) - 1
        for name, index in self._columns.items():
            entries = self._entries_of[name].rows[:, 0]
            index.keep(kept[entries])
            self._entries_of[name] = _array(moved[entries[kept[entries]]][:, np.newaxis])
        self._record_ids, self._stamps, self._places = (
            _array(array.rows[kept]) for array in (self._record_ids, self._stamps, self._places)
        )
        with_people = {person: held.rows[kept[held.rows[:, 0]]] for person, held in self._entries_with.items()}
        self._entries_with = {person: _array(moved[held]) for person, held in with_people.items() if len(held)}

    def move(self, places: Mapping[int, tuple[float, float, float]]) -> None:
        """Take over that the map was corrected. places: record id -> where the robot stood, by the database."""
        self._novelty.move(places)
        if self.latest is not None and self.latest.record_id in places:
            self.latest = replace(self.latest, position=places[self.latest.record_id])
        for row, record_id in enumerate(self.record_ids):
            if record_id in places:
                self._places.rows[row] = places[record_id][:2]

    def search(
        self, connection: sqlite3.Connection, query: Feature, k: int, among: ViewFilter | None = None
    ) -> list[tuple[int, float]]:
        """(record id, cosine) of the k entries whose text or image is most like the query (equation 3).

        The cosines with text and with image are united by taking the better one of each entry.
        """
        chosen = None if among is None else self._chosen(among)
        best: dict[int, float] = {}
        for name in self._columns:
            for record_id, cosine in self._search_column(connection, name, query, k, chosen):
                best[record_id] = max(cosine, best.get(record_id, -1.0))
        return sorted(best.items(), key=lambda found: (-found[1], -found[0]))[: max(0, k)]

    def _search_column(
        self, connection: sqlite3.Connection, name: str, query: Feature, k: int, chosen: NDArray[np.bool_] | None
    ) -> list[tuple[int, float]]:
        entries, record_ids = self._entries_of[name].rows[:, 0], self._record_ids.rows[:, 0]

        def exact(rows: NDArray[np.int64]) -> Feature:
            wanted = record_ids[entries[rows]].tolist()
            return bank_entry.read_features(connection, name, wanted, self._dimension)

        among = chosen if chosen is None or len(entries) == len(chosen) else chosen[entries]
        rows, cosines = self._columns[name].search(query, k, exact, among)
        return list(zip(record_ids[entries[rows]].tolist(), cosines.tolist(), strict=True))

    def _chosen(self, among: ViewFilter) -> NDArray[np.bool_] | None:
        """(N,) which entries pass; None if all do."""
        chosen = self._at_time(among)
        if among.person:
            with_person = np.zeros(len(self), np.bool_)
            if among.person in self._entries_with:
                with_person[self._entries_with[among.person].rows[:, 0]] = True
            chosen = with_person if chosen is None else chosen & with_person
        if among.within is not None and chosen is None:
            chosen = np.asarray(among.within(self._places.rows), np.bool_)
        elif among.within is not None and chosen is not None:
            inside = np.flatnonzero(chosen)
            chosen[inside] = among.within(self._places.rows[inside])
        return chosen

    def _at_time(self, among: ViewFilter) -> NDArray[np.bool_] | None:
        if among.since_ns <= 0 and among.until_ns >= _LAST_NS:
            return None
        stamps = self._stamps.rows[:, 0]
        return np.asarray((stamps >= among.since_ns) & (stamps < among.until_ns))

    def _extend(self, entries: Sequence[MemoryBankEntry]) -> None:
        first = len(self)
        for number, entry in enumerate(entries, first):
            for person in entry.people:
                known = self._entries_with.setdefault(person, GrowingArray(1, np.int64))
                known.append(np.array([number], np.int64))
        for name, index in self._columns.items():
            features = np.array([getattr(entry, name) for entry in entries], np.float32)
            present = np.flatnonzero(features.any(axis=1))
            if len(present):
                index.extend(features[present])
                self._entries_of[name].extend(first + present[:, np.newaxis])
        self._record_ids.extend(np.array([[entry.record_id] for entry in entries], np.int64))
        self._stamps.extend(np.array([[entry.stamp_ns] for entry in entries], np.int64))
        self._places.extend(np.array([entry.position[:2] for entry in entries], np.float32))

    def _load(self, connection: sqlite3.Connection, config: MemoryBankConfig) -> None:
        latest: deque[MemoryBankEntry] = deque(maxlen=config.novelty_window)
        for entries in bank_entry.read_entries(connection, self._model, self._dimension):
            self._extend(entries)
            latest.extend(entries)
        self._novelty = NoveltyJudge(config, latest, bank_entry.latest_scores(connection, config.novelty_window))
        self.entries_of_other_models = bank_entry.count_entries(connection) - len(self)
        if self.entries_of_other_models:
            _LOG.warning(
                "%d views were embedded by another model than %s and cannot be searched with it",
                self.entries_of_other_models,
                self._model,
            )


def _array(rows: NDArray[np.int64] | NDArray[np.float32]) -> GrowingArray:
    array = GrowingArray(rows.shape[1], rows.dtype)
    array.extend(rows)
    return array
