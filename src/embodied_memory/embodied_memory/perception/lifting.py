"""From detections in an image and its depth to boxes in the map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import Observation
from embodied_memory.perception.detection_pixels import detection_pixels
from embodied_memory.scene_graph import Detection

Floats = NDArray[np.float64]

DEPTH_GAP_M = 0.3
"""Surfaces farther apart in depth than this, with nothing between them, are not one object."""
DEPTH_MARGIN_M = 0.1
"""The outline lies a little nearer or farther than the inside it belongs to."""
OUTLIER_PERCENT = 0.5
MAX_POINTS = 2000
FACE_DEPTH_M = 0.05
CUT_SHARE = 0.1
LEADS_OUT = 0.3
"""Cosine between a face's outward normal and the direction in which a pixel's side leads on."""


@dataclass(frozen=True, eq=False)
class LiftedObject:
    """A detection in the map: the axis-aligned box of what was seen of it.

    minimum, maximum: (3,) metres in map. cut and hidden: (6,) bool for the faces -x -y -z +x +y +z. A face
    is cut where the image border or something nearer cut the view off, so that the object may go on beyond
    it; hidden where the object itself is in the way: it faces away from the camera. range_m: from the camera
    to the nearest seen surface. pixel_m: what one pixel covers there.
    """

    detection: Detection
    minimum: Floats
    maximum: Floats
    cut: NDArray[np.bool_]
    hidden: NDArray[np.bool_]
    range_m: float
    pixel_m: float


def lift(detections: Iterable[Detection], observation: Observation, config: PerceptionConfig) -> list[LiftedObject]:
    """Lift every detection that has at least `config.min_object_pixels` measured pixels.

    Pixels of other surfaces (mask borders, background in a box) are left out: masks by their contour and
    the largest cluster in depth, boxes without mask by the most frequent depth in their middle.
    """
    lifted = []
    for detection in detections:
        found = _lift_one(detection, observation, config.min_object_pixels)
        if found is not None:
            lifted.append(found)
    return lifted


def _lift_one(detection: Detection, observation: Observation, min_pixels: int) -> LiftedObject | None:
    pixels, on_contour, is_cut = detection_pixels(detection, observation.depth, MAX_POINTS)
    if len(pixels) < min_pixels:
        return None
    if detection.mask is None:
        nearest, farthest = _depth_of_box(pixels, detection.box, observation.intrinsics.fx)
    else:
        nearest, farthest = _depth_of_mask(pixels[:, 2], on_contour)
    kept = (pixels[:, 2] >= nearest - DEPTH_MARGIN_M) & (pixels[:, 2] <= farthest + DEPTH_MARGIN_M)
    points = _points_in_map(pixels[kept], observation)
    minimum, maximum = _extent(points)
    outline = on_contour[kept]
    cut = _cut_faces(points[outline], is_cut[kept][outline], minimum, maximum, observation.map_T_camera[:3, :3])
    camera = observation.map_T_camera[:3, 3]
    range_m = float(np.sqrt(((points - camera) ** 2).sum(axis=1).min()))
    hidden = np.concatenate([camera > maximum, camera < minimum])
    return LiftedObject(detection, minimum, maximum, cut, hidden, range_m, range_m / observation.intrinsics.fx)


def _points_in_map(pixels: Floats, observation: Observation) -> Floats:
    camera, transform = observation.intrinsics, observation.map_T_camera
    depth = pixels[:, 2]
    in_camera = np.empty_like(pixels)
    in_camera[:, 0] = (pixels[:, 0] - camera.cx) * depth / camera.fx
    in_camera[:, 1] = (pixels[:, 1] - camera.cy) * depth / camera.fy
    in_camera[:, 2] = depth
    points: Floats = in_camera @ transform[:3, :3].T + transform[:3, 3]
    return points


def _depth_of_mask(depth: Floats, on_contour: NDArray[np.bool_]) -> tuple[float, float]:
    """Nearest and farthest depth of the largest cluster; contour pixels often mix two surfaces."""
    inner = depth[~on_contour]
    ordered = np.sort(inner if 2 * len(inner) >= len(depth) else depth)
    ends = np.flatnonzero(np.diff(ordered) > DEPTH_GAP_M)
    starts, stops = np.append(0, ends + 1), np.append(ends, len(ordered) - 1)
    largest = int(np.argmax(stops - starts))
    return float(ordered[starts[largest]]), float(ordered[stops[largest]])


def _depth_of_box(pixels: Floats, box: tuple[int, int, int, int], focal_px: float) -> tuple[float, float]:
    """Depth around the most frequent one in the middle: an object is about as deep as it is wide or high."""
    left, top, right, bottom = box
    column, row = (left + right - 1) / 2, (top + bottom - 1) / 2
    middle = (np.abs(pixels[:, 0] - column) <= (right - left) / 4) & (
        np.abs(pixels[:, 1] - row) <= (bottom - top) / 4
    )
    depth = pixels[middle, 2] if middle.any() else pixels[:, 2]
    counts = np.bincount((depth / 0.1).astype(int))
    mode = float(np.median(depth[(depth / 0.1).astype(int) == np.argmax(counts)]))
    half = float(np.clip(0.5 * min(right - left, bottom - top) * mode / focal_px, 0.1, 0.75))
    return mode - half, mode + half


def _extent(points: Floats) -> tuple[Floats, Floats]:
    ordered = np.sort(points, axis=0)
    skipped = int(len(points) * OUTLIER_PERCENT / 100)
    return ordered[skipped], ordered[len(points) - 1 - skipped]


def _cut_faces(
    outline: Floats, is_cut: NDArray[np.bool_], minimum: Floats, maximum: Floats, map_R_camera: Floats
) -> NDArray[np.bool_]:
    """A face is cut if a share of the outline that reaches it is cut off on a side that leads out of it."""
    sides = np.vstack([map_R_camera[:, 0], map_R_camera[:, 1], -map_R_camera[:, 0], -map_R_camera[:, 1]])
    leads_out = np.hstack([-sides, sides]) > LEADS_OUT
    depth = np.minimum(FACE_DEPTH_M, (maximum - minimum) / 4)
    at_face = np.hstack([outline <= minimum + depth, outline >= maximum - depth])
    cut_there = (at_face & (is_cut.astype(np.uint8) @ leads_out.astype(np.uint8) > 0)).sum(axis=0)
    faces: NDArray[np.bool_] = cut_there > CUT_SHARE * np.maximum(at_face.sum(axis=0), 1)
    return faces
