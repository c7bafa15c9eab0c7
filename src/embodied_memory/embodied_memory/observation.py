"""What a robot's camera delivers at one moment, and the errors of a delivery that cannot be used.

Frames and units are those of REP-103 and REP-105: metres, seconds, `map` with z up, camera optical
frames with z forward, x right and y down. Transforms are named `target_T_source`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


class InvalidObservationError(ValueError):
    """An observation that cannot be used. The message names the cause."""


@dataclass(frozen=True)
class CameraIntrinsics:
    """A pinhole camera without distortion. All values are pixels."""

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float

    @staticmethod
    def from_horizontal_fov(width: int, height: int, horizontal_fov_deg: float) -> CameraIntrinsics:
        """Square pixels, principal point in the middle of the image."""
        focal = 0.5 * width / float(np.tan(np.radians(horizontal_fov_deg) / 2))
        return CameraIntrinsics(width, height, focal, focal, (width - 1) / 2, (height - 1) / 2)


@dataclass(frozen=True)
class InstanceLabel:
    """What a simulator says about one instance in its instance image.

    score: of its detector, 0 to 1. box: (left, top, right, bottom) in pixels, right and bottom exclusive, where its
    detector gives a box and no mask; then no pixel of the image need carry the number.
    """

    instance: int
    category: str
    caption: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    score: float = 1.0
    box: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, eq=False)
class InstanceImage:
    """What a simulator's detector saw: `ids` (H, W) uint16, 0 is background; one label for each id."""

    ids: NDArray[np.uint16]
    labels: tuple[InstanceLabel, ...]


@dataclass(frozen=True, eq=False)
class Observation:
    """One RGB-D view.

    color: (H, W, 3) uint8, RGB. depth: (H, W) float32, metres along the optical axis (planar depth);
    0, NaN and inf mean "not measured". map_T_camera: (4, 4) float64, optical frame to map.
    map_T_base: (4, 4) float64, the robot's base at the same moment. pose_covariance: (6, 6) float64 of map_T_base, in
    the order x, y, z, roll, pitch, yaw of REP-103 (m2, rad2, as in geometry_msgs/PoseWithCovariance); None: unknown.
    instances: only from simulators, only for the ground-truth detector.
    """

    stamp_ns: int
    color: NDArray[np.uint8]
    depth: NDArray[np.float32]
    intrinsics: CameraIntrinsics
    map_T_camera: NDArray[np.float64]
    map_T_base: NDArray[np.float64] = field(default_factory=lambda: np.eye(4))
    observer: str = "robot"
    instances: InstanceImage | None = None
    pose_covariance: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        """Raise InvalidObservationError for shapes, types or transforms that do not fit together."""
        size = (self.intrinsics.height, self.intrinsics.width)
        if min(size) <= 0:
            raise InvalidObservationError(f"the camera info says the image is {size[1]}x{size[0]} pixels")
        if self.color.shape != (*size, 3) or self.color.dtype != np.uint8:
            raise InvalidObservationError(
                f"colour image is {self.color.shape} {self.color.dtype}, expected {(*size, 3)} uint8"
            )
        if self.depth.shape != size or self.depth.dtype != np.float32:
            raise InvalidObservationError(
                f"depth image is {self.depth.shape} {self.depth.dtype}, expected {size} float32"
            )
        for name in ("map_T_camera", "map_T_base"):
            matrix = getattr(self, name)
            if matrix.shape != (4, 4) or not np.isfinite(matrix).all():
                raise InvalidObservationError(f"{name} is not a finite 4x4 matrix")
        if self.pose_covariance is not None and self.pose_covariance.shape != (6, 6):
            raise InvalidObservationError(f"pose covariance is {self.pose_covariance.shape}, expected (6, 6)")
        if self.instances is not None and self.instances.ids.shape != size:
            raise InvalidObservationError(f"instance image is {self.instances.ids.shape}, expected {size}")
