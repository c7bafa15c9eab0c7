"""How a recording is to be read where it does not say itself, or says it wrongly."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.transforms import matrix_from_pose
from embodied_memory.observation import CameraIntrinsics
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.observation_topics import ObservationTopics

BODY_T_OPTICAL = np.array([[0, 0, 1, 0], [-1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 0, 1]], np.float64)
"""A camera whose x points ahead and z up, to its optical frame, whose z points ahead and y down (REP-103)."""


@dataclass(frozen=True)
class ReadSettings:
    """Everything has a default: a recording is taken at its word.

    max_difference_s: how far apart the stamps of a colour and a depth image, or of an image and the nearest pose of
    a file of poses, may be that still belong together. camera_mount: "x y z roll pitch yaw" (metres, degrees; or a
    quaternion x y z w in the place of the angles) of the camera, x ahead and z up, on the robot's base; wins over tf.
    depth_mount: the same of the depth camera's optical frame in that of colour. depth_registered: depth belongs to
    the pixels of colour, whatever its frame says. intrinsics: "fx fy cx cy" of colour, pixels; wins over the
    recording. depth_intrinsics: of depth that is not registered. depth_scale: metres of one unit of depth; None: as
    its encoding says. up: the axis of the recording's world that points up, such as "-y"; "auto": what its views
    show. level: put right a world that is tilted or whose floor is elsewhere. camera_height_m: of the first camera of
    a folder over the floor; None: the lowest surface seen is the floor. rate_hz: frames a second of folders that
    carry no time.
    """

    topics: ObservationTopics = field(default_factory=ObservationTopics)
    max_difference_s: float = 0.1
    camera_mount: str = ""
    depth_mount: str = ""
    depth_registered: bool = False
    intrinsics: str = ""
    depth_intrinsics: str = ""
    depth_scale: float | None = None
    up: str = "auto"
    level: bool = True
    camera_height_m: float | None = None
    rate_hz: float = 1.0

    def check(self) -> None:
        """BagError for a value that makes no sense, before anything is read."""
        if not self.max_difference_s >= 0:
            raise BagError(f"the greatest difference of stamps must not be negative, as {self.max_difference_s} is")
        if self.depth_scale is not None and not (np.isfinite(self.depth_scale) and self.depth_scale > 0):
            raise BagError(f"rate and depth scale must be positive, not {self.depth_scale}")
        if not (np.isfinite(self.rate_hz) and self.rate_hz > 0):
            raise BagError(f"rate and depth scale must be positive, not {self.rate_hz}")
        axis_direction("z" if self.up == "auto" else self.up)
        self.base_T_camera()
        self.color_T_depth()
        self.camera(1, 1)
        self.depth_camera(1, 1)

    def base_T_camera(self) -> NDArray[np.float64] | None:
        """(4, 4) of the camera's optical frame, if the mount was given."""
        return _matrix(self.camera_mount, "--camera-mount") @ BODY_T_OPTICAL if self.camera_mount else None

    def color_T_depth(self) -> NDArray[np.float64] | None:
        """(4, 4) from depth's optical frame to that of colour, if it was given."""
        return _matrix(self.depth_mount, "--depth-mount") if self.depth_mount else None

    def camera(self, width: int, height: int) -> CameraIntrinsics | None:
        """The colour camera, if it was given, for images of that size."""
        return _camera(self.intrinsics, "--intrinsics", width, height)

    def depth_camera(self, width: int, height: int) -> CameraIntrinsics | None:
        """The same of the depth camera."""
        return _camera(self.depth_intrinsics, "--depth-intrinsics", width, height)


def _camera(text: str, option: str, width: int, height: int) -> CameraIntrinsics | None:
    if not text:
        return None
    values = _numbers(text)
    if len(values) != 4 or min(values[:2]) <= 0:
        raise BagError(f"{option} {text!r} is not 'fx fy cx cy' in pixels")
    return CameraIntrinsics(width, height, *values)


def axis_direction(axis: str) -> NDArray[np.float64]:
    """(3,) the direction that "x", "-y" and so on name. BagError for anything else."""
    axes = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
    direction = axes.get(axis.lstrip("+-"))
    if direction is None or len(axis) > 2:
        raise BagError(f"{axis!r} is no axis; up must be one of x, -x, y, -y, z, -z, or auto")
    return np.array(direction) * (-1.0 if axis.startswith("-") else 1.0)


def _matrix(text: str, option: str) -> NDArray[np.float64]:
    values = np.array(_numbers(text))
    if len(values) == 6:
        return _from_angles(values[:3], np.radians(values[3:]))
    if len(values) == 7 and np.linalg.norm(values[3:]) > 0:
        return matrix_from_pose(values[:3], values[3:])
    raise BagError(
        f"{option} {text!r} is no pose: give 'x y z roll pitch yaw' in metres and degrees, or 'x y z qx qy qz qw'"
    )


def _from_angles(translation: NDArray[np.float64], angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """Roll, pitch, yaw about the fixed axes x, y, z, as REP-103 has them: a positive pitch looks down."""
    (cr, cp, cy), (sr, sp, sy) = np.cos(angles), np.sin(angles)
    matrix = np.eye(4)
    matrix[:3, :3] = [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]
    matrix[:3, 3] = translation
    return matrix


def _numbers(text: str) -> list[float]:
    """Finite ones, apart by spaces or commas; none if a word is no number."""
    try:
        values = [float(word) for word in text.replace(",", " ").split()]
    except ValueError:
        return []
    return values if np.isfinite(values).all() else []
