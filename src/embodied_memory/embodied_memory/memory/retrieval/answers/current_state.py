"""Where is it? Which room? Is it on? What is it set to? Who has it? When did you see it last?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION, relation_and_landmark
from embodied_memory.memory.retrieval.answers.answer_ground import (
    AnswerGround,
    KnownFact,
    cited_for,
    facts_in,
    trusted,
    whereabouts,
)
from embodied_memory.words.wording.phrases import listed

_MOST_NAMED = 5
_ROOM = re.compile(r"\brooms?\b", re.I)
STATE_IN_WORDS = {
    ("open", "true"): "open", ("open", "false"): "closed", ("power", "on"): "on", ("power", "off"): "off",
    ("locked", "true"): "locked", ("locked", "false"): "unlocked",
}  # fmt: skip
_PLURAL = ("shoes", "keys", "headphones", "glasses", "scissors", "trousers")


def answer_location(ground: AnswerGround) -> Answer:
    """The place of each thing meant, and how sure that is."""
    found = whereabouts(ground.bundle.selected)
    asked = ground.plan.thing.ids or ground.plan.people
    found = sorted((fact for fact in found if fact.entity_id in asked), key=lambda fact: -fact.seen_ns)
    if not found:
        return ground.unknown(_never_seen(ground))
    if len(found) > 1:
        return _several(found, ground)
    fact = found[0]
    text = f"{ground.name(fact.entity_id)} {_is(fact, ground)} {_place(fact, ground)}; {trusted(fact, ground)}"
    return _answer(text, fact, ground)


def answer_room(ground: AnswerGround) -> Answer:
    """The room alone, where one is asked for; what is looked for is told with its place."""
    if ground.plan.thing.ids and not (ground.plan.place.ids or _ROOM.search(ground.plan.question)):
        return answer_location(ground)
    found = whereabouts(ground.bundle.selected)
    asked = ground.plan.thing.ids or ground.plan.people
    found = [fact for fact in found if fact.entity_id in asked]
    if not found:
        return ground.unknown(_never_seen(ground))
    fact = max(found, key=lambda one: one.seen_ns)
    room = _room(fact, ground)
    if not room:
        return answer_location(ground)
    where = room if room == "outside" else f"in {ground.name(room)}"
    is_there = f"{ground.name(fact.entity_id)} {_is(fact, ground)} {where}"
    return _answer(f"{_whether_in(room, ground)}{is_there}; {trusted(fact, ground)}", fact, ground)


def _whether_in(room: str, ground: AnswerGround) -> str:
    """The verdict where it is asked whether somebody is in a room."""
    places = ground.plan.place.ids
    if not (ground.plan.is_whether and places):
        return ""
    return "yes, " if room in places else "not as far as I know, "


def answer_state(ground: AnswerGround) -> Answer:
    """Yes or no, and the state in words."""
    plan = ground.plan
    if plan.attribute == LOCATION:
        return _is_there(ground)
    found = [fact for fact in facts_in(ground.bundle.selected, plan.attribute) if fact.entity_id in plan.thing.ids]
    if not found:
        asked = STATE_IN_WORDS.get((plan.attribute, plan.value), plan.attribute)
        return ground.unknown(f"I have not seen whether {_the_thing(ground)} is {asked}")
    fact = max(found, key=lambda one: one.seen_ns)
    verdict = "" if not plan.value else "yes, " if fact.value == plan.value else "no, "
    state = STATE_IN_WORDS.get((fact.attribute, fact.value), fact.value)
    text = f"{verdict}{ground.name(fact.entity_id)} {_is(fact, ground)} {state}; {trusted(fact, ground)}"
    return _answer(text, fact, ground)


def _is_there(ground: AnswerGround) -> Answer:
    found = [one for one in whereabouts(ground.bundle.selected) if one.entity_id in ground.plan.thing.ids]
    if not found:
        return ground.unknown(_never_seen(ground))
    fact = max(found, key=lambda one: one.seen_ns)
    places = {fact.value, relation_and_landmark(fact.value)[1], _room(fact, ground)}
    verdict = "yes" if places & set(ground.plan.place.ids) else "not as far as I know"
    told = f"{ground.name(fact.entity_id)} {_is(fact, ground)} {_place(fact, ground)}"
    text = f"{verdict}, {told}; {trusted(fact, ground)}"
    return _answer(text, fact, ground)


def answer_setting(ground: AnswerGround) -> Answer:
    """The value of a setting."""
    plan = ground.plan
    found = [fact for fact in facts_in(ground.bundle.selected, plan.attribute) if fact.entity_id in plan.thing.ids]
    if not found:
        return ground.unknown(f"I have not seen the {plan.attribute or 'setting'} of {_the_thing(ground)}")
    fact = max(found, key=lambda one: one.seen_ns)
    text = f"the {fact.attribute} of {ground.name(fact.entity_id)} is {fact.value}; {trusted(fact, ground)}"
    return _answer(text, fact, ground)


def answer_holder(ground: AnswerGround) -> Answer:
    """Who has a thing in hand; where it lies if nobody does."""
    found = [one for one in whereabouts(ground.bundle.selected) if one.entity_id in ground.plan.thing.ids]
    held = [fact for fact in found if fact.attribute == HELD_BY]
    if not held:
        return answer_location(ground)
    fact = max(held, key=lambda one: one.seen_ns)
    return _answer(f"{fact.value} has {ground.name(fact.entity_id)}; {trusted(fact, ground)}", fact, ground)


def answer_held_things(ground: AnswerGround) -> Answer:
    """What a person has in hand."""
    found = facts_in(ground.bundle.selected, HELD_BY)
    if not found:
        return ground.unknown(f"I have not seen {listed(ground.plan.people) or 'anybody'} holding anything")
    things = listed([ground.name(fact.entity_id) for fact in found])
    return _answer(f"{found[0].value} has {things}; {trusted(found[0], ground)}", found[0], ground)


def answer_last_seen(ground: AnswerGround) -> Answer:
    """When, then where."""
    asked = ground.plan.thing.ids or ground.plan.people
    found = [fact for fact in whereabouts(ground.bundle.selected) if fact.entity_id in asked]
    if not found:
        return ground.unknown(_never_seen(ground))
    fact = max(found, key=lambda one: one.seen_ns)
    text = (
        f"{ground.when(fact.seen_ns)}, {_place(fact, ground)}: that is where I last saw {ground.name(fact.entity_id)}"
    )
    return _answer(text, fact, ground)


def _answer(text: str, fact: KnownFact, ground: AnswerGround) -> Answer:
    room = _room(fact, ground) if fact.attribute in (LOCATION, HELD_BY) else ""
    cited = cited_for(fact, ground)
    return ground.known(text, fact.certainty, cited, fact.status, (fact.entity_id,), room)


def _several(found: Sequence[KnownFact], ground: AnswerGround) -> Answer:
    """Where several may be meant, all of them."""
    told = [
        f"{ground.name(fact.entity_id)} {_is(fact, ground)} {_place(fact, ground)}" for fact in found[:_MOST_NAMED]
    ]
    more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
    first = found[0]
    text = f"there are several: {'; '.join(told)}{more}"
    cited = [fact.candidate for fact in found[:_MOST_NAMED]]
    ids = [fact.entity_id for fact in found[:_MOST_NAMED]]
    return ground.known(text, min(fact.certainty for fact in found), cited, first.status, ids)


def _place(fact: KnownFact, ground: AnswerGround) -> str:
    if fact.attribute == HELD_BY:
        return f"with {ground.name(fact.value)}"
    return ground.place(fact.value, _room(fact, ground))


def _room(fact: KnownFact, ground: AnswerGround) -> str:
    if fact.attribute == HELD_BY:
        return ground.beliefs.room_of(fact.value)
    relation, landmark = relation_and_landmark(fact.value)
    if not relation:
        return landmark
    return ground.beliefs.room_of(landmark) or (ground.beliefs.room_of(fact.entity_id) if _is_current(fact) else "")


def _is_current(fact: KnownFact) -> bool:
    return fact.status is not None


def _is(fact: KnownFact, ground: AnswerGround) -> str:
    return "are" if ground.caption(fact.entity_id).split(" ")[-1] in _PLURAL else "is"


def _the_thing(ground: AnswerGround) -> str:
    thing = ground.plan.thing
    return ground.name(thing.entity_id) if thing.entity_id else thing.words or "that"


def _never_seen(ground: AnswerGround) -> str:
    return f"I have neither seen nor heard where {_the_thing(ground) if ground.plan.things else 'that'} is"
