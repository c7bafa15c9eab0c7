"""The ReAct trace of a carried out instruction: what MEMENTO keeps as the episodic memory (appendix B.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

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
