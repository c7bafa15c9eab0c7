"""How far odometry errs.

Borenstein and Feng 1996 ("Measurement and correction of systematic odometry errors in mobile robots") tell what is
the same all along (scale) from what is not (slip); between them is what wanders slowly (drift).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class OdometryModel:
    """The default errs nowhere."""

    scale_share: float = 0.0
    """Every way is told so much too long."""
    turn_scale_share: float = 0.0
    """Every turn is told so much too far."""
    drift_m_per_m: float = 0.0
    """Deviation, in x and in y of the map, of the error that each metre adds; its direction changes slowly."""
    drift_deg_per_m: float = 0.0
    """Deviation of the error of yaw that each metre adds; likewise."""
    drift_share_of_turn: float = 0.0
    """Deviation of the share that each turn is told too far or too short; likewise."""
    drift_holds_m: float = 50.0
    """After so many metres, the drift has largely changed."""
    slips_per_m: float = 0.0
    """How often the wheels turn and the robot does not go."""
    slip_m: float = 0.1
    """How far the robot then takes itself to have gone."""
    tells_covariance: bool = False
    """Whether it says how far it may be off: its drift since the start. Only where nothing localises the robot."""
