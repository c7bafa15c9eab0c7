"""The figures of memories on traces: a table by family, and everything as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

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
    """Families down, memories across; accuracy / recall@5 / certainty right in each cell."""
    title = f"Household traces: {len(plan.seeds)} homes, {plan.days} days each"
    table = Table(title=title, caption="answer accuracy / event recall@5 / certainty right")
    table.add_column("family")
    table.add_column("n", justify="right")
    for run in runs:
        table.add_column(run.memory, justify="right", style="bold" if run.memory == OURS else "")
    for family in QuestionFamily:
        parts = [_of(run, family) for run in runs]
        table.add_row(family.value.replace("_", " "), str(len(parts[0])), *map(_cell, parts))
    table.add_section()
    table.add_row("all", str(len(runs[0].answered)), *(_cell(run.answered) for run in runs), style="bold")
    table.add_row("ms p50 / p99", "", *(f"{_ms(run, 0.5):.1f} / {_ms(run, 0.99):.1f}" for run in runs))
    return table


def write_results(runs: Sequence[MemoryRun], plan: TracePlan, embedder: str, file: Path) -> None:
    """All figures and all answers."""
    content = {
        "seeds": list(plan.seeds),
        "days": plan.days,
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


def _cell(answered: Sequence[AnsweredQuestion]) -> str:
    return " / ".join("-" if (value := of(answered)) is None else f"{value:.2f}" for of in FIGURES.values())


def _ms(run: MemoryRun, share: float) -> float:
    latencies = sorted(one.latency_s for one in run.answered)
    return latencies[min(len(latencies) - 1, int(share * len(latencies)))] * 1e3 if latencies else 0.0


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
