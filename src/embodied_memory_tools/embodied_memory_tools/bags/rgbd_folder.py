"""Converts a folder of RGB-D frames with poses to a bag that replays like any other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from embodied_memory.observation import CameraIntrinsics, Observation
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.base_pose import base_below
from embodied_memory_tools.bags.observation_writer import ObservationWriter
from embodied_memory_tools.bags.rotation import matrix_from_pose

_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
SECOND_NS = 1_000_000_000


def convert_rgbd_folder(
    folder: str | Path,
    bag_path: str | Path,
    fx: float = 518.0,
    fy: float = 519.0,
    cx: float = 325.5,
    cy: float = 253.5,
    depth_scale: float = 0.001,
    up: str = "-y",
    camera_height_m: float = 1.0,
    rate_hz: float = 1.0,
) -> int:
    """Convert color/N.png, depth/N.pgm or N.png and pose.txt; returns the number of frames.

    Each line of pose.txt is `tx ty tz qx qy qz qw`, the camera's optical frame in the recording's world.
    fx, fy, cx, cy: pixels. depth_scale: metres per unit of depth. up: the axis of that world that points up;
    worlds that begin at the first camera's optical frame have "-y". camera_height_m: of the first camera
    above the floor, which becomes z = 0 of the map. rate_hz: frames a second, as such folders carry no time.
    Raises BagError, before anything is written, if frames and poses do not fit together.
    """
    map_R_world = map_from_world(up)
    frames = _frames(Path(folder))
    poses = _poses(Path(folder) / "pose.txt")
    if len(poses) != len(frames):
        raise BagError(f"{folder} has {len(frames)} colour images but {len(poses)} poses in pose.txt")
    if not (rate_hz > 0 and depth_scale > 0):
        raise BagError(f"rate and depth scale must be positive, not {rate_hz} and {depth_scale}")
    lift_m = camera_height_m - float((map_R_world @ poses[0][:3, 3])[2])
    with BagWriter(bag_path) as writer:
        observations = ObservationWriter(writer)
        for number, (frame, world_T_camera) in enumerate(zip(frames, poses, strict=True)):
            map_T_camera = np.eye(4)
            map_T_camera[:3] = map_R_world @ world_T_camera[:3]
            map_T_camera[2, 3] += lift_m
            color, depth = _color(frame[0]), _depth(frame[1], depth_scale)
            camera = CameraIntrinsics(color.shape[1], color.shape[0], fx, fy, cx, cy)
            stamp_ns = SECOND_NS + round(number * SECOND_NS / rate_hz)
            observations.write(Observation(stamp_ns, color, depth, camera, map_T_camera, base_below(map_T_camera)))
    return len(frames)


def map_from_world(up: str) -> NDArray[np.float64]:
    """map_R_world (3, 3): turns the axis named by up ("x", "-y", ...) into z; the world's z, else x, into x."""
    axis = _AXES.get(up.lstrip("+-"))
    if axis is None or len(up) > 2:
        raise BagError(f"{up!r} is no axis; up must be one of x, -x, y, -y, z, -z")
    z = np.array(axis) * (-1.0 if up.startswith("-") else 1.0)
    x = np.array(_AXES["x"] if up.endswith("z") else _AXES["z"])
    return np.stack([x, np.cross(z, x), z])


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
