"""Runs under sensors that err, as tables and JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.table import Table

from embodied_memory_tools.evaluation.erring_sensors.home_run import HomeRun
from embodied_memory_tools.evaluation.erring_sensors.sensor_runs import SensorRuns
from embodied_memory_tools.evaluation.erring_sensors.sensor_scores import Scores, SensorScore
from embodied_memory_tools.evaluation.erring_sensors.sensor_targets import FORGETFUL, OURS, SensorTarget

_COLUMNS = ("found", "false", "SPL", "where-is", "kept", "ECE", "steps")


def sensor_table(scores: Scores, title: str) -> Table:
    """A row for each of the sensors and each who took part."""
    some = [score for by_name in scores.values() for score in by_name.values()]
    homes, goals = max((one.homes for one in some), default=0), max((one.goals for one in some), default=0)
    table = Table(
        title=f"{title} under sensors that err: {homes} homes, {goals} goals, no ROS",
        caption="false: claimed, and not so; kept: things for each that was visible; ECE: of answers",
    )
    for column in ("sensors", "who", *_COLUMNS):
        table.add_column(column, justify="right" if column in _COLUMNS else "left", no_wrap=column in _COLUMNS)
    if any(one.wrong_things is not None for one in some):
        table.add_column("wrong", justify="right", no_wrap=True)
    for sensors, by_name in scores.items():
        for name, score in by_name.items():
            table.add_row(sensors, name, *_figures(score))
        table.add_section()
    return table


def sensor_target_table(targets: Sequence[SensorTarget]) -> Table:
    """What is to be reached, and what was."""
    table = Table(title="Targets: ours")
    for column in ("sensors", "target", "measured", "wanted", ""):
        table.add_column(column, justify="right" if column in ("measured", "wanted") else "left")
    for target in targets:
        verdict = "met" if target.is_met else "MISSED"
        table.add_row(target.sensors, target.name, f"{target.measured:.3f}", _wanted(target), verdict)
    return table


def write_sensor_results(runs: SensorRuns, scores: Scores, targets: Sequence[SensorTarget], file: Path) -> None:
    """Everything, goal by goal, as JSON; what is not finite is null."""
    document = {
        "targets": [{**asdict(target), "is_met": target.is_met} for target in targets],
        "sensors": {
            sensors: {
                "searchers": {
                    name: {**asdict(score), "by_home": {str(k): _home(run) for k, run in runs[sensors][name].items()}}
                    for name, score in by_name.items()
                },
                "spl_per_without_memory": _pay(by_name.get(OURS), by_name.get(FORGETFUL)),
            }
            for sensors, by_name in scores.items()
        },
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(_finite(document), indent=2) + "\n", encoding="utf-8")


def _home(run: HomeRun) -> dict[str, Any]:
    """Its goals and what was asked about them."""
    goals = [{**goal.model_dump(), "kind": kind} for goal, kind in zip(run.goals, run.kinds, strict=True)]
    check = run.knowledge.check if run.knowledge else None
    known = {
        "questions": [one.model_dump(exclude={"evidence"}) for one in check.where_is],
        "claims": [list(claim) for claim in check.claims],
        "objects": check.kept,
        "visible": check.visible,
    } if check else {}  # fmt: skip
    return {"goals": goals, **known, "wall_s": round(run.wall_s, 2)}


def _pay(ours: SensorScore | None, forgetful: SensorScore | None) -> float | None:
    if ours is None or forgetful is None or ours.spl is None or not forgetful.spl:
        return None
    return ours.spl / forgetful.spl


def _figures(score: SensorScore) -> list[str]:
    figures = [
        f"{score.found:.1%}", f"{score.false_claims:.1%}", "-" if score.spl is None else f"{score.spl:.3f}",
        f"{score.where_is:.0%}", f"{score.objects_per_visible:.2f}", f"{score.calibration_error:.3f}",
        f"{score.steps:.1f}",
    ]  # fmt: skip
    return figures + ([] if score.wrong_things is None else [f"{score.wrong_things:.1%}"])


def _wanted(target: SensorTarget) -> str:
    if not math.isfinite(target.most):
        return f"{target.least:.3f} or more"
    return f"{target.least:.3f} to {target.most:.3f}" if target.least else f"{target.most:.3f} or less"


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
