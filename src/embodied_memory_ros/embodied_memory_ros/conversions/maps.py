"""Grids, frontiers and voxels."""

from __future__ import annotations

import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from geometry_msgs.msg import Point
from nav_msgs.msg import OccupancyGrid
from nav_msgs.msg import Path as PathMessage
from numpy.typing import NDArray
from sensor_msgs.msg import PointCloud2, PointField

from embodied_memory.geometry.pose import Pose2D
from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.mapping.grid import OCCUPIED, Grid, OccupancySlice
from embodied_memory_interfaces import msg
from embodied_memory_ros.conversions.geometry import pose2d_to_pose_stamped
from embodied_memory_ros.conversions.stamps import ns_to_header, time_to_ns

G = TypeVar("G", bound=Grid)
DOUBTFUL = 65
"""Per cent, as nav_msgs has it: occupied, as far as anybody could see."""


def grid_to_message(grid: Grid, frame_id: str = "map") -> OccupancyGrid:
    """Cells as they are: an occupancy slice is -1/0/100, a room map holds room numbers.

    What blocks and is doubtful is DOUBTFUL: whoever asks for more than half a chance takes it for occupied.
    """
    message = OccupancyGrid(header=ns_to_header(grid.stamp_ns, frame_id))
    message.info.resolution = float(grid.resolution_m)
    message.info.height, message.info.width = (int(n) for n in grid.cells.shape)
    message.info.origin.position.x, message.info.origin.position.y = map(float, grid.origin)
    doubtful = getattr(grid, "doubtful", None)
    cells = grid.cells if doubtful is None else np.where(doubtful & (grid.cells == OCCUPIED), DOUBTFUL, grid.cells)
    message.data = array.array("b", np.ascontiguousarray(cells, np.int8).tobytes())
    return message


def message_to_grid(message: OccupancyGrid, kind: type[G]) -> G:
    """To an OccupancySlice or a RoomMap. Raises ValueError if there are not as many cells as it says."""
    shape = (message.info.height, message.info.width)
    cells = np.frombuffer(message.data, np.int8)
    if cells.size != shape[0] * shape[1]:
        raise ValueError(f"grid has {cells.size} cells, {shape[1]}x{shape[0]} are announced")
    origin = message.info.origin.position
    # the message holds the resolution as float32: 0.1 comes back as 0.10000000149
    resolution = round(message.info.resolution, 6)
    grid = kind(time_to_ns(message.header.stamp), (origin.x, origin.y), resolution, cells.reshape(shape))
    if isinstance(grid, OccupancySlice) and (doubtful := grid.cells == DOUBTFUL).any():
        return replace(grid, cells=np.where(doubtful, OCCUPIED, grid.cells).astype(np.int8), doubtful=doubtful)
    return grid


def frontiers_to_message(
    frontiers: Sequence[Frontier],
    stamp_ns: int,
    scores: Mapping[int, float] | None = None,
    frame_id: str = "map",
) -> msg.FrontierArray:
    """With the scores that somebody gave them, else NaN."""
    scores = scores or {}
    message = msg.FrontierArray(header=ns_to_header(stamp_ns, frame_id))
    for frontier in frontiers:
        x, y = frontier.boundary_point
        message.frontiers.append(
            msg.Frontier(
                frontier_id=frontier.frontier_id,
                region_x=_floats(frontier.region[:, 0]),
                region_y=_floats(frontier.region[:, 1]),
                boundary_point=Point(x=float(x), y=float(y)),
                area=float(frontier.area_m2),
                score=float(scores.get(frontier.frontier_id, float("nan"))),
            )
        )
    return message


def message_to_frontiers(message: msg.FrontierArray) -> tuple[Frontier, ...]:
    """Without scores."""
    return tuple(
        Frontier(
            frontier_id=item.frontier_id,
            region=np.column_stack([item.region_x, item.region_y]).astype(np.float64),
            boundary_point=(item.boundary_point.x, item.boundary_point.y),
            area_m2=item.area,
        )
        for item in message.frontiers
    )


def _floats(values: NDArray[np.float64]) -> array.array[float]:
    return array.array("f", np.ascontiguousarray(values, np.float32).tobytes())


def points_to_cloud(points: NDArray[np.float64], stamp_ns: int, frame_id: str = "map") -> PointCloud2:
    """(N, 3) metres in map to x, y, z float32."""
    packed = np.ascontiguousarray(points, np.float32)
    fields = [
        PointField(name=name, offset=4 * i, datatype=PointField.FLOAT32, count=1) for i, name in enumerate("xyz")
    ]
    return PointCloud2(
        header=ns_to_header(stamp_ns, frame_id),
        height=1,
        width=len(packed),
        fields=fields,
        point_step=12,
        row_step=12 * len(packed),
        data=array.array("B", packed.tobytes()),
        is_dense=True,
    )


def cloud_to_points(message: PointCloud2) -> NDArray[np.float32]:
    """Of a cloud as points_to_cloud makes it: (N, 3)."""
    return np.frombuffer(message.data, np.float32).reshape(-1, 3)


def path_to_message(points: Sequence[tuple[float, float]], stamp_ns: int, frame_id: str = "map") -> PathMessage:
    """(x, y) in map."""
    poses = [pose2d_to_pose_stamped(Pose2D(x, y, 0.0), stamp_ns, frame_id) for x, y in points]
    return PathMessage(header=ns_to_header(stamp_ns, frame_id), poses=poses)
