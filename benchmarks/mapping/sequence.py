"""Records the sequence that everybody is measured on: a robot with an RGB-D camera walks through a home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from embodied_memory.observation import Observation
from household.generation import generate_home
from household.navigation import NavigationGrid
from household.robot import CameraMount, HomeRobot

MOUNT = CameraMount(width=640, height=480)


def record(folder: Path, seed: int, frames: int) -> None:
    """Write depths.npy (N, 480, 640) metres, poses.npy (N, 4, 4) map_T_camera, bases.npy and camera.npy."""
    depths = np.lib.format.open_memmap(
        folder / "depths.npy", mode="w+", dtype=np.float32, shape=(frames, MOUNT.height, MOUNT.width)
    )
    poses, bases = np.zeros((frames, 4, 4)), np.zeros((frames, 4, 4))
    for index, observation in enumerate(walk(seed, frames)):
        depths[index] = observation.depth
        poses[index], bases[index] = observation.map_T_camera, observation.map_T_base
    c = MOUNT.intrinsics
    np.save(folder / "camera.npy", np.array([[c.fx, 0, c.cx], [0, c.fy, c.cy], [0, 0, 1]]))
    np.save(folder / "poses.npy", poses)
    np.save(folder / "bases.npy", bases)


def walk(seed: int, frames: int) -> Iterator[Observation]:
    """One view a step of 0.25 m or 30 degrees, on the way from one random free pose to the next."""
    home = generate_home(seed)
    robot, navigation, rng = HomeRobot(home, MOUNT), NavigationGrid(home), np.random.default_rng(seed)
    taken = 0
    while taken < frames:
        for _ in robot.drive_to(*navigation.free_pose(rng)):
            if taken == frames:
                return
            yield robot.view(0.0, taken)
            taken += 1
