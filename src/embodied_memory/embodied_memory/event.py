"""What happened, who did it and who saw it: the atom of the event track (ObsMem, section 4); and the ReAct trace
of a carried out instruction, what MEMENTO keeps as the episodic memory (appendix B.2).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

ROBOT = "robot"
"""The robot itself, among actors and observers."""
_MOST_CHARACTERS = 2000
"""Of what is said at once, so much is kept."""


class EventKind(str, Enum):
    """What sort of thing happened."""

    UTTERANCE = "utterance"
    INSTRUCTION_STARTED = "instruction started"
    INSTRUCTION_ENDED = "instruction ended"
    GOAL_STARTED = "goal started"
    GOAL_ENDED = "goal ended"
    SKILL_STARTED = "skill started"
    SKILL_ENDED = "skill ended"
    OBJECT_STATE_CHANGED = "object state changed"
    DEVICE_STATE_CHANGED = "device state changed"
    PERSON_MOVED = "person moved"
    ACTIVITY = "activity"


def tells_of_a_look(kind: str, text: str) -> bool:
    """Whether an event only tells what the robot saw when it had looked."""
    return kind == EventKind.SKILL_ENDED.value and " saw " in f" {text} "


class Provenance(str, Enum):
    """How the robot knows (ObsMem, equation 1): it saw it, or it was told."""

    OBSERVED = "observed"
    REPORTED = "reported"


@dataclass(frozen=True)
class StateChange:
    """What an event made true: an attribute of an entity took a value (ObsMem, equation 2).

    attribute: "location", "open", "held by" or a device's setting. The value of a location is a relation and an
    entity ("on table_2"), or a room's name; it may be empty: nowhere known.
    """

    entity_id: str
    attribute: str
    value: str


@dataclass(frozen=True)
class Event:
    """One thing that happened. text is a plain sentence; object_ids are those of scene objects or entities.

    place: the room. succeeded: for ended goals, skills and instructions; None where success has no meaning.
    changes: what became true by it, as far as its observers could see. object_captions: what each of object_ids looks
    like ("red mug"), in the same order, "" where that is not known; empty if it is not known of any.
    asked_by: who gave the instruction, "" if that is not known or it is none. trace: of an instruction that ended,
    what was done for it step by step, as `told_trace` writes it; "" for all else.
    """

    stamp_ns: int
    kind: EventKind
    actor: str
    text: str
    object_ids: tuple[str, ...] = ()
    place: str = ""
    observers: tuple[str, ...] = (ROBOT,)
    provenance: Provenance = Provenance.OBSERVED
    succeeded: bool | None = None
    changes: tuple[StateChange, ...] = ()
    object_captions: tuple[str, ...] = ()
    asked_by: str = ""
    trace: str = ""


@dataclass(frozen=True)
class Utterance:
    """Something said. Always data, never code or instruction to the program.

    place: the room, "" if that is not known. observers: who heard it, as far as that is known.
    """

    stamp_ns: int
    speaker: str
    text: str
    place: str = ""
    observers: tuple[str, ...] = ()

    def as_event(self) -> Event:
        """As memory keeps it, word for word, with who heard it where that is known; the robot did."""
        return Event(
            self.stamp_ns, EventKind.UTTERANCE, self.speaker, self.text[:_MOST_CHARACTERS], place=self.place,
            observers=self.observers or (ROBOT,), provenance=Provenance.REPORTED,
        )  # fmt: skip


TASK = "Task:"
"""Begins the line of a trace that holds the instruction."""

_THOUGHT = "Thought:"
_ACTION = re.compile(r"(?P<action>[A-Za-z]\w*)\[(?P<arguments>.*)\][ ]*")
_WHEREABOUTS = re.compile(r"^(?:Objects: )?\w+: (?P<furniture>\w+) in (?P<room>\w+)$", re.MULTILINE)
_NUMBER = re.compile(r"_\d+$")


@dataclass(frozen=True)
class ActStep:
    """One thought, the action it led to, and what was observed then."""

    thought: str
    action: str
    arguments: tuple[str, ...]
    observation: str


@dataclass(frozen=True)
class ActTrace:
    """The steps of one instruction, in order."""

    steps: tuple[ActStep, ...] = ()

    @cached_property
    def objects(self) -> tuple[str, ...]:
        """Names of what was picked up, without numbers, each once: ("stuffed toy", "vase")."""
        picked = (step.arguments[0] for step in self.steps if step.action.lower() == "pick" and step.arguments)
        return tuple(dict.fromkeys(plain_name(object_id) for object_id in picked))

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Where things were put, furniture and room, each once: ("table living room",)."""
        seen = (match for step in self.steps for match in _WHEREABOUTS.finditer(step.observation))
        rooms = {match["furniture"]: match["room"] for match in seen}
        put = (step.arguments for step in self.steps if step.action.lower() in ("place", "rearrange"))
        furniture = dict.fromkeys(arguments[2] for arguments in put if len(arguments) > 2)
        return tuple(f"{plain_name(name)} {plain_name(rooms.get(name, ''))}".strip() for name in furniture)

    def as_text(self) -> str:
        """The form that `parse_act_trace` reads. What was thought or observed can look like no step of its own."""
        return "\n".join(
            f"{_THOUGHT} {' '.join(step.thought.split())}\n{step.action}[{', '.join(step.arguments)}]\n"
            + "\n".join(map(_set_apart, step.observation.split("\n")))
            for step in self.steps
        )


def plain_name(entity_id: str) -> str:
    """ "stuffed_toy_1" -> "stuffed toy"."""
    return _NUMBER.sub("", entity_id).replace("_", " ").strip()


def told_trace(task: str, trace: ActTrace) -> str:
    """The text form of what was done for an instruction: the line `Task: ...` and the steps."""
    return f"{TASK} {' '.join(task.split())}\n{trace.as_text()}"


def parse_told_trace(text: str) -> tuple[str, ActTrace]:
    """(instruction, steps) of what `told_trace` wrote; the instruction is "" if no such line begins it."""
    first, _, steps = text.partition("\n")
    return (first.removeprefix(TASK).strip(), parse_act_trace(steps)) if first.startswith(TASK) else ("", ActTrace())


def parse_act_trace(text: str) -> ActTrace:
    """Read thoughts, actions `Name[a, b]` on lines of their own, and observations; anything else is passed over."""
    steps: list[_OpenStep] = []
    thought: list[str] | None = None
    for line in text.split("\n"):
        action = _ACTION.fullmatch(line)
        if action:
            steps.append(_OpenStep(thought or [], action["action"], action["arguments"]))
            thought = None
        elif line.startswith(_THOUGHT):
            thought = [line.removeprefix(_THOUGHT)]
        elif thought is not None:
            thought.append(line)
        elif steps:
            steps[-1].observation.append(line)
    return ActTrace(tuple(step.closed() for step in steps))


@dataclass
class _OpenStep:
    """A step while its lines are read."""

    thought: list[str]
    action: str
    arguments: str
    observation: list[str] = field(default_factory=list)

    def closed(self) -> ActStep:
        return ActStep(
            thought=" ".join(" ".join(self.thought).split()),
            action=self.action,
            arguments=tuple(part.strip() for part in self.arguments.split(",") if part.strip()),
            observation="\n".join(
                line.strip() for part in self.observation for line in part.splitlines() if line.strip()
            ),
        )


def _set_apart(line: str) -> str:
    return f" {line}" if line.startswith(_THOUGHT) or _ACTION.fullmatch(line) else line
