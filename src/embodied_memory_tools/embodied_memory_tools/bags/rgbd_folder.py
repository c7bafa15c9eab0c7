"""Converts a folder of RGB-D frames with poses to a bag that replays like any other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from embodied_memory.geometry.rotation import matrix_from_pose
from embodied_memory.observation import CameraIntrinsics, Observation
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.base_pose import base_below
from embodied_memory_tools.bags.levelling import floor_height, normals, refined_up, surface_points
from embodied_memory_tools.bags.observation_writer import ObservationWriter

_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
_FRAMES_TO_LEVEL_BY = 30
SECOND_NS = 1_000_000_000
Array = NDArray[np.float64]


def convert_rgbd_folder(
    folder: str | Path,
    bag_path: str | Path,
    fx: float = 518.0,
    fy: float = 519.0,
    cx: float = 325.5,
    cy: float = 253.5,
    depth_scale: float = 0.001,
    up: str = "-y",
    level: bool = True,
    camera_height_m: float | None = None,
    rate_hz: float = 1.0,
) -> int:
    """Convert color/N.png, depth/N.pgm or N.png and pose.txt; returns the number of frames.

    Each line of pose.txt is `tx ty tz qx qy qz qw`, the camera's optical frame in the recording's world.
    fx, fy, cx, cy: pixels. depth_scale: metres per unit of depth. up: the axis of that world that points up,
    roughly; worlds that begin at the first camera's optical frame have "-y". level: find the exact up from
    the level surfaces that are seen. camera_height_m: of the first camera above the floor; None: the lowest
    surface that is seen is the floor. rate_hz: frames a second, as such folders carry no time.
    Raises BagError, before anything is written, if files and poses do not fit together; and for an image
    that cannot be decoded, with the bag ending before it.
    """
    if not (rate_hz > 0 and depth_scale > 0):
        raise BagError(f"rate and depth scale must be positive, not {rate_hz} and {depth_scale}")
    recording = _Recording(Path(folder), (fx, fy, cx, cy), depth_scale)
    map_T_world = _map_from_world(recording, axis_direction(up), level, camera_height_m)
    with BagWriter(bag_path) as writer:
        observations = ObservationWriter(writer)
        for number in range(len(recording.poses)):
            color, depth, camera = recording.frame(number)
            map_T_camera = map_T_world @ recording.poses[number]
            stamp_ns = SECOND_NS + round(number * SECOND_NS / rate_hz)
            observations.write(Observation(stamp_ns, color, depth, camera, map_T_camera, base_below(map_T_camera)))
    return len(recording.poses)


def axis_direction(axis: str) -> Array:
    """(3,) the direction that "x", "-y" and so on name. BagError for anything else."""
    direction = _AXES.get(axis.lstrip("+-"))
    if direction is None or len(axis) > 2:
        raise BagError(f"{axis!r} is no axis; up must be one of x, -x, y, -y, z, -z")
    return np.array(direction) * (-1.0 if axis.startswith("-") else 1.0)


class _Recording:
    """The files of a folder and the poses of its frames; world_T_camera, (4, 4) each."""

    def __init__(self, folder: Path, intrinsics: tuple[float, float, float, float], depth_scale: float) -> None:
        self._files = _frames(folder)
        self.poses = _poses(folder / "pose.txt")
        self._intrinsics, self._depth_scale = intrinsics, depth_scale
        if len(self.poses) != len(self._files):
            raise BagError(f"{folder} has {len(self._files)} colour images but {len(self.poses)} poses in pose.txt")

    def frame(self, number: int) -> tuple[NDArray[np.uint8], NDArray[np.float32], CameraIntrinsics]:
        """Colour, depth in metres and camera. BagError if the images do not have the same size."""
        color_file, depth_file = self._files[number]
        color, depth = _color(color_file), _depth(depth_file, self._depth_scale)
        if color.shape[:2] != depth.shape:
            raise BagError(f"{color_file} and {depth_file} have different sizes; depth must be registered")
        return color, depth, CameraIntrinsics(color.shape[1], color.shape[0], *self._intrinsics)


def _map_from_world(recording: _Recording, guess: Array, level: bool, camera_height_m: float | None) -> Array:
    """map_T_world (4, 4): z up, the floor at 0, x and y where the first camera is, x as it looks."""
    step = max(1, len(recording.poses) // _FRAMES_TO_LEVEL_BY)
    surfaces = [
        surface_points(*recording.frame(number)[1:], recording.poses[number])
        for number in range(0, len(recording.poses), step)
    ]
    up = refined_up(np.concatenate([normals(points) for points in surfaces]), guess) if level else guess
    first = recording.poses[0]
    points = np.concatenate([points[np.isfinite(points).all(axis=-1)] for points in surfaces])
    floor = floor_height(points, up) if camera_height_m is None else float(up @ first[:3, 3]) - camera_height_m
    if floor is None:
        raise BagError("no depth image shows any surface; check the depth scale")
    forward = first[:3, 2] - (first[:3, 2] @ up) * up
    if np.linalg.norm(forward) < 0.1:  # it looks straight up or down: where its top points will do
        forward = -first[:3, 1] + (first[:3, 1] @ up) * up
    forward /= np.linalg.norm(forward)
    map_T_world = np.eye(4)
    map_T_world[:3, :3] = np.stack([forward, np.cross(up, forward), up])
    map_T_world[:2, 3] = -(map_T_world[:2, :3] @ first[:3, 3])
    map_T_world[2, 3] = -floor
    return map_T_world


def _frames(folder: Path) -> list[tuple[Path, Path]]:
    """(colour file, depth file) in the order of their numbers."""
    if not folder.is_dir():
        raise BagError(f"there is no folder {folder}")
    colors = sorted((folder / "color").glob("*.png"), key=_number)
    if not colors:
        raise BagError(f"{folder}/color has no .png; expected color/*.png, depth/*.pgm or *.png, and pose.txt")
    frames = []
    for color in colors:
        candidates = [folder / "depth" / (color.stem + ending) for ending in (".pgm", ".png")]
        depth = next((file for file in candidates if file.is_file()), None)
        if depth is None:
            raise BagError(f"{color.name} has no depth image; expected {candidates[0]} or {candidates[1].name}")
        frames.append((color, depth))
    return frames


def _number(file: Path) -> tuple[float, str]:
    try:
        return float(file.stem), file.stem
    except ValueError:
        return float("inf"), file.stem


def _poses(file: Path) -> list[NDArray[np.float64]]:
    if not file.is_file():
        raise BagError(f"there is no {file}; expected one line `tx ty tz qx qy qz qw` for each frame")
    poses = []
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            poses.append(_pose(line, f"{file}, line {number}"))
    return poses


def _pose(line: str, place: str) -> NDArray[np.float64]:
    try:
        values = np.array([float(word) for word in line.split()])
        if values.shape != (7,) or not np.isfinite(values).all():
            raise ValueError("7 finite numbers are needed")
        return matrix_from_pose(values[:3], values[3:])
    except ValueError as error:
        raise BagError(f"{place} is no pose `tx ty tz qx qy qz qw`: {error}") from error


def _color(file: Path) -> NDArray[np.uint8]:
    return np.array(_opened(file).convert("RGB"))


def _depth(file: Path, scale: float) -> NDArray[np.float32]:
    image = _opened(file)
    if not image.mode.startswith("I"):
        raise BagError(f"{file} has 8 bits a pixel; depth needs 16")
    return np.asarray(np.array(image).astype(np.float64) * scale, np.float32)


def _opened(file: Path) -> Image.Image:
    try:
        image = Image.open(file, formats=("PNG", "PPM"))
        image.load()
    except (OSError, SyntaxError, ValueError) as error:
        raise BagError(f"{file} cannot be decoded: {error}") from error
    return image
