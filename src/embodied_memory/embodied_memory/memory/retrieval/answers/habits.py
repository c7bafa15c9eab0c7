"""What people usually do: when, where and with what, from what was seen again and again, on several days."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from statistics import median

from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.past_deeds import Deed, deeds
from embodied_memory.memory.retrieval.query_plan.activity_words import names_of
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.words.time_words.day_parts import DAY_HOURS
from embodied_memory.words.time_words.local_calendar import LocalCalendar
from embodied_memory.words.wording.phrases import listed

_DAY_S = 86_400
_ENOUGH = 3
_SEVERAL, _MOST_TOLD = 2, 5
_ONCE, _USUAL = 0.3, 0.75

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
    return _ONCE + (0.9 - _ONCE) * min(1.0, (len(found) - 1) / _ENOUGH)


def answer_usual_deeds(ground: AnswerGround) -> Answer:
    """Activities by the number of days on which they were seen, at the part of the day asked about."""
    by_name = _by_activity(ground)
    person, part = (
        ground.plan.person,
        f" at that time of the day ({ground.plan.day_part})" if ground.plan.day_part else "",
    )
    if not by_name:
        return ground.unknown(f"I have not seen what {person} does{part}")
    days = {name: len({_day(event, ground) for _, event in found}) for name, found in by_name.items()}
    order = sorted(by_name, key=lambda name: -days[name])
    usual = [name for name in order if days[name] >= _SEVERAL][:_MOST_TOLD]
    told = listed(
        [
            f"{name} (seen on {days[name]} {'days' if days[name] > 1 else 'day'})"
            for name in usual or order[:_MOST_TOLD]
        ]
    )
    text = (
        f"{person} usually{part}: {told}" if usual else f"nothing that I saw on several days{part}; {person}: {told}"
    )
    cited = [by_name[name][0][0] for name in usual or order[:_MOST_TOLD]]
    return ground.known(text, _USUAL if usual else _ONCE, cited)


def _by_activity(ground: AnswerGround) -> Mapping[str, list[Deed]]:
    """By the names of activities; what moves and changes things tells of habits only through these."""
    found: dict[str, list[Deed]] = defaultdict(list)
    for one, event in deeds(ground.bundle.candidates):
        if event.kind in (EventKind.ACTIVITY, EventKind.PERSON_MOVED) and is_at_part(event, ground):
            for name in names_of(event.text):
                found[name].append((one, event))
    return found


def is_at_part(event: Event, ground: AnswerGround) -> bool:
    """Whether it was on a day and at a part of the day that is asked about; hours beyond 24 are of the night."""
    plan = ground.plan
    when = LocalCalendar(event.stamp_ns, ground.utc_offset_s).now
    hour = when.hour + when.minute / 60
    if plan.day_part:
        first, last = DAY_HOURS[plan.day_part]
        if not (first <= hour < last or first <= hour + 24 < last):
            return False
        when -= timedelta(hours=24 if last > 24 and hour < first else 0)
    return not plan.days or when.weekday() in plan.days


def _day(event: Event, ground: AnswerGround) -> int:
    return LocalCalendar(event.stamp_ns, ground.utc_offset_s).today.toordinal()
