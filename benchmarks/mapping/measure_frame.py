"""Times one frame from camera to scene graph, exact and under sensors that err, on the same walk.

python measure_frame.py SEED FRAMES     prints one line of JSON: for each sensors the mean milliseconds of each stage
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from sequence import SENSORS, walk

from embodied_memory.config import Config, PerceptionConfig
from embodied_memory.localisation import Localiser
from embodied_memory.mapping.mapper import Mapper
from embodied_memory.observation import Observation
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from household.generation import generate_home
from household.robot import CameraMount, HomeRobot
from household.sensors.load_sensors import load_sensors

MOUNT = CameraMount()
"""The camera of the demo, 320x240."""
WARM_UP = 40
"""Frames under the worst sensors that go before: they load the compiled loops."""
STEP_NS = 250_000_000
STAGES = ("localisation", "mapping", "perception")
T = TypeVar("T")


class Pipeline:
    """What a robot does with a view, with a clock on each stage."""

    def __init__(self) -> None:
        self._localiser, self._mapper = Localiser(), Mapper(Config())
        self._builder = SceneGraphBuilder(PerceptionConfig(embedder="hashing"))
        self.spent = dict.fromkeys(STAGES, 0.0)
        self.frames = self.unlocalised = 0

    def take_in(self, view: Observation) -> None:
        """Localise, map, perceive; a view that is not localised ends there."""
        self.frames += 1
        seen = self._timed("localisation", lambda: self._localiser.localise(view)).observation
        if seen is None:
            self.unlocalised += 1
            return
        self._timed("mapping", lambda: self._mapper.integrate(seen))
        self._timed("perception", lambda: self._builder.build(seen))

    def figures(self) -> dict[str, float]:
        """Milliseconds a frame, and how many views were not localised."""
        each = {stage: 1e3 * spent / self.frames for stage, spent in self.spent.items()}
        return {**each, "whole": sum(each.values()), "unlocalised": self.unlocalised, "frames": self.frames}

    def _timed(self, stage: str, call: Callable[[], T]) -> T:
        started = time.process_time()
        result = call()
        self.spent[stage] += time.process_time() - started
        return result


def measure(name: str, seed: int, frames: int) -> dict[str, float]:
    """The walk of an exact robot; one with these sensors stands wherever that one does."""
    robot, pipeline = HomeRobot(generate_home(seed), MOUNT, load_sensors(name), seed), Pipeline()
    for number, (exact, _) in enumerate(walk(seed, frames, MOUNT)):
        x, y = exact.map_T_base[:2, 3]
        robot.motion.teleport(float(x), float(y), yaw_of(exact))
        view = robot.view(0.0, number * STEP_NS)
        if view is not None:
            pipeline.take_in(view)
    return pipeline.figures()


def yaw_of(view: Observation) -> float:
    return math.atan2(view.map_T_base[1, 0], view.map_T_base[0, 0])


def main() -> None:
    seed, frames = int(sys.argv[1]), int(sys.argv[2])
    measure(SENSORS[-1], seed, WARM_UP)
    print(json.dumps({name: measure(name, seed, frames) for name in SENSORS}))


if __name__ == "__main__":
    main()
