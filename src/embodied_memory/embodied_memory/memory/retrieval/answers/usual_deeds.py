"""What does Anna usually do in the mornings? What was seen on several days is usual."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import timedelta

from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.answers.past_deeds import Deed, deeds
from embodied_memory.memory.retrieval.query_plan.activity_words import names_of
from embodied_memory.memory.time_words.day_parts import DAY_HOURS
from embodied_memory.memory.time_words.local_calendar import LocalCalendar
from embodied_memory.memory.wording.phrases import listed

_SEVERAL = 2
_MOST_TOLD = 5
_ONCE, _USUAL = 0.3, 0.75


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
