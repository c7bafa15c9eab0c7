"""Retrieval through the whole memory: the index, the exact vectors and the views from the database, with filters."""

from __future__ import annotations

from pathlib import Path

import entries
import numpy as np
from entries import Vectors
from figure import Figure
from numpy.typing import NDArray
from process_figures import cpu_ms, resident_mb
from scale import Scale
from stores.with_ours import Embedder, instant

from embodied_memory.memory.episodic.memory_bank import ViewFilter
from embodied_memory.memory.memory import Memory
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject
from measurements.retrieve import LARGEST_RATIO, LEAST_RECALL, QUERIES, K, brute_force, recall, selections, timed

SIZES_OF_TARGET = (100_000, 1_000_000)
_ROOM_M = 5.0
_QUERY = "query: where is it?"
_PERSON = SceneObject("person_1", "person", (0.0, 0.0, 0.8), (0.5, 0.5, 1.7), 0.9, "Ana")


class FilledMemory:
    """So many views recorded for real. Row n of the vectors is the view of second n."""

    def __init__(self, path: Path, size: int, seed: int) -> None:
        self.embedder, self.rows = Embedder(), selections(size, seed)
        self.vectors = entries.vectors(seed, 0, size)
        self._path, self._seed = path, seed
        self._chosen = {name: frozenset(rows.tolist()) for name, rows in self.rows.items()}
        self.record_ids = np.zeros(size, np.int64)
        with Memory(path, self.embedder) as memory:
            for number in range(size):
                self.record_ids[number] = memory.record(self._view(number), force_bank=True).record_id
        self.memory = memory

    def open(self) -> float:
        """CPU ms of opening it again."""
        opened: list[Memory] = []
        taken = cpu_ms(lambda: opened.append(Memory(self._path, self.embedder)))
        self.memory = opened[0]
        return taken

    def search(self, query: Vectors, among: ViewFilter | None = None) -> NDArray[np.int64]:
        """Rows of the ten that the memory retrieves."""
        self.embedder.tell(_QUERY, query)
        found = self.memory.retrieve(_QUERY, K, among)
        return np.searchsorted(self.record_ids, [memory.record_id for memory in found.memories])

    def filters(self) -> dict[str, ViewFilter]:
        """For the rows that `selections` names."""
        day = self.rows["day"]
        first, last = self._view(int(day[0])), self._view(int(day[-1]))
        return {
            "day": ViewFilter(since_ns=first.stamp_ns, until_ns=last.stamp_ns + 1),
            "room": ViewFilter(within=lambda positions: positions[:, 0] < _ROOM_M),
            "person": ViewFilter(person=_PERSON.caption),
        }

    def _view(self, number: int) -> SceneGraphInstant:
        plain = instant(number, entries.text(self._seed, number), self.vectors[number])
        in_room, with_person = (number in self._chosen[name] for name in ("room", "person"))
        x = (0.5 if in_room else 1.5) * _ROOM_M
        return SceneGraphInstant(
            stamp_ns=plain.stamp_ns,
            observer=plain.observer,
            robot_position=(x, 0.0, 0.0),
            robot_yaw=0.0,
            objects=(_PERSON,) if with_person else (),
            tags=plain.tags,
            text_feature=plain.text_feature,
            feature_model=plain.feature_model,
        )


def measure(scale: Scale, folder: Path, seed: int) -> list[Figure]:
    """Against numpy's brute force over the same vectors; filtered against unfiltered."""
    size = scale.memory_entries
    filled = FilledMemory(folder / "views.db", size, seed)
    opening_ms = filled.open()
    asked = entries.queries(seed, QUERIES)
    brute_ms, truth = timed(lambda query: brute_force(filled.vectors, query), asked)
    ours_ms, found = timed(filled.search, asked)
    full, label = size in SIZES_OF_TARGET, f"Memory.retrieve at {size:,} views"
    figures = [
        Figure(f"{label}: ours / numpy", ours_ms / brute_ms, "", ("at most", LARGEST_RATIO), full),
        Figure(f"{label}: recall@{K}", recall(found, truth), "", ("at least", LEAST_RECALL), full),
        Figure(f"{label}: ours", ours_ms, "ms"),
        Figure(f"{label}: opening", opening_ms / 1e3, "CPU s"),
        Figure(f"{label}: RSS without the vectors of this test", resident_mb() - filled.vectors.nbytes / 2**20, "MB"),
    ]
    for name, among in filled.filters().items():
        rows = filled.rows[name]
        chosen = filled.vectors[rows]
        ms, found = timed(lambda query, f=among: filled.search(query, f), asked)
        _, truth = timed(lambda query, c=chosen, r=rows: r[brute_force(c, query)], asked)
        one = f"{label}, of one {name}"
        figures += [
            Figure(f"{one}: filtered / unfiltered", ms / ours_ms, "", ("at most", 1.0), full),
            Figure(f"{one}: recall@{K}", recall(found, truth), "", ("at least", LEAST_RECALL), full),
        ]
    filled.memory.close()
    return figures
