"""A memory of a million events, recorded for real, event by event, and kept in .cache: what is missing is added.

After every ten events of the household's life there is a view of a home with twenty objects. The history tree is kept
up with the log; nothing is forgotten. Whoever stops it loses a few seconds of work at most.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import time
from pathlib import Path

from household_events import perceived_events
from timed_embedder import TimedEmbedder
from views_of_home import view

from embodied_memory.memory.file.schema import MIGRATIONS
from embodied_memory.memory.memory import Memory

FOLDER = Path(__file__).parents[2] / ".cache" / "bench-memory"
EVENTS_A_VIEW = 10
_LONGEST_LIFE_DAYS = 3650
_CHECKPOINT = 2000


class BigMemory:
    """The file for so many events of a seed. Another schema makes another file; those of older ones are deleted."""

    def __init__(self, events: int, seed: int, folder: Path = FOLDER) -> None:
        schema = hashlib.sha256(repr(MIGRATIONS).encode()).hexdigest()[:12]
        self.wanted, self.seed = events, seed
        self.path = folder / f"{schema}-{events}-events-seed-{seed}.db"
        self._progress = self.path.with_suffix(".json")
        folder.mkdir(parents=True, exist_ok=True)
        for stale in folder.glob("*-events-seed-*"):
            if not stale.name.startswith(schema):
                stale.unlink()

    @property
    def events(self) -> int:
        """How many are in it."""
        return int(json.loads(self._progress.read_text())["events"]) if self._progress.exists() else 0

    @property
    def is_complete(self) -> bool:
        return self.events >= self.wanted

    def grow(self, longest_s: float) -> float:
        """Record what is missing, for at most so many CPU seconds; those that were used."""
        start, done = time.process_time(), self.events
        if done >= self.wanted:
            return 0.0
        events = itertools.islice(perceived_events(self.seed, _LONGEST_LIFE_DAYS), done, self.wanted)
        with Memory(self.path, TimedEmbedder()) as memory:
            for number, (_, event) in enumerate(events, done + 1):
                memory.record_event(event)
                if number % EVENTS_A_VIEW == 0:
                    memory.record(view(self.seed, number // EVENTS_A_VIEW, event.stamp_ns))
                if number % _CHECKPOINT == 0 or number == self.wanted:
                    while memory.upkeep.build_history():
                        pass
                    self._progress.write_text(json.dumps({"events": number}))
                    if time.process_time() - start > longest_s:
                        break
        return time.process_time() - start

    @property
    def note(self) -> str:
        """How far it is, if it is not complete."""
        return "" if self.is_complete else f"{self.events:,} of {self.wanted:,} events"


def ready(events: int, seed: int, longest_s: float) -> BigMemory:
    """The memory as it is; if there is none yet, what can be recorded in that time."""
    big = BigMemory(events, seed)
    if not big.events:
        big.grow(longest_s)
    return big
