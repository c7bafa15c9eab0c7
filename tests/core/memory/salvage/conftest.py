"""Memories of some days, on many pages, to be damaged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from memory_builders import Builders, WordEmbedder

from embodied_memory.event import ActStep, ActTrace, Event, EventKind, Provenance, StateChange, told_trace
from embodied_memory.memory.memory import Memory

SECOND = 1_000_000_000
_SAYINGS = (
    "remind me to water the plants tomorrow at 9 am", "I like green tea", "the keys are on the dresser",
    "my insulin lies in the violet shoebox", "I watered the plants", "every evening I read in the armchair",
)  # fmt: skip


def event_of(n):
    """The n-th of them, an hour after the one before."""
    stamp_ns = n * 3600 * SECOND
    if n % 2:
        return Event(stamp_ns, EventKind.UTTERANCE, f"person_{n % 3}", f"{_SAYINGS[n // 2 % 6]} {n}",
                     observers=("robot",), place="kitchen", provenance=Provenance.REPORTED)  # fmt: skip
    place = f"shelf_{n % 5}"
    return Event(stamp_ns, EventKind.OBJECT_STATE_CHANGED, "anna", f"anna puts the mug on the {place} {n}",
                 ("mug_1", place), "kitchen", ("robot", "anna"),
                 changes=(StateChange("mug_1", "location", f"on {place}"),))  # fmt: skip


def of_events(path):
    """240 events."""
    with Memory(path, WordEmbedder()) as memory:
        for n in range(1, 241):
            memory.record_event(event_of(n))
        memory.upkeep.build_history()


def of_views(path):
    """120 events and 120 views of a room with pictures."""
    build = Builders()
    with Memory(path, WordEmbedder()) as memory:
        for n in range(1, 121):
            memory.record_event(event_of(n))
            things = [build.thing(f"thing_{i}", (i, n % 7, 1), color="red") for i in range(5)]
            view = build.instant(n * 3600 + 60, *things, session=f"s{n // 50}", tags=(f"tag {n}",),
                                 robot=(n * 1.0, 0.0, 0.0), thumbnail=bytes([n]) * 6000)  # fmt: skip
            memory.record(view, force_bank=n % 3 == 0)
        memory.upkeep.build_history()
        memory.rules.give_feedback("you should have remembered where the shoebox is", "anna", 201 * 3600 * SECOND)


def of_instructions(path):
    """60 instructions that were carried out."""
    with Memory(path, WordEmbedder()) as memory:
        for n in range(1, 61):
            step = ActStep("I look around. " * 20, "Pick", (f"cup_{n}",), f"Objects: cup_{n}: held by the agent")
            trace = told_trace(f"Bring cup {n}. It is my cup.", ActTrace((step,)))
            memory.record_event(
                Event(n * 3600 * SECOND, EventKind.INSTRUCTION_ENDED, "robot", f"done {n}", observers=("robot",),
                      succeeded=True, asked_by=f"person_{n % 3}", trace=trace)
            )  # fmt: skip


@pytest.fixture(scope="session")
def sound_files(tmp_path_factory):
    """Closed memories, by name."""
    folder = tmp_path_factory.mktemp("sound")
    files = {"events_only": folder / "events.db", "with_views": folder / "views.db"}
    files["instructions"] = folder / "instructions.db"
    of_events(files["events_only"])
    of_views(files["with_views"])
    of_instructions(files["instructions"])
    return files


@pytest.fixture
def events_only(sound_files, path):
    """A copy to damage."""
    return Path(shutil.copyfile(sound_files["events_only"], path))


@pytest.fixture
def with_views(sound_files, path):
    """A copy to damage."""
    return Path(shutil.copyfile(sound_files["with_views"], path))


@pytest.fixture
def instructions(sound_files, path):
    """A copy to damage."""
    return Path(shutil.copyfile(sound_files["instructions"], path))
