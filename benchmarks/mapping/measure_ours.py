"""Times our map and our frontier clusters on the recorded sequence, and scores the map.

python measure_ours.py FOLDER     prints one line of JSON; leaves the masks it clustered in the folder
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import statistics
import sys
import time
from pathlib import Path

import numpy as np
from truth import SceneTruth

from embodied_memory.config import Config
from embodied_memory.mapping.clusters import cells_of_clusters, cluster_cells
from embodied_memory.mapping.grid import FREE, OCCUPIED
from embodied_memory.mapping.mapper import Mapper
from embodied_memory.mapping.voxel_map import VoxelMap
from embodied_memory.observation import CameraIntrinsics, Observation

MASK_EVERY = 10


def observations(folder: Path) -> list[Observation]:
    """The sequence without its colours, which no occupancy map looks at."""
    camera, poses, bases = (np.load(folder / f"{name}.npy") for name in ("camera", "poses", "bases"))
    depths = np.load(folder / "depths.npy", mmap_mode="r")
    height, width = depths.shape[1:]
    intrinsics = CameraIntrinsics(width, height, camera[0, 0], camera[1, 1], camera[0, 2], camera[1, 2])
    color = np.zeros((height, width, 3), np.uint8)
    return [
        Observation(index, color, np.asarray(depths[index]), intrinsics, poses[index], bases[index])
        for index in range(len(poses))
    ]


def time_mapping(sequence: list[Observation]) -> tuple[VoxelMap, dict[str, object]]:
    """Median CPU time of VoxelMap.integrate; the first frame compiles and is left out."""
    voxel_map = VoxelMap(Config().voxel_map)
    times = []
    for observation in sequence:
        depth = np.array(observation.depth)  # read from disk outside of the clock, as for the peers
        fresh = Observation(
            observation.stamp_ns, observation.color, depth, observation.intrinsics, observation.map_T_camera
        )
        start = time.process_time()
        voxel_map.integrate(fresh)
        times.append((time.process_time() - start) * 1e3)
    return voxel_map, {"median_ms": statistics.median(times[1:]), "frames": len(times)}


def score(voxel_map: VoxelMap, folder: Path) -> dict[str, float]:
    """Recalls against the truth of the scene, on the voxels that the map covers."""
    origin, cells = voxel_map.occupancy()
    truth = SceneTruth(origin, cells.shape, voxel_map.config)
    camera, poses = np.load(folder / "camera.npy"), np.load(folder / "poses.npy")
    for depth, pose in zip(np.load(folder / "depths.npy", mmap_mode="r"), poses, strict=True):
        truth.add(np.array(depth), pose, camera)
    return {
        "occupied_recall": float((cells[truth.occupied] == OCCUPIED).mean()),
        "occupied_marked_free": float((cells[truth.occupied] == FREE).mean()),
        "free_recall": float((cells[truth.free] == FREE).mean()),
        "occupied_voxels": int(truth.occupied.sum()),
        "free_voxels": int(truth.free.sum()),
    }


def time_clusters(sequence: list[Observation], folder: Path) -> dict[str, object]:
    """Median CPU time of one frontier clustering, over the unexplored cells of every tenth frame's slice."""
    config = Config()
    mapper = Mapper(config)
    masks, times = [], []
    for index, observation in enumerate(sequence):
        mapper.integrate(observation)
        if index % MASK_EVERY == MASK_EVERY - 1:
            snapshot = mapper.snapshot()
            masks.append((snapshot.slice.cells == FREE) & ~snapshot.explored)
    masks = [mask for mask in masks if mask.any()]
    cluster_cells(masks[0], config.frontier.min_neighbours)
    for number, mask in enumerate(masks):
        start = time.process_time()
        labels, count = cluster_cells(mask, config.frontier.min_neighbours)
        cells_of_clusters(labels, count, 1)
        times.append((time.process_time() - start) * 1e3)
        np.save(folder / f"mask_{number:04}.npy", mask)
        np.save(folder / f"ours_{number:04}.npy", labels)
    np.save(folder / "min_samples.npy", config.frontier.min_neighbours)
    return {"median_ms": statistics.median(times), "slices": len(times), "shape": list(masks[-1].shape)}


def main() -> None:
    folder = Path(sys.argv[1])
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    sequence = observations(folder)
    voxel_map, mapping = time_mapping(sequence)
    result = {
        "mapping": mapping,
        "clusters": time_clusters(sequence, folder),
        "quality": score(voxel_map, folder),
        "versions": {name: importlib.metadata.version(name) for name in ("numpy", "numba")},
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
