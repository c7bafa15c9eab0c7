"""Where a view fits the map when its pose may be off by a metre and some tens of degrees.

Generalised ICP (Segal, Haehnel and Thrun, 2009) as in the library small_gicp finds its way from far off, but knows
neither the deviation of a depth camera nor a levelled robot; `fit_to_map` refines and judges what it finds.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import small_gicp
from numpy.typing import NDArray

from embodied_memory.config.localisation import RegistrationConfig
from embodied_memory.localisation.patches import Patches
from embodied_memory.localisation.planar import planar, spatial, step_between
from embodied_memory.localisation.surfel_fit import PLENTY, Fit, fit_to_map
from embodied_memory.localisation.surfel_map import SurfelMap

Array = NDArray[np.float64]

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
