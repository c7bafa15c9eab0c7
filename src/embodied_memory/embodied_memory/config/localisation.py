"""How poses that may be wrong are levelled, registered and judged."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class LevellingConfig:
    """The tilt and height of the camera, told from the floor that it sees."""

    max_tilt_deg: float = 7.0
    """A camera is tilted at most this much more than it is said to be; what needs more is refused."""
    max_height_error_m: float = 0.15
    least_tilt_deg: float = 0.1
    """Less than this, or than 2.5 of its own deviations, is left alone: an exact view stays exact."""
    least_height_m: float = 0.006
    min_patches: int = 30
    """Fewer patches of floor tell nothing."""
    tilt_deviation_deg: float = 0.15
    """Of what one view says, however much floor it shows: carpets and thresholds are not at height zero."""
    height_deviation_m: float = 0.006
    refused_tilt_deg: float = 20.0
    """A base or a floor tilted by more than this is no floor: the frame of gravity is wrong."""


@dataclass(frozen=True)
class RegistrationConfig:
    """The fit of a view to what earlier views saw."""

    voxel_m: float = 0.2
    """Side of the cells that hold one surfel for each direction it faces."""
    min_height_m: float = 0.15
    max_height_m: float = 2.3
    max_range_m: float = 6.0
    max_extent_m: float = 200.0
    """Patches farther than half of this from where the robot began are not kept."""
    reach_m: float = 0.3
    """A patch is compared with surfels at most this far off."""
    min_patches: int = 60
    """Of a view, that have something to be compared with."""
    min_overlap: float = 0.2
    """Share of a view's patches that must have something to be compared with."""
    min_fit: float = 0.75
    """Share of those that must lie where the map has them, within their deviation, where most overlap;"""
    min_fit_alone: float = 0.88
    """and where hardly enough do: a few surfaces fit in many places."""
    contradiction: float = 0.45
    """A smaller share, with an overlap of contradicted, says that the robot is not where it is believed to be."""
    contradicted: float = 0.4
    clear_overlap: float = 0.45
    """A fit far from where the robot is believed to be must have this much overlap, and this much agreement:"""
    clear_fit: float = 0.82
    deviation_m: float = 0.004
    """Of a fit, however many patches there are; corners and curved things are no planes."""
    deviation_deg: float = 0.05
    search_reach_m: float = 1.0
    """The wide search compares points as far apart as this."""
    search_turn_deg: float = 40.0
    """What fits only when turned more than this is another place that looks alike."""
    search_points: int = 700
    """Points of a view in the wide search."""


@dataclass(frozen=True)
class MotionConfig:
    """How a robot moves, and how its pose goes wrong on the way."""

    top_speed_m_s: float = 1.5
    turn_rate_deg_s: float = 180.0
    jump_margin_m: float = 0.25
    """A pose may be off by this much more than the robot can have driven before it counts as a jump."""
    jump_margin_deg: float = 8.0
    still_m: float = 0.002
    """A base that is said to have moved less than this, and turned less than still_deg, stood still."""
    still_deg: float = 0.05
    drift: float = 0.03
    """Deviation of the pose as a share of the way, where nothing is known."""
    drift_deg_per_m: float = 0.3
    noise_m: float = 0.03
    """Deviation of each new pose, until the robot's own has been seen."""
    noise_deg: float = 0.7


@dataclass(frozen=True)
class TrustConfig:
    """When a pose is good enough, and what is said of one that is not."""

    drifting_m: float = 0.1
    """A deviation above this, or above drifting_deg, is called drifting: views are used, and say so."""
    drifting_deg: float = 2.5
    lost_m: float = 1.0
    """A pose whose covariance says more than this, or more than lost_deg, is no pose: the robot is lost."""
    lost_deg: float = 30.0
    views_to_trust: int = 6
    """Views in a row that nothing contradicts before a pose is believed again without having been registered."""
    revision_m: float = 0.06
    """What was written since the last good fix is moved if it was off by more than this, or by revision_deg."""
    revision_deg: float = 1.0


@dataclass(frozen=True)
class LocalisationConfig:
    """Poses that may be wrong (see the module `localisation`)."""

    enabled: bool = True
    """Whether poses are levelled and corrected; otherwise they are taken as they come."""
    levelling: LevellingConfig = field(default_factory=LevellingConfig)
    registration: RegistrationConfig = field(default_factory=RegistrationConfig)
    motion: MotionConfig = field(default_factory=MotionConfig)
    trust: TrustConfig = field(default_factory=TrustConfig)
