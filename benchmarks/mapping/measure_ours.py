"""Times our map on the recorded sequence and scores it; on exact depth also times our frontier clusters.

python measure_ours.py FOLDER SENSORS     prints one line of JSON; leaves the masks it clustered in the folder
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
import quality
from quality import Labels
from sequence import observations

from embodied_memory.config import Config
from embodied_memory.mapping.clusters import cells_of_clusters, cluster_cells
from embodied_memory.mapping.grid import FREE, OCCUPIED
from embodied_memory.mapping.mapper import Mapper
from embodied_memory.mapping.occupancy_slice import navigable_slice
from embodied_memory.mapping.voxel_map import VoxelMap
from embodied_memory.observation import Observation

MASK_EVERY = 10


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


def labels_of(voxel_map: VoxelMap) -> Labels:
    """What the map says at points."""
    origin, cells = voxel_map.occupancy()
    named = {OCCUPIED: quality.OCCUPIED, FREE: quality.FREE}

    def labels_at(points: np.ndarray) -> np.ndarray:
        index = np.floor((points - origin) / voxel_map.config.resolution_m).astype(int)
        inside = ((index >= 0) & (index < cells.shape)).all(axis=1)
        found = np.full(len(points), quality.UNKNOWN)
        values = cells[tuple(index[inside].T)]
        found[inside] = np.select([values == one for one in named], list(named.values()), quality.UNKNOWN)
        return found

    return labels_at


def blocked_in(voxel_map: VoxelMap) -> Labels:
    """Whether the slice that the robot drives by blocks columns (N, L, 3)."""
    grid = navigable_slice(voxel_map, Config().frontier)

    def blocked(columns: np.ndarray) -> np.ndarray:
        index = np.floor((columns[:, 0, :2] - grid.origin) / grid.resolution_m).astype(int)
        inside = ((index >= 0) & (index < grid.cells.shape[::-1])).all(axis=1)
        found = np.zeros(len(columns), np.bool_)
        found[inside] = grid.cells[index[inside, 1], index[inside, 0]] == OCCUPIED
        return found

    return blocked


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
    folder, sensors = Path(sys.argv[1]), sys.argv[2]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    sequence = observations(folder, sensors)
    voxel_map, mapping = time_mapping(sequence)
    result = {"mapping": mapping | quality.quality(labels_of(voxel_map), folder, blocked=blocked_in(voxel_map))}
    if sensors == "exact":
        result["clusters"] = time_clusters(sequence, folder)
    versions = {name: importlib.metadata.version(name) for name in ("numpy", "numba")}
    print(json.dumps(result | {"versions": versions}))


if __name__ == "__main__":
    main()
