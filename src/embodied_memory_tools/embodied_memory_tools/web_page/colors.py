"""The colours of the page, each with one meaning; the legend is made from this file."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

Color = tuple[int, int, int]

FREE: Color = (236, 236, 230)
OCCUPIED: Color = (92, 99, 112)
ROBOT: Color = (38, 84, 124)
PATH: Color = (64, 130, 190)
FRONTIER_UNJUDGED: Color = (150, 150, 160)
FRONTIER_LOW: Color = (205, 180, 219)
FRONTIER_HIGH: Color = (114, 9, 183)

CERTAINTY_SCALE: tuple[tuple[float, Color], ...] = (
    (0.0, (209, 73, 91)),
    (0.5, (237, 174, 73)),
    (1.0, (0, 140, 149)),
)
"""How sure memory is that an object is there: red at 0, amber at 0.5, teal at 1, linear in between.

The three differ in lightness too, and are told apart with the common kinds of colour blindness.
"""

ROOMS: tuple[Color, ...] = (
    (255, 236, 209),
    (216, 235, 222),
    (220, 230, 245),
    (245, 221, 226),
    (232, 224, 242),
    (243, 240, 206),
    (212, 238, 240),
    (240, 226, 213),
)
"""Floors of rooms, by the number of the room; they repeat."""


def _between(start: Color, end: Color, share: float) -> Color:
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(start, end, strict=True))
    return red, green, blue


def certainty_color(certainty: float) -> Color:
    """The colour of a certainty; values outside 0 to 1 count as the nearer end, NaN as 0."""
    value = 0.0 if math.isnan(certainty) else min(1.0, max(0.0, certainty))
    for (low, start), (high, end) in pairwise(CERTAINTY_SCALE):
        if value <= high:
            return _between(start, end, (value - low) / (high - low))
    return CERTAINTY_SCALE[-1][1]


def frontier_color(score: float, best: float) -> Color:
    """From pale to deep violet by the share of the best score; grey for NaN, which is not judged yet."""
    if math.isnan(score):
        return FRONTIER_UNJUDGED
    return _between(FRONTIER_LOW, FRONTIER_HIGH, min(1.0, max(0.0, score / best)) if best > 0 else 0.0)


def room_colors(rooms: np.ndarray) -> np.ndarray:
    """(..., 3) uint8 for room numbers; FREE where the number is negative."""
    palette = np.array([*ROOMS, FREE], np.uint8)
    return palette[np.where(rooms < 0, len(ROOMS), rooms % len(ROOMS))]


def css(color: Color) -> str:
    """The colour as HTML writes it."""
    return f"rgb({color[0]},{color[1]},{color[2]})"
