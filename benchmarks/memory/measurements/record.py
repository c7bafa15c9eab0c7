"""What recording a view of twenty objects costs in a great memory, beside bare sqlite3 writing the same rows."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import numpy as np
from bare_rows import watched, write_again
from big_memory import EVENTS_A_VIEW, BigMemory, ready
from figure import Figure
from process_figures import cpu_ms
from scale import Scale
from timed_embedder import TimedEmbedder
from views_of_home import OBJECTS_A_VIEW, view

from embodied_memory.memory.memory import Memory
from embodied_memory.scene_graph import SceneGraphInstant

WARM_UP, VIEWS = 120, 500
LARGEST_RATIO, RECORDS_OF_TARGET = 4.0, 1_000_000
_STEP_NS = 2_000_000_000


class Recording:
    """Times of views recorded one after the other: CPU ms, and the part of it that embedding took."""

    def __init__(self, path: Path, instants: list[SceneGraphInstant]) -> None:
        embedder = TimedEmbedder()
        self.times: list[float] = []
        with Memory(path, embedder) as memory:
            for instant in instants[:WARM_UP]:
                memory.record(instant)
            embedder.cpu_ms = 0.0
            self.times = [cpu_ms(partial(memory.record, instant)) for instant in instants[WARM_UP:]]
            self.records = memory.counts()["records"]
        self.embedding_ms = embedder.cpu_ms
        self.own_ms = sum(self.times) - embedder.cpu_ms


def measure(scale: Scale, folder: Path, seed: int) -> list[Figure]:
    """In a copy of the great memory; the rows of that written bare into another; the same views in a new memory."""
    big = ready(scale.grown_events, seed, scale.grow_longest_s)
    copy = folder / "record.db"
    instants = views(seed, big.events // EVENTS_A_VIEW + 1, _latest_ns(shutil.copyfile(big.path, copy)))
    old = Recording(copy, instants)
    with watched() as transactions:
        Recording(Path(shutil.copyfile(big.path, copy)), instants)
    before, written = transactions[: -len(instants)], transactions[-len(instants) :]
    assert all(statement.split()[2] != "event_log" for one in before for statement, _ in one)
    write_again(Path(shutil.copyfile(big.path, copy)), written[:WARM_UP])
    bare_times, rows = write_again(copy, written[WARM_UP:])
    young = Recording(folder / "young.db", instants)
    return figures(big, old, young, bare_times, rows)


def views(seed: int, first: int, after_ns: int) -> list[SceneGraphInstant]:
    """Those to record, from the view of that number on."""
    start_ns = after_ns or 10**18
    return [view(seed, first + number, start_ns + (number + 1) * _STEP_NS) for number in range(WARM_UP + VIEWS)]


def figures(big: BigMemory, old: Recording, young: Recording, bare_times: list[float], rows: int) -> list[Figure]:
    """The target first, then what it is made of."""
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


def _latest_ns(path: Path) -> int:
    with Memory(path, TimedEmbedder()) as memory:
        return max((record.stamp_ns for record in memory.latest_records(1)), default=0)
