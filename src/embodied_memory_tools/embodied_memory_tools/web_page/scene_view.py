"""The 3D view in the middle of the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.evidence import RememberedObject
from embodied_memory.mapping.grid import OccupancySlice, RoomMap
from embodied_memory_tools.web_page import colors
from embodied_memory_tools.web_page.map_camera import MapCamera
from embodied_memory_tools.web_page.map_shapes import (
    box_edges,
    floor_picture,
    height_colors,
    known_bounds,
    label_groups,
    obstacle_boxes,
    tinted,
    visible_voxels,
)
from embodied_memory_tools.web_page.robot_shape import RobotShape

FrontierView = tuple[Sequence[float], NDArray[np.float64], float]
"""(boundary point (x, y), region (N, 2), score or NaN)."""

_CUBE_VERTICES = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)], np.float32)
_CUBE_FACES = np.array(
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
     [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]], np.uint32
)  # fmt: skip
_IDENTITY = (1.0, 0.0, 0.0, 0.0)
_WALL_HEIGHT_M = 0.5
_OBJECT_MARGIN_M = 0.04
"""A small object is drawn a little larger than it is, so that its box lies outside its own voxels."""
_LARGE_M = 0.5
_LABEL_RADIUS_M = 0.6


class SceneView:
    """Draws the map, the robot and the objects. Everything drawn again replaces what was there."""

    def __init__(self, server: Any) -> None:
        self.camera = MapCamera(server)
        self._scene = server.scene
        self._scene.set_up_direction("+z")
        self._scene.world_axes.visible = False
        self._objects: dict[str, tuple[tuple[Any, ...], Any]] = {}
        self._remembered: tuple[RememberedObject, ...] = ()
        self._labels: list[Any] = []
        self._labels_shown = True
        self._frontiers: list[Any] = []
        self._robot = RobotShape(self._scene)
        self._voxels: tuple[NDArray[np.float64], NDArray[np.uint8], float] | None = None
        self._obstacles: Any = None
        self._cut_height_m = 1.2
        self.show_labels = True

    def show_map(self, grid: OccupancySlice, rooms: RoomMap | None) -> None:
        """Draw the floor and, as long as there are no voxels, what the slice says is occupied."""
        picture = floor_picture(grid, rooms)
        height, width = (size * grid.resolution_m for size in grid.cells.shape)
        self._scene.add_image(
            "/map/floor",
            picture[::-1],
            render_width=width,
            render_height=height,
            format="png",
            wxyz=(0.0, 1.0, 0.0, 0.0),
            position=(grid.origin[0] + width / 2, grid.origin[1] + height / 2, 0.0),
            cast_shadow=False,
            receive_shadow=False,
        )
        if self._voxels is None:
            centres, sizes = obstacle_boxes(grid, _WALL_HEIGHT_M)
            self._obstacles = self._boxes("/map/obstacles", centres, sizes, np.array(colors.OCCUPIED, np.uint8))
        self.camera.fit(known_bounds(grid))

    def show_voxels(self, points: NDArray[np.float64], voxel_colors: NDArray[np.uint8] | None, size_m: float) -> None:
        """Draw the occupied voxels, below the cut height."""
        points = np.asarray(points, np.float64).reshape(-1, 3)
        tints = height_colors(points) if voxel_colors is None else np.asarray(voxel_colors, np.uint8)
        self._voxels = (points, tints, size_m)
        if self._obstacles is not None:
            self._obstacles.remove()
            self._obstacles = None
        self._draw_voxels()

    def cut_at(self, height_m: float) -> None:
        """Hide voxels above this height."""
        if height_m == self._cut_height_m:
            return
        self._cut_height_m = height_m
        self._draw_voxels()

    def show_robot(self, x: float, y: float, yaw: float) -> None:
        """Put the robot somewhere; yaw in radians."""
        self._robot.put(x, y, yaw)

    def show_path(self, points: NDArray[np.float64]) -> None:
        """Draw where the robot has been; points: (N, 2) or (N, 3), of which the height is not used."""
        flat = np.asarray(points, np.float32).reshape(len(points), -1)[:, :2] if len(points) else np.zeros((0, 2))
        if len(flat) < 2:
            return
        lifted = np.column_stack([flat, np.full(len(flat), 0.06, np.float32)])
        segments = np.stack([lifted[:-1], lifted[1:]], axis=1)
        self._scene.add_line_segments("/path", segments, colors.PATH, thickness=0.05)

    def show_frontiers(self, frontiers: Sequence[FrontierView]) -> None:
        """Draw frontiers, deeper in colour the more promising, with their score at the point to go to."""
        for handle in self._frontiers:
            handle.remove()
        self._frontiers = []
        judged = [score for _, _, score in frontiers if not math.isnan(score)]
        best = max(judged, default=0.0)
        for number, (point, region, score) in enumerate(frontiers):
            self._frontiers += self._draw_frontier(f"/frontiers/{number}", point, region, score, best)

    def show_objects(self, objects: Sequence[RememberedObject]) -> None:
        """Draw what memory knows, coloured by certainty; redraws only what changed."""
        looks = {item.object_id: self._look_of(item) for item in objects}
        changed = looks != {object_id: look for object_id, (look, _) in self._objects.items()}
        if not changed and self._labels_shown == self.show_labels:
            return
        for object_id in [known for known, (look, _) in self._objects.items() if looks.get(known) != look]:
            self._objects.pop(object_id)[1].remove()
        for item in objects:
            if item.object_id not in self._objects:
                self._objects[item.object_id] = (looks[item.object_id], self._draw_object(item))
        self._remembered = tuple(objects)
        self._draw_labels()
        self._draw_voxels()

    def _look_of(self, item: RememberedObject) -> tuple[Any, ...]:
        size = tuple(round(length, 2) for length in item.size)
        place = tuple(round(value, 2) for value in item.position)
        return place, size, item.category, round(item.certainty, 2), self._voxels is None

    def _draw_object(self, item: RememberedObject) -> Any:
        """Small things as solid boxes; large ones by their edges, as their voxels show their shape."""
        # Ids come from perception and may hold any text; a scene name must not.
        name = "/objects/" + item.object_id.encode().hex()
        color = colors.certainty_color(item.certainty)
        if self._voxels is not None and max(item.size) >= _LARGE_M:
            return self._scene.add_line_segments(name, box_edges(item), color, thickness=0.012)
        size = np.asarray(item.size, float) + 2 * _OBJECT_MARGIN_M
        opacity = None if max(item.size) < _LARGE_M else 0.7
        return self._scene.add_box(name, color, size, position=item.position, opacity=opacity, cast_shadow=False)

    def _draw_labels(self) -> None:
        for handle in self._labels:
            handle.remove()
        self._labels = []
        self._labels_shown = self.show_labels
        if not self.show_labels:
            return
        for number, group in enumerate(label_groups(self._remembered, _LABEL_RADIUS_M)):
            names = ", ".join(item.category for item in group[:2])
            more = f" +{len(group) - 2}" if len(group) > 2 else ""
            x, y, _ = group[0].position
            top = max(item.position[2] + item.size[2] / 2 for item in group) + 0.08
            self._labels.append(
                self._scene.add_label(
                    f"/labels/{number}", names + more, position=(x, y, top), anchor="bottom-center",
                    font_screen_scale=0.7,
                )
            )  # fmt: skip

    def _draw_frontier(
        self, name: str, point: Sequence[float], region: NDArray[np.float64], score: float, best: float
    ) -> list[Any]:
        color = colors.frontier_color(score, best)
        cells = np.asarray(region, np.float32).reshape(len(region), -1)[:, :2]
        lifted = np.column_stack([cells, np.full(len(cells), 0.03, np.float32)])
        place = (float(point[0]), float(point[1]), 0.1)
        handles = [
            self._scene.add_point_cloud(
                name + "/region", lifted, color, point_size=0.045, point_shape="circle", precision="float32"
            ),
            self._scene.add_icosphere(name + "/point", 0.1, color, position=place, cast_shadow=False),
        ]
        if not math.isnan(score):
            above = (place[0], place[1], 0.25)
            handles.append(
                self._scene.add_label(
                    name + "/score", f"{score:.2f}", position=above, anchor="bottom-center", font_screen_scale=0.7
                )
            )
        return handles

    def _draw_voxels(self) -> None:
        if self._voxels is None:
            return
        points, tints, size_m = self._voxels
        shown = visible_voxels(points, size_m, self._cut_height_m)
        sizes = np.full((int(shown.sum()), 3), size_m)
        colored = tinted(points[shown], tints[shown], self._remembered, size_m / 2)
        self._boxes("/map/voxels", points[shown], sizes, colored)

    def _boxes(
        self, name: str, centres: NDArray[np.float64], sizes: NDArray[np.float64], tints: NDArray[np.uint8]
    ) -> Any:
        return self._scene.add_batched_meshes_simple(
            name,
            _CUBE_VERTICES,
            _CUBE_FACES,
            batched_wxyzs=np.tile(np.array(_IDENTITY, np.float32), (len(centres), 1)),
            batched_positions=centres.astype(np.float32),
            batched_scales=sizes.astype(np.float32),
            batched_colors=tints,
            flat_shading=True,
            lod="off",
            cast_shadow=False,
        )
