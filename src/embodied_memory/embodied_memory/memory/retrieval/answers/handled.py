"""When did Anna last touch the mug? What was the first thing that she did today? One deed that was seen."""

from __future__ import annotations

from embodied_memory.event import EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.past_deeds import Deed, deeds
from embodied_memory.memory.retrieval.views.bearing import bears_on
from embodied_memory.memory.time_words.local_calendar import LocalCalendar, to_ns
from embodied_memory.memory.wording.phrases import listed

_SURE, _UNSEEN = 0.9, 0.5


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
