"""Reads the description of a room: its name, ways out, furniture and things.

The games word descriptions in hundreds of ways; only what all have in common is relied on: a title, directions and
doors in the sentences about exits, articles before things, a remark about what is on or in furniture if it is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from embodied_memory_tools.evaluation.textworld.player.reading import (
    DIRECTIONS,
    FLOOR,
    Exit,
    RoomView,
    SeenThing,
)
from embodied_memory_tools.evaluation.textworld.player.thing_list import read_things

_TITLE = re.compile(r"^-= (.+?) =-[ \t]*$", re.MULTILINE)
_DIRECTION = re.compile(rf"\b({'|'.join(DIRECTIONS)})\b")
_DOOR = re.compile(r"\b(open|opened|closed|locked) ([\w' -]+?) leading\b")
_EXIT_WORDS = re.compile(r"\b(?:exit|leading|leads|entranceway|going|go|leave|door)\b")
_ON_IT = re.compile(r"\b[Oo]n the ([\w' -]+?),? (?:you (?:can )?(?:see|make out)|is|are) ((?:an?|some) [^.!?]+)")
_THINGS_ON = re.compile(r"\b[Yy]ou (?:can )?(?:see|make out) ((?:an?|some) [^.!?]+?) on the ([\w' -]+)")
_IN_IT = re.compile(
    r"\b(?:[Tt]he|[Ii]n the) ([\w' -]+?),? (?:contains|is|are|you (?:can )?see) ((?:an?|some) [^.!?]+)"
)
_ON_FLOOR = re.compile(r"\bThere (?:is|are) ((?:an?|some) [^.!?]+?) on the (?:floor|ground)")
_SHOWN = re.compile(
    r"(?:(?:\b(?:see|make out|seeing|it's|find|follow it to|onto|other than|just|reveal|notice|Here's|it is!)"
    r"|\bover there[!,]?) (?:it's )?an? (?:(?P<state>closed|open|opened|locked) )?"
    r"|(?:^|[.!?] )an? (?P<begins>closed|open|opened|locked) )"
    r"(?P<name>(?:(?!(?:on|in|the|that|and) )[\w'-]+ ){0,4}?[\w'-]+)"
    r"(?=[,.!?]| (?:here|nearby|close by|in the|right there|is|which)\b)",
    re.IGNORECASE,
)
""" "You can make out a closed fridge nearby", "Look over there! a rack.", "A locked chest is here."."""
_LOOKS = re.compile(r"^(.+) looking (.+)$")
_WHICH_LOOKS = re.compile(r"^, which looks ([\w' -]+?),")
_SHOWS_ITSELF = re.compile(r"\b(?:on|off|in) (?:it|this|the)\b|\bempty\b|\bcontains\b", re.IGNORECASE)
_IS_EMPTY = re.compile(r"\bThe (?!thing )[\w' -]+ is empty[!,]|\bEmpty!")
""" "The thing is empty" is said of tables."""
_SHUT = ("closed", "locked")
FIXTURES = (
    "fridge", "refrigerator", "oven", "stove", "BBQ", "counter", "table", "kitchen island", "shelf", "showcase",
    "workbench", "toolbox", "sofa", "couch", "bed", "toilet", "patio table", "patio chair",
)  # fmt: skip
"""Furniture that the rules of cooking games name."""
_FIXTURE = re.compile(rf"\b({'|'.join(sorted(FIXTURES, key=len, reverse=True))})\b", re.IGNORECASE)


def read_room(text: str) -> RoomView | None:
    """The last room that is described, None if there is none."""
    titles = list(_TITLE.finditer(text))
    if not titles:
        return None
    body = text[titles[-1].end() :]
    sentences = re.split(r"(?<=[.!?])\s+", " ".join(body.split()))
    exits = [said for said in sentences if _EXIT_WORDS.search(said) and _DIRECTION.search(said)]
    _, _, rest = body.strip().partition("\n\n")
    shown = " ".join(said for said in re.split(r"(?<=[.!?])\s+", " ".join(rest.split())) if said not in exits)
    furniture = dict(_furniture(_ON_FLOOR.sub("", shown)))
    named = [found[1] for found in _FIXTURE.finditer(" ".join(sentences))]
    return RoomView(
        titles[-1][1].strip().lower(),
        tuple(dict.fromkeys(_exits(exits))),
        tuple(dict.fromkeys(_things(" ".join(sentences)))),
        tuple(dict.fromkeys((*named, *furniture))),
        frozenset(name for name, state in furniture.items() if state in _SHUT),
        frozenset(name for name, state in furniture.items() if state == "open"),
        frozenset(name for name, state in furniture.items() if state == "locked"),
    )


def _exits(sentences: list[str]) -> Iterator[Exit]:
    for sentence in sentences:
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


def _furniture(shown: str) -> Iterator[tuple[str, str]]:
    """Each piece with its state, "" for what is neither said to be shut nor shows what is in it: a table, for one.

    What is not said to be shut but shows nothing either is taken for closed.
    """
    for listed, instead in ((_THINGS_ON, "on it"), (_ON_IT, "on it"), (_IN_IT, r"The \1 contains it")):
        shown = listed.sub(instead, shown)
    pieces = list(_SHOWN.finditer(shown))
    for number, piece in enumerate(pieces):
        after = shown[piece.end() : pieces[number + 1].start() if number + 1 < len(pieces) else len(shown)]
        name = _full_name(piece["name"], after)
        state = (piece["state"] or piece["begins"] or "").lower()
        if state not in _SHUT:
            shows = f"{name.split()[-1]} contains " in after or _IS_EMPTY.search(after)
            is_open = state.startswith("open") or shows
            state = "open" if is_open else "" if _SHOWS_ITSELF.search(after) else "closed"
        yield name, state


def _full_name(name: str, after: str) -> str:
    """A "type D looking safe" is a type D safe; a "typical looking safe" is just a safe."""
    looks, looks_after = _LOOKS.match(name), _WHICH_LOOKS.match(after)
    adjective, noun = (looks[1], looks[2]) if looks else (looks_after[1] if looks_after else "", name)
    return f"{adjective} {noun}" if " " in adjective else noun
