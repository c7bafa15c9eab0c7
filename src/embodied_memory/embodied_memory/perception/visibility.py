"""What a view shows of the places of known things: something there, something nearer, or nothing any more."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import CameraIntrinsics, Observation
from embodied_memory.perception.measurement import InverseDepth, PoseDeviation, inverse_depth

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

SAMPLES = np.array([(0.0, 0.0, 0.0), *product((-0.25, 0.25), repeat=3)])
"""The middle of a box and eight points around it, in units of its size."""
CORNERS = np.array(list(product((-0.5, 0.5), repeat=3)))
LEAST_M, SWAYS = 0.02, 6.0
"""Boxes are taken to be at least this thick, and across the floor this many deviations of the pose: what hangs on a
wall, and is looked past along it, is not gone.
"""
NEAREST_M = 0.15
"""What comes nearer to the camera than this cannot be judged."""
DEVIATIONS = 2.5


@dataclass(frozen=True, eq=False)
class Look:
    """A view, as far as it tells what is where. image may be thinned out: one value every `stride` pixels."""

    image: InverseDepth
    camera: CameraIntrinsics
    map_T_camera: Floats
    pose_m: float
    """Deviation of a place 2 m away by the pose: what was seen before was seen from poses that were wrong, too."""
    stamp_ns: int = 0
    stride: int = 1

    @staticmethod
    def of(observation: Observation, config: PerceptionConfig, image: InverseDepth | None = None) -> Look:
        """The look of an observation, all its pixels. image: that of its depth, if it is known already."""
        told, least = PoseDeviation.of(observation, config), PoseDeviation.configured(config)
        pose_m = float(np.sqrt(max(told.variance(2.0).max(), least.variance(2.0).max())))
        image = image or inverse_depth(observation.depth)
        return Look(image, observation.intrinsics, observation.map_T_camera, pose_m, observation.stamp_ns)

    def thinned(self, stride: int) -> Look:
        """The same with one pixel in `stride`, to be kept."""
        values = self.image.values[stride // 2 :: stride, stride // 2 :: stride]
        image = InverseDepth(values.copy(), self.image.deviation)
        return Look(image, self.camera, self.map_T_camera, self.pose_m, self.stamp_ns, stride)


@dataclass(frozen=True, eq=False)
class VisibleShares:
    """Of N places. share: of a box, in view and not hidden; through: of that, what the view looks through.

    pixels: how many it would fill; range_m: from the camera to its middle.
    """

    share: Floats
    through: Floats
    pixels: Floats
    range_m: Floats

    def vacated(self) -> Bools:
        """(N,): all of it in view, and all looked through: what stood there is gone."""
        vacated: Bools = (self.share == 1) & (self.through == 1)
        return vacated


def shown(minimum: Floats, maximum: Floats, look: Look, margin_m: float = 0.03) -> VisibleShares:
    """What a look tells of N boxes in map, (N, 3) each. A surface may be `margin_m` off, and by noise."""
    centre, size = (minimum + maximum) / 2, np.maximum(maximum - minimum, LEAST_M)
    position = look.map_T_camera[:3, 3]
    range_m = np.sqrt(((centre - position) ** 2).sum(axis=1))
    points = centre[:, None] + SAMPLES * size[:, None]
    depth, measured = _depths(points, look)
    directions = (points - position) / np.maximum(depth, NEAREST_M)[..., None]
    enter = _entry(centre - size / 2 - position, centre + size / 2 - position, directions)
    in_front: Bools = np.all(depth > NEAREST_M, axis=1, keepdims=True)
    is_shown = (measured > 0) & (measured >= enter - _noise(depth, look, margin_m) - look.pose_m) & in_front
    share = is_shown.mean(axis=1)
    through = _looked_through(centre, size, look, margin_m)
    pixels = np.where(in_front[:, 0], _pixels(centre, size, look), 0.0)
    return VisibleShares(share, through, pixels, range_m)


def _looked_through(centre: Floats, size: Floats, look: Look, margin_m: float) -> Floats:
    """(N,) share of the samples of boxes that a surface is behind, of all for which anything was measured.

    Boxes are as wide as what may sway before the eye: on a wall, and seen along it, nothing is looked through.
    """
    sway_m = max(LEAST_M, SWAYS * look.pose_m)
    wide = np.maximum(size, (sway_m, sway_m, LEAST_M))
    depth, measured = _depths(centre[:, None] + SAMPLES * wide[:, None], look)
    is_through = (measured > depth + _noise(depth, look, margin_m) + look.pose_m) & (depth > NEAREST_M)
    through: Floats = is_through.sum(axis=1) / np.maximum((measured > 0).sum(axis=1), 1)
    return through


def _noise(depth: Floats, look: Look, margin_m: float) -> Floats:
    """Metres by which a surface at that depth may seem to be off."""
    noise: Floats = margin_m + DEVIATIONS * look.image.deviation * np.minimum(depth, 10.0) ** 2
    return noise


def _depths(points: Floats, look: Look) -> tuple[Floats, Floats]:
    """Depth of points (..., 3) in map, and depth measured where they are seen, 0 where it is not."""
    depth, columns, rows = _projected(points, look)
    return depth, _measured(columns, rows, depth, look)


def _projected(points: Floats, look: Look) -> tuple[Floats, Floats, Floats]:
    """Depth, column and row of points (..., 3) in map."""
    camera, transform = look.camera, look.map_T_camera
    in_camera = (points - transform[:3, 3]) @ transform[:3, :3]
    depth = in_camera[..., 2]
    ahead = np.maximum(depth, 1e-3)
    return depth, in_camera[..., 0] / ahead * camera.fx + camera.cx, in_camera[..., 1] / ahead * camera.fy + camera.cy


def _measured(columns: Floats, rows: Floats, depth: Floats, look: Look) -> Floats:
    """Depth measured at pixels, metres; 0 out of view and where nothing was measured."""
    camera = look.camera
    in_view = (depth > 0) & (columns >= -0.5) & (columns <= camera.width - 0.5)
    in_view &= (rows >= -0.5) & (rows <= camera.height - 0.5)
    values = look.image.values
    column = np.clip(np.where(in_view, columns, 0) // look.stride, 0, values.shape[1] - 1).astype(int)
    row = np.clip(np.where(in_view, rows, 0) // look.stride, 0, values.shape[0] - 1).astype(int)
    inverse = np.where(in_view, values[row, column], 0.0)
    found: Floats = np.where(inverse > 0, 1 / np.maximum(inverse, 1e-6), 0.0)
    return found


def _entry(low: Floats, high: Floats, directions: Floats) -> Floats:
    """(N, S): depths at which rays (N, S, 3) from the origin enter boxes (N, 3)."""
    safe = np.where(np.abs(directions) < 1e-9, 1e-9, directions)
    enter: Floats = np.minimum(low[:, None] / safe, high[:, None] / safe).max(axis=2)
    return enter


def _pixels(centre: Floats, size: Floats, look: Look) -> Floats:
    """The area in the image of the rectangles around the boxes."""
    depth, columns, rows = _projected(centre[:, None] + CORNERS * size[:, None], look)
    columns = np.clip(columns, 0, look.camera.width)
    rows = np.clip(rows, 0, look.camera.height)
    area: Floats = np.ptp(columns, axis=1) * np.ptp(rows, axis=1)
    return np.where((depth > NEAREST_M).all(axis=1), area, 0.0)
