"""Reads what is to be done out of a text: the one that a game opens with, or a note in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from embodied_memory_tools.evaluation.textworld.player.command import GameCommand
from embodied_memory_tools.evaluation.textworld.player.reading import DIRECTIONS


@dataclass(frozen=True)
class TaskStep:
    """What is to become so, as the command that makes it so; other: "" where any will do. room: where, if told."""

    command: GameCommand
    room: str = ""


_NAME = r"[\w' -]+?"
_IN_ROOM = rf"(?: (?:that's )?(?:in|within|inside) the (?P<room>{_NAME}))?"
_END = r"(?=[.,!?;]|$| to unlock it| for )"
_THING = rf"the (?P<thing>{_NAME})"
_DIRECTION = "|".join(DIRECTIONS)
_TAKE = r"(?:take|retrieve|recover|pick[- ]up|lift|get)"
_STATES = {
    "open": "open", "opened": "open", "wide open": "open", "ajar": "open", "closed": "close", "shut": "close",
    "unlocked": "unlock", "locked": "lock",
}  # fmt: skip
_VERBS = (
    ("unlock", rf"\binsert the (?P<other>{_NAME}) into the (?P<thing>{_NAME}){_IN_ROOM}'s lock\b"),
    ("lock", rf"\binsert the (?P<other>{_NAME}) into the (?P<thing>{_NAME}){_IN_ROOM} to lock it\b"),
    ("", rf"\b{_THING}{_IN_ROOM} is (?P<state>{'|'.join(_STATES)})(?: with the (?P<other>{_NAME}))?{_END}"),
    ("unlock", rf"\bunlock {_THING}{_IN_ROOM}(?: with the (?P<other>{_NAME}))?{_END}"),
    ("lock", rf"\block {_THING}{_IN_ROOM}(?: with the (?P<other>{_NAME}))?{_END}"),
    ("open", rf"\bopen {_THING}{_IN_ROOM}{_END}"),
    ("close", rf"\bclose {_THING}{_IN_ROOM}{_END}"),
    ("go", rf"\b(?:go|head|venture|travel|move|trip)(?: to)?(?: the| through the)? (?P<thing>{_DIRECTION})\b"),
    ("drop", rf"\b(?:place|drop|ditch|throw|toss|deposit) {_THING} on the floor of the (?P<room>{_NAME}){_END}"),
    ("take", rf"\b{_TAKE} {_THING} from the floor of the (?P<room>{_NAME}){_END}"),
    ("take", rf"\b{_TAKE} {_THING} from the (?P<other>{_NAME}){_IN_ROOM}{_END}"),
    ("take", rf"\b{_TAKE} {_THING}{_IN_ROOM}{_END}"),
    ("put", rf"\b(?:put|place|sit|rest) {_THING} on the (?P<other>{_NAME}){_IN_ROOM}{_END}"),
    ("insert", rf"\b(?:insert|put|place|deposit) {_THING} (?:into|inside) the (?P<other>{_NAME}){_IN_ROOM}{_END}"),
    ("eat", rf"\beat {_THING}{_END}"),
    ("examine", rf"\b(?:check|read|examine) {_THING}{_IN_ROOM}{_END}"),
    ("cook", rf"\b(?:missing|needs|lacks) an? (?P<other>grilled|fried|roasted) (?P<thing>{_NAME}){_END}"),
)  # fmt: skip
"""In this order, for each sentence; "" is the verb that brings about the state.

Each has an example in tests/tools/textworld/test_task_reader.py.
"""
_FORMS = tuple((verb, re.compile(form, re.IGNORECASE)) for verb, form in _VERBS)
_TITLE = re.compile(r"^-= .*", re.MULTILINE | re.DOTALL)
_DRAWN = re.compile(r"^.*(?:\$|__|\|).*$", re.MULTILINE)


def read_opening(text: str) -> str:
    """What a game says before it shows the first room, without the letters that are drawn there."""
    return " ".join(_DRAWN.sub("", _TITLE.sub("", text)).split())


def read_steps(text: str) -> tuple[TaskStep, ...]:
    """In the order of their sentences; () where nothing is wanted."""
    return tuple(_steps(" ".join(text.split())))


def _steps(text: str) -> Iterator[TaskStep]:
    for sentence in re.split(r"(?<=[.!?])\s+", text):
        for verb, form in _FORMS:
            found = form.search(sentence)
            if found:
                parts = found.groupdict()
                command = GameCommand(verb or _STATES[parts["state"]], parts["thing"], parts.get("other") or "")
                yield TaskStep(command, parts.get("room") or "")
                break
