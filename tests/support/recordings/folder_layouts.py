"""Folders of the small room in the layouts that datasets have."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from embodied_memory.geometry.transforms import pose_from_matrix
from recordings.bag_layouts import world_T_map
from recordings.small_room import COLOR_CAMERA, COLOR_T_DEPTH, DEPTH_CAMERA, SECOND, View, drive

INTRINSICS = ("--fx", 60, "--fy", 60, "--cx", 39.5, "--cy", 29.5)
UNTOLD_POSE = np.full((4, 4), -np.inf)


@dataclass(frozen=True)
class Folder:
    """One way to write a folder. world: as in bag_layouts; bad: numbers of frames and their poses."""

    write: Callable[[Path, list[View], list[np.ndarray]], None]
    world: str = "level"
    bad: tuple[tuple[int, np.ndarray], ...] = ()
    has_intrinsics: bool = False
    views: int = 8


def write_folder(path: Path, layout: Folder) -> Path:
    path.mkdir(parents=True)
    views = drive(layout.views)
    poses = [world_T_map(layout.world, views) @ view.map_T_camera for view in views]
    for number, pose in layout.bad:
        poses[number] = pose
    layout.write(path, views, poses)
    return path


def _color(file: Path, view: View) -> None:
    file.parent.mkdir(exist_ok=True)
    Image.fromarray(view.color).save(file, **({"quality": 95} if file.suffix == ".jpg" else {}))


def _depth(file: Path, depth: np.ndarray, scale: float = 0.001) -> None:
    file.parent.mkdir(exist_ok=True)
    Image.fromarray(np.round(depth / scale).astype(np.uint16)).save(file)


def _seven(pose: np.ndarray) -> str:
    if not np.isfinite(pose).all():
        return " ".join(["nan"] * 7)
    return " ".join(f"{value:.6f}" for part in pose_from_matrix(pose) for value in part)


def _matrix(pose: np.ndarray, one_line: bool = False) -> str:
    return (" " if one_line else "\n").join(" ".join(f"{value:.6f}" for value in row) for row in pose)


def plain(
    color: str = ".png", depth: str = ".png", poses: str = "seven", intrinsics: str = ""
) -> Callable[..., None]:
    """color/N, depth/N and pose.txt (or pose/N.txt); poses: seven | sixteen | files."""

    def write(path: Path, views: list[View], frames: list[np.ndarray]) -> None:
        for number, view in enumerate(views, start=1):
            _color(path / "color" / f"{number}{color}", view)
            _depth(path / "depth" / f"{number}{depth}", view.depth)
        if poses == "files":
            (path / "pose").mkdir()
            for number, pose in enumerate(frames, start=1):
                (path / "pose" / f"{number}.txt").write_text(_matrix(pose))
        else:
            lines = [_seven(pose) if poses == "seven" else _matrix(pose, one_line=True) for pose in frames]
            (path / "pose.txt").write_text("\n".join(lines) + "\n")
        camera = COLOR_CAMERA
        texts = {
            "matrix": f"{camera.fx} 0 {camera.cx}\n0 {camera.fy} {camera.cy}\n0 0 1\n",
            "four": f"{camera.fx} {camera.fy} {camera.cx} {camera.cy}\n",
            "json": json.dumps({name: getattr(camera, name) for name in ("width", "height", "fx", "fy", "cx", "cy")}),
        }
        if intrinsics:
            (path / ("intrinsics.json" if intrinsics == "json" else "intrinsics.txt")).write_text(texts[intrinsics])

    return write


def tum(path: Path, views: list[View], poses: list[np.ndarray]) -> None:
    """rgb.txt, depth.txt, groundtruth.txt; depth a little later, poses at a rate of their own; 5000 units a metre."""
    colors, depths, truth = ["# color images"], ["# depth maps"], ["# timestamp tx ty tz qx qy qz qw"]
    for view, pose in zip(views, poses, strict=True):
        second = view.stamp_ns / SECOND
        _color(path / "rgb" / f"{second:.6f}.png", view)
        _depth(path / "depth" / f"{second + 0.012:.6f}.png", view.depth, 1 / 5000)
        colors.append(f"{second:.6f} rgb/{second:.6f}.png")
        depths.append(f"{second + 0.012:.6f} depth/{second + 0.012:.6f}.png")
        truth += [f"{second + shift:.4f} {_seven(pose)}" for shift in (-0.004, 0.006)]
    for name, lines in (("rgb", colors), ("depth", depths), ("groundtruth", truth)):
        (path / f"{name}.txt").write_text("\n".join(lines) + "\n")


def scannet(path: Path, views: list[View], poses: list[np.ndarray]) -> None:
    """color/N.jpg, depth/N.png of another size, pose/N.txt 4x4, intrinsic/*.txt 4x4."""
    for number, (view, pose) in enumerate(zip(views, poses, strict=True)):
        _color(path / "color" / f"{number}.jpg", view)
        _depth(path / "depth" / f"{number}.png", view.other_depth)
        (path / "pose").mkdir(exist_ok=True)
        (path / "pose" / f"{number}.txt").write_text(_matrix(pose))
    (path / "intrinsic").mkdir()
    for name, camera in (("color", COLOR_CAMERA), ("depth", DEPTH_CAMERA)):
        k = np.eye(4)
        k[0, 0], k[1, 1], k[0, 2], k[1, 2] = camera.fx, camera.fy, camera.cx, camera.cy
        (path / "intrinsic" / f"intrinsic_{name}.txt").write_text(_matrix(k))
        (path / "intrinsic" / f"extrinsic_{name}.txt").write_text(
            _matrix(COLOR_T_DEPTH if name == "depth" else np.eye(4))
        )


def seven_scenes(path: Path, views: list[View], poses: list[np.ndarray]) -> None:
    """frame-000000.color.png, .depth.png (65535: unknown), .pose.txt."""
    for number, (view, pose) in enumerate(zip(views, poses, strict=True)):
        _color(path / f"frame-{number:06d}.color.png", view)
        depth = view.depth.copy()
        depth[:5, :5] = 65.535
        _depth(path / f"frame-{number:06d}.depth.png", depth)
        (path / f"frame-{number:06d}.pose.txt").write_text(_matrix(pose))


NAN_POSE = np.full((4, 4), np.nan)
SCALED_POSE = np.diag([2.0, 2.0, 2.0, 1.0])
FOLDERS: dict[str, tuple[Folder, tuple[object, ...]]] = {
    "plain png": (Folder(plain()), INTRINSICS),
    "plain jpg": (Folder(plain(color=".jpg")), INTRINSICS),
    "plain pgm": (Folder(plain(depth=".pgm")), INTRINSICS),
    "poses of 16 numbers": (Folder(plain(poses="sixteen")), INTRINSICS),
    "poses in files": (Folder(plain(poses="files")), INTRINSICS),
    "intrinsics as matrix": (Folder(plain(intrinsics="matrix")), ()),
    "intrinsics as four numbers": (Folder(plain(intrinsics="four")), ()),
    "intrinsics as json": (Folder(plain(intrinsics="json")), ()),
    "TUM": (Folder(tum), INTRINSICS),
    "ScanNet": (Folder(scannet), ()),
    "ScanNet, poses of -inf": (Folder(scannet, bad=((2, UNTOLD_POSE), (5, UNTOLD_POSE))), ()),
    "7-Scenes": (Folder(seven_scenes), INTRINSICS),
    "7-Scenes, bad poses": (Folder(seven_scenes, bad=((1, NAN_POSE), (3, SCALED_POSE))), INTRINSICS),
    "plain, a pose of nan": (Folder(plain(), bad=((3, NAN_POSE),)), INTRINSICS),
    "the world is the first camera": (Folder(plain(), world="optical"), INTRINSICS),
    "the world is tilted": (Folder(plain(), world="tilted"), INTRINSICS),
}
