"""Times one peer on the recorded sequence. Runs in the peers' environment: imports numpy and the peer only.

python measure_peer.py NAME FOLDER     prints one line of JSON: median_ms, frames, version, settings
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

RESOLUTION_M, RANGE_M, STRIDE_PX = 0.1, 5.0, 4


def frames(folder: Path) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """(depth, map_T_camera, camera matrix) of every frame."""
    camera = np.load(folder / "camera.npy")
    poses = np.load(folder / "poses.npy")
    depths = np.load(folder / "depths.npy", mmap_mode="r")
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


def octomap_python(folder: Path, discretize: bool) -> dict[str, object]:
    import octomap

    tree = octomap.OcTree(RESOLUTION_M)

    def calls() -> Iterator[Callable[[], object]]:
        for depth, pose, camera in frames(folder):
            points, origin = points_in_map(depth, pose, camera), pose[:3, 3].copy()
            yield lambda p=points, o=origin: tree.insertPointCloud(p, o, maxrange=RANGE_M, discretize=discretize)

    return timed(calls())


def pyoctomap(folder: Path, discretize: bool) -> dict[str, object]:
    import pyoctomap as package

    tree = package.OcTree(RESOLUTION_M)

    def calls() -> Iterator[Callable[[], object]]:
        for depth, pose, camera in frames(folder):
            points, origin = points_in_map(depth, pose, camera), pose[:3, 3].copy()
            yield lambda p=points, o=origin: tree.insertPointCloud(p, o, max_range=RANGE_M, discretize=discretize)

    return timed(calls())


def open3d_vbg(folder: Path) -> dict[str, object]:
    import open3d
    import open3d.core as core

    grid = open3d.t.geometry.VoxelBlockGrid(
        ("tsdf", "weight"), (core.float32, core.float32), ((1), (1)), RESOLUTION_M, 8, 10000, core.Device("CPU:0")
    )

    def integrate(depth: object, camera: object, extrinsic: object) -> None:
        blocks = grid.compute_unique_block_coordinates(depth, camera, extrinsic, 1.0, RANGE_M)
        grid.integrate(blocks, depth, camera, extrinsic, 1.0, RANGE_M)

    def calls() -> Iterator[Callable[[], object]]:
        for depth, pose, matrix in frames(folder):
            image = open3d.t.geometry.Image(core.Tensor(depth))
            camera, extrinsic = core.Tensor(matrix), core.Tensor(np.linalg.inv(pose))
            yield lambda i=image, c=camera, e=extrinsic: integrate(i, c, e)

    return timed(calls())


def dbscan(folder: Path) -> dict[str, object]:
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


PEERS: dict[str, tuple[str, Callable[[Path], dict[str, object]]]] = {
    "octomap_python": ("octomap-python", lambda folder: octomap_python(folder, False)),
    "octomap_python_discretized": ("octomap-python", lambda folder: octomap_python(folder, True)),
    "pyoctomap": ("pyoctomap", lambda folder: pyoctomap(folder, False)),
    "pyoctomap_discretized": ("pyoctomap", lambda folder: pyoctomap(folder, True)),
    "open3d_vbg": ("open3d", open3d_vbg),
    "dbscan": ("scikit-learn", dbscan),
}


def main() -> None:
    name, folder = sys.argv[1], Path(sys.argv[2])
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    package, measure = PEERS[name]
    print(json.dumps({**measure(folder), "version": importlib.metadata.version(package)}))


if __name__ == "__main__":
    main()
