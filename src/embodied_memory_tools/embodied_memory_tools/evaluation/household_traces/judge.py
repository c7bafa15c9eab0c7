"""Judging answers by rules: the words, the evidence that is cited, and the certainty that is stated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.evidence import EpistemicStatus
from embodied_memory_tools.evaluation.household_traces.time_words import number_in, tells_clock, tells_time
from embodied_memory_tools.evaluation.household_traces.trace_question import (
    AnswerKind,
    ExpectedAnswer,
    TraceQuestion,
)

_TOP = 5
_NEGATED = re.compile(r"[^.;,]*\b(?:no longer|not|isn't|aren't|wasn't|weren't|nowhere)\b[^.;,]*")


@dataclass(frozen=True)
class Judgement:
    """correct: the answer's words; event_recall_at_5: share of the gold evidence among the first five cited.

    status_right: whether the stated certainty may be stated; None where certainty is not judged.
    """

    correct: bool
    event_recall_at_5: float
    status_right: bool | None


def judge_answer(
    question: TraceQuestion, answer_text: str, cited_evidence_ids: Sequence[str], status: EpistemicStatus | None
) -> Judgement:
    """Judge one answer. status: what certainty was stated; None if none was."""
    right = status in question.expected_statuses if question.expected_statuses else None
    correct = is_correct(question.answer, answer_text, question.cutoff_ns)
    return Judgement(correct, evidence_recall(question.evidence, cited_evidence_ids), right)


def is_correct(expected: ExpectedAnswer, text: str, now_ns: int) -> bool:
    """Whether a text gives the expected answer. What is said first counts; what is denied does not."""
    if expected.kind is AnswerKind.COUNT:
        return number_in(text) == expected.count
    if expected.kind is AnswerKind.TIME:
        return tells_time(text, expected.stamp_ns, expected.tolerance_s, now_ns)
    if expected.kind is AnswerKind.CLOCK:
        return tells_clock(text, expected.stamp_ns, expected.tolerance_s)
    low = text.lower()
    if expected.kind is AnswerKind.ALL:
        return all(_first(low, group) for group in expected.groups) and _first(low, expected.distractors) is None
    if expected.kind is AnswerKind.WORDS:
        low = _NEGATED.sub(" ", low)
    right, wrong = _first(low, expected.accepted), _first(low, expected.distractors)
    return right is not None and (wrong is None or right < wrong)


def evidence_recall(groups: Sequence[Sequence[str]], cited: Sequence[str]) -> float:
    """Groups that one of the first five cited ids belongs to, of all groups or of five."""
    top = set(cited[:_TOP])
    found = sum(bool(top & set(group)) for group in groups)
    return min(1.0, found / min(len(groups), _TOP)) if groups else 1.0


def _first(low: str, phrases: Sequence[str]) -> tuple[int, int] | None:
    """Where a phrase stands first as whole words; a longer one comes before a shorter one at the same place."""
    found = [
        (match.start(), -len(phrase))
        for phrase in phrases
        if (match := re.search(rf"(?<![\w-])(?<!\d[:.]){re.escape(phrase.lower())}(?!\w|[:.]\d)", low))
    ]
    return min(found, default=None)
