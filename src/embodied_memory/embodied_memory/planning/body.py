"""What the explorer needs of a robot; a ROS node and a simulated home offer the same. And whether the robot still
senses while it drives: blind, it must not go on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from embodied_memory.event import EventKind
from embodied_memory.evidence import RememberedObject, RetrievalResult
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.mapping.grid import OccupancySlice


class PlanningMap(Protocol):
    """What the explorer needs of the map; a MapSnapshot has it."""

    @property
    def stamp_ns(self) -> int:
        """Of the newest view in the map."""

    @property
    def slice(self) -> OccupancySlice:
        """Where the robot can drive."""

    @property
    def walls(self) -> OccupancySlice:
        """What stands above the furniture."""

    @property
    def frontiers(self) -> tuple[Frontier, ...]:
        """All that can be reached."""


class BodyError(RuntimeError):
    """The robot cannot go on: no map, no pose or no navigation. The message names the cause and the remedy."""


class Body(Protocol):
    """Senses, legs and memory of a robot, as seen by the explorer."""

    def pose(self) -> Pose2D:
        """Where the robot is now. Raises BodyError if nobody knows."""

    def look(self) -> PlanningMap:
        """The map once the views from where the robot stands are in it and in memory. Raises BodyError."""

    def driven(self) -> Sequence[Point]:
        """Where it has been, (x, y) in map, some decimetres apart."""

    def views(self) -> tuple[bytes, ...]:
        """Small JPEGs of the last look, left to right, for a language model; empty where the body keeps none."""

    def retrieve(self, query: str) -> RetrievalResult:
        """The retrieval tool (LMEE, equation 3). Raises BodyError if memory does not answer."""

    def known_objects(self) -> tuple[RememberedObject, ...]:
        """Everything memory knows of. Raises BodyError."""

    def navigate(self, pose: Pose2D) -> bool:
        """Drive there; False if the robot was stopped before. Raises BodyError if nothing drives."""

    def report(
        self, kind: EventKind, text: str, object_ids: tuple[str, ...] = (), succeeded: bool | None = None
    ) -> None:
        """Let memory know what the robot does."""

    def canceled(self) -> bool:
        """Whether somebody wants it to stop."""


_FLOWING_VIEWS = 3
"""Of cameras that look only where the robot stands nothing is expected in between."""


class Senses(NamedTuple):
    """How far each has come, as stamps in nanoseconds: the pose, the newest view, views in the map and in memory."""

    pose_ns: int
    view_ns: int
    mapped_ns: int
    recorded_ns: int


class SenseWatch:
    """For one drive, to be asked again and again. limit_s: so long each sense may be silent, in real time."""

    def __init__(self, begin: Senses, limit_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit_s, self._clock = limit_s, clock
        self._last = begin
        self.lost, self.told = "", ""
        """Which of `Senses` has stopped coming, for good as far as this drive goes, and what may be the matter."""
        self._came_at = dict.fromkeys(Senses._fields, clock())
        self._views = 0

    def silent(self, now: Senses) -> str:
        """What has stopped coming, with what may be the matter; "" while everything comes that came before."""
        if self.lost:
            return self.told
        time_s = self._clock()
        for name in Senses._fields:
            if getattr(now, name) != getattr(self._last, name):
                self._came_at[name] = time_s
        self._views += now.view_ns != self._last.view_ns
        self._last = now
        waited = {name: time_s - at for name, at in self._came_at.items()}
        late = [name for name in Senses._fields if waited[name] > self._limit_s and self._is_expected(name)]
        if late:
            self.lost, self.told = late[0], f"{_SILENT[late[0]]} (for {waited[late[0]]:.1f} s)"
        return self.told

    def _is_expected(self, name: str) -> bool:
        """Views while they flow; what is made of them while there are any that it was not made of."""
        if name == "pose_ns":
            return True
        flows = self._views >= _FLOWING_VIEWS
        return flows if name == "view_ns" else flows and self._last.view_ns > getattr(self._last, name)


_SILENT = {
    "pose_ns": "nobody tells where I am: is odometry or localisation running?",
    "view_ns": "no views come: is the camera's driver running?",
    "mapped_ns": "no views reach the map: are depth images, transforms and the mapping node there?",
    "recorded_ns": "no views reach memory: are the perception node and the memory node running?",
}
