"""Keeps the voxel map; publishes the occupancy slice, walls, rooms and frontiers."""

from __future__ import annotations

import time

from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import OccupancyGrid
from sensor_msgs.msg import PointCloud2
from visualization_msgs.msg import MarkerArray

from embodied_memory.config import Config, FrontierConfig, LocalisationConfig, VoxelMapConfig
from embodied_memory.localisation.localiser import Localiser
from embodied_memory.mapping.mapper import Mapper, MapSnapshot
from embodied_memory.observation import Observation
from embodied_memory_interfaces.msg import FrontierArray, LocalisedView, SceneGraphInstant
from embodied_memory_ros.conversions.localisation import localised_to_message, revision_to_message
from embodied_memory_ros.conversions.maps import frontiers_to_message, grid_to_message, points_to_cloud
from embodied_memory_ros.conversions.markers import frontiers_to_markers
from embodied_memory_ros.conversions.scene_graph import message_to_instant
from embodied_memory_ros.frames import Frames
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.observation_source import ObservationSource
from embodied_memory_ros.parameters import declare, declare_config
from embodied_memory_ros.qos import LATCHED, RECORDS
from embodied_memory_ros.run_node import run_node

_CHECK_PERIOD_S = 0.015
_QUIET_S = 0.03
"""The map is made when no view has come for so long: the views of one look share one map."""
_LONGEST_WAIT_S = 0.2
"""A camera that never rests gets a map this often."""


class MappingNode(EmbodiedNode):
    """Camera topics in, the map out. Views that arrive faster than maps are made share one map."""

    def __init__(self) -> None:
        super().__init__("mapping_node")
        self._config = Config(
            localisation=declare_config(self, LocalisationConfig(), "localisation"),
            voxel_map=declare_config(self, VoxelMapConfig(), "voxel_map"),
            frontier=declare_config(self, FrontierConfig(), "frontier"),
        )
        ObservationSource.declare_parameters(self)
        declare(self, "map_id", "map", "the map that positions refer to")
        drawn = "occupied voxels and frontier markers are published every so many seconds (real time)"
        declare(self, "voxels_period_s", 2.0, drawn)

    def on_load(self) -> None:
        """An empty map."""
        self._begin()

    def _begin(self) -> None:
        self._localiser = Localiser(self._config.localisation)
        self._mapper = Mapper(self._config)
        self._changed = False
        self._newest_at = self._changed_at = 0.0
        self._snapshot: MapSnapshot | None = None

    def on_start(self) -> None:
        """Topics."""
        self._frame = Frames.of(self).map_frame
        self._occupancy = self.publisher(OccupancyGrid, "occupancy", LATCHED)
        self._walls = self.publisher(OccupancyGrid, "walls", LATCHED)
        self._rooms = self.publisher(OccupancyGrid, "rooms", LATCHED)
        self._frontiers = self.publisher(FrontierArray, "frontiers", LATCHED)
        self._markers = self.publisher(MarkerArray, "frontiers/markers", LATCHED)
        self._voxels = self.publisher(PointCloud2, "voxels", LATCHED)
        self._localised = self.publisher(LocalisedView, "localisation", RECORDS)
        self._map_correction = self.publisher(TransformStamped, "memory/map_correction", RECORDS)
        ObservationSource(self, self._integrate, with_instances=False, restart=self._begin)
        self.subscription(SceneGraphInstant, "scene_graph_instants", self._free_people, RECORDS)
        self.every(_CHECK_PERIOD_S, self._publish_map)
        self.every(self.get_parameter("voxels_period_s").value, self._publish_pictures)

    def _integrate(self, observation: Observation) -> None:
        """Localise the view, tell where it and those before were taken from, and map it, unless the robot is lost."""
        result = self._localiser.localise(observation)
        if result.revision is not None:
            self._mapper.revise(result.revision)
            map_id = self.get_parameter("map_id").value
            self._map_correction(revision_to_message(observation.stamp_ns, map_id, result.revision))
        self._localised(localised_to_message(observation.stamp_ns, result, self._frame))
        if result.observation is None:
            self.report_problem(f"lost: {result.reason}")
            return
        self._mapper.integrate(result.observation, result.may_move)
        self._newest_at = time.monotonic()
        if not self._changed:
            self._changed, self._changed_at = True, self._newest_at

    def _free_people(self, message: SceneGraphInstant) -> None:
        """Where perception sees people there is no obstacle that stays."""
        self._mapper.free_people(message_to_instant(message).objects)

    def _publish_map(self) -> None:
        """Walls before the slice and the slice before the frontiers: who has the frontiers has all three."""
        now = time.monotonic()
        if not self._changed or (now - self._newest_at < _QUIET_S and now - self._changed_at < _LONGEST_WAIT_S):
            return
        self._changed = False
        snapshot = self._mapper.snapshot()
        self._walls(grid_to_message(snapshot.walls, self._frame))
        self._rooms(grid_to_message(snapshot.rooms, self._frame))
        self._occupancy(grid_to_message(snapshot.slice, self._frame))
        self._frontiers(frontiers_to_message(snapshot.frontiers, snapshot.stamp_ns, frame_id=self._frame))
        self._snapshot = snapshot

    def _publish_pictures(self) -> None:
        """What only people look at, and is costly: now and then."""
        if self._snapshot is None:
            return
        snapshot, self._snapshot = self._snapshot, None
        voxel_map = self._mapper.voxel_map
        self._voxels(points_to_cloud(voxel_map.occupied_centres(), voxel_map.stamp_ns, self._frame))
        self._markers(frontiers_to_markers(snapshot.frontiers, snapshot.stamp_ns, frame_id=self._frame))


def main() -> None:
    """Entry point."""
    run_node(MappingNode)
