"""Records the sequence that everybody is measured on: a robot with an RGB-D camera walks through a home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from embodied_memory.observation import CameraIntrinsics, Observation
from household.generation import generate_home
from household.navigation import NavigationGrid
from household.renderer import Rendering
from household.robot import CameraMount, HomeRobot
from household.sensors.depth_noise import DepthNoise
from household.sensors.load_sensors import load_sensors

MOUNT = CameraMount(width=640, height=480)
SENSORS = ("exact", "good", "fair")
"""Their depth alone: everybody is told the true poses, as the peers have no localisation."""


def record(folder: Path, seed: int, frames: int) -> None:
    """Write depths_NAME.npy (N, 480, 640) metres for each sensors, poses.npy (N, 4, 4) map_T_camera, bases.npy and
    camera.npy. The same views for all; the seed is that of the noise, too.
    """
    shape = (frames, MOUNT.height, MOUNT.width)
    depths = {
        name: np.lib.format.open_memmap(folder / f"depths_{name}.npy", mode="w+", dtype=np.float32, shape=shape)
        for name in SENSORS
    }
    noise = {
        name: DepthNoise(load_sensors(name).depth, np.random.default_rng([seed, number]))
        for number, name in enumerate(SENSORS)
    }
    poses, bases = np.zeros((frames, 4, 4)), np.zeros((frames, 4, 4))
    c = MOUNT.intrinsics
    for index, (observation, picture) in enumerate(walk(seed, frames)):
        for name in SENSORS:
            depths[name][index] = noise[name].measured(picture, c)
        poses[index], bases[index] = observation.map_T_camera, observation.map_T_base
    np.save(folder / "camera.npy", np.array([[c.fx, 0, c.cx], [0, c.fy, c.cy], [0, 0, 1]]))
    np.save(folder / "poses.npy", poses)
    np.save(folder / "bases.npy", bases)


def walk(seed: int, frames: int, mount: CameraMount = MOUNT) -> Iterator[tuple[Observation, Rendering]]:
    """One exact view a step of 0.25 m or 30 degrees, on the way from one random free pose to the next."""
    home = generate_home(seed)
    robot, navigation, rng = HomeRobot(home, mount), NavigationGrid(home), np.random.default_rng(seed)
    pictures: list[Rendering] = []
    robot.on_picture = pictures.append
    taken = 0
    while taken < frames:
        for _ in robot.drive_to(*navigation.free_pose(rng)):
            if taken == frames:
                return
            pictures.clear()
            view = robot.view(0.0, taken)
            assert view is not None, "exact sensors lose no view"
            yield view, pictures[0]
            taken += 1


def observations(folder: Path, sensors: str) -> list[Observation]:
    """The recorded sequence without its colours, which no occupancy map looks at."""
    camera, poses, bases = (np.load(folder / f"{name}.npy") for name in ("camera", "poses", "bases"))
    depths = np.load(folder / f"depths_{sensors}.npy", mmap_mode="r")
    height, width = depths.shape[1:]
    intrinsics = CameraIntrinsics(width, height, camera[0, 0], camera[1, 1], camera[0, 2], camera[1, 2])
    color = np.zeros((height, width, 3), np.uint8)
    return [
        Observation(index, color, np.asarray(depths[index]), intrinsics, poses[index], bases[index])
        for index in range(len(poses))
    ]
