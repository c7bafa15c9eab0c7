"""From detections in an image and its depth to boxes in the map.

The measured pixels of a thing in an image, which of them are its outline, and where the view cuts it off.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
from numba import njit
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import Observation
from embodied_memory.perception.background import Background, Rays, background_of, is_sampled
from embodied_memory.perception.box_segmentation import segment_box
from embodied_memory.perception.measurement import InverseDepth, PoseDeviation, inverse_depth, smoothed
from embodied_memory.perception.object_roles import lies_flat
from embodied_memory.perception.pixel_extent import Extent, cut_faces, extent_of_pixels, place_flat
from embodied_memory.scene_graph import Detection

OUTLINE_DENSITY = 8
"""The outline, which tells where the view is cut, is sampled this much more densely than the inside."""
MEASURED_SHARE = 0.5
"""A column or row of which less was measured, of what others have, is outside of what the camera measures."""
NEARER_M, NEARER_DEVIATIONS = 0.05, 4.0
"""A neighbouring surface this much nearer, and by more than noise, hides part of the thing."""

Frame = tuple[int, int, int, int]


def measured_frame(values: NDArray[np.float64]) -> Frame:
    """Left, upper, right and lower edge of what the camera measures: many leave a margin of the image out."""
    edges = []
    for axis in (0, 1):
        counts = np.count_nonzero(values, axis=axis)
        dense = np.flatnonzero(counts >= MEASURED_SHARE * np.quantile(counts, 0.9))
        edges.append((int(dense[0]), int(dense[-1]) + 1) if counts.any() else (0, len(counts)))
    (left, right), (top, bottom) = edges
    return left, top, right, bottom


def detection_pixels(
    mask: NDArray[np.bool_], corner: tuple[int, int], image: InverseDepth, frame: Frame, max_pixels: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return (N, 3) column, row, depth; (N,) bool on the outline; (N, 4) bool cut off there on its
    right, lower, left and upper side.

    mask: of a box within the image whose left upper corner (column, row) is `corner`. frame: as `measured_frame`
    tells it. Evenly spread, about `max_pixels` of them, and denser on the outline.
    """
    step = 1 + int(np.count_nonzero(mask)) // max_pixels
    nearer = NEARER_DEVIATIONS * image.deviation
    pixels, on_outline, is_cut = _gather(np.ascontiguousarray(mask), image.values, *corner, frame, step, nearer)
    return pixels, on_outline, is_cut


@njit(cache=True)  # type: ignore[untyped-decorator]
def _gather(mask, values, left, top, frame, step, nearer):  # type: ignore[no-untyped-def]
    rows, columns = mask.shape
    pixels = np.empty((rows * columns, 3), np.float64)
    on_outline = np.zeros(len(pixels), np.bool_)
    is_cut = np.zeros((len(pixels), 4), np.bool_)
    outline_step = 1 + step // OUTLINE_DENSITY
    seen = kept = 0
    for row in range(rows):
        for column in range(columns):
            if not mask[row, column]:
                continue
            value = values[top + row, left + column]
            if value <= 0:
                continue
            is_cut[kept] = False
            outline = _look_around(mask, values, left, top, frame, row, column, value, nearer, is_cut[kept])
            seen += 1
            if not is_sampled(seen, outline_step if outline else step):
                continue
            pixels[kept, 0] = left + column
            pixels[kept, 1] = top + row
            pixels[kept, 2] = 1 / value
            on_outline[kept] = outline
            kept += 1
    return pixels[:kept], on_outline[:kept], is_cut[:kept]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _look_around(mask, values, left, top, frame, row, column, value, nearer, is_cut):  # type: ignore[no-untyped-def]
    """Whether a pixel of the mask is on its outline; writes the sides on which it is cut off."""
    rows, columns = mask.shape
    first_column, first_row, end_column, end_row = frame
    on_outline = False
    for side in range(4):
        c = column + (1 if side == 0 else -1 if side == 2 else 0)
        r = row + (1 if side == 1 else -1 if side == 3 else 0)
        is_measured = first_row <= top + r < end_row and first_column <= left + c < end_column
        if is_measured and 0 <= r < rows and 0 <= c < columns and mask[r, c]:
            continue
        on_outline = True
        if not is_measured:
            is_cut[side] = True
        else:
            is_cut[side] = values[top + r, left + c] > value + NEARER_M * value * value + nearer
    return on_outline


Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Box = tuple[int, int, int, int]

MAX_POINTS = 600
MIN_SEGMENT_PIXELS = 3
BOX_SHARE, BOX_M = 0.1, 0.02
"""Deviation of a face that was found without a mask: a share of the extent, and this."""
EDGE_SHARE = 0.04
"""Boxes without masks are off by such a share of their size; what ends so close to the edge may go on there."""
GUESSED_M = 0.15
"""The same where nothing within the box was measured."""
AVERAGED = 4.0
"""Noise of neighbouring pixels is alike: an extent is not better than the mean of so many."""


@dataclass(frozen=True, eq=False)
class LiftedObject:
    """A detection in the map: the axis-aligned box of what was seen of it.

    minimum, maximum: (3,) metres in map. cut and hidden: (6,) bool for the faces -x -y -z +x +y +z. A face
    is cut where the image border or something nearer cut the view off, so that the object may go on beyond
    it; hidden where the object itself is in the way: it faces away from the camera. range_m: from the camera
    to the nearest seen surface. pixel_m: what one pixel covers there. deviation: (6,) metres of the faces, by pixels,
    depth, pose and how the thing was told from its background. others: what else the detector took it for. segment:
    of a detection without mask, the pixels of its box that were taken for the thing.
    """

    detection: Detection
    minimum: Floats
    maximum: Floats
    cut: Bools
    hidden: Bools
    range_m: float
    pixel_m: float
    deviation: Floats = field(default_factory=lambda: np.zeros(6))
    others: tuple[Detection, ...] = ()
    segment: Bools | None = None

    @property
    def centre(self) -> Floats:
        """(3,) in map."""
        return (self.minimum + self.maximum) / 2


def lift(
    detections: Iterable[Detection],
    observation: Observation,
    config: PerceptionConfig,
    image: InverseDepth | None = None,
) -> list[LiftedObject]:
    """Lift every detection that has at least `config.min_object_pixels` measured pixels.

    Pixels of other surfaces are left out: in masks by their contour and the largest cluster in depth; a box without
    mask is segmented. Where a box shows no depth, as on glass, the surface around it tells how far it is.
    image: that of the observation, if it is known already.
    """
    detections = list(detections)
    if not detections:
        return []
    lifter = _Lifter(observation, config, image or inverse_depth(observation.depth))
    found = (lifter.lift(detection) for detection in detections)
    return [one for one in found if one is not None]


def _up_to_edge(box: Box, width: int, height: int) -> Box:
    """Detectors end the box of what the image cuts off a little within the image."""
    left, top, right, bottom = box
    across, down = EDGE_SHARE * (right - left), EDGE_SHARE * (bottom - top)
    return (
        0 if left <= across else left,
        0 if top <= down else top,
        width if width - right <= across else right,
        height if height - bottom <= down else bottom,
    )


class _Lifter:
    """What all detections of a view share: its depth without most of the noise, its rays."""

    def __init__(self, observation: Observation, config: PerceptionConfig, image: InverseDepth) -> None:
        self._min_pixels = config.min_object_pixels
        self._image = smoothed(image)
        self._frame = measured_frame(self._image.values)
        self._rays = Rays.of(observation)
        self._pose = PoseDeviation.of(observation, config)

    def lift(self, detection: Detection) -> LiftedObject | None:
        left, top, right, bottom = detection.box
        height, width = self._image.values.shape
        box = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        if box[0] >= box[2] or box[1] >= box[3]:
            return None
        if detection.mask is not None:
            mask = detection.mask[box[1] : box[3], box[0] : box[2]]
            return self._lift_mask(detection, mask, box)
        if (box[2] - box[0]) * (box[3] - box[1]) < self._min_pixels:
            return None
        box = _up_to_edge(box, width, height)
        background = background_of(box, self._image, self._rays)
        if not (background.support and lies_flat(detection.category)):
            segment = segment_box(box, self._image, self._rays, background)
            if segment is not None:
                return self._lift_segment(detection, segment, box, background)
        return self._lift_flat(detection, box, background)

    def _lift_mask(self, detection: Detection, mask: Bools, box: Box) -> LiftedObject | None:
        pixels, on_outline, is_cut = detection_pixels(mask, box[:2], self._image, self._frame, MAX_POINTS)
        if len(pixels) < self._min_pixels:
            return None
        extent = extent_of_pixels(pixels, on_outline, is_cut, self._rays, self._image.deviation)
        return self._lifted(detection, extent, np.zeros(3))

    def _lift_segment(
        self, detection: Detection, mask: Bools, box: Box, background: Background
    ) -> LiftedObject | None:
        pixels, on_outline, is_cut = detection_pixels(mask, box[:2], self._image, self._frame, MAX_POINTS)
        if len(pixels) < MIN_SEGMENT_PIXELS:
            return None
        support_m = background.support_height(self._rays)
        extent = extent_of_pixels(pixels, on_outline, is_cut, self._rays, self._image.deviation, box, support_m)
        lifted = self._lifted(detection, extent, BOX_M + BOX_SHARE * (extent.maximum - extent.minimum))
        return replace(lifted, segment=mask)

    def _lift_flat(self, detection: Detection, box: Box, background: Background) -> LiftedObject | None:
        placing = place_flat(box, self._image, self._rays, background)
        if placing is None:
            return None
        points = placing.points
        minimum, maximum = points.min(axis=0), points.max(axis=0)
        height, width = self._image.values.shape
        sides = np.zeros((len(points), 4), np.bool_)
        sides[0, 2], sides[1, 0], sides[2, 3], sides[3, 1] = (
            box[0] == 0,
            box[2] == width,
            box[1] == 0,
            box[3] == height,
        )
        cut = cut_faces(points, np.arange(len(points)) < 4, sides, minimum, maximum, self._rays.rotation)
        range_m = float(np.linalg.norm(points - self._rays.position, axis=1).min())
        extent = Extent(minimum, maximum, cut, np.zeros(3), range_m)
        sure = BOX_M if placing.is_measured else GUESSED_M
        return self._lifted(detection, extent, sure + BOX_SHARE * (maximum - minimum))

    def _lifted(self, detection: Detection, extent: Extent, uncertain_m: Floats) -> LiftedObject:
        """uncertain_m: (3,), deviation by how it was told from its background."""
        camera, pixel_m = self._rays.position, extent.range_m * self._rays.scale[0]
        hidden = np.concatenate([camera > extent.maximum, camera < extent.minimum])
        variance = pixel_m**2 / 4 + extent.noise / AVERAGED + self._pose.variance(extent.range_m) + uncertain_m**2
        deviation = np.sqrt(variance)
        return LiftedObject(
            detection,
            extent.minimum,
            extent.maximum,
            extent.cut,
            hidden,
            extent.range_m,
            pixel_m,
            np.concatenate([deviation, deviation]),
        )
