"""Times one peer on the recorded sequence. Runs in the peers' environment: imports numpy and the peer only.

python measure_peer.py NAME FOLDER SENSORS     prints one line of JSON: median_ms, frames, version, quality of the map
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
from quality import OCCUPIED, UNKNOWN, quality

RESOLUTION_M, RANGE_M, STRIDE_PX = 0.1, 5.0, 4
INWARDS_M = 1e-3
"""A surface on the border of two voxels belongs to the one behind it, as in the truth."""


def frames(folder: Path, sensors: str) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """(depth, map_T_camera, camera matrix) of every frame."""
    camera = np.load(folder / "camera.npy")
    poses = np.load(folder / "poses.npy")
    depths = np.load(folder / f"depths_{sensors}.npy", mmap_mode="r")
    for depth, pose in zip(depths, poses, strict=True):
        yield np.array(depth), pose, camera


def points_in_map(depth: np.ndarray, pose: np.ndarray, camera: np.ndarray) -> np.ndarray:
    """(N, 3) float64 of every fourth pixel in both directions. Not timed: peers are given their points."""
    v, u = np.mgrid[0 : depth.shape[0] : STRIDE_PX, 0 : depth.shape[1] : STRIDE_PX]
    z = depth[::STRIDE_PX, ::STRIDE_PX].astype(np.float64)
    local = np.stack([(u - camera[0, 2]) / camera[0, 0] * z, (v - camera[1, 2]) / camera[1, 1] * z, z], axis=-1)
    return np.ascontiguousarray(local[z > 0] @ pose[:3, :3].T + pose[:3, 3])


def timed(calls: Iterator[Callable[[], object]]) -> dict[str, object]:
    """Median CPU time of the calls, all threads of the process counted."""
    times = []
    for call in calls:
        start = time.process_time()
        call()
        times.append((time.process_time() - start) * 1e3)
    return {"median_ms": statistics.median(times), "frames": len(times)}


def octomap_python(folder: Path, sensors: str, discretize: bool) -> dict[str, object]:
    import octomap

    tree = octomap.OcTree(RESOLUTION_M)

    def calls() -> Iterator[Callable[[], object]]:
        for depth, pose, camera in frames(folder, sensors):
            points, origin = points_in_map(depth, pose, camera), pose[:3, 3].copy()
            yield lambda p=points, o=origin: tree.insertPointCloud(p, o, maxrange=RANGE_M, discretize=discretize)

    return timed(calls()) | quality(tree.getLabels, folder)


def pyoctomap(folder: Path, sensors: str, discretize: bool) -> dict[str, object]:
    import pyoctomap as package

    tree = package.OcTree(RESOLUTION_M)

    def calls() -> Iterator[Callable[[], object]]:
        for depth, pose, camera in frames(folder, sensors):
            points, origin = points_in_map(depth, pose, camera), pose[:3, 3].copy()
            yield lambda p=points, o=origin: tree.insertPointCloud(p, o, max_range=RANGE_M, discretize=discretize)

    return timed(calls()) | quality(tree.getLabels, folder)


def open3d_vbg(folder: Path, sensors: str) -> dict[str, object]:
    import open3d
    import open3d.core as core

    grid = open3d.t.geometry.VoxelBlockGrid(
        ("tsdf", "weight"), (core.float32, core.float32), ((1), (1)), RESOLUTION_M, 8, 10000, core.Device("CPU:0")
    )

    def integrate(depth: object, camera: object, extrinsic: object) -> None:
        blocks = grid.compute_unique_block_coordinates(depth, camera, extrinsic, 1.0, RANGE_M)
        grid.integrate(blocks, depth, camera, extrinsic, 1.0, RANGE_M)

    def calls() -> Iterator[Callable[[], object]]:
        for depth, pose, matrix in frames(folder, sensors):
            image = open3d.t.geometry.Image(core.Tensor(depth))
            camera, extrinsic = core.Tensor(matrix), core.Tensor(np.linalg.inv(pose))
            yield lambda i=image, c=camera, e=extrinsic: integrate(i, c, e)

    timing = timed(calls())
    surface = grid.extract_point_cloud()
    points, normals = surface.point.positions.numpy(), surface.point.normals.numpy()
    occupied = set(map(tuple, voxels_of(points - INWARDS_M * normals).tolist()))

    def labels_at(centres: np.ndarray) -> np.ndarray:
        found = [tuple(voxel) in occupied for voxel in voxels_of(centres).tolist()]
        return np.where(found, OCCUPIED, UNKNOWN)

    return timing | quality(labels_at, folder, knows_free=False)


def voxels_of(points: np.ndarray) -> np.ndarray:
    """(N, 3) numbers of the voxels that points lie in."""
    return np.floor(points / RESOLUTION_M).astype(int)


def dbscan(folder: Path, sensors: str) -> dict[str, object]:
    """Clusters of each recorded mask of unexplored cells, kept beside the mask as dbscan_N.npy."""
    from sklearn.cluster import DBSCAN

    paths = sorted(folder.glob("mask_*.npy"))
    min_samples = int(np.load(folder / "min_samples.npy"))
    found: list[tuple[np.ndarray, np.ndarray]] = []

    def cluster(mask: np.ndarray) -> None:
        cells = np.argwhere(mask)
        found.append((cells, DBSCAN(eps=1.5, min_samples=min_samples).fit(cells).labels_))

    cluster(np.load(paths[0]))
    found.clear()
    timing = timed(partial(cluster, mask) for mask in [np.load(path) for path in paths])
    for path, (cells, labels) in zip(paths, found, strict=True):
        result = np.full(np.load(path).shape, -1, np.int32)
        result[cells[:, 0], cells[:, 1]] = labels
        np.save(path.with_name(path.name.replace("mask", "dbscan")), result)
    return timing


PEERS: dict[str, tuple[str, Callable[[Path, str], dict[str, object]]]] = {
    "octomap_python": ("octomap-python", partial(octomap_python, discretize=False)),
    "octomap_python_discretized": ("octomap-python", partial(octomap_python, discretize=True)),
    "pyoctomap": ("pyoctomap", partial(pyoctomap, discretize=False)),
    "pyoctomap_discretized": ("pyoctomap", partial(pyoctomap, discretize=True)),
    "open3d_vbg": ("open3d", open3d_vbg),
    "dbscan": ("scikit-learn", dbscan),
}


def main() -> None:
    name, folder, sensors = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    package, measure = PEERS[name]
    print(json.dumps({**measure(folder, sensors), "version": importlib.metadata.version(package)}))


if __name__ == "__main__":
    main()
