"""The ReAct trace of a carried out instruction: what MEMENTO keeps as the episodic memory (appendix B.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

_STEP = re.compile(
    r"^(?:Thought:[ ]*(?P<thought>.*(?:\n(?!Thought:|\w+\[).*)*)\n+)?"
    r"(?P<action>[A-Za-z]\w*)\[(?P<arguments>.*)\][ ]*$"
    r"(?P<observation>(?:\n(?!Thought:|[A-Za-z]\w*\[.*\][ ]*$).*)*)",
    re.MULTILINE,
)
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
        """The form that `parse_act_trace` reads."""
        return "\n".join(
            f"Thought: {step.thought}\n{step.action}[{', '.join(step.arguments)}]\n{step.observation}"
            for step in self.steps
        )


def plain_name(entity_id: str) -> str:
    """ "stuffed_toy_1" -> "stuffed toy"."""
    return _NUMBER.sub("", entity_id).replace("_", " ").strip()


def parse_act_trace(text: str) -> ActTrace:
    """Read thoughts, actions `Name[a, b]` on lines of their own, and observations; anything else is passed over."""
    return ActTrace(
        tuple(
            ActStep(
                thought=" ".join((match["thought"] or "").split()),
                action=match["action"],
                arguments=tuple(part.strip() for part in match["arguments"].split(",") if part.strip()),
                observation="\n".join(line.strip() for line in match["observation"].splitlines() if line.strip()),
            )
            for match in _STEP.finditer(text)
        )
    )
