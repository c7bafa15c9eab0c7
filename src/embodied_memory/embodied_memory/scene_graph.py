"""What perception makes of one observation: detections, objects in the map, their relations."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Labels = tuple[tuple[str, float], ...]
"""What a thing may be: (category, probability), the likeliest first."""

Attributes = tuple[tuple[str, str], ...]
"""Named attributes in a fixed order, for example (("color", "red"), ("open", "false"))."""

_PERSON = frozenset({"person", "man", "woman", "child", "boy", "girl", "human", "people"})
_WORD = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=4096)
def is_person(category: str) -> bool:
    """Whether a category or an id is that of people, by its last word: "person", "old man", "child_2"."""
    words = _WORD.findall(category.lower())
    return bool(words) and words[-1] in _PERSON


class SpatialRelation(str, Enum):
    """How an object stands to another one."""

    ON = "on"
    IN = "in"
    NEXT_TO = "next to"
    UNDER = "under"


@dataclass(frozen=True, eq=False)
class Detection:
    """One object in one image. box: (left, top, right, bottom) in pixels, right and bottom exclusive.

    mask: (H, W) bool, or None where the detector gives boxes only.
    """

    category: str
    score: float
    box: tuple[int, int, int, int]
    mask: NDArray[np.bool_] | None = None
    caption: str = ""
    attributes: Attributes = ()


@dataclass(frozen=True)
class SceneObject:
    """An object in the map. position: its centre (x, y, z); size: its axis-aligned extent; metres.

    object_id is given by the object tracker and is the same for the same object throughout a session. existence: how
    likely there is such a thing, 0 to 1. labels: what it may be; the first is `category`; empty: nothing else.
    deviation_m: how far its sides may be wrong.
    """

    object_id: str
    category: str
    position: tuple[float, float, float]
    size: tuple[float, float, float]
    score: float
    caption: str = ""
    attributes: Attributes = ()
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    existence: float = 1.0
    labels: Labels = ()
    deviation_m: float = 0.0


@dataclass(frozen=True)
class RelationTriple:
    """(subject, relation, object), for example (mug_1, on, table_2)."""

    subject_id: str
    relation: SpatialRelation
    object_id: str


def _no_feature() -> NDArray[np.float32]:
    return np.zeros(0, np.float32)


@dataclass(frozen=True, eq=False)
class SceneGraphInstant:
    """One observation, understood: the atom that memory records (H2-EMV, section 4.1, level 1).

    robot_position: (x, y, z) and robot_yaw (radians) in map. image_feature and text_feature: L2-normalised
    float32 vectors, empty if there is none; feature_model names the model that made them, because features
    of two models cannot be compared. thumbnail: a small JPEG of the view, or empty.

    revised: objects of before that this view does not show and yet tells of: one that should have been seen and was
    not exists less likely. merged: (id that goes, id that goes on), of two that turned out to be one thing.
    """

    stamp_ns: int
    observer: str
    robot_position: tuple[float, float, float]
    robot_yaw: float
    objects: tuple[SceneObject, ...] = ()
    relations: tuple[RelationTriple, ...] = ()
    tags: tuple[str, ...] = ()
    image_feature: NDArray[np.float32] = field(default_factory=_no_feature)
    text_feature: NDArray[np.float32] = field(default_factory=_no_feature)
    feature_model: str = ""
    thumbnail: bytes = b""
    map_id: str = "map"
    session_id: str = ""
    revised: tuple[SceneObject, ...] = ()
    merged: tuple[tuple[str, str], ...] = ()
