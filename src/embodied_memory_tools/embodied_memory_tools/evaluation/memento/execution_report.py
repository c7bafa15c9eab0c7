"""Executed episodes as a table, JSON and a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.table import Table

from embodied_memory.language.advisor import Usage
from embodied_memory_tools.evaluation.memento.episode_file import STAGES
from embodied_memory_tools.evaluation.memento.episodic_memory import NONE, OURS
from embodied_memory_tools.evaluation.memento.execution import MethodResult
from embodied_memory_tools.evaluation.memento.execution_score import ALL_KINDS, ExecutionScore
from embodied_memory_tools.evaluation.memento.paper_rows import PAPER_ROWS

_SHOWN = ("GPT-4o", "Claude-3.5-Sonnet", "Llama-3.1-8b")
"""The models of the paper in the table; the JSON file has them all."""
_COLUMNS = ("stage", "memory", "n", "success", "95 %", "done", "cycles", "open")


def execution_table(scores: Sequence[ExecutionScore]) -> Table:
    """A row for each stage and method, the paper's below each stage. done: percent complete; open: ambiguous."""
    table = _table("MEMENTO, carried out symbolically with oracle skills; rows of the paper: in its simulator")
    for stage in STAGES:
        for score in (one for one in scores if one.stage == stage and one.kind == ALL_KINDS):
            table.add_row(stage, score.method, *_figures(score), style="bold" if _is_ours(score) else "")
        for row in (one for one in PAPER_ROWS if one.stage == stage and one.model in _SHOWN):
            figures = (f"{100 * row.success:.1f}", "", f"{100 * row.percent_complete:.1f}", f"{row.cycles:.1f}")
            table.add_row(stage, f"paper: {row.model}", "", *figures, "", style="dim")
        table.add_section()
    return table


def kind_table(scores: Sequence[ExecutionScore]) -> Table:
    """Ours by the kind of personal knowledge."""
    table = _table("Ours by kind of personal knowledge")
    for score in scores:
        if score.kind != ALL_KINDS and _is_ours(score):
            table.add_row(score.stage, score.kind.replace("_", " "), *_figures(score))
    return table


def _table(title: str) -> Table:
    table = Table(title=title)
    for column in _COLUMNS:
        table.add_column(column, justify="left" if column in _COLUMNS[:2] else "right", no_wrap=column != "memory")
    return table


def _figures(score: ExecutionScore) -> tuple[str, ...]:
    success = score.success
    interval = f"{100 * success.low:.0f}-{100 * success.high:.0f}"
    shares = (f"{100 * success.mean:.1f}", interval, f"{100 * score.percent_complete:.1f}")
    return str(score.episodes), *shares, f"{score.cycles:.1f}", str(score.ambiguous)


def write_results(
    results: Sequence[MethodResult],
    scores: Sequence[ExecutionScore],
    embedder: str,
    gold_traces: bool,
    file: Path,
    model: str = "",
    usage: Mapping[str, Usage] | None = None,
) -> None:
    """All figures, and of every episode what was done, and what of its goal was not reached. model: the language
    model that planned, "" for the rules; usage: how often it did, by role.
    """
    content = {
        "embedder": embedder,
        "planned_by": model or "rules",
        "by_role": {role: {"model": one.language, "rules": one.offline} for role, one in (usage or {}).items()},
        "memory_from": "traces of the folder" if gold_traces else "traces of this run",
        "scores": [asdict(score) for score in scores],
        "paper": [asdict(row) for row in PAPER_ROWS],
        "episodes": [_episode(one) for one in results],
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def save_picture(scores: Sequence[ExecutionScore], file: Path) -> None:
    """Write a PNG: success of each stage and kind of memory, with intervals, beside GPT-4o's in the paper."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), dpi=120, layout="constrained")
    FigureCanvasAgg(figure)
    for axes, stage in zip(figure.subplots(1, len(STAGES), sharey=True), STAGES, strict=True):
        chosen = [one for one in scores if one.stage == stage and one.kind == ALL_KINDS]
        names = [one.method for one in chosen]
        values = [100 * one.success.mean for one in chosen]
        below = [100 * (one.success.mean - one.success.low) for one in chosen]
        above = [100 * (one.success.high - one.success.mean) for one in chosen]
        axes.bar(names, values, yerr=[below, above], capsize=3, color=["C0", "C2", "C1", "C7", "C7"][: len(names)])
        paper = next(row.success for row in PAPER_ROWS if row.stage == stage)
        axes.axhline(100 * paper, linestyle="--", color="black", linewidth=1)
        axes.set_title(f"{stage} (dashed: GPT-4o in the paper)", fontsize="small")
        axes.tick_params(axis="x", labelrotation=60, labelsize="x-small")
        axes.set_ylim(0, 105)
    figure.supylabel("success, %")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file)


def _is_ours(score: ExecutionScore) -> bool:
    return score.method == OURS or (score.stage == "acquisition" and score.method == NONE)


def _episode(one: MethodResult) -> dict[str, Any]:
    result = one.result
    return {
        "episode_id": result.episode.episode_id,
        "scene": result.episode.scene,
        "stage": result.episode.stage,
        "kind": result.episode.kind,
        "memory": one.method,
        "instruction": result.episode.instruction,
        "needs": result.episode.needs,
        "retrieved": one.retrieved,
        "succeeded": result.succeeded,
        "percent_complete": round(result.percent_complete, 4),
        "cycles": result.cycles,
        "ending": result.ending.value,
        "ambiguities": result.ambiguities,
        "why_not": _why_not(one),
        "trace": result.trace.as_text(),
    }


def _why_not(one: MethodResult) -> dict[str, Any] | None:
    """What was not reached, and what the robot thought last."""
    if one.result.succeeded:
        return None
    missed = [need for need in one.result.episode.needs if one.method != NONE and need not in one.retrieved]
    return {
        "unmet": one.result.unmet,
        "last_thought": one.result.last_thought,
        "needed_memories_not_retrieved": missed,
    }
