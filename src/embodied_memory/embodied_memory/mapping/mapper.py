"""The mapper: observations in, and at any time the slice, frontiers and rooms they amount to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import Config
from embodied_memory.geometry.pose import MapRevision, Point
from embodied_memory.mapping.frontiers import Frontier, FrontierMap
from embodied_memory.mapping.grid import OccupancySlice, RoomMap
from embodied_memory.mapping.occupancy_slice import (
    explored_mask,
    navigable_slice,
    people_boxes,
    wall_slice,
    without_doubtful,
)
from embodied_memory.mapping.rooms import segment_rooms
from embodied_memory.mapping.voxel_map import VoxelMap
from embodied_memory.observation import Observation
from embodied_memory.scene_graph import SceneObject


@dataclass(frozen=True, eq=False)
class MapSnapshot:
    """The map at one moment. All grids have the same origin, resolution and shape.

    slice: where the robot can drive; walls: what stands above the furniture; explored: (rows, columns);
    robot_xy: the newest position; trajectory: (N, 3) all positions.
    """

    stamp_ns: int
    slice: OccupancySlice
    frontiers: tuple[Frontier, ...]
    rooms: RoomMap
    robot_xy: Point
    walls: OccupancySlice
    explored: NDArray[np.bool_]
    trajectory: NDArray[np.float64]


class Mapper:
    """The voxel map and everything derived from it, the same in the node, in replay and in benchmarks."""

    def __init__(self, config: Config | None = None) -> None:
        self._config = config or Config()
        self.voxel_map = VoxelMap(self._config.voxel_map)
        self._frontier_map = FrontierMap(self._config.frontier)
        self._rooms: RoomMap | None = None

    def integrate(self, observation: Observation, may_move: bool = False) -> None:
        """Add one observation; raises InvalidObservationError, with nothing recorded, if it is unusable.

        may_move: a revision may yet move what is written of it.
        """
        self.voxel_map.integrate(observation, may_move)

    def revise(self, revision: MapRevision) -> None:
        """What was written in a span of time, or ever, belongs elsewhere."""
        self.voxel_map.revise(revision)

    def free_people(self, objects: Sequence[SceneObject]) -> None:
        """Nobody who is among the objects of a view stays in the map: people are no furniture."""
        for low, high in people_boxes(objects):
            self.voxel_map.free_box(low, high)

    def snapshot(self) -> MapSnapshot:
        """Derive slice, frontiers and rooms. Raises ValueError before the first observation."""
        trajectory = self.voxel_map.trajectory
        if not len(trajectory):
            raise ValueError("the map is empty: integrate an observation first")
        config = self._config.frontier
        navigable = navigable_slice(self.voxel_map, config)
        walls = wall_slice(self.voxel_map, config)
        explored = explored_mask(navigable, walls, trajectory, config.explored_radius_m)
        robot_xy = (float(trajectory[-1, 0]), float(trajectory[-1, 1]))
        frontiers = self._frontier_map.update(without_doubtful(navigable), explored, robot_xy)
        self._rooms = segment_rooms(walls, self._rooms)
        return MapSnapshot(
            self.voxel_map.stamp_ns, navigable, frontiers, self._rooms, robot_xy, walls, explored, trajectory
        )
