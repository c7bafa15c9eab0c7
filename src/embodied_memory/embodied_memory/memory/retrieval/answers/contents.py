"""What is on it? What else is there? Who is in the room?"""

from __future__ import annotations

from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.belief.states.whereabouts import relation_and_landmark
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.known_facts import KnownFact, facts_in
from embodied_memory.memory.retrieval.answers.past_deeds import Deed, deeds
from embodied_memory.memory.wording.phrases import listed
from embodied_memory.memory.wording.words import split_words

_MOST_NAMED = 8
_LAST, _FAIR = "last", 0.7


def answer_contents(ground: AnswerGround) -> Answer:
    """The things at a place, those seen last first."""
    place = ground.plan.place
    found = _at(place.ids, ground)
    if not place.ids:
        return ground.unknown()
    if ground.plan.thing.ids:  # "which mug is in the sink?"
        found = [fact for fact in found if fact.entity_id in ground.plan.thing.ids]
    if not found:
        where = ground.place(f"{ground.plan.relation or 'on'} {place.ids[0]}")
        return ground.unknown(f"I have seen nothing {where}")
    relation, landmark = relation_and_landmark(found[0].value)
    where = f"{relation or 'on'} {ground.name(landmark)}" if landmark == place.ids[0] else "there"
    return _told(where, found, ground)


def answer_beside(ground: AnswerGround) -> Answer:
    """What else is where the thing is."""
    thing = next((fact for fact in facts_in(ground.bundle.candidates, LOCATION)
                  if fact.entity_id in ground.plan.thing.ids), None)  # fmt: skip
    if thing is None:
        return ground.unknown(f"I do not know where {ground.plan.thing.words or 'that'} is")
    landmark = relation_and_landmark(thing.value)[1]
    found = [fact for fact in _at((landmark,), ground) if fact.entity_id != thing.entity_id]
    if not found:
        return ground.unknown(f"I have seen nothing else {ground.place(thing.value)}")
    return _told(f"with {ground.name(thing.entity_id)}, {ground.place(thing.value)}", found, ground, thing)


def answer_who_is_there(ground: AnswerGround) -> Answer:
    """The people last seen in a room."""
    facts = facts_in(ground.bundle.candidates, LOCATION)
    people = (fact for fact in facts if ground.beliefs.nature(fact.entity_id).is_person)
    found = sorted(people, key=lambda fact: -fact.seen_ns)
    if not found:
        return ground.unknown(f"I have seen nobody in {ground.plan.place.words or 'there'}")
    names = listed([f"{fact.entity_id} ({ground.when(fact.seen_ns)})" for fact in found[:_MOST_NAMED]])
    return ground.known(
        f"{names}: as I last saw", found[0].certainty, [fact.candidate for fact in found], found[0].status,
        [fact.entity_id for fact in found],
    )  # fmt: skip


def answer_who_was_there(ground: AnswerGround) -> Answer:
    """Everybody who was seen there in that time, each by the last time; only the last one where that is asked."""
    last: dict[str, Deed] = {}
    for one, event in deeds(ground.bundle.candidates):
        last.setdefault(one.entities[0], (one, event))
    if not last:
        return ground.unknown(f"I have seen nobody in {ground.plan.place.words or 'there'} in that time")
    seen = list(last.items())[: 1 if _LAST in split_words(ground.plan.question) else _MOST_NAMED]
    told = listed([f"{who} ({ground.when(event.stamp_ns)}: {event.text.rstrip('.')})" for who, (_, event) in seen])
    return ground.known(f"{told}, as I saw", _FAIR, [one for _, (one, _) in seen], entities=[who for who, _ in seen])


def _at(places: tuple[str, ...], ground: AnswerGround) -> list[KnownFact]:
    """Things there by the evidence: what was seen last first, and before that what people move about."""
    facts = facts_in(ground.bundle.candidates, LOCATION)
    there = [f for f in facts if f.value in places or relation_and_landmark(f.value)[1] in places]
    fixed = {fact.entity_id for fact in there if ground.beliefs.nature(fact.entity_id).stays_put}
    return sorted(there, key=lambda fact: (fact.entity_id in fixed, -fact.seen_ns))


def _told(where: str, found: list[KnownFact], ground: AnswerGround, thing: KnownFact | None = None) -> Answer:
    names = listed([ground.name(fact.entity_id) for fact in found[:_MOST_NAMED]])
    cited = [*([thing.candidate] if thing else []), *(fact.candidate for fact in found)]
    text = f"{names}; {where}, as I last saw {ground.when(found[0].seen_ns)}"
    ids = [fact.entity_id for fact in found[:_MOST_NAMED]]
    return ground.known(text, found[0].certainty, cited, found[0].status, ids)
