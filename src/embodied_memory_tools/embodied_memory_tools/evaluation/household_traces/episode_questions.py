"""Questions about whole stretches of time: what somebody did in a part of a day or all day, and who took part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from embodied_memory_tools.evaluation.household_traces.mining import (
    ACTIVITY_NAMES,
    ACTIVITY_SIGNS,
    DAY_NS,
    HOUR_NS,
    Mining,
    day_words,
)
from embodied_memory_tools.evaluation.household_traces.seen_history import SeenEvent
from embodied_memory_tools.evaluation.household_traces.trace_question import (
    AnswerKind,
    ExpectedAnswer,
    QuestionFamily,
    TraceQuestion,
)

_PARTS = {"morning": (5, 12), "afternoon": (12, 17), "evening": (17, 22), "": (0, 24)}
_DAYS_BACK = 3
_MOST = 8
"""More is no answer that one would listen to."""


def episode(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """Of the last days: all that the robot saw somebody be about, and everybody who was, where it saw them all."""
    for days in range(_DAYS_BACK):
        midnight_ns = (cutoff_ns // DAY_NS - days) * DAY_NS
        for part, (start_h, end_h) in _PARTS.items():
            span = midnight_ns + start_h * HOUR_NS, midnight_ns + end_h * HOUR_NS
            if span[1] <= cutoff_ns:
                yield from _what_was_done(mining, _part_words(part, midnight_ns, cutoff_ns), span, cutoff_ns)
        if midnight_ns + DAY_NS <= cutoff_ns:
            yield from _who_took_part(mining, (midnight_ns, midnight_ns + DAY_NS), cutoff_ns)


def _part_words(part: str, day_ns: int, cutoff_ns: int) -> str:
    """ "yesterday evening", "this morning", "on Tuesday afternoon", "the day before yesterday"."""
    days = (cutoff_ns - day_ns) // DAY_NS
    if days == 0:
        return f"this {part}"
    if days == 2:
        return f"the day before yesterday{f' in the {part}' if part else ''}"
    return f"{day_words(day_ns, cutoff_ns)} {part}".strip()


def _what_was_done(mining: Mining, part: str, span: tuple[int, int], cutoff_ns: int) -> Iterator[TraceQuestion]:
    for person in mining.naming.people:
        done = [s for s in _activities(mining, span) if s.event.actor == person]
        sorts = list(dict.fromkeys(s.meaning.subject for s in done))
        if len(sorts) < 2 or len(done) > _MOST:
            continue
        question = mining.ask("done in part", person=person, part=part)
        yield _whole(question, cutoff_ns, tuple(ACTIVITY_SIGNS[one] for one in sorts), done)


def _who_took_part(mining: Mining, span: tuple[int, int], cutoff_ns: int) -> Iterator[TraceQuestion]:
    done = _activities(mining, span)
    for activity in dict.fromkeys(s.meaning.subject for s in done):
        last = {s.event.actor: s for s in done if s.meaning.subject == activity}
        if len(last) < 2 or not all(mining.saw_all(person, span, activity) for person in mining.naming.people):
            continue
        words = {"activity": ACTIVITY_NAMES[activity][2], "day": day_words(span[0], cutoff_ns)}
        question = mining.ask("who did", **words)
        others = tuple(person for person in mining.naming.people if person not in last)
        yield _whole(question, cutoff_ns, tuple((person,) for person in last), list(last.values()), others)


def _activities(mining: Mining, span: tuple[int, int]) -> list[SeenEvent]:
    seen = mining.history.between(*span)
    return [s for s in seen if s.meaning.intent == "activity" and s.meaning.subject in ACTIVITY_NAMES]


def _whole(
    question: str, cutoff_ns: int, groups: tuple[tuple[str, ...], ...], events: Sequence[SeenEvent],
    others: tuple[str, ...] = (),
) -> TraceQuestion:  # fmt: skip
    answer = ExpectedAnswer(AnswerKind.ALL, distractors=others, groups=groups)
    evidence = tuple((seen.evidence_id,) for seen in events)
    return TraceQuestion(question, QuestionFamily.EPISODE, cutoff_ns, answer, evidence)
