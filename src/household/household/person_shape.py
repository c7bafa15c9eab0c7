"""What a person looks like: enough to be seen and told from furniture."""

from household.shape_builder import ShapeBuilder
from household.textures import material

_SKIN, _SHIRT, _TROUSERS = (0.85, 0.65, 0.52), "blue", "gray"

PERSON_SHAPE = (
    ShapeBuilder()
    .cylinder((0, -0.1, 0), 0.08, 0.85, material(_TROUSERS, "fabric", 0.3))
    .cylinder((0, 0.1, 0), 0.08, 0.85, material(_TROUSERS, "fabric", 0.3))
    .cylinder((0, 0, 0.82), 0.17, 0.62, material(_SHIRT, "fabric", 0.3), 0.2)
    .ellipsoid((0, 0, 1.57), (0.1, 0.09, 0.13), material(_SKIN))
    .build()
)
