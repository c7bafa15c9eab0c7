"""How big is the table? What is the largest thing? How far is it from the sofa? By the boxes of what was seen."""

from __future__ import annotations

import math
from dataclasses import replace

from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.memory.retrieval.answers.answer_parts import (
    all_there,
    known_answer,
    name_of,
    place_phrase,
    stated_room,
)
from embodied_memory.memory.retrieval.answers.whereabouts_seen import in_room
from embodied_memory.memory.retrieval.seen.question import SeenQuestion
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.scene_graph import is_person
from embodied_memory.words.wording.description import parse_description
from embodied_memory.words.wording.phrases import counted, listed

_MOST_NAMED = 4
_ANYTHING = frozenset({"thing", "object", "item", "one", "stuff", "furniture"})
_SMALL = frozenset({"smallest", "tiniest", "shortest", "lowest"})
_BY_HEIGHT = frozenset({"tallest", "highest", "shortest", "lowest"})
_BY_LENGTH = frozenset({"longest", "widest"})
_FAIR = 0.8
"""Boxes are of what was seen of a thing, along the axes of the map: about right, and seldom more."""


def answer_size(asked: SeenQuestion, recollection: Recollection) -> Answer | None:
    """Length, width and height of each thing meant; None if there is none such."""
    things = recollection.fitting(asked.subject)
    if not things:
        return None
    if len(things) == 1:
        text = f"the {name_of(things[0])} is about {_extent(things[0])}"
    else:
        told = [f"one {_extent(thing)}" for thing in things[:_MOST_NAMED]]
        more = [f"{len(things) - _MOST_NAMED} more"] if len(things) > _MOST_NAMED else []
        name = " ".join(parse_description(asked.subject).noun)
        text = f"I have seen {counted(len(things), name)}, about: {listed([*told, *more])}"
    return known_answer(asked, text, things, recollection, doubt=_FAIR * all_there(things, places=False))


def answer_extreme(asked: SeenQuestion, recollection: Recollection) -> Answer | None:
    """The largest, smallest, tallest or longest thing that memory asserts, of a sort and in a room if asked for."""
    things = _of_sort(asked.subject, recollection)
    if asked.place and is_room(asked.place):
        things = in_room(things, asked.place)
    if not things:
        return None
    sign = 1.0 if asked.value in _SMALL else -1.0
    thing = min(things, key=lambda one: (sign * _measure(one, asked.value), one.object_id))
    place = place_phrase(thing, recollection)
    text = f"the {asked.value} {_sort_word(asked.subject)} that I have seen is the {name_of(thing)}"
    told = f"{text}, about {_extent(thing)}{'; it is ' + place if place else ''}"
    doubt = _FAIR * all_there([thing])
    return known_answer(asked, told, [thing], recollection, stated_room(thing), doubt)


def answer_distance(asked: SeenQuestion, recollection: Recollection) -> Answer | None:
    """Between the boxes of the two things of which memory is surest, as the crow flies; None if one is not known."""
    ends = [recollection.fitting(words) for words in (asked.subject, asked.place)]
    if not all(ends):
        return None
    one, other = ends[0][0], next((thing for thing in ends[1] if thing is not ends[0][0]), ends[1][0])
    if one.object_id == other.object_id:
        return None
    text = f"about {_metres(gap(one, other))} lie between the {name_of(one)} and the {name_of(other)}"
    return known_answer(asked, text, [one, other], recollection, doubt=_FAIR * all_there([one, other]))


def gap(one: RememberedObject, other: RememberedObject) -> float:
    """Metres between two boxes along the floor, 0 where they overlap."""
    apart = (abs(one.position[k] - other.position[k]) - (one.size[k] + other.size[k]) / 2 for k in range(2))
    return math.hypot(*(max(0.0, distance) for distance in apart))


def _of_sort(subject: str, recollection: Recollection) -> list[RememberedObject]:
    noun = parse_description(subject).noun
    if not noun or noun[-1] in _ANYTHING:
        return [thing for thing in recollection.objects if not is_person(thing.category)]
    return [replace(thing, match=1.0) for thing in recollection.fitting(subject)]


def _sort_word(subject: str) -> str:
    noun = parse_description(subject).noun
    return " ".join(noun) if noun and noun[-1] not in _ANYTHING else "thing"


def _measure(thing: RememberedObject, value: str) -> float:
    if value in _BY_HEIGHT:
        return thing.size[2]
    return max(thing.size[:2]) if value in _BY_LENGTH else math.prod(thing.size)


def _extent(thing: RememberedObject) -> str:
    """Its longer side along the floor first; boxes lie along the axes of the map."""
    short, long = sorted(thing.size[:2])
    return f"{_metres(long)} long, {_metres(short)} wide and {_metres(thing.size[2])} high"


def _metres(length: float) -> str:
    return f"{length * 100:.0f} cm" if length < 0.5 else f"{length:.1f} m"
