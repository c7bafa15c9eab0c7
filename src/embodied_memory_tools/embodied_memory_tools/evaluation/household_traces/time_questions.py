"""Questions about when things happened, how often, and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from embodied_memory_tools.evaluation.household_traces.mining import (
    ACTIVITY_NAMES,
    ACTIVITY_SIGNS,
    DAY_NS,
    HOUR_NS,
    Mining,
    day_words,
)
from embodied_memory_tools.evaluation.household_traces.seen_events import is_same_day, once_a_day, puts
from embodied_memory_tools.evaluation.household_traces.seen_history import SeenEvent
from embodied_memory_tools.evaluation.household_traces.trace_question import (
    AnswerKind,
    ExpectedAnswer,
    QuestionFamily,
    TraceQuestion,
)

_TOLERANCE_S = 20 * 60.0


def temporal(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """When, how often, what first, what before and after."""
    recent = mining.history.between(monday(cutoff_ns) - DAY_NS, cutoff_ns)
    for person in mining.naming.people:
        own = [seen for seen in recent if seen.event.actor == person]
        yield from _when_put(mining, person, own, cutoff_ns)
        yield from _when_home(mining, person, own, cutoff_ns)
        activities = [seen for seen in own if seen.meaning.intent == "activity"]
        yield from _how_often(mining, person, activities, cutoff_ns)
        yield from _which_first(mining, person, activities, cutoff_ns)
        yield from _when_activity(mining, person, activities, cutoff_ns)
        yield from _neighbours(mining, person, own, cutoff_ns)


def _when_put(mining: Mining, person: str, own: Sequence[SeenEvent], cutoff_ns: int) -> Iterator[TraceQuestion]:
    for seen in puts(own):
        thing, place = seen.event.object_ids[0], seen.event.changes[-1].value
        same = [s for s in puts(own) if s.event.object_ids[0] == thing and s.event.changes[-1].value == place]
        is_last = same[-1] is seen and mining.is_unmoved(thing, seen.event.stamp_ns, cutoff_ns)
        if is_last and mining.naming.is_unique(thing) and mining.naming.is_nameable(place):
            words = {**mining.naming.words(thing), "place": mining.naming.place_words(place)}
            question = mining.ask("when put", person=person, **words)
            yield event_question(question, cutoff_ns, at_time(seen), [seen])


def _when_home(mining: Mining, person: str, own: Sequence[SeenEvent], cutoff_ns: int) -> Iterator[TraceQuestion]:
    """Seen to come in: once that day."""
    arrivals = [s for s in own if s.event.text.endswith("came home.")]
    for seen in arrivals:
        if sum(is_same_day(seen, other) for other in arrivals) == 1:
            question = mining.ask("when home", person=person, day=day_words(seen.event.stamp_ns, cutoff_ns))
            yield event_question(question, cutoff_ns, at_time(seen), [seen])


def _when_activity(
    mining: Mining, person: str, activities: Sequence[SeenEvent], cutoff_ns: int
) -> Iterator[TraceQuestion]:
    for seen in _really_once(mining, activities):
        words = {
            "activity": ACTIVITY_NAMES[seen.meaning.subject][2],
            "day": day_words(seen.event.stamp_ns, cutoff_ns),
        }
        question = mining.ask("when activity", person=person, **words)
        yield event_question(question, cutoff_ns, at_time(seen), [seen])


def _how_often(
    mining: Mining, person: str, activities: Sequence[SeenEvent], cutoff_ns: int
) -> Iterator[TraceQuestion]:
    for period, start_ns, end_ns in (
        ("this week", monday(cutoff_ns), cutoff_ns),
        ("since yesterday morning", cutoff_ns - cutoff_ns % DAY_NS - DAY_NS, cutoff_ns),
    ):
        within = [s for s in activities if start_ns <= s.event.stamp_ns < end_ns]
        for activity, count in sorted(Counter(s.meaning.subject for s in within).items()):
            if activity in ACTIVITY_NAMES and count > 1:
                words = {"activity": ACTIVITY_NAMES[activity][2], "period": period}
                question = mining.ask("how often", person=person, **words)
                answer = ExpectedAnswer(AnswerKind.COUNT, count=count)
                counted = [s for s in within if s.meaning.subject == activity]
                yield event_question(question, cutoff_ns, answer, counted)


def _which_first(
    mining: Mining, person: str, activities: Sequence[SeenEvent], cutoff_ns: int
) -> Iterator[TraceQuestion]:
    once = _really_once(mining, activities)
    for first, second in pairwise(once):
        is_close = second.event.stamp_ns - first.event.stamp_ns < HOUR_NS // 2
        if not is_same_day(first, second) or is_close or first.meaning.subject == second.meaning.subject:
            continue
        both = (first.meaning.subject, second.meaning.subject)
        one, two = mining.rng.sample([ACTIVITY_NAMES[activity][2] for activity in both], 2)
        day = day_words(first.event.stamp_ns, cutoff_ns)
        question = mining.ask("which first", person=person, one=one, two=two, day=day)
        answer = ExpectedAnswer(AnswerKind.WORDS, ACTIVITY_SIGNS[both[0]], ACTIVITY_SIGNS[both[1]])
        yield event_question(question, cutoff_ns, answer, [first, second])


def _neighbours(mining: Mining, person: str, own: Sequence[SeenEvent], cutoff_ns: int) -> Iterator[TraceQuestion]:
    """What was put down right before or after something else, the same day, seen both times."""
    done = [s for s in puts(own) if mining.naming.is_unique(s.event.object_ids[0])]
    for first, second in pairwise(done):
        section, asked, other = mining.rng.choice((("moved before", second, first), ("moved after", first, second)))
        thing, place = asked.event.object_ids[0], asked.event.changes[-1].value
        if thing == other.event.object_ids[0] or not mining.naming.is_nameable(place):
            continue
        alike = [
            s
            for s in done
            if s.event.object_ids[0] == thing and s.event.changes[-1].value == place and is_same_day(s, asked)
        ]
        is_next = mining.is_next_put(person, first.event.stamp_ns, second.event.stamp_ns)
        if is_same_day(first, second) and len(alike) == 1 and is_next:
            words = {"place": mining.naming.place_words(place), "day": day_words(asked.event.stamp_ns, cutoff_ns)}
            question = mining.ask(section, person=person, **words, **mining.naming.words(thing))
            answer = mining.thing_answer(other.event.object_ids[0])
            yield event_question(question, cutoff_ns, answer, [first, second])


def _really_once(mining: Mining, activities: Sequence[SeenEvent]) -> list[SeenEvent]:
    """Activities of which the person has had one that day, even if nobody had looked."""
    once = once_a_day(activities)
    return [s for s in once if mining.did_once(s.event.actor, s.meaning.subject, s.evidence_id)]


def event_question(
    question: str, cutoff_ns: int, answer: ExpectedAnswer, events: Sequence[SeenEvent]
) -> TraceQuestion:
    """A temporal question that these events answer."""
    groups = tuple((seen.evidence_id,) for seen in events)
    return TraceQuestion(question, QuestionFamily.TEMPORAL, cutoff_ns, answer, groups)


def at_time(seen: SeenEvent) -> ExpectedAnswer:
    """The time of an event, give or take."""
    return ExpectedAnswer(AnswerKind.TIME, stamp_ns=seen.event.stamp_ns, tolerance_s=_TOLERANCE_S)


def monday(stamp_ns: int) -> int:
    """Midnight of the week's Monday: the epoch began on a Thursday."""
    day = stamp_ns // DAY_NS
    return (day - (day + 3) % 7) * DAY_NS
