"""How far the colour image errs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ColorModel:
    """The default errs nowhere."""

    deviation: float = 0.0
    """Of each channel of each pixel, in steps of 0 to 255."""
    motion_blur_px: float = 0.0
    """Each view is smeared sideways over up to so many pixels, as by a robot that has not quite stopped turning."""
