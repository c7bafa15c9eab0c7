"""Frontiers: free space that nobody has explored, and where to stand to explore it; wide ones are split, so that
each part lies in one direction (LMEE, section 14).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import FrontierConfig
from embodied_memory.geometry.pose import Point
from embodied_memory.mapping.clusters import cells_of_clusters, cluster_cells
from embodied_memory.mapping.grid import FREE, UNKNOWN, OccupancySlice
from embodied_memory.mapping.path_planner import spread_distances, travel_distances


@dataclass(frozen=True, eq=False)
class Frontier:
    """F = (r, p, I_obs) of LMEE, section 14.

    region: (N, 2) centres (x, y) of its cells, metres in map. boundary_point: (x, y) the robot can get to,
    where the region borders on what is explored. view: a small JPEG looking at it, empty if there is none.
    frontier_id stays as long as the region does: intersection over union of at least 0.95.
    """

    frontier_id: int
    region: NDArray[np.float64]
    boundary_point: Point
    area_m2: float
    view: bytes = b""


_MAX_ROUNDS = 50


def angular_width(cells: NDArray[np.int64], viewpoint: NDArray[np.float64]) -> float:
    """Radians of the smallest sector, seen from the viewpoint, that holds all cells (N, 2)."""
    offset = cells - viewpoint
    bearings = np.sort(np.arctan2(offset[:, 0], offset[:, 1]))
    gaps = np.diff(bearings, append=bearings[0] + 2 * np.pi)
    return float(2 * np.pi - gaps.max())


def split_wide(
    cells: NDArray[np.int64], viewpoint: NDArray[np.float64], max_angle: float, min_cells: int
) -> list[NDArray[np.int64]]:
    """Parts of a region by K-means, K the least that could make each narrow enough; [cells] if it is.

    A region is left whole where a part would have fewer than min_cells cells.
    """
    width = angular_width(cells, viewpoint)
    if width <= max_angle:
        return [cells]
    labels = kmeans(cells.astype(np.float64), int(np.ceil(width / max_angle)))
    parts = [cells[labels == label] for label in np.unique(labels)]
    return parts if min(map(len, parts)) >= min_cells else [cells]


def kmeans(points: NDArray[np.float64], count: int) -> NDArray[np.int64]:
    """(N,) labels of Lloyd's algorithm. Deterministic: it starts from points far from one another."""
    centres = points[[int(np.argmax(np.sum((points - points.mean(axis=0)) ** 2, axis=1)))]]
    while len(centres) < count:
        away = _squared_distances(points, centres).min(axis=1)
        centres = np.vstack([centres, points[int(np.argmax(away))]])
    labels = np.full(len(points), -1)
    for _ in range(_MAX_ROUNDS):
        nearest = _squared_distances(points, centres).argmin(axis=1)
        if np.array_equal(nearest, labels):
            break
        labels = nearest
        kept = [points[labels == label].mean(axis=0) for label in range(len(centres)) if (labels == label).any()]
        centres = np.array(kept)
    return labels


def _squared_distances(points: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.sum((points[:, None] - centres[None]) ** 2, axis=2))


Cells = frozenset[tuple[int, int]]


class FrontierMap:
    """Keeps frontiers from one update to the next. The same slices in the same order give the same ids."""

    def __init__(self, config: FrontierConfig) -> None:
        self._config = config
        self._clusters: list[tuple[Cells, list[Cells]]] = []
        self._ids: dict[Cells, int] = {}
        self._next_id = 1

    def update(self, slice: OccupancySlice, explored: NDArray[np.bool_], robot_xy: Point) -> tuple[Frontier, ...]:
        """The frontiers of a navigable slice, in the order of their ids; explored: its explored_mask.

        A region is a DBSCAN cluster (see cluster_cells) of free unexplored cells, split where it spans more
        than max_angle_deg seen from the robot. A frontier that the robot cannot reach is left out, but
        keeps its id should it become reachable. Where no such region is left, what is unknown next to free
        space counts: the robot may have passed by without looking that way, which the paper does not treat.
        """
        free = slice.cells == FREE
        mask = free & ~explored
        before = self._clusters, self._ids
        unexplored = self._cluster(mask, self._config.min_cells, slice, robot_xy)
        travel = travel_distances(slice, robot_xy, self._config.robot_radius_m)
        found = self._reachable(unexplored, slice, explored, travel)
        if not found:
            self._clusters, self._ids = before  # borders, too, keep their ids from one update to the next
            border = self._cluster(_unknown_border(slice), self._config.border_min_cells, slice, robot_xy)
            found = self._reachable(unexplored + border, slice, explored, travel)
        return found

    def _reachable(
        self,
        clusters: list[tuple[Cells, list[Cells]]],
        slice: OccupancySlice,
        explored: NDArray[np.bool_],
        travel: NDArray[np.float32],
    ) -> tuple[Frontier, ...]:
        """Number the clusters' parts; those that the robot can get to, as frontiers."""
        self._clusters = clusters
        self._number()
        near = self._config.robot_radius_m / slice.resolution_m + 1
        found = []
        for part, frontier_id in self._ids.items():
            region = np.array(sorted(part), np.int64)
            point = _boundary_point(region - slice.corner, slice.cells == FREE, explored, travel, near)
            if point is not None:
                centres = np.asarray((region[:, ::-1] + 0.5) * slice.resolution_m, np.float64)
                area = len(region) * slice.resolution_m**2
                found.append(Frontier(frontier_id, centres, slice.centre_of(*point), area))
        return tuple(sorted(found, key=lambda frontier: frontier.frontier_id))

    def _cluster(
        self, mask: NDArray[np.bool_], min_cells: int, slice: OccupancySlice, robot_xy: Point
    ) -> list[tuple[Cells, list[Cells]]]:
        """Each cluster of a mask with its parts, in cells counted from the origin of map."""
        labels, count = cluster_cells(mask, self._config.min_neighbours)
        robot = np.array(robot_xy[::-1]) / slice.resolution_m - 0.5
        found = cells_of_clusters(labels, count, min_cells)
        return [self._follow(cells + slice.corner, self._clusters, robot) for cells in found]

    def _follow(
        self, cells: NDArray[np.int64], previous: list[tuple[Cells, list[Cells]]], robot: NDArray[np.float64]
    ) -> tuple[Cells, list[Cells]]:
        """The earlier version of a cluster with its parts while it still fits, else a new one."""
        now: Cells = frozenset(map(tuple, cells.tolist()))
        for before, parts in previous:
            if _iou(now, before) >= self._config.same_frontier_iou:
                return before, parts
        angle = np.radians(self._config.max_angle_deg)
        split = split_wide(cells, robot, angle, self._config.min_cells)
        return now, [frozenset(map(tuple, part.tolist())) for part in split]

    def _number(self) -> None:
        """Ids for all parts: that of the earlier part it (nearly) is, else a new one."""
        before, self._ids = self._ids, {}
        for part in (part for _, parts in self._clusters for part in parts):
            same = max(before, key=lambda other: _iou(part, other), default=None)
            if same is not None and _iou(part, same) >= self._config.same_frontier_iou:
                self._ids[same] = before.pop(same)
            else:
                self._ids[part] = self._next_id
                self._next_id += 1


def _unknown_border(slice: OccupancySlice) -> NDArray[np.bool_]:
    """Unknown cells within two of a free one: a strip of one cell is no cluster."""
    near_free = _with_neighbours(_with_neighbours(slice.cells == FREE))
    return np.asarray(near_free & (slice.cells == UNKNOWN))


def _iou(one: Cells, other: Cells) -> float:
    smaller, larger = sorted((len(one), len(other)))
    if smaller < 0.5 * larger:  # cannot matter, and spares the intersection
        return 0.0
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)


def _boundary_point(
    region: NDArray[np.int64],
    free: NDArray[np.bool_],
    explored: NDArray[np.bool_],
    travel: NDArray[np.float32],
    near: float,
) -> tuple[int, int] | None:
    """Where to go: the middle of the border with the explored area, as near to it as the robot can get.

    First choice: reachable cells of the region that touch the explored area, the one nearest to their
    centroid; then the nearest one to travel to in the region, then within `near` cells of it over free ones.
    """
    inside = np.zeros(travel.shape, np.bool_)
    region = region[((region >= 0) & (region < travel.shape)).all(axis=1)]
    inside[region[:, 0], region[:, 1]] = True
    reachable = np.isfinite(travel)
    touching = np.argwhere(inside & reachable & _with_neighbours(free & explored))
    if len(touching):
        away = np.hypot(*(touching - touching.mean(axis=0)).T)
        row, column = touching[int(np.argmin(away))]
        return int(row), int(column)
    for reach in (0.0, near):
        ways = np.where(np.isfinite(spread_distances(free, region, reach)), travel, np.inf)
        if np.isfinite(ways).any():
            row, column = divmod(int(np.argmin(ways)), ways.shape[1])
            return row, column
    return None


def _with_neighbours(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    padded = np.pad(mask, 1)
    wide = padded[:, :-2] | padded[:, 1:-1] | padded[:, 2:]
    return np.asarray(wide[:-2] | wide[1:-1] | wide[2:])
