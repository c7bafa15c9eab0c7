"""What people usually do: when, where and with what, from what was seen again and again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from statistics import median

from embodied_memory.event import Event
from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.past_deeds import deeds
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.memory.time_words.local_calendar import LocalCalendar

_DAY_S = 86_400
_ENOUGH = 3
_ONCE_CERTAINTY = 0.3

Deeds = Sequence[tuple[Candidate, Event]]


def answer_usual_time(ground: AnswerGround) -> Answer:
    """The middle of the times of day, on the days asked about."""
    found = [one for one in deeds(ground.bundle.candidates) if _is_on(one[1], ground)]
    if not found:
        return ground.unknown("I have not seen that")
    seconds = [_second_of_day(event, ground) for _, event in found]
    start = _quietest(seconds)
    usual = int(median((second - start) % _DAY_S for second in seconds) + start) % _DAY_S
    near = sorted(found, key=lambda one: abs(_second_of_day(one[1], ground) - usual))
    text = f"usually at {usual // 3600:02d}:{usual % 3600 // 60:02d}, from {_times(found)}"
    return ground.known(text, _certainty(found), [one for one, _ in near])


def answer_usual_place(ground: AnswerGround) -> Answer:
    """The piece of furniture of most times; the room where there is none."""
    found = deeds(ground.bundle.candidates)
    places = [_place_of(event, ground) for _, event in found]
    if not any(places):
        places = [event.place for _, event in found]
    return _most(ground, found, places, "at ")


def answer_usual_thing(ground: AnswerGround) -> Answer:
    """The thing of the sort asked about that was used most times."""
    found = deeds(ground.bundle.candidates)
    asked = set(ground.plan.thing.ids)

    def is_asked(one: str) -> bool:
        return one in asked if ground.plan.things else not ground.beliefs.nature(one).stays_put

    return _most(ground, found, [next(filter(is_asked, event.object_ids), "") for _, event in found], "")


def _most(ground: AnswerGround, found: Deeds, values: Sequence[str], before: str) -> Answer:
    counts = Counter(value for value in values if value)
    if not counts:
        return ground.unknown("I have not seen that")
    value, times = counts.most_common(1)[0]
    chosen = [one for one, own in zip(found, values, strict=True) if own == value]
    text = f"usually {before}{ground.name(value)}, {times} of {sum(counts.values())} times that I saw"
    return ground.known(text, _certainty(chosen), [one for one, _ in chosen], entities=(value,))


def _place_of(event: Event, ground: AnswerGround) -> str:
    """What the event names as its place: "at the desk"; else the furniture it names; "" if there is none."""
    text = event.text.lower()
    told = (
        one for one in event.object_ids if re.search(rf"\b(?:at|on|in) (?:the |a )?{_caption(one, ground)}\b", text)
    )
    fixed = (one for one in event.object_ids if ground.beliefs.nature(one).stays_put)
    return next(told, "") or next(fixed, "")


def _caption(entity_id: str, ground: AnswerGround) -> str:
    return re.escape(ground.caption(entity_id).lower())


def _is_on(event: Event, ground: AnswerGround) -> bool:
    days = ground.plan.days
    return not days or LocalCalendar(event.stamp_ns, ground.utc_offset_s).now.weekday() in days


def _second_of_day(event: Event, ground: AnswerGround) -> int:
    when = LocalCalendar(event.stamp_ns, ground.utc_offset_s).now
    return when.hour * 3600 + when.minute * 60 + when.second


def _quietest(seconds: Sequence[int]) -> int:
    """The end of the longest gap on the clock: where a day of these times begins, midnight or not."""
    ordered = sorted(seconds)
    gaps = [(after - before) % _DAY_S for before, after in zip([ordered[-1], *ordered], ordered, strict=False)]
    return ordered[gaps.index(max(gaps))]


def _times(found: Deeds) -> str:
    return "one time" if len(found) == 1 else f"{len(found)} times that I saw it"


def _certainty(found: Deeds) -> float:
    return _ONCE_CERTAINTY + (0.9 - _ONCE_CERTAINTY) * min(1.0, (len(found) - 1) / _ENOUGH)
