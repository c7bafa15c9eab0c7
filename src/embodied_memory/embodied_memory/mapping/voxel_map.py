"""The voxel map: which space is occupied, which is free, which nobody has seen (LMEE, section 14)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import VoxelMapConfig
from embodied_memory.geometry.pose import MapRevision
from embodied_memory.mapping.depth_view import DepthView, check_not_constant, check_unit, clear_around, standing_point
from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice
from embodied_memory.mapping.sensor_model import STEP_M, DepthSensor, SensorModel, hit_rules
from embodied_memory.mapping.unfixed_writing import (
    FreedBox,
    MapCopy,
    MappedView,
    Position,
    UnfixedWriting,
    moved_cells,
)
from embodied_memory.mapping.voxel_evidence import (
    HIT_MARK,
    POOL,
    add_hits,
    carve_free_space,
    pool_depth,
    release_hits,
    vote,
)
from embodied_memory.observation import InvalidObservationError, Observation

_GROWTH_CELLS = 64
_JUST_FREE = -1


class VoxelMap:
    """Occupancy by hits and projective carving: each frame touches only the cells of its frustum.

    The cells of pixels are hit; a cell is seen through when its centre projects in front of the pooled depth. Both
    count for as much as the deviation at their distance lets them, so that what is seen from near overrides what was
    guessed from afar, and what is seen from afar never becomes certain. The map starts as a square around the first
    observation and grows without losing anything. Cell borders lie at multiples of the resolution in the map frame,
    so that cells of two moments can be compared.
    """

    def __init__(self, config: VoxelMapConfig) -> None:
        if not 0 < config.hit_evidence <= config.max_evidence < HIT_MARK // 2:
            raise ValueError(f"0 < hit_evidence <= max_evidence < {HIT_MARK // 2} does not hold")
        self.config = config
        self.stamp_ns = 0
        self._levels = round((config.max_height_m - config.min_height_m) / config.resolution_m)
        self._corner = np.zeros(2, np.int64)
        self._evidence = np.zeros((0, 0, self._levels), np.int8)
        self._seen = np.zeros((2, 2), np.int64)
        self._trajectory: list[Position] = []
        self._unfixed = UnfixedWriting()
        self._sensor = DepthSensor(config)
        self._votes = np.zeros_like(self._evidence, np.uint8)
        self._hits, self._depths = np.zeros(0, np.int64), np.zeros(0, np.float32)
        self._pooled = np.zeros((0, 0), np.float32)

    @property
    def trajectory(self) -> NDArray[np.float64]:
        """(N, 3) where the robot's base was at each integrated observation."""
        return np.array(self._trajectory, np.float64).reshape(-1, 3)

    def integrate(self, observation: Observation, may_move: bool = False) -> None:
        """Add one observation. may_move: nobody is sure where it was taken from; `revise` may move it yet.

        Raises InvalidObservationError, with nothing recorded, for depth without a single measurement, in the wrong
        unit or the same everywhere, a pose that is no rigid motion or lies absurdly far away, or a stamp older than
        the newest one.
        """
        if self._trajectory and observation.stamp_ns < self.stamp_ns:
            late = (self.stamp_ns - observation.stamp_ns) / 1e9
            raise InvalidObservationError(
                f"observation is {late:.3f} s older than the newest in the map:"
                " restart mapping if the clock was reset"
            )
        view = DepthView(observation, self.config.stride_px)
        check_unit(view.depth)
        check_not_constant(view.depth, observation.map_T_camera)
        view.depth, model = self._sensor.measure(view.depth, observation)
        if not may_move:
            self._unfixed.clear()
        self._write(MappedView(observation.stamp_ns, view, model, standing_point(observation)), may_move)

    def revise(self, revision: MapRevision) -> None:
        """Move what was written, the whole map or what was written unsure in a span of time.

        The whole map is cut into cells anew. Of a span, views are taken back and written again from where they were
        really taken; what is not kept any more, or was not unsure when it was written, stays where it is.
        """
        if revision.is_whole:
            self._unfixed.clear()
            self._move_all(revision)
        elif not self._unfixed.is_empty:
            before, writings = self._unfixed.revised(revision)
            self._unfixed.clear()
            self._restore(before)
            for writing in writings:
                if isinstance(writing, MappedView):
                    self._write(writing, may_move=True)
                else:
                    self._free(writing)

    @property
    def deviation_m(self) -> float:
        """Of the camera's depth across a room, metres."""
        return self._sensor.deviation_m

    def occupancy(self) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
        """(origin, cells): the part of the map that was ever looked at.

        origin: (x, y, z) of the outer corner of cell [0, 0, 0]; cells: (nx, ny, nz) int8, indexed by x, y
        and z, with the values UNKNOWN, FREE and OCCUPIED.
        """
        low, high = self._seen
        block = self._evidence[low[0] : high[0], low[1] : high[1]]
        cells = np.where(block > 0, OCCUPIED, np.where(block < 0, FREE, UNKNOWN)).astype(np.int8)
        corner = (self._corner + low) * self.config.resolution_m
        return np.array([*corner, self.config.min_height_m]), cells

    def occupied_centres(self) -> NDArray[np.float64]:
        """(N, 3) centres of the occupied cells, metres in the map frame."""
        low, high = self._seen
        cells = np.argwhere(self._evidence[low[0] : high[0], low[1] : high[1]] > 0)
        corner = np.array([*(self._corner + low), 0])
        centres = (cells + corner + 0.5) * self.config.resolution_m
        return np.asarray(centres + np.array([0.0, 0.0, self.config.min_height_m]), np.float64)

    def free_box(self, low: Position, high: Position) -> None:
        """Take back that anything is in a box, (x, y, z) of its corners in map: what was there moves about."""
        self._free(FreedBox(self.stamp_ns, low, high))

    def _free(self, box: FreedBox) -> None:
        if not self._unfixed.is_empty:
            self._unfixed.keep(box)
        base = np.array([*self._corner, self.config.min_height_m / self.config.resolution_m])
        cells = [
            np.floor(np.array(corner) / self.config.resolution_m - base).astype(int) for corner in (box.low, box.high)
        ]
        first = np.clip(cells[0], 0, self._evidence.shape)
        stop = np.clip(cells[1] + 1, 0, self._evidence.shape)
        block = self._evidence[first[0] : stop[0], first[1] : stop[1], first[2] : stop[2]]
        block[block > 0] = _JUST_FREE

    def slice_at(self, height_m: float) -> OccupancySlice:
        """The layer of cells at a height above the map's z = 0.

        Unknown cells within clearance_m of the trajectory are free. Raises ValueError for a height that
        the map does not reach.
        """
        level = self.level_of(height_m)
        layer = self.evidence_between(level, level + 1)[:, :, 0].T
        cells = np.where(layer > 0, OCCUPIED, np.where(layer < 0, FREE, UNKNOWN)).astype(np.int8)
        grid = self.as_slice(cells)
        clear_around(grid, self.trajectory, self.config.clearance_m)
        return grid

    def level_of(self, height_m: float) -> int:
        """Index of the layer of cells that begins at or contains a height."""
        level = int(np.floor((height_m - self.config.min_height_m) / self.config.resolution_m + 1e-6))
        if not 0 <= level < self._levels:
            low, high = self.config.min_height_m, self.config.max_height_m
            raise ValueError(f"height {height_m} m is outside the map, which covers {low} m to {high} m")
        return level

    def evidence_between(self, first: int, stop: int) -> NDArray[np.int8]:
        """(nx, ny, stop - first) view of the evidence of some layers: above 0 occupied, below 0 free."""
        low, high = self._seen
        return self._evidence[low[0] : high[0], low[1] : high[1], first:stop]

    def as_slice(self, cells: NDArray[np.int8]) -> OccupancySlice:
        """Give (ny, nx) cells of the part that was looked at their place in the map frame."""
        x, y = (self._corner + self._seen[0]) * self.config.resolution_m
        origin, resolution_m = (float(x), float(y)), self.config.resolution_m
        return OccupancySlice(self.stamp_ns, origin, resolution_m, np.ascontiguousarray(cells))

    def _write(self, written: MappedView, may_move: bool) -> None:
        """Raises InvalidObservationError, with nothing recorded, where it cannot."""
        view, model = written.view, written.model
        far = min(self._pool(view, model), self.config.max_range_m)
        bounds = view.floor_bounds(far, self.config)
        self._cover(*bounds)
        if may_move:
            if self._unfixed.needs_copy:
                self._unfixed.begin(self._copy())
            self._unfixed.keep(written)
        self._add(view, model, bounds, far)
        self._trajectory.append(written.place)
        self.stamp_ns = written.stamp_ns

    def _copy(self) -> MapCopy:
        low, high = self._seen
        block = self._evidence[low[0] : high[0], low[1] : high[1]].copy()
        return MapCopy(self._corner + low, block, len(self._trajectory))

    def _restore(self, before: MapCopy) -> None:
        self._show(before.low, before.evidence)
        del self._trajectory[before.places :]

    def _move_all(self, revision: MapRevision) -> None:
        """The evidence nearest to where each cell was; the stamp stays."""
        if not self._trajectory:
            return
        low, high = self._seen
        block = self._evidence[low[0] : high[0], low[1] : high[1]]
        corner, cells = moved_cells(self._corner + low, block, revision.map_T_map, self.config.resolution_m)
        self._cover(corner, corner + cells.shape[:2])
        self._show(corner, cells)
        moved = revision.moved(self.trajectory).tolist()
        self._trajectory = [(x, y, z) for x, y, z in moved]

    def _show(self, corner: NDArray[np.int64], cells: NDArray[np.int8]) -> None:
        """Replace the evidence. corner: of the cells, counted from map zero; the map must cover them."""
        self._evidence[:] = 0
        if not cells.size:
            self._seen[:] = 0
            return
        low = corner - self._corner
        high = low + cells.shape[:2]
        self._evidence[low[0] : high[0], low[1] : high[1]] = cells
        self._seen = np.stack([low, high])

    def _pool(self, view: DepthView, model: SensorModel) -> float:
        """Fill the pooled depth; the greatest depth measured. Touches nothing of the map."""
        shape = view.pooled_shape
        if min(shape) == 0:
            raise InvalidObservationError(f"depth image {view.depth.shape} is smaller than {POOL}x{POOL} samples")
        if self._pooled.shape != shape:
            self._pooled = np.zeros(shape, np.float32)
        deepest = pool_depth(view.depth, self.config.min_depth_m, model.band(self.config), self._pooled)
        if deepest == 0:
            raise InvalidObservationError(
                f"depth holds no measurement of {self.config.min_depth_m} m or more: every sampled pixel is"
                " zero, negative, NaN or infinite; check the depth topic and its unit"
            )
        return float(deepest)

    def _add(
        self, view: DepthView, model: SensorModel, bounds: tuple[NDArray[np.int64], NDArray[np.int64]], far: float
    ) -> None:
        """Hits first, then carve around them, so that a surface survives its own frame."""
        config = self.config
        corner = np.array([*self._corner, config.min_height_m / config.resolution_m])
        grid_T_camera = view.grid_T_camera(corner, config.resolution_m)
        hits = self._hit(view, model, grid_T_camera)
        low, high = (bound - self._corner for bound in bounds)
        origin, steps = view.columns(corner, config.resolution_m)
        carve_free_space(
            self._pooled,
            view.planes(config.min_depth_m, far),
            (int(low[0]), int(low[1])),
            (int(high[0]), int(high[1])),
            origin,
            steps,
            config.max_range_m / config.resolution_m,
            (float(grid_T_camera[0, 3]), float(grid_T_camera[1, 3])),
            (config.free_margin_m, config.occupied_margin_m),
            view.spread(config.resolution_m),
            model.weights,
            1.0 / STEP_M,
            self._evidence,
        )
        release_hits(self._evidence, hits)
        self._seen = _union(self._seen, low, high)

    def _hit(self, view: DepthView, model: SensorModel, grid_T_camera: NDArray[np.float64]) -> NDArray[np.int64]:
        """Count the pixels of each cell and weigh them; the cells, which are marked in the evidence."""
        if self._hits.size < view.depth.size:
            self._hits = np.zeros(view.depth.size, np.int64)
            self._depths = np.zeros(view.depth.size, np.float32)
        if self._votes.shape != self._evidence.shape:
            self._votes = np.zeros(self._evidence.shape, np.uint8)
        rules = hit_rules(self.config, model, view.pinhole)
        ranges = (self.config.min_depth_m, self.config.max_range_m)
        count = vote(view.depth, view.pinhole, grid_T_camera, ranges, rules, self._votes, self._hits, self._depths)
        hits = self._hits[:count]
        add_hits(hits, self._depths[:count], float(grid_T_camera[2, 3]), rules, self._votes, self._evidence)
        return hits

    def _cover(self, low: NDArray[np.int64], high: NDArray[np.int64]) -> None:
        """Grow until the cells low (inclusive) to high (exclusive), counted from map zero, fit."""
        size = np.array(self._evidence.shape[:2])
        if not self._trajectory:
            half = round(self.config.extent_m / self.config.resolution_m / 2)
            middle = (low + high) // 2
            low, high = np.minimum(low, middle - half), np.maximum(high, middle + half)
            self._corner, size = low, np.zeros(2, np.int64)
        elif (low >= self._corner).all() and (high <= self._corner + size).all():
            return
        new_low = np.where(low < self._corner, low - _GROWTH_CELLS, self._corner)
        new_high = np.where(high > self._corner + size, high + _GROWTH_CELLS, self._corner + size)
        if (new_high - new_low).max() * self.config.resolution_m > self.config.max_extent_m:
            raise InvalidObservationError(
                f"observation would make the map wider than {self.config.max_extent_m} m:"
                " its pose must be wrong, or raise max_extent_m"
            )
        grown = np.zeros((*(new_high - new_low), self._levels), np.int8)
        shift = self._corner - new_low
        grown[shift[0] : shift[0] + size[0], shift[1] : shift[1] + size[1]] = self._evidence[: size[0], : size[1]]
        self._seen = self._seen + shift if self._seen.any() else self._seen
        self._evidence, self._corner = grown, new_low


def _union(seen: NDArray[np.int64], low: NDArray[np.int64], high: NDArray[np.int64]) -> NDArray[np.int64]:
    if not seen.any():
        return np.stack([low, high])
    return np.stack([np.minimum(seen[0], low), np.maximum(seen[1], high)])
