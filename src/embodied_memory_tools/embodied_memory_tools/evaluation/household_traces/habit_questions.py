"""Questions about people: what they like, and what they usually do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median, pstdev

from embodied_memory_tools.evaluation.household_traces.mining import ACTIVITY_NAMES, DAY_NS, Mining
from embodied_memory_tools.evaluation.household_traces.seen_history import SeenEvent
from embodied_memory_tools.evaluation.household_traces.trace_question import (
    AnswerKind,
    ExpectedAnswer,
    QuestionFamily,
    TraceQuestion,
)
from household.residents.acts import Meaning
from household.residents.spoken import moment, setting_words

_MIN_TIMES = 3
_MAX_SPREAD_H = 0.6
_MAX_BIAS_H = 0.5
_USUAL_TOLERANCE_S = 45 * 60.0
_MAIN_SHARE = 0.6


def preference(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """The newest wish that the robot heard of each sort."""
    newest: dict[tuple[str, ...], SeenEvent] = {}
    for seen in mining.history.before(cutoff_ns):
        if seen.meaning.intent.startswith("prefer "):
            newest[_sort_of_wish(mining, seen.meaning)] = seen
    for seen in newest.values():
        wish = seen.meaning
        if mining.naming.is_unique(wish.subject):
            question, answer = _wish_question(mining, wish)
            groups = ((seen.evidence_id,),)
            yield TraceQuestion(question, QuestionFamily.PREFERENCE, cutoff_ns, answer, groups)


def _sort_of_wish(mining: Mining, wish: Meaning) -> tuple[str, ...]:
    about = mining.naming.category(wish.subject) if wish.intent == "prefer favourite" else wish.subject
    return wish.intent, wish.person, about, wish.attribute, wish.activity


def _wish_question(mining: Mining, wish: Meaning) -> tuple[str, ExpectedAnswer]:
    words = {"person": wish.person, **mining.naming.words(wish.subject)}
    if wish.intent == "prefer favourite":
        question = mining.ask("prefer favourite", category=mining.naming.category(wish.subject), **words)
        return question, mining.thing_answer(wish.subject)
    if wish.intent == "prefer belongs":
        return mining.ask("prefer belongs", **words), mining.place_answer(wish.value)
    doing = ACTIVITY_NAMES[wish.activity][2]
    question = mining.ask("prefer setting", setting=setting_words(wish.attribute), activity=doing, **words)
    others = {s.meaning.value for s in mining.history.events if s.meaning.intent == wish.intent} - {wish.value}
    return question, ExpectedAnswer(AnswerKind.WORDS, (wish.value,), tuple(sorted(others)))


def routine(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """What the robot saw often enough to call it usual, and what is so in truth."""
    by_sort: dict[tuple[str, str], list[SeenEvent]] = {}
    for seen in mining.history.before(cutoff_ns):
        if seen.meaning.intent == "activity" and seen.meaning.subject in ACTIVITY_NAMES:
            by_sort.setdefault((seen.event.actor, seen.meaning.subject), []).append(seen)
    for (person, activity), times in by_sort.items():
        yield from _usual_time(mining, person, activity, times, cutoff_ns)
        yield from _usual_place(mining, person, activity, times, cutoff_ns)
        yield from _usual_thing(mining, person, activity, times, cutoff_ns)


def _usual_time(
    mining: Mining, person: str, activity: str, times: Sequence[SeenEvent], cutoff_ns: int
) -> Iterator[TraceQuestion]:
    for days, words in ((range(5), "on weekdays"), (range(5, 7), "at the weekend")):
        chosen = [s for s in times if moment(s.event.stamp_ns).weekday() in days]
        hours = [_hour(seen.event.stamp_ns) for seen in chosen]
        if len(hours) < _MIN_TIMES or pstdev(hours) > _MAX_SPREAD_H:
            continue
        truly = _habit_hours(mining, person, activity, frozenset(days))
        usual = median(hours)
        if len(truly) == 1 and abs(truly[0] - usual) <= _MAX_BIAS_H:
            name = ACTIVITY_NAMES[activity][1]
            question = mining.ask("usual time", person=person, activity=name, days=words)
            stamp_ns = int(usual * 3600e9)
            answer = ExpectedAnswer(AnswerKind.CLOCK, stamp_ns=stamp_ns, tolerance_s=_USUAL_TOLERANCE_S)
            yield _habit_question(question, cutoff_ns, answer, chosen)


def _habit_hours(mining: Mining, person: str, activity: str, days: frozenset[int]) -> list[float]:
    """When the person really has that habit on such days."""
    habits = [habit for r in mining.truth.residents if r.name == person for habit in r.habits]
    return [habit.hour for habit in habits if habit.activity == activity and days & habit.days]


def _usual_place(
    mining: Mining, person: str, activity: str, times: Sequence[SeenEvent], cutoff_ns: int
) -> Iterator[TraceQuestion]:
    place, chosen = _most(times, [seen.meaning.value for seen in times])
    if place and mining.naming.is_unique(place):
        question = mining.ask("usual place", person=person, activity=ACTIVITY_NAMES[activity][1])
        yield _habit_question(question, cutoff_ns, mining.place_answer(f"on {place}"), chosen)


def _usual_thing(
    mining: Mining, person: str, activity: str, times: Sequence[SeenEvent], cutoff_ns: int
) -> Iterator[TraceQuestion]:
    movable = {thing.entity_id for thing in mining.naming.things()}
    used = [next((i for i in seen.event.object_ids if i in movable), "") for seen in times]
    thing, chosen = _most(times, used)
    if thing:
        words = {"activity": ACTIVITY_NAMES[activity][1], "category": mining.naming.category(thing)}
        question = mining.ask("usual thing", person=person, **words)
        yield _habit_question(question, cutoff_ns, mining.thing_answer(thing), chosen)


def _most(times: Sequence[SeenEvent], values: Sequence[str]) -> tuple[str, list[SeenEvent]]:
    """The value of most times, and when it was so; "" if it is not clearly the usual one."""
    value, count = Counter(values).most_common(1)[0]
    if not value or count < _MIN_TIMES or count < _MAIN_SHARE * len(times):
        return "", []
    return value, [seen for seen, one in zip(times, values, strict=True) if one == value]


def _habit_question(
    question: str, cutoff_ns: int, answer: ExpectedAnswer, times: Sequence[SeenEvent]
) -> TraceQuestion:
    groups = tuple((seen.evidence_id,) for seen in times)
    return TraceQuestion(question, QuestionFamily.ROUTINE, cutoff_ns, answer, groups)


def _hour(stamp_ns: int) -> float:
    return stamp_ns % DAY_NS / 3600e9
