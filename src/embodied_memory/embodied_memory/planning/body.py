"""What the explorer needs of a robot. A ROS node and a simulated home offer the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from embodied_memory.event import EventKind
from embodied_memory.evidence import RememberedObject, RetrievalResult
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.mapping.frontier import Frontier
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
