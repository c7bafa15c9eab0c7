"""What happened while a robot lived among residents: asked of its memory, judged with the truth of those days."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from itertools import dropwhile
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from embodied_memory.evidence import Answer
from embodied_memory_tools.evaluation.household_traces import QuestionFamily, judge_answer, mine_questions
from embodied_memory_tools.evaluation.household_traces.trace_evaluation import AnsweredQuestion
from embodied_memory_tools.evaluation.household_traces.trace_memory import TraceAnswer, perceived
from embodied_memory_tools.evaluation.household_traces.trace_question import TraceQuestion
from embodied_memory_tools.report.metrics import mean
from household.residents.trace import TraceRecord
from household.residents.trace_truth import TraceTruth


def ask_about_days(
    records: Sequence[TraceRecord], truth: TraceTruth, ask: Callable[[str], Answer], seed: int, per_family: int,
) -> list[AnsweredQuestion]:  # fmt: skip
    """Mine questions from what the robot perceived as events, ask them now, after all of it, and judge the answers.

    Hidden questions are left out: they ask what nobody told the robot, but its camera may have seen it since.
    No questions if the robot perceived nothing.
    """
    seen = [record for record in records if perceived(record)]
    if not seen:
        return []
    names = {record.event.stamp_ns: record.evidence_id for record in seen}
    mined = mine_questions(records, truth, seed, per_family, cutoffs_ns=(records[-1].event.stamp_ns + 1,))
    return [
        _answered(question, ask, names, seed) for question in mined if question.family is not QuestionFamily.HIDDEN
    ]


def _answered(
    question: TraceQuestion, ask: Callable[[str], Answer], names: dict[int, str], seed: int
) -> AnsweredQuestion:
    began = time.perf_counter()
    answer = ask(question.question)
    latency_s = time.perf_counter() - began
    cited = tuple(names.get(one.stamp_ns, "") for one in answer.evidence)
    told = TraceAnswer(answer.text, cited, answer.status)
    return AnsweredQuestion(seed, question, told, judge_answer(question, told.text, cited, told.status), latency_s)


def days_table(answered: Sequence[AnsweredQuestion], records: Sequence[TraceRecord]) -> Table:
    """A row for each question. What happened before the robot perceived anything at all does not count."""
    lived = list(dropwhile(lambda record: not perceived(record), records))
    seen = sum(map(perceived, lived))
    table = Table(title=f"{len(lived)} things happened, the robot perceived {seen}", title_justify="left")
    table.add_column("sort", style="dim")
    table.add_column("question", ratio=2)
    table.add_column("answer", ratio=3)
    table.add_column("cites it", justify="right")
    table.add_column("verdict")
    for one in answered:
        verdict = "[green]right[/]" if one.judgement.correct else "[red]wrong[/]"
        cites = f"{one.judgement.event_recall_at_5:.0%}"
        sort = one.question.family.value.replace("_", " ")
        table.add_row(sort, escape(one.question.question), escape(one.answer.text), cites, verdict)
    right = sum(one.judgement.correct for one in answered)
    recall = mean(one.judgement.event_recall_at_5 for one in answered)
    table.caption = f"{right} of {len(answered)} right; {recall:.0%} of what they rest on is cited"
    return table


def write_days(answered: Sequence[AnsweredQuestion], records: Sequence[TraceRecord], file: Path) -> None:
    """Everything as JSON."""
    rows = [
        {
            "family": one.question.family.value, "question": one.question.question, "answer": one.answer.text,
            "accepted": one.question.answer.accepted, "correct": one.judgement.correct,
            "gold": one.question.evidence, "cited": one.answer.cited, "recall": one.judgement.event_recall_at_5,
        }
        for one in answered
    ]  # fmt: skip
    content = {"records": len(records), "perceived": sum(map(perceived, records)), "answers": rows}
    file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
