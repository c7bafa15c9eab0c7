"""How far a depth camera errs. The default errs nowhere.

Khoshelham and Elberink 2012, "Accuracy and resolution of Kinect depth data for indoor mapping applications" (Sensors
12(2)): deviation and step of the depth grow with its square; .0014 m and .0029 m at 1 m. Nguyen, Izadi and Lovell
2012, "Modeling Kinect sensor noise for improved 3D reconstruction and tracking" (3DIMPVT, section 3): .0019 m at 1 m,
more with the angle of incidence; .8 pixels across. Halmetschlager-Funek, Suchi, Kampel and Vincze 2019, "An empirical
evaluation of ten depth cameras" (IEEE Robotics and Automation Magazine 26(1)): stereo and structured light, such as
RealSense and Astra, compared over distance, material and light.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class DepthModel:
    """Shares are probabilities of a pixel, 0 to 1; depth is planar, in metres."""

    deviation_at_1_m: float = 0.0
    """Metres; grows with the square of the depth, as wherever depth comes from a disparity."""
    deviation_share: float = 0.0
    """Of the depth itself; added to the other."""
    incidence_deviation_m: float = 0.0
    """Where a surface is seen at an angle t (radians): this times t^2 / (pi/2 - t)^2 / sqrt(depth) is added."""
    correlation_px: float = 0.0
    """The noise is smooth over so many pixels (deviation of a Gaussian); 0: each pixel errs on its own."""
    lateral_deviation_px: float = 0.0
    """What a pixel shows is really so far beside it."""
    step_at_1_m: float = 0.0
    """Between two values of depth at 1 m; grows with the square, because the disparity is quantised. 0: none."""
    least_range_m: float = 0.0
    """Nothing nearer is measured."""
    greatest_range_m: float = math.inf
    """Nothing farther is measured."""
    edge_hole_share: float = 0.0
    """Of the pixels where one surface ends before another."""
    edge_mix_share: float = 0.0
    """Of those: somewhere between both surfaces ("flying pixels")."""
    glass_hole_share: float = 0.0
    """Of mirrors and glass: see `Finish`."""
    shiny_hole_share: float = 0.0
    """Of metal and screens."""
    dark_hole_share: float = 0.0
    """Of what is nearly black."""
    spike_share: float = 0.0
    """Of all pixels: any depth within range (salt and pepper)."""
