"""When did Anna last touch the mug? What was the first thing that she did today? One deed that was seen."""

from __future__ import annotations

from embodied_memory.event import EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.past_deeds import Deed, deeds
from embodied_memory.memory.retrieval.query_plan.question_words import WHETHER
from embodied_memory.memory.retrieval.views.bearing import bears_on
from embodied_memory.memory.wording.phrases import listed
from embodied_memory.memory.wording.words import split_words

_SURE, _UNSEEN = 0.9, 0.5


def answer_when_handled(ground: AnswerGround) -> Answer:
    """The last deed with the thing, or the first; that none was seen is told as such."""
    plan = ground.plan
    found = [one for one in deeds(ground.bundle.candidates) if bears_on(one[0], plan)]
    is_whether = split_words(plan.question)[:1] in [(word,) for word in WHETHER]
    if found:
        one, event = found[-1] if plan.is_first else found[0]
        return ground.known(
            f"{'yes, ' if is_whether else ''}{ground.when(event.stamp_ns)}. {event.text}", _SURE, [one]
        )
    thing = ground.name(plan.thing.entity_id) if plan.thing.entity_id else plan.thing.words or "that"
    deed = f"{plan.unheard[0]} {thing}" if plan.unheard else f"do anything with {thing}"
    text = f"I have not seen {listed(plan.people) or 'anybody'} {deed}{in_that_time(ground)}"
    return ground.known(f"not that I saw: {text}", _UNSEEN) if is_whether else ground.unknown(text)


def answer_one_deed(ground: AnswerGround) -> Answer:
    """The first or the last one of that time: what was done before where somebody went."""
    found = deeds(ground.bundle.candidates)
    told = [one for one in found if one[1].kind is not EventKind.PERSON_MOVED] or found
    if not told:
        return ground.unknown(f"I have not seen {listed(ground.plan.people)} do anything{in_that_time(ground)}")
    one, event = _chosen(told, ground)
    which = "first" if ground.plan.is_first else "last"
    text = f"the {which} thing that I saw then: {event.text.rstrip('.')}, {ground.when(event.stamp_ns)}"
    return ground.known(text, _SURE, [one])


def _chosen(found: list[Deed], ground: AnswerGround) -> Deed:
    return found[-1] if ground.plan.is_first else found[0]


def in_that_time(ground: AnswerGround) -> str:
    """ " from today at 05:00 to today at 12:00" where a time is asked about, else ""."""
    time = ground.plan.time
    if time is None or time.start_ns <= 0:
        return ""
    until_ns = min(time.end_ns, ground.now_ns)
    until = "now" if until_ns == ground.now_ns else ground.when(until_ns)
    return f" from {ground.when(time.start_ns)} until {until}"
