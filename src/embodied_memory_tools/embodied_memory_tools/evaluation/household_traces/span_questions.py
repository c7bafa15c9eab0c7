"""Questions about spans of time: since when, the first time, the last time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from embodied_memory_tools.evaluation.household_traces.mining import ACTIVITY_NAMES, DAY_NS, Mining
from embodied_memory_tools.evaluation.household_traces.seen_events import puts
from embodied_memory_tools.evaluation.household_traces.seen_history import SeenEvent
from embodied_memory_tools.evaluation.household_traces.time_questions import at_time, event_question, monday
from embodied_memory_tools.evaluation.household_traces.trace_question import TraceQuestion


def spans(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """Since when it lies there; when this week somebody did something first, and when last at all."""
    week = mining.history.between(monday(cutoff_ns), cutoff_ns)
    for person in mining.naming.people:
        own = [seen for seen in week if seen.event.actor == person]
        yield from _since_when(mining, own, cutoff_ns)
        yield from _first_and_last(mining, person, own, cutoff_ns)


def _since_when(mining: Mining, own: Sequence[SeenEvent], cutoff_ns: int) -> Iterator[TraceQuestion]:
    """Put there before the robot's eyes, and there ever since."""
    for seen in puts(own):
        thing, place = seen.event.object_ids[0], seen.event.changes[-1].value
        lies_there = mining.is_unmoved(thing, seen.event.stamp_ns, cutoff_ns)
        if lies_there and mining.naming.is_unique(thing) and mining.naming.is_nameable(place):
            words = {**mining.naming.words(thing), "place": mining.naming.place_words(place)}
            yield event_question(mining.ask("since when", **words), cutoff_ns, at_time(seen), [seen])


def _first_and_last(mining: Mining, person: str, own: Sequence[SeenEvent], cutoff_ns: int) -> Iterator[TraceQuestion]:
    """Of what was done more than once this week; only where all of it was seen."""
    done = [s for s in own if s.meaning.intent == "activity" and s.meaning.subject in ACTIVITY_NAMES]
    span = monday(cutoff_ns), cutoff_ns
    for activity in dict.fromkeys(s.meaning.subject for s in done):
        times = [s for s in done if s.meaning.subject == activity]
        if len(times) < 2 or not mining.saw_all(person, span, activity):
            continue
        words = {"person": person, "activity": ACTIVITY_NAMES[activity][2]}
        first = mining.ask("first seen", period="this week", **words)
        yield event_question(first, cutoff_ns, at_time(times[0]), times[:1])
        if cutoff_ns - times[-1].event.stamp_ns < 6 * DAY_NS:
            yield event_question(mining.ask("last seen", **words), cutoff_ns, at_time(times[-1]), times[-1:])
