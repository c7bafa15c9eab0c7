"""The map and its frontiers.

"LMEE" is "Explore with Long-term Memory" (section given); "3D-Mem" its public GOAT-Bench configuration.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class VoxelMapConfig:
    """Occupancy mapping (LMEE, section 14)."""

    resolution_m: float = 0.1
    max_range_m: float = 5.0
    min_depth_m: float = 0.1
    stride_px: int = 1
    min_height_m: float = -0.2
    max_height_m: float = 2.4
    extent_m: float = 40.0
    """Side of the square the map can cover, centred on the first observation; it grows beyond it."""
    max_extent_m: float = 200.0
    """An observation that would make the map wider than this is refused: its pose must be wrong."""
    clearance_m: float = 0.3
    """The robot stood there, so what is unknown this close to its trajectory is free (3D-Mem)."""
    hit_evidence: int = 8
    max_evidence: int = 24
    """A sharp hit adds hit_evidence up to max_evidence, a blurred one less and up to as many times less. Where a
    cell is seen through it loses as much."""
    hit_share: float = 0.15
    """Of the pixels that a cell fills, so many make a hit count in full."""
    free_deviations: float = 2.0
    """A cell nearer than this in front of what was measured is neither hit nor seen through."""
    depth_proportional: float = 0.0
    depth_square_per_m: float = 0.0
    """The deviation of depth z is at least sqrt((proportional z)^2 + (square_per_m z^2)^2); views tell how much."""
    pose_deviation_m: float = 0.03
    pose_deviation_deg: float = 0.5
    """The camera's pose deviates at least this much, and more where an observation's covariance says so."""
    floor_tilt_deg: float = 1.0
    floor_deviations: float = 3.0
    """What rises above the floor by no more than this tilt and noise is floor."""
    free_margin_m: float = 0.02
    """A cell is seen through when the surface lies at least this far behind its centre."""
    occupied_margin_m: float = 0.1
    """The same for a cell known as occupied, and behind all of the cell: a surface may touch only a corner."""


@dataclass(frozen=True)
class FrontierConfig:
    """Frontiers (LMEE, section 14)."""

    slice_height_m: float = 0.4
    explored_radius_m: float = 1.7
    min_cells: int = 20
    border_min_cells: int = 10
    """Where nothing free is unexplored: the least size of a border, two cells deep, with what is unknown."""
    same_frontier_iou: float = 0.95
    max_angle_deg: float = 150.0
    robot_radius_m: float = 0.25
    min_neighbours: int = 4
    """DBSCAN's min_samples, itself counted, with eps 1.5 cells: strips one cell wide join nothing."""
    obstacle_low_m: float = 0.1
    obstacle_high_m: float = 1.2
    """Anything occupied between these heights blocks the robot."""
    obstacle_evidence: int = 12
    lone_evidence: int = 24
    """The evidence of a column that blocks the robot, beside others and alone; a sharp hit is worth 8."""
    wall_low_m: float = 1.5
    wall_high_m: float = 1.9
    """What stands here hides what is behind it; it is above most furniture and below lintels."""
