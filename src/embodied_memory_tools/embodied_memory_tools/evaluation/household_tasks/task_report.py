"""Instructions carried out, as a table, as JSON and as a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean

from rich.table import Table

from embodied_memory_tools.evaluation.household_tasks.task_run import TaskEnd
from embodied_memory_tools.evaluation.household_tasks.task_set import TaskSet

OURS, FORGETFUL = "ours", "ours without memory"
ARMS: Mapping[str, bool] = {OURS: True, FORGETFUL: False}
"""Who is compared, and whether they remember the home."""

Ends = Mapping[str, Mapping[int, Sequence[TaskEnd]]]
"""By arm and seed of the home."""


def task_table(ends: Ends, tasks: TaskSet) -> Table:
    """A row for each kind, a column for each arm."""
    homes = max((len(of_arm) for of_arm in ends.values()), default=0)
    title = f"Household tasks: {homes} {tasks.homes.called}, simulated detections, no ROS"
    table = Table(title=title, caption=_verdict(ends, tasks))
    for column in ("instructions done", *ends):
        table.add_column(column, justify="left" if column == "instructions done" else "right")
    for kind in tasks.kinds:
        table.add_row(kind, *(_count(_of_kind(_all(ends, arm), kind)) for arm in ends))
    table.add_section()
    table.add_row("all", *(_count(_all(ends, arm)) for arm in ends))
    table.add_row("metres each", *(f"{_metres(_all(ends, arm)):.1f}" for arm in ends))
    return table


def _verdict(ends: Ends, tasks: TaskSet) -> str | None:
    """Whether these tasks need a memory, where they are to."""
    if tasks.most_without_memory >= 1:
        return None
    share = max(_share(_all(ends, FORGETFUL)), 0.0)
    verdict = "met" if share <= tasks.most_without_memory else "MISSED"
    return f"without memory {share:.0%} are done, {tasks.most_without_memory:.0%} at most are to be: {verdict}"


def write_results(ends: Ends, tasks: TaskSet, file: Path) -> None:
    """Everything, instruction by instruction."""
    document = {
        arm: {
            "success": _share(_all(ends, arm)),
            "kinds": {kind: _share(_of_kind(_all(ends, arm), kind)) for kind in tasks.kinds},
            "homes": {str(seed): [asdict(one) for one in done] for seed, done in of_arm.items()},
        }
        for arm, of_arm in ends.items()
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def save_picture(ends: Ends, tasks: TaskSet, file: Path) -> None:
    """Write a PNG: bars of what was done, kind by kind."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    kinds = tasks.kinds
    figure = Figure(figsize=(len(kinds), 3.2), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    width = 0.8 / max(len(ends), 1)
    for number, arm in enumerate(ends):
        shares = [max(_share(_of_kind(_all(ends, arm), kind)), 0.0) for kind in kinds]
        axes.bar([k + number * width for k in range(len(kinds))], shares, width, label=arm)
    axes.set_xticks([k + 0.4 - width / 2 for k in range(len(kinds))], kinds)
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
