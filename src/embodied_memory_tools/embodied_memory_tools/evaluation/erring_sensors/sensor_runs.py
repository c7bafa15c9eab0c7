"""The same homes and tasks under each of several sensors, in as many processes as are given."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Protocol

from embodied_memory.perception.embedder import Embedder, make_embedder
from embodied_memory_tools.evaluation.erring_sensors.home_run import HomeRun
from embodied_memory_tools.evaluation.homes import HomeKind
from household.sensors.sensor_suite import Sensors

SensorRuns = dict[str, dict[str, dict[int, HomeRun]]]
"""By name of the sensors, name of who took part, and seed of the home."""
Ends = Mapping[str, HomeRun]
"""By name of who took part."""


class Runner(Protocol):
    """What is evaluated; it is sent to other processes."""

    @property
    def homes(self) -> HomeKind:
        """In which."""

    def run(self, seed: int, sensors: Sensors, embedder: Embedder) -> Ends:
        """In the home of the seed, which is also that of the sensors' errors, all who take part one by one."""


@dataclass(frozen=True)
class SensorPlan:
    """What is to be run. embedder: its name; jobs: processes."""

    runner: Runner
    sensors: tuple[Sensors, ...]
    seeds: tuple[int, ...]
    embedder: str
    jobs: int = 1


@dataclass(frozen=True)
class _Part:
    """One home under some sensors."""

    runner: Runner
    sensors: Sensors
    seed: int
    embedder: str

    def run(self) -> Ends:
        """In a process of its own."""
        return self.runner.run(self.seed, self.sensors, make_embedder(self.embedder))


def run_under_sensors(
    plan: SensorPlan,
    on_home: Callable[[str, int, Ends, SensorRuns], None] = lambda sensors, seed, ends, so_far: None,
) -> SensorRuns:
    """on_home: is told what came of each home, and all so far, so that a run that is broken off leaves something."""
    runs: SensorRuns = {one.name: {} for one in plan.sensors}
    for part, ends in _ends(plan):
        for name, run in ends.items():
            of_homes = runs[part.sensors.name].setdefault(name, {})
            of_homes[part.seed] = run
        on_home(part.sensors.name, part.seed, ends, runs)
    return {
        sensors: {name: dict(sorted(of_homes.items())) for name, of_homes in by_name.items()}
        for sensors, by_name in runs.items()
    }


def _ends(plan: SensorPlan) -> Iterator[tuple[_Part, Ends]]:
    """As they are done."""
    parts = [_Part(plan.runner, sensors, seed, plan.embedder) for seed in plan.seeds for sensors in plan.sensors]
    if plan.jobs <= 1:
        embedder = make_embedder(plan.embedder)
        yield from ((part, plan.runner.run(part.seed, part.sensors, embedder)) for part in parts)
        return
    fresh = multiprocessing.get_context("spawn")  # compiled loops and model sessions do not survive a fork
    with ProcessPoolExecutor(plan.jobs, mp_context=fresh) as pool:
        waiting = {pool.submit(part.run): part for part in parts}
        for done in as_completed(waiting):
            yield waiting[done], done.result()
