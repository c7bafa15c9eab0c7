"""Between which numbers a parameter may be, by its name: names tell what is measured, and in which unit."""

from __future__ import annotations

from typing import NamedTuple

MOST = 1e15
"""No number of ours is larger, and every one below has its neighbours as a double."""
_SHARES = frozenset((
    "certainty", "weight", "share", "score", "overlap", "fit", "similarity", "iou", "match", "existence",
    "confidence", "reliability", "doubt", "discount", "contradiction", "contradicted", "claim", "plain", "confided",
))  # fmt: skip
_SIGNED_LENGTHS = frozenset(("height", "low", "high"))
"""Above the floor, which a camera may see below."""
_ABOVE_ZERO = ("resolution_m", "voxel_m", "period_s", "rate_hz")
_AT_LEAST_ONE = frozenset(("top_k", "views_per_step", "stride_px", "concurrency", "image_width", "image_height"))
_BY_NAME = {
    "utc_offset_h": (-14.0, 14.0),
    "nightly_at_h": (0.0, 24.0),
    "morning_h": (0.0, 24.0),
    "port": (0, 65535),
    "volume": (0, 200),
    "temperature": (0.0, 2.0),
    "camera_tilt_deg": (-90.0, 90.0),
    "horizontal_fov_deg": (1.0, 179.0),
}


class Range(NamedTuple):
    """Both ends belong to it."""

    least: float
    most: float

    def __str__(self) -> str:
        return f"at least {self.least:g}" if self.most >= MOST else f"{self.least:g} to {self.most:g}"


def range_of(name: str) -> Range:
    """Of a number of that name, without the groups before it: `robot_radius_m`."""
    if name in _BY_NAME:
        return Range(*_BY_NAME[name])
    words = name.split("_")
    if name in _AT_LEAST_ONE:
        return Range(1, MOST)
    if name.endswith(_ABOVE_ZERO):
        return Range(1e-3, MOST)
    if words[-1] == "deg":
        return Range(0.0, 360.0)
    if words[-1] == "m" and _SIGNED_LENGTHS.intersection(words):
        return Range(-100.0, 100.0)
    return Range(0.0, 1.0) if words[-1] in _SHARES or words[0] in _SHARES else Range(0.0, MOST)


def refusal(name: str, value: object) -> str:
    """Why a value cannot be that of a parameter, in words; "" if it can. Only numbers are judged."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ""
    allowed = range_of(name.rpartition(".")[2])
    if allowed.least <= value <= allowed.most:
        return ""
    return f"{name} is {value:g}: it must be {allowed}"
