"""What is on, in, under or next to the table, or in the kitchen? Is the fridge open, what colour is the sofa?
How big is the table, what is the largest thing, how far is it from the sofa? By what the camera saw, and the
boxes of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.memory.retrieval.answers.seen_in_words import (
    all_there,
    common_room,
    known_answer,
    name_of,
    nothing_by,
    place_phrase,
    stated_room,
    unknown_answer,
)
from embodied_memory.memory.retrieval.answers.whereabouts_seen import in_room
from embodied_memory.memory.retrieval.seen.object_matching import seen_attribute_words
from embodied_memory.memory.retrieval.seen.question import SeenQuestion
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.spatial.knowledge_graph.triple import NEAR, Triple
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.scene_graph import SpatialRelation, is_person
from embodied_memory.words.wording.description import GROUP_OF_WORD, parse_description
from embodied_memory.words.wording.phrases import ago, counted, listed, number_word, tallied, the_room

_FALSE = frozenset({"false", "no", "0"})
_TRUE = frozenset({"true", "yes", "1"})
_SYNONYMS = {"opened": "open", "shut": "closed", "lit": "on", "unlit": "off"}
_OPPOSITE = {"open": "closed", "closed": "open", "on": "off", "off": "on", "empty": "full", "full": "empty",
             "clean": "dirty", "dirty": "clean", "locked": "unlocked", "unlocked": "locked"}  # fmt: skip
_NAMES_OF_POWER = ("power", "state", "switch", "status", "on", "lit")


def answer_what_is_near(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """All objects that stand in that relation to the one meant, or to any of several meant, by the knowledge graph.

    Beside what was seen right next to it, what is near by its measured place.
    """
    landmarks = recollection.fitting(plan.subject)
    if not landmarks:
        return unknown_answer(plan, recollection)
    relation = SpatialRelation(plan.relation)
    found: dict[str, tuple[RememberedObject, Triple]] = {}
    for landmark in landmarks:
        for other, triple in recollection.relations_of(landmark, relation):
            found.setdefault(other.object_id, (other, triple))
    name = name_of(landmarks[0]) if len(landmarks) == 1 else landmarks[0].category.lower()
    if not found:
        return _nothing(plan, name, landmarks, recollection)
    things = [thing for thing, _ in found.values()]
    sure = all_there(things, places=False) * math.prod(thing.support_certainty for thing in things)
    records = [known.confirmed_record_id for _, triple in found.values() for known in triple.known]
    text = _told(name, relation, found.values())
    return known_answer(plan, text, things, recollection, common_room(things), sure, records)


def _told(name: str, relation: SpatialRelation, found: Iterable[tuple[RememberedObject, Triple]]) -> str:
    """ "next to the sofa I saw a lamp; near it, a stool"."""
    so = [thing for thing, triple in found if triple.relation != NEAR]
    near = [thing for thing, triple in found if triple.relation == NEAR]
    seen = f"{relation.value} the {name} I saw {tallied(map(name_of, so))}"
    if not near:
        return seen
    return f"{f'{seen}; near it, ' if so else f'near the {name} I saw '}{tallied(map(name_of, near))}"


def _nothing(plan: SeenQuestion, name: str, landmarks: list[RememberedObject], recollection: Recollection) -> Answer:
    """Nothing was seen there, as well as that was looked at; what cannot be recognised may be there."""
    known = "" if recollection.vocabulary.is_open else " that I can recognise"
    text = f"I have seen nothing{known} {plan.relation} the {name}"
    answer = known_answer(plan, text, landmarks, recollection, common_room(landmarks))
    return replace(answer, certainty=nothing_by(landmarks, plan.relation, recollection))


def answer_what_is_in_room(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """All objects whose room is clear and is this one."""
    room = " ".join(word for word in plan.place.split() if word not in ("the", "a", "an", "my", "our"))
    things = in_room(recollection.objects, room)
    if not things:
        text = f"I don't know: I have not recognised {the_room(room)} yet."
        return Answer(plan.question, text, False, 0.0)
    text = f"in {the_room(room)} I saw {tallied((t.category.lower() for t in things), limit=12)}"
    doubt = all_there(things, places=False) * math.prod(thing.room_certainty for thing in things)
    return known_answer(plan, text, things, recollection, common_room(things), doubt)


def answer_what_rooms(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """The rooms that could be named."""
    placed = [thing for thing in recollection.objects if stated_room(thing)]
    surest_first = sorted(placed, key=lambda thing: -thing.room_certainty)
    first_of = {thing.room: thing for thing in reversed(surest_first)}
    if not first_of:
        return Answer(plan.question, "I don't know: I have not recognised any room yet.", False, 0.0)
    rooms = sorted(first_of)
    named = listed([the_room(room) for room in rooms])
    count = number_word(len(rooms))
    text = f"I have recognised {count} room{'s' if len(rooms) > 1 else ''}: {named}"
    doubt = math.prod(first_of[room].room_certainty for room in rooms)
    return known_answer(plan, text, [first_of[room] for room in rooms], recollection, doubt=doubt)


def answer_state_of(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """Yes or no as it was when last seen; unknown if that state was never seen."""
    things = recollection.fitting(plan.subject)
    if not things:
        return unknown_answer(plan, recollection)
    wanted = _SYNONYMS.get(plan.value, plan.value)
    for thing in things:
        state = _state(thing, wanted)
        if state:
            verdict = "yes" if state == wanted else "no"
            seen = ago(thing.last_seen_ns, recollection.now_ns)
            text = f"{verdict}, the {thing.category.lower()} was {state} when I last saw it {seen}"
            return known_answer(plan, text, [thing], recollection, stated_room(thing))
    return _not_seen(plan, things[0], f"whether the {things[0].category.lower()} is {wanted}", recollection)


def answer_what_attribute(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """The value of an attribute as it was last seen."""
    things = recollection.fitting(plan.subject)
    if not things:
        return unknown_answer(plan, recollection)
    name = "color" if plan.value == "colour" else plan.value
    known = [(thing, value) for thing in things if (value := _value(thing, name))]
    if not known:
        what = f"the {plan.value} of the {things[0].category.lower()}"
        return _not_seen(plan, things[0], what, recollection)
    values = list(dict.fromkeys(value for _, value in known))
    shown = [thing for thing, _ in known]
    category = shown[0].category.lower()
    if len(known) == 1:
        text = f"the {category} is {values[0]}"
    else:
        text = f"I have seen {category}s that are {listed(values)}" if len(values) > 1 else f"they are {values[0]}"
    return known_answer(plan, text, shown, recollection, doubt=all_there(shown, places=False))


def _state(thing: RememberedObject, wanted: str) -> str:
    """wanted or its opposite, whichever the attributes say, "" if neither."""
    opposite = _OPPOSITE.get(wanted, "")
    for name, raw in thing.attributes:
        value = raw.lower()
        if value in (wanted, opposite) and (name in _NAMES_OF_POWER or value not in ("on", "off")):
            return value
        for state, other in ((wanted, opposite), (opposite, wanted)):
            if name == state and value in _TRUE | _FALSE:
                return state if value in _TRUE else other
        if name in _NAMES_OF_POWER and wanted in ("on", "off") and value in _TRUE | _FALSE:
            return "on" if value in _TRUE else "off"
    return ""


def _value(thing: RememberedObject, name: str) -> str:
    attributes = dict(thing.attributes)
    named = attributes.get(name) or attributes.get({"color": "colour"}.get(name, ""), "")
    words = sorted(word for word in seen_attribute_words(thing) if GROUP_OF_WORD[word] == name)
    return named or " and ".join(words)


def _not_seen(plan: SeenQuestion, thing: RememberedObject, what: str, recollection: Recollection) -> Answer:
    return Answer(
        question=plan.question,
        text=f"I don't know {what}: I have not seen that.",
        known=False,
        certainty=0.0,
        evidence=recollection.evidence_of([thing]),
        object_ids=(thing.object_id,),
        positions=(thing.position,),
        room=stated_room(thing),
    )


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
