"""The fit of a view to the map, in the three numbers that a levelled robot on a floor can be wrong by.

Point to plane (Chen and Medioni, "Object modelling by registration of multiple range images", 1992), each patch
weighed by its deviation and by the kernel of Geman and McClure. Where the pose may be off by a metre,
Generalised ICP (Segal, Haehnel and Thrun, 2009; small_gicp) finds the way from far off, and `fit_to_map`
refines and judges what it finds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import small_gicp
from numpy.typing import NDArray

from embodied_memory.config.senses import RegistrationConfig
from embodied_memory.geometry.compiled import compiled
from embodied_memory.localisation.planar import planar, spatial, step_between, wrapped
from embodied_memory.localisation.surfels import SIDES, Patches, SurfelMap

Array = NDArray[np.float64]

_STEPS = 20
_WIDTHS_M, _NARROWING, _LEAST_WIDTH_M = (0.15, 0.05), 0.6, 0.02
_REACH_M = 0.15
"""Surfaces farther off than this, and than two widths, are others: a cupboard stands before its wall."""
_BESIDE_M = 0.17
"""A surface that ends need not go on: a patch farther beside what was seen of it than this may be of another."""
_SURE = 0.9
"""A fit in which so many agree need not be tried with another width."""
_SAME_SIDE = 0.7
"""Least cosine between the normals of a patch and of what it is compared with."""
_VAGUE_M, _ARM_M = 0.1, 2.0
"""A direction known no better than this is not known. Turns count as what they move at arm's length."""
_MISTAKEN = 4.0
"""Information must be so many times what tilted normals alone would give."""
_ALIKE = 10.0
"""Patches of one surface are wrong alike: so many count as one in what a fit claims."""
PLENTY = 0.6
"""Overlap that leaves no doubt which surfaces belong together. Where hardly any overlap,"""
_DOUBT_M, _DOUBT_RAD = 0.04, 0.015
"""one surface may be taken for another: deviations of what a fit says then."""
_UNKNOWN = 25.0
"""Variance, m2 or rad2, of what a fit says nothing about."""


@dataclass(frozen=True, eq=False)
class Fit:
    """Where a view fits the map, and how well.

    pose: (3,) of the base in map. covariance: (3, 3) of it, in the frame of the base. patches: that stand upright;
    compared: those with a surfel to be compared with; agreeing: those of them that lie on it within their deviation;
    agreeing_at_start: as many did where the fit began. excess: how much larger residuals are than deviations say, 1
    if they are as they should be.
    """

    pose: Array
    covariance: Array
    patches: int
    compared: int
    agreeing: int
    agreeing_at_start: int = 0
    excess: float = 1.0

    @property
    def overlap(self) -> float:
        """Share of the patches that the map knows something about."""
        return self.compared / max(self.patches, 1)

    @property
    def agreement(self) -> float:
        """Share of those that lie where the map has them."""
        return self.agreeing / max(self.compared, 1)


def fit_to_map(
    patches: Patches, surfels: SurfelMap, start: Array, config: RegistrationConfig, noise_factor: float = 1.0
) -> Fit:
    """Move the base from the start (3,) until its upright patches, in its own frame, lie on the map.

    noise_factor: how much more than they say the patches are off, as earlier fits have shown.
    """
    if not len(patches) or not len(surfels):
        return Fit(np.array(start), _UNKNOWN * np.eye(3), len(patches), 0, 0)
    view = np.column_stack([patches.points, patches.normals, (noise_factor * patches.deviations) ** 2])
    grid = (surfels.origin, config.voxel_m, config.reach_m, config.deviation_m)
    best: tuple[Array, Array, Array] | None = None
    for width in _WIDTHS_M:
        tried = solve_pose(view, surfels.rows, surfels.cells, grid, np.array(start), width)
        if best is None or tried[2][1] > best[2][1]:
            best = tried
        if best[2][1] >= _SURE * best[2][0]:
            break
    assert best is not None
    at_start = agreeing_at(view, surfels.rows, surfels.cells, grid, np.array(start))
    return _as_fit(*best, at_start, len(patches), config)


def _as_fit(
    pose: Array, information: Array, counts: Array, at_start: int, patches: int, config: RegistrationConfig
) -> Fit:
    """counts: (compared, agreeing, excess)."""
    compared, agreeing, excess = int(counts[0]), int(counts[1]), float(counts[2])
    least = np.diag([config.deviation_m**2, config.deviation_m**2, np.radians(config.deviation_deg) ** 2])
    claimed = np.linalg.inv(information + np.eye(3) / _UNKNOWN) * max(excess, 1.0) ** 2
    covariance = np.asarray(claimed + least, np.float64)
    pose[2] = wrapped(pose[2])
    doubt = np.clip(1.0 - compared / max(patches, 1) / PLENTY, 0.0, 1.0) * np.array([_DOUBT_M, _DOUBT_M, _DOUBT_RAD])
    return Fit(pose, covariance + np.diag(doubt**2), patches, compared, agreeing, at_start, excess)


@compiled
def solve_pose(
    view: Array,
    rows: Array,
    cells: NDArray[np.int32],
    grid: tuple[Array, float, float, float],
    pose: Array,
    width: float,
) -> tuple[Array, Array, Array]:
    """(pose (3,), information (3, 3) in the frame of the base, (compared, agreeing, excess)).

    view: (N, 7) point, normal, variance in the frame of the base; rows, cells: of the map; grid: its origin, the side
    of a cell, the greatest distance, the least deviation. pose: where to begin, changed. width: of the kernel at
    first, metres.
    """
    sums, counts = np.zeros((2, 3, 3)), np.zeros(3)
    inverse, known = np.zeros((3, 3)), np.zeros((3, 3))
    last = False
    ratios = np.empty(view.shape[0])
    for number in range(_STEPS):
        near = (grid[0], grid[1], min(grid[2], max(_REACH_M, 2.0 * width)), grid[3])
        slope = _add_residuals(view, rows, cells, near, pose, width, sums, counts, ratios)
        inverse, known = _observable(sums[0], sums[1])
        if last or counts[0] < 6:
            break
        step = -inverse @ slope
        cos, sin = np.cos(pose[2]), np.sin(pose[2])
        pose[0] += cos * step[0] - sin * step[1]
        pose[1] += sin * step[0] + cos * step[1]
        pose[2] += step[2]
        still = abs(step[0]) + abs(step[1]) < 3e-4 and abs(step[2]) < 2e-4
        last = number == _STEPS - 2 or (still and width <= _LEAST_WIDTH_M)
        width = max(width * _NARROWING, _LEAST_WIDTH_M) if not still else _LEAST_WIDTH_M
    compared = int(counts[0])
    if compared:
        counts[2] = np.median(ratios[:compared]) / 0.6745
    return pose, known, counts


@compiled
def agreeing_at(
    view: Array, rows: Array, cells: NDArray[np.int32], grid: tuple[Array, float, float, float], pose: Array
) -> int:
    """How many patches lie on the map at a pose; arguments as of `solve_pose`."""
    sums, counts, ratios = np.zeros((2, 3, 3)), np.zeros(3), np.empty(view.shape[0])
    near = (grid[0], grid[1], min(grid[2], _REACH_M), grid[3])
    _add_residuals(view, rows, cells, near, pose, _LEAST_WIDTH_M, sums, counts, ratios)
    return int(counts[1])


@compiled
def _observable(information: Array, mistaken: Array) -> tuple[Array, Array]:
    """(inverse, information), both of the directions alone that surfaces constrain, and zero in the others.

    mistaken: the information that tilted normals would give if nothing were constrained. Along a corridor it is all
    there is (Zhang, Kaess and Singh, "On degeneracy of optimization-based state estimation problems", 2016).
    """
    scale = np.array([1.0, 1.0, 1.0 / _ARM_M])
    scaled = information * scale.reshape(3, 1) * scale.reshape(1, 3)
    values, vectors = np.linalg.eigh(scaled)
    inverse, known = np.zeros((3, 3)), np.zeros((3, 3))
    for k in range(3):
        direction = vectors[:, k] * scale
        amiss = direction @ mistaken @ direction
        if values[k] < _VAGUE_M**-2 or values[k] < _MISTAKEN * amiss:
            continue
        back = vectors[:, k] / scale
        inverse += np.outer(direction, direction) / values[k]
        known += np.outer(back, back) * (values[k] - amiss) / _ALIKE
    return inverse, known


@compiled
def _add_residuals(
    view: Array,
    rows: Array,
    cells: NDArray[np.int32],
    grid: tuple[Array, float, float, float],
    pose: Array,
    width: float,
    sums: Array,
    counts: Array,
    ratios: Array,
) -> Array:
    """The slope (3,) of the cost at a pose.

    Fills sums (2, 3, 3), the information and how much of it tilted normals may have made up, counts (compared,
    agreeing) and, for each patch that is compared, its residual in deviations.
    """
    least = grid[3]
    cos, sin = np.cos(pose[2]), np.sin(pose[2])
    slope, arm, amiss = np.zeros(3), np.zeros(3), np.zeros(3)
    sums[:] = 0.0
    compared, agreeing = 0, 0
    for i in range(view.shape[0]):
        px, py = cos * view[i, 0] - sin * view[i, 1], sin * view[i, 0] + cos * view[i, 1]
        nx, ny = cos * view[i, 3] - sin * view[i, 4], sin * view[i, 3] + cos * view[i, 4]
        x, y, z = px + pose[0], py + pose[1], view[i, 2]
        at = _nearest(x, y, z, (nx, ny, view[i, 5]), rows, cells, grid)
        if at < 0:
            continue
        mx, my, mz = rows[at, 3], rows[at, 4], rows[at, 5]
        residual = mx * (x - rows[at, 0]) + my * (y - rows[at, 1]) + mz * (z - rows[at, 2])
        variance = view[i, 6] + 1.0 / rows[at, 6] + least * least
        ratios[compared] = abs(residual) / np.sqrt(variance)
        compared += 1
        if residual * residual < 9.0 * variance + least * least:
            agreeing += 1
        scale = width * width + 4.0 * variance
        weight = (scale / (scale + residual * residual)) ** 2 / variance
        arm[0], arm[1], arm[2] = cos * mx + sin * my, cos * my - sin * mx, px * my - py * mx
        amiss[0], amiss[1], amiss[2] = -arm[1], arm[0], px * mx + py * my
        for a in range(3):
            slope[a] += weight * arm[a] * residual
            for b in range(3):
                sums[0, a, b] += weight * arm[a] * arm[b]
                sums[1, a, b] += weight / rows[at, 7] * amiss[a] * amiss[b]
    counts[0], counts[1] = compared, agreeing
    return slope


@compiled
def _nearest(
    x: float,
    y: float,
    z: float,
    normal: tuple[float, float, float],
    rows: Array,
    cells: NDArray[np.int32],
    grid: tuple[Array, float, float, float],
) -> int:
    """The nearest surfel that faces the same way, within reach along its normal; -1 if there is none."""
    origin, size, reach, _ = grid
    i0, j0 = int(np.floor((x - origin[0]) / size)), int(np.floor((y - origin[1]) / size))
    level = (z - origin[2]) / size - 0.5
    k0 = int(np.floor(level))
    best, found = 1e9, -1
    for i in range(max(i0 - 1, 0), min(i0 + 2, cells.shape[0])):
        for j in range(max(j0 - 1, 0), min(j0 + 2, cells.shape[1])):
            for k in range(max(k0, 0), min(k0 + 2, cells.shape[2])):
                for side in range(SIDES):
                    at = cells[i, j, k, side]
                    if at < 0:
                        continue
                    mx, my, mz = rows[at, 3], rows[at, 4], rows[at, 5]
                    if mx * normal[0] + my * normal[1] + mz * normal[2] < _SAME_SIDE:
                        continue
                    dx, dy, dz = x - rows[at, 0], y - rows[at, 1], z - rows[at, 2]
                    along = mx * dx + my * dy + mz * dz
                    distance = dx * dx + dy * dy + dz * dz
                    if distance < best and abs(along) < reach and distance - along * along < _BESIDE_M**2:
                        best, found = distance, at
    return found


_NEIGHBOURS = 10
_FEWEST_POINTS = 40
_CAMERA_HEIGHT_M = 1.0
_CLEAR_M, _CLEAR_RAD = 0.05, 0.02
_FLOOR_M = np.arange(-3.0, 3.01, 0.5)
"""A levelled robot stands on level floor, whatever the view shows of it: points of it, this far from the robot."""


def search_map(
    patches: Patches,
    surfels: SurfelMap,
    starts: Iterable[Array],
    config: RegistrationConfig,
    noise_factor: float = 1.0,
) -> Fit | None:
    """The best fit of upright patches, in the frame of the base, from the starts (3,); None if none is good."""
    best: Fit | None = None
    for start in starts:
        found = _pulled_in(patches, surfels, start, config)
        if found is None:
            continue
        fit = fit_to_map(patches, surfels, found, config, noise_factor)
        if (
            is_good(fit, config)
            and _is_near(fit.pose, start, config)
            and (best is None or fit.agreeing > best.agreeing)
        ):
            best = fit
        if best is not None and best.overlap > 0.6 and best.agreement > 0.9:
            break
    return best


def is_good(fit: Fit, config: RegistrationConfig) -> bool:
    """Whether enough of a view lies on the map for it to stand there. The less overlaps, the better that must fit."""
    enough = fit.compared >= config.min_patches and fit.overlap >= config.min_overlap
    scarce = np.clip((PLENTY - fit.overlap) / (PLENTY - config.min_overlap), 0.0, 1.0)
    return bool(enough and fit.agreement >= config.min_fit + scarce * (config.min_fit_alone - config.min_fit))


def is_clear(fit: Fit, config: RegistrationConfig) -> bool:
    """Whether a view fits so well, and in all directions, that the robot must be there."""
    deviations = np.sqrt(np.diag(fit.covariance))
    known = max(deviations[:2]) < _CLEAR_M and deviations[2] < _CLEAR_RAD
    return (
        known and is_good(fit, config) and fit.overlap >= config.clear_overlap and fit.agreement >= config.clear_fit
    )


def _is_near(pose: Array, start: Array, config: RegistrationConfig) -> bool:
    step = step_between(start, pose)
    return float(np.hypot(step[0], step[1])) < config.search_reach_m and bool(
        abs(step[2]) < np.radians(config.search_turn_deg)
    )


def _pulled_in(patches: Patches, surfels: SurfelMap, start: Array, config: RegistrationConfig) -> Array | None:
    """The pose (3,) that generalised ICP goes to; None if there are too few points, or it does not settle."""
    known = _facing(surfels.rows, start, config.max_range_m + config.search_reach_m)
    if len(known) < _FEWEST_POINTS or len(patches) < _FEWEST_POINTS:
        return None
    every = max(1, len(patches) // config.search_points)
    target = small_gicp.PointCloud(np.vstack([known, _floor_around(start[:2])]))
    source = small_gicp.PointCloud(np.vstack([patches.points[::every], _floor_around(np.zeros(2))]))
    tree = small_gicp.KdTree(target, num_threads=1)
    small_gicp.estimate_covariances(target, tree, num_neighbors=_NEIGHBOURS, num_threads=1)
    small_gicp.estimate_covariances(source, num_neighbors=_NEIGHBOURS, num_threads=1)
    result = small_gicp.align(
        target,
        source,
        tree,
        init_T_target_source=spatial(start),
        registration_type="GICP",
        max_correspondence_distance=config.search_reach_m,
        num_threads=1,
        max_iterations=40,
    )
    found = np.asarray(result.T_target_source)
    return planar(found) if np.isfinite(found).all() else None


def _facing(rows: Array, start: Array, reach_m: float) -> Array:
    """(N, 3) points of surfels near a pose that show it their front: a wall has another side."""
    away = rows[:, :3] - np.array([start[0], start[1], _CAMERA_HEIGHT_M])
    near = away[:, 0] ** 2 + away[:, 1] ** 2 < reach_m**2
    return np.asarray(rows[near & (np.einsum("ij,ij->i", away, rows[:, 3:6]) < 0), :3])


def _floor_around(middle: Array) -> Array:
    """(N, 3) points of level floor around a place (2,)."""
    x, y = np.meshgrid(middle[0] + _FLOOR_M, middle[1] + _FLOOR_M)
    return np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)
