"""Acknowledged entries that are lost when the process is killed while it inserts.

A child process inserts one entry after the other and reports each through a pipe once it is acknowledged; it is
killed (SIGKILL) at a seeded random moment. The next child opens what is left, says what it finds, and goes on.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy as np

LONGEST_S = 120.0
LEAST_ACKNOWLEDGED, MOST_ACKNOWLEDGED = 10, 60
"""A life ends some time after this many inserts."""
SEARCHED_FOR = 20
"""So many of the last entries of a life are searched for in the next."""


@dataclass
class KillSafety:
    """What became of the acknowledged entries. Kept: not known to be lost yet."""

    kept: set[int] = field(default_factory=set)
    acknowledged: int = 0
    lost: int = 0
    searched_for: int = 0
    not_searchable: int = 0
    not_opened: int = 0
    stopped: int = 0
    """Lives that ended by themselves, before they were killed."""

    def take_stock(self, found: set[int], searched_for: range, not_searchable: list[int]) -> None:
        """Compare with what a life found when it began. Each loss counts once."""
        gone = self.kept - found
        self.lost += len(gone)
        self.kept -= gone
        self.searched_for += len(set(searched_for) & self.kept)
        self.not_searchable += len(set(not_searchable) & self.kept)

    def figures(self) -> dict[str, int]:
        return {
            "acknowledged": self.acknowledged,
            "lost": self.lost,
            "searched_for": self.searched_for,
            "not_searchable": self.not_searchable,
            "not_opened": self.not_opened,
            "stopped": self.stopped,
        }


def kill_many_times(
    command: list[str], folder: Path, seed: int, kills: int, environment: dict[str, str]
) -> dict[str, int]:
    """Kill a system's writer so many times over one memory. command: that of write_until_killed.py and a name."""
    rng, result, last_life = np.random.default_rng([seed, 4]), KillSafety(), range(0)
    next_number = 0
    for turn in range(kills + 1):
        life = [*command, str(folder), "--seed", str(seed), "--first", str(next_number)]
        searched_for = last_life[-SEARCHED_FOR:]
        life += ["--check", str(searched_for.start), str(searched_for.stop)]
        life += ["--count", "0"] if turn == kills else []
        with subprocess.Popen(life, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as child:
            numbers = live(child, result, searched_for, rng)
        if numbers is None:
            start_again(result, folder)
            last_life = range(0)
            continue
        result.stopped += turn < kills and child.returncode != -signal.SIGKILL
        last_life = range(next_number, next_number + len(numbers))
        result.acknowledged += len(numbers)
        result.kept |= set(numbers)
        next_number += len(numbers) + 1  # the one that was being inserted may be there or not
    return result.figures()


def live(
    child: subprocess.Popen[bytes], result: KillSafety, searched_for: range, rng: np.random.Generator
) -> list[int] | None:
    """The numbers that were acknowledged before the child was killed; None if it could not open its memory."""
    assert child.stdout is not None
    watchdog = threading.Timer(LONGEST_S, child.kill)
    watchdog.start()
    try:
        first = child.stdout.readline()
        if not first:
            return None
        found = json.loads(first)
        result.take_stock(set(found["numbers"]), searched_for, found["not_searchable"])
        return acknowledged_until_killed(child, child.stdout, rng)
    finally:
        watchdog.cancel()


def acknowledged_until_killed(
    child: subprocess.Popen[bytes], lines: IO[bytes], rng: np.random.Generator
) -> list[int]:
    """Read acknowledgements; after a random number of them and a random part of two inserts' time, kill."""
    wanted = int(rng.integers(LEAST_ACKNOWLEDGED, MOST_ACKNOWLEDGED))
    delay = float(rng.uniform(0, 2))
    start, numbers = time.monotonic(), []
    for line in lines:
        numbers.append(int(line))
        if len(numbers) == wanted:
            time.sleep(delay * (time.monotonic() - start) / wanted)
            child.kill()
    return numbers


def start_again(result: KillSafety, folder: Path) -> None:
    """What cannot be opened has lost everything."""
    result.not_opened += 1
    result.lost += len(result.kept)
    result.kept.clear()
    shutil.rmtree(folder)
    folder.mkdir()
