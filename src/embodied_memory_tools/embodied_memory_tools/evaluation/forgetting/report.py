"""The two rounds as tables, JSON and a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import mean

from rich.table import Table

from embodied_memory_tools.evaluation.forgetting.scores import Target, VariantScore
from embodied_memory_tools.evaluation.forgetting.variants import NO_FORGETTING, OURS

_COLUMNS = (
    "variant", "nodes", "L3+", "L3+ mean", "tokens", "round 1", "round 2", "partly", "forgotten", "no feedback",
)  # fmt: skip


def score_table(scores: Mapping[str, VariantScore]) -> Table:
    """A row for each variant; two figures in a cell are of the first and of the second round."""
    lives = len(next(iter(scores.values())).runs)
    table = Table(title=f"Forgetting that learns: two rounds of questions, {lives} lives")
    for column in _COLUMNS:
        table.add_column(column, justify="left" if column == "variant" else "right", no_wrap=column == "variant")
    for score in scores.values():
        sizes = (f"{score.nodes:.0f}", f"{score.upper:.0f}", f"{score.mean_upper:.0f}", f"{score.tokens:.0f}")
        rounds = (_percent(score.accuracy(1)), _percent(score.accuracy(2)))
        partly = f"{_percent(score.partial_accuracy(1))} {_percent(score.partial_accuracy(2))}"
        forgotten = f"{_percent(score.forgotten(1))} {_percent(score.forgotten(2))}"
        unasked = f"{_percent(score.accuracy(1, False))} {_percent(score.accuracy(2, False))}"
        table.add_row(score.name, *sizes, *rounds, partly, forgotten, unasked)
    return table


def target_table(targets: Sequence[Target]) -> Table:
    """What is to be reached, and what was."""
    table = Table(title="Targets: ours beside no forgetting")
    for column in ("target", "measured", "at least", ""):
        table.add_column(column, justify="right" if column in ("measured", "at least") else "left")
    for target in targets:
        verdict = "met" if target.is_met else "MISSED"
        table.add_row(target.name, f"{target.value:.2f}", f"{target.least:.2f}", verdict)
    return table


def write_results(scores: Mapping[str, VariantScore], targets: Sequence[Target], file: Path) -> None:
    """Everything, question by question, as JSON."""
    document = {
        "targets": [{**asdict(target), "is_met": target.is_met} for target in targets],
        "variants": {
            name: {
                "nodes": score.nodes,
                "upper_nodes": score.upper,
                "mean_upper_nodes": score.mean_upper,
                "tokens_a_question": score.tokens,
                "rounds": [_round(score, number) for number in (1, 2)],
                "lives": [asdict(run) for run in score.runs],
            }
            for name, score in scores.items()
        },
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(document, indent=2))


def save_size_picture(scores: Mapping[str, VariantScore], file: Path) -> None:
    """Write a PNG: nodes of the tree over the days, all and those of level 3 and above, mean over the lives."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), dpi=120, layout="constrained")
    FigureCanvasAgg(figure)
    for axes, part in zip(figure.subplots(1, 2), ("nodes", "upper"), strict=True):
        for name, score in scores.items():
            days, sizes = _growth(score, part)
            axes.plot(days, sizes, label=name, linewidth=2.5 if name in (OURS, NO_FORGETTING) else 1)
        axes.set_title("all nodes" if part == "nodes" else "nodes of level 3 and above")
        axes.set_xlabel("day")
        axes.set_ylim(bottom=0)
    axes.legend(fontsize="small")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file)


def _growth(score: VariantScore, part: str) -> tuple[list[int], list[float]]:
    by_day: dict[int, list[int]] = {}
    for run in score.runs:
        for size in run.sizes:
            by_day.setdefault(size.day, []).append(getattr(size, part))
    return sorted(by_day), [mean(by_day[day]) for day in sorted(by_day)]


def _round(score: VariantScore, number: int) -> dict[str, float | None]:
    return {
        "correct": score.accuracy(number),
        "partly_correct": score.partial_accuracy(number),
        "forgotten": score.forgotten(number),
        "correct_without_feedback": score.accuracy(number, False),
        "partly_correct_without_feedback": score.partial_accuracy(number, False),
    }


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.0%}"
