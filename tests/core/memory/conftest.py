"""A memory in a fresh file, with what to fill it: a home, or a household's life of people who say and do things."""

from __future__ import annotations

import pytest
from memory_builders import Builders, WordEmbedder

from embodied_memory.config import MemoryConfig
from embodied_memory.event import ActStep, ActTrace, Event, EventKind, Provenance, StateChange, told_trace
from embodied_memory.memory.memory import Memory

SECOND = 1_000_000_000
ROBOT = "robot"


class Household:
    """Short ways to write down what happens. Times are in seconds."""

    def __init__(self, build):
        self._build = build

    def says(self, second, who, text, *others):
        return Event(
            int(second * SECOND), EventKind.UTTERANCE, who, text, observers=(ROBOT, *others), place="kitchen",
            provenance=Provenance.REPORTED,
        )  # fmt: skip

    def puts(self, second, who, thing, place, room="kitchen", *others):
        return Event(
            int(second * SECOND), EventKind.OBJECT_STATE_CHANGED, who, f"{who} puts the {thing} on the {place}",
            (thing, place), room, (ROBOT, *others), changes=(StateChange(thing, "location", f"on {place}"),),
        )  # fmt: skip

    def goes(self, second, who, room):
        return Event(
            int(second * SECOND), EventKind.PERSON_MOVED, who, f"{who} goes to the {room}", place=room,
            observers=(ROBOT, who), changes=(StateChange(who, "location", room),),
        )  # fmt: skip

    def does(self, second, who, text, *things):
        return Event(int(second * SECOND), EventKind.ACTIVITY, who, f"{who} {text}", things, "kitchen", (ROBOT, who))

    def instructs(self, second, text):
        return Event(int(second * SECOND), EventKind.INSTRUCTION_STARTED, ROBOT, text, observers=(ROBOT,))

    def carries_out(self, second, who, task, thought="There it is.", succeeded=True, changes=()):
        """The robot has done what somebody asked for, or has not."""
        steps = (
            ActStep(thought, "Pick", ("cup_1",), "Objects: cup_1: held by the agent"),
            ActStep("Now put it down.", "Place", ("cup_1", "on", "desk_2"), "Objects: cup_1: desk_2 in study_1"),
        )
        return Event(
            int(second * SECOND), EventKind.INSTRUCTION_ENDED, ROBOT, "done" if succeeded else "not done",
            observers=(ROBOT,), succeeded=succeeded, changes=changes, asked_by=who,
            trace=told_trace(task, ActTrace(steps)),
        )  # fmt: skip

    def sees(self, second, *names, people=(), **more):
        things = [self._build.thing(f"{name}_1", (n, 1.0, 1.0)) for n, name in enumerate(names)]
        things += [self._build.thing(f"person_{who}", (n, 2.0, 1.0), caption=who) for n, who in enumerate(people)]
        return self._build.instant(second, *things, tags=tuple(names), **more)


def record(memory, what):
    return memory.record_event(what) if isinstance(what, Event) else memory.record(what)


@pytest.fixture
def build():
    return Builders()


@pytest.fixture
def embedder():
    return WordEmbedder()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


@pytest.fixture
def open_memory(path, embedder):
    """Opens the test's file, again if wanted; closes what is left open."""
    opened = []

    def open_it(config=None, **more):
        opened.append(Memory(path, embedder, config or MemoryConfig(), **more))
        return opened[-1]

    yield open_it
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_memory):
    return open_memory()


@pytest.fixture
def home(memory, build):
    """A memory of a kitchen, a study and a sofa, seen at second 100."""
    memory.record(
        build.instant(
            100,
            build.thing("counter_1", (1, 0, 0.5), (2.0, 0.6, 1.0)),
            build.thing("kettle_1", (1, 0, 1.1), caption="a steel kettle"),
            build.thing("refrigerator_1", (2, 0, 1), (0.7, 0.7, 1.8), open="false"),
            build.thing("stove_1", (0, 0, 0.5), (0.6, 0.6, 1.0)),
            build.thing("book_1", (8, 8, 1), color="red"),
            build.thing("book_2", (8.4, 8, 1), color="blue"),
            build.thing("desk_1", (8, 8, 0.5), (1.5, 0.8, 0.8)),
            build.thing("monitor_1", (8.2, 8.2, 1), (0.5, 0.2, 0.4)),
            build.thing("printer_1", (8.6, 8.2, 1), (0.5, 0.2, 0.4)),
            build.thing("sofa_1", (0, 20, 0.5), (2.0, 1.0, 1.0)),
            build.thing("lamp_1", (1.2, 20, 0.5)),
            build.thing("vase_1", (30, 30, 1)),
            relations=(
                build.on("kettle_1", "counter_1"),
                build.on("book_1", "desk_1"),
                build.on("book_2", "desk_1"),
                build.next_to("lamp_1", "sofa_1"),
            ),
            tags=("kettle", "counter"),
        )
    )
    return memory


@pytest.fixture
def household(build):
    return Household(build)


@pytest.fixture
def lived(memory, household):
    """A morning with Zebulon and anna, with the history built."""
    for what in (
        household.says(1, "Zebulon", "my insulin lies in the violet shoebox", "anna"),
        household.says(2, "anna", "remind me to call Zebulon tomorrow at 5 pm"),
        household.says(3, "anna", "the keys are on the dresser", "Zebulon"),
        household.puts(4, "Zebulon", "mug_1", "shelf_1"),
        household.puts(5, "anna", "book_1", "desk_1"),
        household.goes(6, "Zebulon", "hall"),
        household.does(7, "Zebulon", "polishes the trumpet", "trumpet_1"),
        household.instructs(8, "bring what I said: my insulin lies in the violet shoebox"),
        household.sees(9, "mug", "kettle", people=("Zebulon",), thumbnail=b"\xff\xd8 picture of Zebulon"),
        household.sees(4000, "kettle", "toaster", robot=(5.0, 5.0, 0.0)),
        household.says(4001, "anna", "I like green tea"),
    ):
        record(memory, what)
    memory.rules.give_feedback("you should have remembered where the violet shoebox is", "Zebulon", 4002 * SECOND)
    memory.upkeep.build_history()
    return memory
