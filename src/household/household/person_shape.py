"""What a person looks like: enough to be seen, and told from furniture and from each other."""

from __future__ import annotations

from functools import cache
from zlib import crc32

from household.shape import Shape
from household.shape_builder import ShapeBuilder
from household.textures import material

_SKIN, _TROUSERS, _HAIR = (0.85, 0.65, 0.52), "gray", "brown"
_SHIRTS = ("blue", "red", "green", "yellow", "purple", "orange", "white")


@cache
def person_shape(name: str) -> Shape:
    """A standing person; everybody always wears the same shirt."""
    shirt = material(_SHIRTS[crc32(name.encode()) % len(_SHIRTS)], "fabric", 0.3)
    trousers, skin = material(_TROUSERS, "fabric", 0.3), material(_SKIN)
    return (
        ShapeBuilder()
        .cylinder((0, -0.1, 0), 0.08, 0.85, trousers)
        .cylinder((0, 0.1, 0), 0.08, 0.85, trousers)
        .cylinder((0, 0, 0.82), 0.17, 0.62, shirt, 0.2)
        .cylinder((0.02, -0.23, 0.85), 0.045, 0.55, shirt)
        .cylinder((0.02, 0.23, 0.85), 0.045, 0.55, shirt)
        .cylinder((0, 0, 1.42), 0.06, 0.08, skin)
        .ellipsoid((0, 0, 1.57), (0.1, 0.09, 0.13), skin)
        .ellipsoid((-0.025, 0, 1.61), (0.1, 0.1, 0.1), material(_HAIR))
        .build()
    )
