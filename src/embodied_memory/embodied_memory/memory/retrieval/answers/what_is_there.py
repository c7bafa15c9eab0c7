"""What is on it, what else is there, how many lamps are on? Who is in the room, at home, awake? Counts and tells
what is known, seen by the camera or not; who was not seen to leave is at home.
"""

from __future__ import annotations

from embodied_memory.event import Event
from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.states.state_fact import LOCATION, relation_and_landmark
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround, KnownFact, facts_in, is_over, trusted
from embodied_memory.memory.retrieval.answers.current_state import STATE_IN_WORDS
from embodied_memory.memory.retrieval.answers.past_deeds import Deed, deeds
from embodied_memory.memory.retrieval.query_plan.question_words import names_of
from embodied_memory.words.wording.phrases import listed, number_word
from embodied_memory.words.wording.words import split_words

_MOST_NAMED = 8
_LAST, _WAS_SEEN = "last", 0.7
_FAIR = 0.7
_MOST_COUNTED = 8
_GOING_TO_BED = "going to bed"
_FRESH_NS, _FRESH, _OLD = 3_600_000_000_000, 0.8, 0.5
_OUTSIDE = "outside"
_AWAY_WORDS = ("away", "out", "left", "gone", "not")


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
    return ground.known(
        f"{told}, as I saw", _WAS_SEEN, [one for _, (one, _) in seen], entities=[who for who, _ in seen]
    )


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
    told = f": {listed(names[:_MOST_COUNTED])}{' and others' if len(names) > _MOST_COUNTED else ''}" if names else ""
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
    told = [f"{ground.name(fact.entity_id)} ({trusted(fact, ground)})" for fact in fitting[:_MOST_COUNTED]]
    of_all = f" of {number_word(len(known))}" if len(known) > 1 else ""
    count = f"{number_word(len(fitting))}{of_all} {'is' if len(fitting) == 1 else 'are'} {state}, as far as I know"
    others = listed([f"{ground.name(one.entity_id)} ({trusted(one, ground)})" for one in known[:_MOST_COUNTED]])
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


def answer_who_is_awake(ground: AnswerGround) -> Answer:
    """Whose last deed was to go to bed is asleep; everybody else seen since is not. Deeds unseen may differ."""
    last: dict[str, Deed] = {}
    for one, event in deeds(ground.bundle.candidates):
        last.setdefault(event.actor, (one, event))
    if not last:
        return ground.unknown(f"I have not seen whether {listed(ground.plan.people) or 'anybody'} is awake")
    fitting = [who for who, (_, event) in last.items() if _state(event) == ground.plan.value]
    told = "; ".join(
        f"{who} is {_state(event)} as far as I saw ({ground.when(event.stamp_ns)}: {event.text.rstrip('.')})"
        for who, (_, event) in last.items()
    )
    verdict = ("yes" if fitting else "no") if ground.plan.people else listed(fitting) or "nobody"
    oldest = min(event.stamp_ns for _, event in last.values())
    certainty = _FRESH if ground.now_ns - oldest < _FRESH_NS else _OLD
    return ground.known(f"{verdict}; {told}", certainty, [one for one, _ in last.values()], entities=fitting)


def _state(event: Event) -> str:
    return "asleep" if _GOING_TO_BED in names_of(event.text) else "awake"


def answer_who_is_home(ground: AnswerGround) -> Answer:
    """Each person's place and how sure it is; with a verdict where one was asked for."""
    found = sorted(facts_in(ground.bundle.candidates, LOCATION), key=lambda fact: -fact.seen_ns)
    if not found:
        who = listed(ground.plan.people) or "anybody"
        return ground.unknown(f"I have neither seen nor heard whether {who} is at home")
    told = "; ".join(_person_told(fact, ground) for fact in found)
    certainty = min(fact.certainty for fact in found) if ground.plan.people else found[0].certainty
    cited = [fact.candidate for fact in found]
    ids = [fact.entity_id for fact in found]
    return ground.known(f"{_verdict(found, ground)}{told}", certainty, cited, found[0].status, ids)


def _verdict(found: list[KnownFact], ground: AnswerGround) -> str:
    words = ground.plan.question.lower().rstrip(" ?.!").split()
    is_away_asked = any(word in words for word in _AWAY_WORDS)
    fitting = [fact for fact in found if (fact.value == _OUTSIDE) == is_away_asked]
    if ground.plan.people:
        return "yes, " if len(fitting) == len(found) else "no, "
    return f"{listed([fact.entity_id for fact in fitting]) or 'nobody'}, as far as I know; "


def _person_told(fact: KnownFact, ground: AnswerGround) -> str:
    where = "away" if fact.value == _OUTSIDE else ground.place(fact.value)
    return f"{fact.entity_id} {'was' if is_over(fact, ground) else 'is'} {where}, {trusted(fact, ground)}"
