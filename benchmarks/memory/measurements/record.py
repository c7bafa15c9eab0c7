"""What recording a view of twenty objects costs in a great memory, beside bare inserts of the rows it writes."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
from bare_rows import BareRows
from big_memory import EVENTS_A_VIEW, ready
from figure import Figure
from process_figures import cpu_ms
from scale import Scale
from timed_embedder import TimedEmbedder
from views_of_home import OBJECTS_A_VIEW, view

from embodied_memory.memory.memory import Memory

WARM_UP, VIEWS = 120, 500
LARGEST_RATIO, RECORDS_OF_TARGET = 4.0, 1_000_000
_STEP_NS = 2_000_000_000


class Recording:
    """Times of views recorded one after the other: CPU ms, and the part of it that embedding took."""

    def __init__(self, path: Path, seed: int, first: int, start_ns: int) -> None:
        embedder = TimedEmbedder()
        self.times: list[float] = []
        self.record_ids: list[int] = []
        with Memory(path, embedder) as memory:
            start_ns = start_ns or max((record.stamp_ns for record in memory.latest_records(1)), default=0)
            for number in range(WARM_UP + VIEWS):
                instant = view(seed, first + number, start_ns + (number + 1) * _STEP_NS)
                if number == WARM_UP:
                    self.times, self.record_ids, embedder.cpu_ms = [], [], 0.0
                self.times.append(cpu_ms(lambda i=instant: self.record_ids.append(memory.record(i).record_id)))
            self.records = memory.counts()["records"]
        self.embedding_ms = embedder.cpu_ms
        self.own_ms = sum(self.times) - embedder.cpu_ms


def measure(scale: Scale, folder: Path, seed: int) -> list[Figure]:
    """In a copy of the great memory, then the same rows bare, then the same views in a new memory."""
    big = ready(scale.grown_events, seed, scale.grow_longest_s)
    copy = folder / "record.db"
    shutil.copyfile(big.path, copy)
    old = Recording(copy, seed, big.events // EVENTS_A_VIEW + 1, 0)
    bare = BareRows(copy)
    bare_times, rows = bare.insert_again(old.record_ids)
    bare.close()
    young = Recording(folder / "young.db", seed, big.events // EVENTS_A_VIEW + 1, 10**18)
    bare_ms, medians = sum(bare_times), float(np.median(old.times) / np.median(bare_times))
    full, label = old.records >= RECORDS_OF_TARGET, f"a view of {OBJECTS_A_VIEW} objects at {old.records:,} records"
    note = "" if full else big.note
    return [
        Figure(f"{label}: ours / bare sqlite3", old.own_ms / bare_ms, "", ("at most", LARGEST_RATIO), full, note),
        Figure(f"{label}: the same of medians, embedding with it", medians),
        Figure(f"{label}: without embedding", old.own_ms / VIEWS, "ms"),
        Figure(f"{label}: median, embedding with it", float(np.median(old.times)), "ms"),
        Figure(f"{label}: embedding", old.embedding_ms / VIEWS, "ms"),
        Figure(f"{label}: bare sqlite3", bare_ms / VIEWS, "ms", note=f"{rows / VIEWS:.0f} rows"),
        Figure(f"{label}: over a new memory's", old.own_ms / young.own_ms),
    ]
