"""How many lamps are on? How many things are on the table? Counts what is known, seen by the camera or not."""

from __future__ import annotations

from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.belief.states.whereabouts import relation_and_landmark
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.current_state import STATE_IN_WORDS
from embodied_memory.memory.retrieval.answers.known_facts import KnownFact, facts_in, trusted
from embodied_memory.memory.wording.phrases import listed, number_word

_FAIR = 0.7
_MOST_NAMED = 8


def answer_count(ground: AnswerGround) -> Answer:
    """Things of the sort asked for that are at the place and in the state asked for, as far as is known."""
    plan = ground.plan
    places = {fact.entity_id: fact for fact in facts_in(ground.bundle.candidates, LOCATION)}
    states = {fact.entity_id: fact for fact in facts_in(ground.bundle.candidates, plan.attribute or LOCATION)}
    asked = dict.fromkeys(plan.thing.ids if plan.things else places)
    known = [states[one] for one in asked if one in states]
    if not known and plan.things:
        return ground.unknown(f"I know of no {plan.thing.words}")
    fitting = [fact for fact in known if _is_there(places.get(fact.entity_id), ground) and _is_in_state(fact, ground)]
    of_all = f" of {number_word(len(asked))}" if plan.things and len(fitting) < len(asked) else ""
    names = [ground.name(fact.entity_id) for fact in fitting]
    told = f": {listed(names[:_MOST_NAMED])}{' and others' if len(names) > _MOST_NAMED else ''}" if names else ""
    text = f"{number_word(len(fitting)) if fitting else 'none'}{of_all} that I know of{told}"
    oldest = min(fitting or known, key=lambda one: one.seen_ns, default=None)
    cited = [fact.candidate for fact in sorted(fitting or known, key=lambda one: -one.seen_ns)]
    return ground.known(text, _FAIR, cited, oldest.status if oldest else None, [fact.entity_id for fact in fitting])


def answer_in_state(ground: AnswerGround) -> Answer:
    """Which of them are on or open, each with when that was seen; and of how many, where none is."""
    plan = ground.plan
    states = facts_in(ground.bundle.candidates, plan.attribute)
    places = {fact.entity_id: fact for fact in facts_in(ground.bundle.candidates, LOCATION)}
    known = [fact for fact in states if _is_there(places.get(fact.entity_id), ground, fact.entity_id)]
    what, state = plan.thing.words or "device", STATE_IN_WORDS.get((plan.attribute, plan.value), plan.value)
    if not known:
        return ground.unknown(f"I have seen nothing of the kind whose state I could tell ({what}, {state})")
    fitting = sorted((fact for fact in known if fact.value == plan.value), key=lambda fact: -fact.seen_ns)
    told = [f"{ground.name(fact.entity_id)} ({trusted(fact, ground)})" for fact in fitting[:_MOST_NAMED]]
    of_all = f" of {number_word(len(known))}" if len(known) > 1 else ""
    count = f"{number_word(len(fitting))}{of_all} {'is' if len(fitting) == 1 else 'are'} {state}, as far as I know"
    others = listed([f"{ground.name(one.entity_id)} ({trusted(one, ground)})" for one in known[:_MOST_NAMED]])
    text = f"{count}: {'; '.join(told)}" if told else f"none that I know of is {state}, of {others}"
    oldest = min(fitting or known, key=lambda fact: fact.certainty)
    ids = [fact.entity_id for fact in fitting]
    return ground.known(text, oldest.certainty, [fact.candidate for fact in fitting or known], oldest.status, ids)


def _is_there(place: KnownFact | None, ground: AnswerGround, entity_id: str = "") -> bool:
    """Whether it lies at the place asked about, or no place is asked about."""
    wanted = set(ground.plan.place.ids)
    if not wanted:
        return True
    if place is None:
        asked = (entity_id,) if entity_id else ground.plan.thing.ids
        return bool(wanted & {ground.beliefs.room_of(one) for one in asked})
    landmark = relation_and_landmark(place.value)[1]
    return bool(wanted & {landmark, place.value, ground.beliefs.room_of(landmark)})


def _is_in_state(fact: KnownFact, ground: AnswerGround) -> bool:
    plan = ground.plan
    return plan.attribute == LOCATION or not plan.value or fact.value == plan.value
