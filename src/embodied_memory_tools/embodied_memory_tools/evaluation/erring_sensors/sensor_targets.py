"""What is to be reached under sensors that err."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from embodied_memory_tools.evaluation.erring_sensors.sensor_scores import Scores, SensorScore

OURS, FORGETFUL = "ours", "ours without memory"


@dataclass(frozen=True)
class Bounds:
    """A figure of SensorScore is to lie between these, inclusive."""

    figure: str
    least: float = 0.0
    most: float = math.inf


@dataclass(frozen=True)
class SensorTarget:
    """What was to be reached under some sensors, and what was."""

    sensors: str
    name: str
    measured: float
    least: float
    most: float

    @property
    def is_met(self) -> bool:
        """Up to what a float cannot tell apart."""
        return self.least - 1e-9 <= self.measured <= self.most + 1e-9


BoundsOf = Mapping[str, Sequence[Bounds]]
"""By name of the sensors; "single/": each of those alone, unless it is named itself."""

_ALONE = (Bounds("found", 0.92), Bounds("false_claims", most=0.04))
SEARCH_BOUNDS: BoundsOf = {
    "good": (
        Bounds("found", 0.95), Bounds("false_claims", most=0.02), Bounds("where_is", 0.92),
        Bounds("objects_per_visible", 0.85, 1.15),
    ),
    "fair": (
        Bounds("found", 0.88), Bounds("false_claims", most=0.04), Bounds("where_is", 0.82),
        Bounds("objects_per_visible", 0.8, 1.3), Bounds("calibration_error", most=0.07),
    ),
    "poor": (Bounds("found", 0.65), Bounds("false_claims", most=0.08)),
    "single/": _ALONE,
    "single/drift_1": (Bounds("found", 0.8), Bounds("false_claims", most=0.04)),
}  # fmt: skip
TASK_BOUNDS: BoundsOf = {"good": (Bounds("found", 0.88), Bounds("wrong_things", most=0.02))}
_PAYS_UNDER = ("good", "fair")
_LEAST_PAY, _LEAST_OF_EXACT = 1.1, 0.9


def targets_of(
    scores: Scores, bounds_of: BoundsOf, ours: str = OURS, forgetful: str = FORGETFUL
) -> list[SensorTarget]:
    """Those that can be judged by the sensors and by who took part."""
    targets = []
    for sensors, by_name in scores.items():
        if ours not in by_name:
            continue
        mine, exact = by_name[ours], scores.get("exact", {}).get(ours)
        kind = f"{sensors.partition('/')[0]}/"
        targets += [_bounded(sensors, mine, one) for one in bounds_of.get(sensors, bounds_of.get(kind, ()))]
        if sensors == "good" and exact:
            targets += _ratio(sensors, "SPL / that under exact", mine, exact, _LEAST_OF_EXACT)
        if forgetful in by_name:
            targets += _against(sensors, mine, by_name[forgetful])
    return targets


def _bounded(sensors: str, score: SensorScore, bounds: Bounds) -> SensorTarget:
    measured = getattr(score, bounds.figure)
    return SensorTarget(sensors, bounds.figure.replace("_", " "), measured, bounds.least, bounds.most)


def _against(sensors: str, ours: SensorScore, forgetful: SensorScore) -> list[SensorTarget]:
    """Memory never finds less nor claims more falsely, and where it must, it pays."""
    targets = [
        SensorTarget(sensors, "found, beside no memory", ours.found, forgetful.found, math.inf),
        SensorTarget(sensors, "false claims, beside no memory", ours.false_claims, 0.0, forgetful.false_claims),
    ]
    if sensors in _PAYS_UNDER:
        targets += _ratio(sensors, "SPL / that without memory", ours, forgetful, _LEAST_PAY)
    return targets


def _ratio(sensors: str, name: str, above: SensorScore, below: SensorScore, least: float) -> list[SensorTarget]:
    if above.spl is None or below.spl is None:
        return []
    return [SensorTarget(sensors, name, above.spl / below.spl if below.spl else math.inf, least, math.inf)]
