"""Reads the description of a room: its name, ways out, containers and things.

The games word descriptions in hundreds of ways; only what all have in common is relied on: a title, directions and
doors in the sentences about exits, and articles before things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from embodied_memory_tools.evaluation.textworld.player.reading import DIRECTIONS, FLOOR, Exit, RoomView, SeenThing
from embodied_memory_tools.evaluation.textworld.player.thing_list import read_things

_TITLE = re.compile(r"^-= (.+?) =-[ \t]*$", re.MULTILINE)
_DIRECTION = re.compile(rf"\b({'|'.join(DIRECTIONS)})\b")
_DOOR = re.compile(r"\b(open|opened|closed|locked) ([\w' -]*?(?:door|gate|hatch|portal))\b")
_EXIT_WORDS = re.compile(r"\b(?:exit|leading|leads|entranceway|going|go|leave|door)\b")
_ON_IT = re.compile(r"\b[Oo]n the ([\w' -]+?),? (?:you (?:can )?(?:see|make out)|is|are) ((?:an?|some) [^.!?]+)")
_THINGS_ON = re.compile(r"\b[Yy]ou (?:can )?(?:see|make out) ((?:an?|some) [^.!?]+?) on the ([\w' -]+)")
_IN_IT = re.compile(
    r"\b(?:[Tt]he|[Ii]n the) ([\w' -]+?),? (?:contains|is|are|you (?:can )?see) ((?:an?|some) [^.!?]+)"
)
_ON_FLOOR = re.compile(r"\bThere (?:is|are) ((?:an?|some) [^.!?]+?) on the (?:floor|ground)")
_CONTAINER = re.compile(r"\b(?:an?) (closed|open|opened|locked) ((?:[\w'-]+ ){0,4}?[\w'-]+)(?=[ ,.!])", re.IGNORECASE)
_AFTER_NAME = re.compile(r" (?:here|nearby|close by|in the|right there|is|which|leading)\b.*")
_LOOKS = re.compile(r"^.*\blooking ")
FIXTURES = (
    "fridge", "refrigerator", "oven", "stove", "BBQ", "counter", "table", "kitchen island", "shelf", "showcase",
    "workbench", "toolbox", "sofa", "couch", "bed", "toilet", "patio table", "patio chair",
)  # fmt: skip
"""Furniture that the rules of the games name."""
_FIXTURE = re.compile(rf"\b({'|'.join(sorted(FIXTURES, key=len, reverse=True))})\b", re.IGNORECASE)


def read_room(text: str) -> RoomView | None:
    """The last room that is described, None if there is none."""
    titles = list(_TITLE.finditer(text))
    if not titles:
        return None
    body = " ".join(text[titles[-1].end() :].split())
    states = dict(_containers(body))
    things = tuple(dict.fromkeys(_things(body)))
    return RoomView(
        titles[-1][1].strip().lower(),
        tuple(dict.fromkeys(_exits(body))),
        things,
        tuple(dict.fromkeys(found[1] for found in _FIXTURE.finditer(body))),
        frozenset(name for name, state in states.items() if state in ("closed", "locked")),
        frozenset(name for name, state in states.items() if state not in ("closed", "locked")),
    )


def _exits(body: str) -> Iterator[Exit]:
    for sentence in re.split(r"(?<=[.!?])\s+", body):
        if not _EXIT_WORDS.search(sentence):
            continue
        for direction in _DIRECTION.findall(sentence):
            door = _DOOR.search(sentence)
            yield Exit(direction, door[2], door[1].startswith("open")) if door else Exit(direction)


def _things(body: str) -> Iterator[SeenThing]:
    listed = [(found[2], found[1]) for pattern in (_ON_IT, _IN_IT) for found in pattern.finditer(body)]
    listed += [(found[1], found[2]) for found in _THINGS_ON.finditer(body)]
    for things, place in listed:
        if _is_introduced(place, body):
            yield from read_things(things, place)
    for found in _ON_FLOOR.finditer(body):
        yield from read_things(found[1], FLOOR)


def _is_introduced(place: str, body: str) -> bool:
    """Whether the text presents such a thing ("a vast counter"): "the next time" is no place."""
    return bool(re.search(rf"\b[Aa]n? (?:[\w'-]+ ){{0,3}}{re.escape(place)}\b", body))


def _containers(body: str) -> Iterator[tuple[str, str]]:
    for found in _CONTAINER.finditer(body):
        name = _LOOKS.sub("", _AFTER_NAME.sub("", f"{found[2]} "[:-1]))
        fixture = _FIXTURE.search(body[found.start() : found.end() + 40])
        if fixture and "door" not in found[2]:
            yield fixture[1], found[1].lower()
        elif "door" not in body[found.start() : found.end() + 40]:
            yield name, found[1].lower()
    for found in re.finditer(r"\bThe ([\w' -]+?) contains ", body):
        yield found[1], "open"
