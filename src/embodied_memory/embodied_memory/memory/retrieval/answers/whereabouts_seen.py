"""Where is the kettle? In which room? Is there one, how many are there, and when did you last see it? By what the
camera saw.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from embodied_memory.evidence import Answer, EpistemicStatus, RememberedObject
from embodied_memory.memory.retrieval.answers.seen_in_words import (
    all_there,
    common_room,
    is_plural,
    known_answer,
    name_of,
    none_there,
    place_phrase,
    position_phrase,
    seen_phrase,
    stated_room,
    unknown_answer,
)
from embodied_memory.memory.retrieval.seen.question import SeenIntent, SeenQuestion
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.spatial.certainty import identity
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.scene_graph import SpatialRelation
from embodied_memory.words.wording.description import parse_description
from embodied_memory.words.wording.phrases import ago, are_several, counted, listed, number_word, sentence, the_room
from embodied_memory.words.wording.words import split_words

_MOST_NAMED = 5


def answer_where_is(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """Names what it is on or in and the room, else what it is next to, else coordinates."""
    things = recollection.fitting(plan.subject)
    if not things:
        return unknown_answer(plan, recollection)
    if len(things) == 1:
        return answer_where_seen(plan.question, things[0], recollection)
    doubt = all_there(things[:_MOST_NAMED])
    return known_answer(plan, _several(things, recollection), things, recollection, common_room(things), doubt)


def answer_where_seen(question: str, thing: RememberedObject, recollection: Recollection) -> Answer:
    """Of one that is known."""
    plan, room = SeenQuestion(question, SeenIntent.WHERE_IS), common_room([thing])
    return known_answer(plan, _one(thing, recollection), [thing], recollection, room, all_there([thing]))


def _one(thing: RememberedObject, recollection: Recollection) -> str:
    place = place_phrase(thing, recollection) or position_phrase(thing)
    name = name_of(thing)
    told = sentence(f"the {name} {'are' if are_several(name) else 'is'} {place}")
    return f"{told} {seen_phrase(thing, recollection)}"


def _several(things: list[RememberedObject], recollection: Recollection) -> str:
    categories = {thing.category.lower() for thing in things}
    looks = {name_of(thing) for thing in things}
    told = [
        f"{'one' if len(looks) == 1 else 'the ' + name_of(thing)} {_place_and_time(thing, recollection)}"
        for thing in things[:_MOST_NAMED]
    ]
    if len(things) > len(told):
        told.append(f"{number_word(len(things) - len(told))} more")
    if len(categories) > 1:
        return f"There are {number_word(len(things))} that may be meant: {listed(told)}"
    return f"There are {counted(len(things), categories.pop())}: {listed(told)}"


def _place_and_time(thing: RememberedObject, recollection: Recollection) -> str:
    place = place_phrase(thing, recollection) or position_phrase(thing)
    gone = ", but gone when I looked again" if thing.status is EpistemicStatus.CONTRADICTED else ""
    return f"{place} ({ago(thing.last_seen_ns, recollection.now_ns)}{gone})"


def answer_which_room(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """Names the room, or says what is known of the place if the room is not clear."""
    things = recollection.fitting(plan.subject)
    if not things:
        return unknown_answer(plan, recollection)
    placed = [thing for thing in things if stated_room(thing)]
    if not placed:
        place = place_phrase(things[0], recollection)
        text = f"I don't know which room the {name_of(things[0])} is in{f'; it is {place}' if place else ''}"
        return replace(known_answer(plan, text, things, recollection), known=False)
    rooms = list(dict.fromkeys(thing.room for thing in placed))
    name = placed[0].category.lower() if len(placed) > 1 else name_of(placed[0])
    several = len(placed) > 1 or is_plural(plan.subject)
    subject = f"I have seen the {name}" if several else f"the {name} {'are' if are_several(name) else 'is'}"
    text = f"{subject} in {listed([the_room(room) for room in rooms])}"
    doubt = all_there(placed, places=False) * math.prod(thing.room_certainty for thing in placed)
    return known_answer(plan, text, placed, recollection, rooms[0] if len(rooms) == 1 else "", doubt)


def answer_is_there(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """Yes if it was seen (there); not as far as I know if it was seen elsewhere only; else unknown."""
    everywhere = recollection.fitting(plan.subject)
    if not everywhere:
        return unknown_answer(plan, recollection)
    there = at_place(everywhere, plan, recollection) if plan.place else everywhere
    things = there or everywhere
    where = [place_phrase(thing, recollection) or position_phrase(thing) for thing in things[:4]]
    seen = ago(max(thing.last_seen_ns for thing in things), recollection.now_ns)
    if len(things) == 1:
        told = f"I saw the {name_of(things[0])} {where[0]}, {seen}"
    else:
        told = f"I have seen {counted(len(things), things[0].category.lower())}: {listed(where)}"
    text = f"{'Yes' if there else 'Not as far as I know'}. {sentence(told)}"
    answer = known_answer(plan, text, things, recollection, common_room(things), all_there(things[:4]))
    return answer if there else replace(answer, certainty=none_there(plan, recollection))


def answer_how_many(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """Counts what was seen, each as likely as it is there; there may be more that was not seen."""
    everywhere = recollection.fitting(plan.subject)
    if not everywhere:
        return unknown_answer(plan, recollection)
    things = at_place(everywhere, plan, recollection) if plan.place else everywhere
    words = parse_description(plan.subject)
    likely = [identity(thing) * _likely_there(thing, plan) for thing in things]
    count = math.floor(sum(likely) + 0.5)
    about = "about " if count != len(things) else ""
    text = f"I have seen {about}{counted(count, ' '.join((*words.attributes, *words.noun)))}{_where(plan)}"
    answer = known_answer(
        plan, text, things or everywhere, recollection, common_room(things), _so_many(likely, count)
    )
    return answer if things else replace(answer, certainty=none_there(plan, recollection))


def _likely_there(thing: RememberedObject, plan: SeenQuestion) -> float:
    """At the place asked about, if it exists."""
    if not plan.place:
        return 1.0
    return thing.room_certainty if is_room(plan.place) else thing.support_certainty


def _so_many(likely: Sequence[float], count: int) -> float:
    """How likely it is just so many if the surest of them is there, each other one by itself or not."""
    shares = [1.0]  # of 0, 1, 2 ... of the others
    for probability in sorted(likely)[:-1]:
        without, with_it = [*shares, 0.0], [0.0, *shares]
        shares = [a * (1.0 - probability) + b * probability for a, b in zip(without, with_it, strict=True)]
    return shares[count - 1] if 1 <= count <= len(shares) else 1.0


def _where(plan: SeenQuestion) -> str:
    if not plan.place:
        return ""
    place = " ".join(word for word in plan.place.split() if word not in ("the", "a", "an", "my", "our"))
    named = the_room(place) if is_room(place) else f"the {place}"
    return f" {plan.relation} {named}"


def answer_last_seen(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """The most recent sighting of anything that fits; the earliest if that is asked for."""
    things = recollection.fitting(plan.subject)
    if not things:
        return unknown_answer(plan, recollection)
    if plan.value == "first":
        return _first(plan, min(things, key=lambda thing: thing.first_seen_ns), recollection)
    latest = max(things, key=lambda thing: (thing.last_seen_ns, thing.match))
    place = place_phrase(latest, recollection)
    text = f"I last saw the {name_of(latest)} {ago(latest.last_seen_ns, recollection.now_ns)}"
    told = f"{text}{', ' + place if place else ''}"
    return known_answer(plan, told, [latest], recollection, stated_room(latest), all_there([latest]))


def _first(plan: SeenQuestion, thing: RememberedObject, recollection: Recollection) -> Answer:
    """Where it was then is in the views; what is cited is where it was seen last."""
    text = f"I first saw the {name_of(thing)} {ago(thing.first_seen_ns, recollection.now_ns)}"
    return known_answer(plan, text, [thing], recollection)


def at_place(
    things: Sequence[RememberedObject], plan: SeenQuestion, recollection: Recollection
) -> list[RememberedObject]:
    """Those of the things that are there, in the same order."""
    if is_room(plan.place):
        return in_room(things, plan.place)
    landmarks = recollection.fitting(plan.place)
    relation = SpatialRelation(plan.relation or "on")
    there = {thing.object_id for mark in landmarks for thing in recollection.related(mark, relation)}
    return [thing for thing in things if thing.object_id in there]


def in_room(things: Iterable[RememberedObject], room: str) -> list[RememberedObject]:
    """bedroom means every bedroom, bedroom 2 that one."""
    wanted = [word for word in split_words(room) if word not in ("the", "a", "an", "my", "our")]
    return [thing for thing in things if list(split_words(stated_room(thing)))[: len(wanted)] == wanted]
