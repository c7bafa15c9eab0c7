"""The figures of memories on traces: a table by family, and everything as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from embodied_memory_tools.evaluation.household_traces.trace_evaluation import (
    OURS,
    AnsweredQuestion,
    MemoryRun,
    TracePlan,
)
from embodied_memory_tools.evaluation.household_traces.trace_question import QuestionFamily

Figure = Callable[[Sequence[AnsweredQuestion]], float | None]


def accuracy(answered: Sequence[AnsweredQuestion]) -> float | None:
    """Share of right answers; None without questions."""
    return _mean([float(one.judgement.correct) for one in answered])


def recall(answered: Sequence[AnsweredQuestion]) -> float | None:
    """Mean event recall@5."""
    return _mean([one.judgement.event_recall_at_5 for one in answered])


def status_right(answered: Sequence[AnsweredQuestion]) -> float | None:
    """Share of right certainties, where certainty is judged."""
    judged = [one.judgement.status_right for one in answered]
    return _mean([float(right) for right in judged if right is not None])


FIGURES: dict[str, Figure] = {
    "answer accuracy": accuracy, "event recall@5": recall, "certainty right": status_right
}  # fmt: skip


def trace_table(runs: Sequence[MemoryRun], plan: TracePlan) -> Table:
    """Memories down, families across, one part for each figure."""
    title = f"Household traces: {len(plan.seeds)} homes, {plan.days} days each"
    table = Table(title=title, box=SIMPLE_HEAD, padding=0, pad_edge=False)
    table.add_column("memory", no_wrap=True)
    for name in (*_SHORT.values(), "all"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, figure in FIGURES.items():
        table.add_row(name, style="dim")
        for run in runs:
            groups = [*(_of(run, family) for family in QuestionFamily), run.answered]
            style = "bold" if run.memory == OURS else ""
            shown = run.memory.removeprefix(f"{OURS} ")
            table.add_row(f" {shown}", *(_cell(figure(group)) for group in groups), style=style)
        table.add_section()
    table.add_row(
        "questions", *(str(len(_of(runs[0], family))) for family in QuestionFamily), str(len(runs[0].answered))
    )
    latencies = ", ".join(f"{run.memory} {_ms(run, 0.5):.1f} / {_ms(run, 0.99):.1f}" for run in runs)
    table.caption = f"an answer takes (ms, p50 / p99): {latencies}"
    return table


_SHORT = {
    QuestionFamily.CURRENT_STATE: "now", QuestionFamily.OVERWRITTEN_STATE: "was", QuestionFamily.MULTI_HOP: "hops",
    QuestionFamily.TEMPORAL: "time", QuestionFamily.PREFERENCE: "likes", QuestionFamily.ROUTINE: "usual",
    QuestionFamily.COMMITMENT: "duty", QuestionFamily.SOURCE: "who", QuestionFamily.HIDDEN: "hidden",
    QuestionFamily.EPISODE: "whole",
}  # fmt: skip


def write_results(runs: Sequence[MemoryRun], plan: TracePlan, embedder: str, file: Path) -> None:
    """All figures and all answers."""
    content = {
        "seeds": list(plan.seeds),
        "days": plan.days,
        "style": plan.style,
        "typos": plan.typos,
        "embedder": embedder,
        "memories": {run.memory: _as_json(run) for run in runs},
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def _as_json(run: MemoryRun) -> dict[str, Any]:
    groups = {"all": run.answered, **{family.value: _of(run, family) for family in QuestionFamily}}
    return {
        "figures": {
            name: {"questions": len(answered), **{figure: _rounded(of(answered)) for figure, of in FIGURES.items()}}
            for name, answered in groups.items()
        },
        "latency_ms": {"p50": round(_ms(run, 0.5), 2), "p99": round(_ms(run, 0.99), 2)},
        "answers": [
            {
                "seed": one.seed, "family": one.question.family.value, "question": one.question.question,
                "answer": one.answer.text, "cited": one.answer.cited, "gold": one.question.evidence,
                "correct": one.judgement.correct, "recall": one.judgement.event_recall_at_5,
                "status": one.answer.status, "status_right": one.judgement.status_right,
            }
            for one in run.answered
        ],
    }  # fmt: skip


def _of(run: MemoryRun, family: QuestionFamily) -> list[AnsweredQuestion]:
    return [one for one in run.answered if one.question.family is family]


def _cell(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _ms(run: MemoryRun, share: float) -> float:
    latencies = sorted(one.latency_s for one in run.answered)
    return latencies[min(len(latencies) - 1, int(share * len(latencies)))] * 1e3 if latencies else 0.0


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
