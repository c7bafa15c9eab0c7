"""How far off the robot is localised in its map."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LocalisationModel:
    """The default is right. Without localisation, the pose is what odometry makes of it."""

    present: bool = True
    """Whether there is any."""
    offset_m: float = 0.0
    """Deviation in x and in y."""
    offset_deg: float = 0.0
    """Deviation of yaw."""
    correlation_s: float = 10.0
    """The offset wanders: after so long it is largely another one."""
    white_share: float = 0.2
    """Of the deviation: drawn anew for every view."""
    jumps_per_min: float = 0.0
    """How often the pose jumps; it comes back as the offset wanders."""
    jump_m: float = 0.3
    """How far."""
    jump_deg: float = 5.0
    """Deviation of the turn that goes with it."""
    losses_per_min: float = 0.0
    """How often the robot is lost: its pose is anywhere around, and the covariance says so."""
    loss_s: float = 5.0
    """For how long."""
    loss_m: float = 1.0
    """How far off it then is."""
    tells_covariance: bool = True
    """Whether it says how far it may be off; a jump it does not notice."""
