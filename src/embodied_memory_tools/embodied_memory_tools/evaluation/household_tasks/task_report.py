"""Instructions carried out, as a table, as JSON and as a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean

from rich.table import Table

from embodied_memory_tools.evaluation.household_tasks.task_case import KINDS
from embodied_memory_tools.evaluation.household_tasks.task_run import TaskEnd

OURS, FORGETFUL = "ours", "ours without memory"
ARMS: Mapping[str, bool] = {OURS: True, FORGETFUL: False}
"""Who is compared, and whether they remember the home."""

Ends = Mapping[str, Mapping[int, Sequence[TaskEnd]]]
"""By arm and seed of the home."""


def task_table(ends: Ends) -> Table:
    """A row for each kind, a column for each arm."""
    homes = max((len(of_arm) for of_arm in ends.values()), default=0)
    table = Table(title=f"Household tasks: {homes} homes, simulated detections, no ROS")
    for column in ("instructions done", *ends):
        table.add_column(column, justify="left" if column == "instructions done" else "right")
    for kind in KINDS:
        table.add_row(kind, *(_count(_of_kind(_all(ends, arm), kind)) for arm in ends))
    table.add_section()
    table.add_row("all", *(_count(_all(ends, arm)) for arm in ends))
    table.add_row("metres each", *(f"{_metres(_all(ends, arm)):.1f}" for arm in ends))
    return table


def write_results(ends: Ends, file: Path) -> None:
    """Everything, instruction by instruction."""
    document = {
        arm: {
            "success": _share(_all(ends, arm)),
            "kinds": {kind: _share(_of_kind(_all(ends, arm), kind)) for kind in KINDS},
            "homes": {str(seed): [asdict(one) for one in done] for seed, done in of_arm.items()},
        }
        for arm, of_arm in ends.items()
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def save_picture(ends: Ends, file: Path) -> None:
    """Write a PNG: bars of what was done, kind by kind."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.2), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    width = 0.8 / max(len(ends), 1)
    for number, arm in enumerate(ends):
        shares = [max(_share(_of_kind(_all(ends, arm), kind)), 0.0) for kind in KINDS]
        axes.bar([k + number * width for k in range(len(KINDS))], shares, width, label=arm)
    axes.set_xticks([k + 0.4 - width / 2 for k in range(len(KINDS))], KINDS)
    axes.set_ylim(0, 1.05)
    axes.set_ylabel("instructions done")
    axes.legend(loc="lower right", fontsize="small")
    figure.savefig(file, dpi=120)


def _all(ends: Ends, arm: str) -> list[TaskEnd]:
    return [one for of_home in ends[arm].values() for one in of_home]


def _of_kind(done: Sequence[TaskEnd], kind: str) -> list[TaskEnd]:
    return [one for one in done if one.case.kind == kind]


def _share(done: Sequence[TaskEnd]) -> float:
    """-1: there were none."""
    return fmean(one.done for one in done) if done else -1.0


def _count(done: Sequence[TaskEnd]) -> str:
    return f"{sum(one.done for one in done)} of {len(done)}"


def _metres(done: Sequence[TaskEnd]) -> float:
    return fmean(one.metres for one in done) if done else 0.0
