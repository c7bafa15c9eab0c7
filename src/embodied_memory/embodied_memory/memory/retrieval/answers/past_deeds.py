"""Who put it there? When? What was before? What came first? How often? What happened? When did Anna last touch the
mug, and what was the first thing that she did today? By what was seen to be done. What somebody said is told as
theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.states.state_fact import LOCATION, StateFact
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, ViewName
from embodied_memory.memory.retrieval.query_plan.question_words import is_activity
from embodied_memory.memory.retrieval.views.candidate import Candidate, HeardUtterance, bears_on
from embodied_memory.words.time_words.local_calendar import LocalCalendar, to_ns
from embodied_memory.words.wording.phrases import listed, number_word, sentence

_SURE, _FAIR, _LIKELY = 0.9, 0.7, 0.5
_UNSEEN = 0.5
_MOST_TOLD = 8
Deed = tuple[Candidate, Event]


def as_told(one: Candidate) -> str:
    """The text of an event; of an utterance with who said it."""
    speaker = _speaker(one)
    return f'{speaker} said "{one.text}"' if speaker else one.text


def _speaker(one: Candidate) -> str:
    """Who said it, "" if it was not said."""
    event = one.content.event if isinstance(one.content, HeardUtterance) else one.content
    return event.actor if isinstance(event, Event) and event.kind is EventKind.UTTERANCE else ""


def deeds(candidates: Sequence[Candidate]) -> list[tuple[Candidate, Event]]:
    """The events among the evidence, the newest first."""
    found = [(one, one.content) for one in candidates if isinstance(one.content, Event) and not one.is_step]
    return sorted(found, key=lambda one: -one[1].stamp_ns)


def answer_previous(ground: AnswerGround) -> Answer:
    """The state that was overwritten, and by what."""
    facts = [(one, one.content) for one in ground.bundle.selected if isinstance(one.content, StateFact)]
    if ground.plan.people:
        facts = _before_deed(ground, facts)
    if not facts:
        return _previous_from_events(ground)
    candidate, fact = min(facts, key=lambda one: one[1].stamp_ns)
    later = [other for other in facts if other[1].stamp_ns > fact.stamp_ns]
    return _previous_told(ground, fact, candidate, [one for one, _ in later])


def _before_deed(ground: AnswerGround, facts: list[tuple[Candidate, StateFact]]) -> list[tuple[Candidate, StateFact]]:
    """Of the named person's last change, if another one came after it."""
    newest = next((one for one in deeds(ground.bundle.candidates) if one[0].score > _LIKELY), None)
    if newest is None or not facts:
        return facts
    event = newest[1]
    overwriting = max(facts, key=lambda one: one[1].stamp_ns)
    if overwriting[1].stamp_ns <= event.stamp_ns:
        return facts
    entity, attribute = overwriting[1].key
    before = ground.beliefs.at(entity, attribute, event.stamp_ns - 1)
    trail = [fact for fact in ground.beliefs.history(entity, attribute) if fact.stamp_ns < event.stamp_ns]
    known = [fact for fact in trail if fact.holds and fact.observed and fact.value]
    if before is None or not known:
        return facts
    return [(_as_candidate(overwriting[0], known[-1]), known[-1]), (newest[0], overwriting[1])]


def _as_candidate(like: Candidate, fact: StateFact) -> Candidate:
    return Candidate(
        like.view, (fact.record_id,), fact.stamp_ns, like.text, fact.provenance, like.score, (fact.entity_id,), fact
    )


def _previous_told(ground: AnswerGround, fact: StateFact, candidate: Candidate, later: Sequence[Candidate]) -> Answer:
    value = ground.place(fact.value) if fact.attribute == LOCATION else fact.value
    what = ground.name(fact.entity_id)
    what = what if fact.attribute == LOCATION else f"the {fact.attribute} of {what}"
    text = f"before that, {what} was {value if fact.attribute == LOCATION else f'at {value}'}"
    overwriting = [one for one, _ in deeds(ground.bundle.selected) if one.score > _LIKELY][:1]
    return ground.known(text, _SURE, [candidate, *overwriting, *later], entities=(fact.entity_id,))


def _previous_from_events(ground: AnswerGround) -> Answer:
    """Without states: the last two values that deeds gave it."""
    values: list[tuple[Candidate, str, str]] = []
    for one, event in deeds(ground.bundle.selected):
        for change in event.changes:
            asked = ground.plan.attribute or LOCATION
            if change.entity_id in ground.plan.thing.ids and change.attribute == asked and change.value:
                values.append((one, change.entity_id, change.value))
    if len(values) < 2:
        return ground.unknown("I have not seen it change")
    one, entity, value = values[1]
    told = ground.place(value) if ground.plan.attribute == LOCATION else value
    return ground.known(f"before that, {ground.name(entity)} was {told}", _FAIR, [one, values[0][0]])


def answer_who_changed(ground: AnswerGround) -> Answer:
    """Who did the last deed of that sort with it."""
    found = deeds(ground.bundle.selected)
    if not found:
        return ground.unknown("I did not see that")
    one, event = found[0]
    return ground.known(f"{event.actor}, {ground.when(event.stamp_ns)}. {event.text}", one.score, [one])


def answer_when(ground: AnswerGround) -> Answer:
    """When the last such deed was seen, or the first if that is asked."""
    found = deeds(ground.bundle.candidates if ground.plan.is_first else ground.bundle.selected)
    if not found:
        return ground.unknown("I did not see that")
    one, event = found[-1] if ground.plan.is_first else found[0]
    return ground.known(f"{ground.when(event.stamp_ns)}. {event.text}", one.score, [one])


def answer_who_did(ground: AnswerGround) -> Answer:
    """Everybody who was seen at it, each by the last time."""
    last = {event.actor: (one, event) for one, event in reversed(deeds(ground.bundle.candidates))}
    if not last:
        return ground.unknown("I did not see anybody")
    told = " ".join(sentence(f"{ground.when(event.stamp_ns)}: {event.text}") for _, event in last.values())
    return ground.known(f"{listed(list(last))}. {told}", _FAIR, [one for one, _ in last.values()])


def answer_neighbour(ground: AnswerGround) -> Answer:
    """What was put down right before or after."""
    found = deeds(ground.bundle.selected)
    if len(found) < 2:
        return ground.unknown("I did not see what came next to it")
    before = ground.plan.intent is QueryIntent.JUST_BEFORE
    one, event = found[-1] if before else found[0]
    other = found[0][0] if before else found[-1][0]
    thing = next((c.entity_id for c in event.changes if c.attribute == LOCATION and c.value), "")
    place = next((c.value for c in event.changes if c.entity_id == thing and c.value), "")
    text = f"{ground.name(thing)}, which {event.actor} put {ground.place(place)} {ground.when(event.stamp_ns)}"
    return ground.known(text, one.score, [one, other], entities=(thing,))


def answer_how_often(ground: AnswerGround) -> Answer:
    """Counts what was seen, over all that was found."""
    found = [one for one in deeds(ground.bundle.candidates) if one[1].kind is not EventKind.UTTERANCE]
    times = len(found)
    if not times:
        return ground.known(f"never that I saw{ground.span()}", _LIKELY)
    count = {1: "once", 2: "twice"}.get(times, f"{number_word(times)} times")
    told = "; ".join(f"{event.actor} {ground.when(event.stamp_ns)}" for _, event in found[:_MOST_TOLD])
    text = f"{count} in my sight{', ' + told if told else ''}"
    return ground.known(text, _FAIR, [one for one, _ in found])


def answer_which_first(ground: AnswerGround) -> Answer:
    """Of the activities asked about, the one that was seen first."""
    found = deeds(ground.bundle.candidates)[::-1]
    day = max((_day(event) for _, event in found), default=0)
    firsts = [
        (
            next(
                ((one, event) for one, event in found if is_activity(name, event.text) and _day(event) == day), None
            ),
            name,
        )
        for name in dict.fromkeys(ground.plan.activities)
    ]
    seen = sorted(((one, name) for one, name in firsts if one is not None), key=lambda one: one[0][1].stamp_ns)
    if not seen:
        return ground.unknown("I did not see that")
    (_, event), name = seen[0]
    others = "; ".join(f"{ground.when(e.stamp_ns)} {other}" for (_, e), other in seen[1:])
    text = f"{name}, {ground.when(event.stamp_ns)}{f' (then {others})' if others else ''}"
    return ground.known(text, _SURE if len(seen) > 1 else 0.5, [one for (one, _), _ in seen])


def answer_what_happened(ground: AnswerGround) -> Answer:
    """The deeds of that time in their order, the same told once."""
    selected = deeds(ground.bundle.selected)
    found = _with_outline(selected, ground)[::-1] or deeds(ground.bundle.candidates)[:_MOST_TOLD][::-1]
    if not found:
        return ground.unknown("I did not see anything then")
    told = [
        f"{ground.when(event.stamp_ns)}: {text}"
        for text, ((_, event), *_) in groupby(found, lambda one: as_told(one[0]))
    ]
    return ground.known(" ".join(map(sentence, told)), _FAIR, [one for one, _ in selected or found])


def _with_outline(selected: Sequence[Deed], ground: AnswerGround) -> list[Deed]:
    """What is cited, and what the episodes of that time come down to; the newest first, each record once."""
    outline = [one for one in deeds(ground.bundle.candidates) if one[0].view is ViewName.EPISODE]
    by_record = {one[0].record_id: one for one in (*outline[:_MOST_TOLD], *selected)}
    return sorted(by_record.values(), key=lambda one: -one[1].stamp_ns)


def _day(event: Event) -> int:
    return event.stamp_ns // 86_400_000_000_000


def answer_when_handled(ground: AnswerGround) -> Answer:
    """The last deed with the thing, or the first; that none was seen is told as such."""
    plan = ground.plan
    found = [one for one in deeds(ground.bundle.candidates) if bears_on(one[0], plan)]
    if found:
        one, event = found[-1] if plan.is_first else found[0]
        return ground.known(
            f"{'yes, ' if plan.is_whether else ''}{ground.when(event.stamp_ns)}. {event.text}", _SURE, [one]
        )
    thing = ground.name(plan.thing.entity_id) if plan.thing.entity_id else plan.thing.words or "that"
    deed = f"{plan.unheard[0]} {thing}" if plan.unheard else f"do anything with {thing}"
    text = f"I have not seen {listed(plan.people) or 'anybody'} {deed}{ground.span()}"
    return ground.known(f"not that I saw: {text}", _UNSEEN) if plan.is_whether else ground.unknown(text)


def answer_one_deed(ground: AnswerGround) -> Answer:
    """The first or the last one of that time: what was done before where somebody went."""
    found = deeds(ground.bundle.candidates)
    told = [one for one in found if one[1].kind is not EventKind.PERSON_MOVED] or found
    if not told:
        return ground.unknown(f"I have not seen {listed(ground.plan.people)} do anything{ground.span()}")
    one, event = _chosen(told, ground)
    which = "first" if ground.plan.is_first else "last"
    text = f"the {which} thing that I saw then: {event.text.rstrip('.')}, {ground.when(event.stamp_ns)}"
    return ground.known(text, _SURE, [one])


def _chosen(found: list[Deed], ground: AnswerGround) -> Deed:
    """The first thing, without a time, is the first of today."""
    if not ground.plan.is_first:
        return found[0]
    midnight_ns = to_ns(LocalCalendar(ground.now_ns, ground.utc_offset_s).today)
    todays = [one for one in found if one[1].stamp_ns >= midnight_ns]
    return todays[-1] if todays and ground.plan.time is None else found[-1]
