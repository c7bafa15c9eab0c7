"""Tours as tables and JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.table import Table

from embodied_memory_tools.evaluation.homes import HomeKind
from embodied_memory_tools.evaluation.multi_goal.tour_run import TourResult
from embodied_memory_tools.evaluation.multi_goal.tour_scores import MEASURES, ArmScore, Interval, Target
from household.search_tour import FIRST_ROOMS

KINDS = ("category", "description", "image")


def tour_table(scores: Sequence[ArmScore], homes: HomeKind) -> Table:
    """A row for each searcher, with 95 % intervals over homes."""
    where = f"{len(scores[0].tours)} {homes.called}"
    table = Table(title=f"Multi-goal search: {where}, {scores[0].goals} goals, simulated detections, no ROS")
    for column in ("searcher", "found", "SPL", "SPL first rooms", "SPL back again", "steps a goal", "metres a goal"):
        table.add_column(column, justify="left" if column == "searcher" else "right")
    for score in scores:
        found, spl = score.of("success"), score.of("spl")
        parts = (
            f"{score.of_part('spl', lambda place, _: place < FIRST_ROOMS):.3f}",
            f"{score.of_part('spl', lambda place, _: place >= FIRST_ROOMS):.3f}",
        )
        effort = (f"{score.of('steps').value:.1f}", f"{score.of('metres').value:.1f}")
        table.add_row(score.name, _shares(found), _figures(spl), *parts, *effort)
    return table


def kind_table(scores: Sequence[ArmScore]) -> Table:
    """Goals found by how they were told."""
    table = Table(title="Goals found, by how they were told")
    for column in ("searcher", *KINDS):
        table.add_column(column, justify="left" if column == "searcher" else "right")
    for score in scores:
        table.add_row(score.name, *(f"{_found_of(score, kind):.0%}" for kind in KINDS))
    return table


def target_table(targets: Sequence[Target]) -> Table:
    """What is to be reached, and what was."""
    table = Table(title="Targets: ours")
    for column in ("target", "measured", "at least", ""):
        table.add_column(column, justify="right" if column in ("measured", "at least") else "left")
    for target in targets:
        verdict = "met" if target.is_met else "MISSED"
        table.add_row(target.name, _figures(target.measured), f"{target.least:.2f}", verdict)
    return table


def write_results(scores: Sequence[ArmScore], targets: Sequence[Target], file: Path) -> None:
    """Everything, goal by goal, as JSON."""
    document = {
        "targets": [{**asdict(target), "is_met": target.is_met} for target in targets],
        "searchers": {
            score.name: {
                **{measure: asdict(score.of(measure)) for measure in MEASURES},
                "homes": {str(seed): _tour(tour) for seed, tour in score.tours.items()},
            }
            for score in scores
        },
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(document, indent=2))


def tours_by_name(scores: Sequence[ArmScore], seed: int) -> Mapping[str, TourResult]:
    """What each searcher did in one home."""
    return {score.name: score.tours[seed] for score in scores}


def _tour(tour: TourResult) -> dict[str, object]:
    goals = [{**goal.model_dump(), "kind": kind} for goal, kind in zip(tour.goals, tour.kinds, strict=True)]
    return {"goals": goals, "wall_s": round(tour.wall_s, 2)}


def _found_of(score: ArmScore, kind: str) -> float:
    return score.of_part("success", lambda _, told: told == kind)


def _shares(interval: Interval) -> str:
    return f"{interval.value:.1%} ({interval.low:.0%} to {interval.high:.0%})"


def _figures(interval: Interval) -> str:
    return f"{interval.value:.3f} ({interval.low:.2f} to {interval.high:.2f})"
