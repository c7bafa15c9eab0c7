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

_ANSWERED = ("variant", "S_c", "S_p", "S_up", "S_equal", "S_c 1 2", "S_p 1 2", "forgotten", "no feedback")
_COSTS = ("variant", "nodes", "L3+", "L3+ mean", "tokens", "understood")


def score_table(scores: Mapping[str, VariantScore]) -> Table:
    """How each variant answers, as in tables A2 and A4; two figures in a cell are of the first and second round."""
    lives = len(next(iter(scores.values())).runs)
    table = _table(f"Forgetting that learns: two rounds of questions, {lives} lives", _ANSWERED)
    for score in scores.values():
        both = (score.accuracy(0), score.partial_accuracy(0), score.improved, score.unchanged)
        rounds = (
            (score.accuracy(1), score.accuracy(2)),
            (score.partial_accuracy(1), score.partial_accuracy(2)),
            (score.forgotten(1), score.forgotten(2)),
            (score.accuracy(1, False), score.accuracy(2, False)),
        )
        table.add_row(score.name, *map(_percent, both), *(" ".join(map(_percent, each)) for each in rounds))
    return table


def cost_table(scores: Mapping[str, VariantScore]) -> Table:
    """What each variant keeps and reads, and how much of the feedback its dialog understood."""
    table = _table("What it costs: nodes of the tree in the end, tokens a question", _COSTS)
    for score in scores.values():
        sizes = (score.nodes, score.upper, score.mean_upper, score.tokens)
        table.add_row(score.name, *(f"{size:.0f}" for size in sizes), _percent(score.understood))
    return table


def _table(title: str, columns: Sequence[str]) -> Table:
    table = Table(title=title)
    for column in columns:
        table.add_column(column, justify="left" if column == "variant" else "right", no_wrap=column == "variant")
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
                "improved": score.improved,
                "unchanged": score.unchanged,
                "feedback_understood": score.understood,
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
