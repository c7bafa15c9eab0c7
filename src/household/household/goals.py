"""What to search for in a home, and questions about where things are, with the truth to judge by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import CameraIntrinsics, InstanceImage, Observation
from household.entity import Entity, EntityKind
from household.home import Home
from household.judging import Judgement, WhereIsQuestion, judge_where_is
from household.navigation import NavigationGrid
from household.renderer import Renderer
from household.robot import CameraMount, camera_T_optical

__all__ = ["JudgedGoal", "Judgement", "WhereIsQuestion", "choose_goals", "judge_where_is", "where_is_questions"]

_WITHIN_M = 1.0
_MIN_PIXELS = 30
_MAX_ALIKE = 3
_DULL = (
    "window",
    "door",
    "curtain",
    "handle",
    "wall",
    "radiator",
    "light",
    "rug",
    "carpet",
    "portrait",
    "painting",
    "mirror",
)
"""Words of categories that nobody would send a robot to."""


@dataclass(frozen=True)
class JudgedGoal:
    """Something to find, with the truth. text: as the robot is told; entity_ids: every entity that it describes.

    picture: of the goal, for those that the robot is shown; such a goal is that thing or one that looks the same.
    """

    text: str
    category: str
    entity_ids: tuple[str, ...]
    picture: Observation | None = None


def choose_goals(home: Home, count: int = 4, seed: int = 0) -> tuple[JudgedGoal, ...]:
    """Goals that can be seen and reached, in as many rooms and of as many kinds as possible.

    The phrase is unambiguous: the category, with the colour where things of that category differ in it.
    """
    rng = np.random.default_rng(seed)
    sight = Sight(home)
    waiting = [e for e in home.world.entities.values() if is_worth_finding(home, e)]
    waiting = [waiting[k] for k in rng.permutation(len(waiting))]
    chosen: list[Entity] = []
    while waiting and len(chosen) < count:
        candidate = min(waiting, key=lambda e: _repetition(e, chosen))
        waiting.remove(candidate)
        if sight.can_find(candidate):
            chosen.append(candidate)
            waiting = [e for e in waiting if e.category != candidate.category]
    return tuple(goal_for(home, entity) for entity in chosen)


def where_is_questions(home: Home, goals: Sequence[JudgedGoal]) -> tuple[WhereIsQuestion, ...]:
    """A where-is question for each goal."""
    return tuple(WhereIsQuestion(f"Where is {goal.text}?", goal.entity_ids) for goal in goals)


class Sight:
    """What the robot, standing as near to a thing as counts for success, sees of it."""

    def __init__(self, home: Home) -> None:
        self._start = home.start_pose[:2]
        self._grid, self._renderer, self._mount = NavigationGrid(home), Renderer(home), CameraMount()
        self._intrinsics = CameraIntrinsics.from_horizontal_fov(160, 120, self._mount.horizontal_fov_deg)

    def can_find(self, entity: Entity) -> bool:
        """There is a way to it, and from its end at least some of its pixels are seen."""
        pose = self._grid.approach_pose(self._start, entity, _WITHIN_M)
        if pose is None:
            return False
        cos, sin = np.cos(pose[2]), np.sin(pose[2])
        map_T_base = np.array([[cos, -sin, 0, pose[0]], [sin, cos, 0, pose[1]], [0, 0, 1, 0], [0, 0, 0, 1.0]])
        map_T_camera = map_T_base @ self._mount.base_T_camera(0.0) @ camera_T_optical()
        seen, counts = np.unique(self._renderer.render(map_T_camera, self._intrinsics).ids, return_counts=True)
        pixels = {self._renderer.entity_of(k): n for k, n in zip(seen, counts, strict=True) if k}
        return bool(pixels.get(entity.entity_id, 0) >= _MIN_PIXELS)

    def way_between(self, one: Entity, other: Entity) -> float:
        """Metres from where one is reached to where the other is; inf if there is no way."""
        pose = self._grid.approach_pose(self._start, one, _WITHIN_M)
        return float("inf") if pose is None else self._grid.distance_to_success(pose[:2], other, _WITHIN_M)

    def picture_of(self, entity: Entity) -> Observation | None:
        """As somebody would photograph it from there: in the middle, filling half of it. None if there is no way."""
        pose = self._grid.approach_pose(self._start, entity, _WITHIN_M)
        if pose is None:
            return None
        eye, target = np.array([pose[0], pose[1], self._mount.height_m]), np.array(entity.position)
        away, extent = float(np.linalg.norm(target - eye)), max(float(np.linalg.norm(entity.size)), 0.2)
        wide = min(100.0, 2 * float(np.degrees(np.arctan2(extent, away))))
        intrinsics = CameraIntrinsics.from_horizontal_fov(160, 120, wide)
        map_T_camera = _looking_at(eye, target)
        view = self._renderer.render(map_T_camera, intrinsics)
        instances = InstanceImage(view.ids, view.labels)
        return Observation(0, view.color, view.depth, intrinsics, map_T_camera, instances=instances)


def _looking_at(eye: NDArray[np.float64], target: NDArray[np.float64]) -> NDArray[np.float64]:
    """(4, 4) map_T_camera of a level camera, optical frame, that sees the target in the middle."""
    forward = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    matrix = np.eye(4)
    matrix[:3, :3] = np.column_stack([right, np.cross(forward, right), forward])
    matrix[:3, 3] = eye
    return matrix


def is_worth_finding(home: Home, entity: Entity) -> bool:
    """Whether somebody might send a robot to it: in sight, not part of the building, not one of many."""
    if entity.kind in (EntityKind.ROOM, EntityKind.DOOR, EntityKind.ACTOR):
        return False
    dull = any(word in entity.category for word in _DULL)
    described = described_by(home, entity)
    return not dull and home.world.is_visible(entity.entity_id) and len(described) <= _MAX_ALIKE


def _repetition(entity: Entity, chosen: Sequence[Entity]) -> int:
    """How much a candidate repeats rooms and sizes that were chosen before."""
    same_room = sum(e.room_id == entity.room_id for e in chosen)
    same_sort = sum(_sort(e) == _sort(entity) for e in chosen)
    return 2 * same_room + same_sort


def _sort(entity: Entity) -> str:
    if entity.kind is EntityKind.DEVICE:
        return "device"
    return "small" if entity.movable else "furniture"


def goal_for(home: Home, entity: Entity) -> JudgedGoal:
    """By category, with the colour where things of that category differ in it."""
    described = described_by(home, entity)
    alike = home.world.find(entity.category)
    color = f"{entity.attributes['color']} " if len(described) < len(alike) else ""
    return JudgedGoal(f"the {color}{entity.category}", entity.category, tuple(e.entity_id for e in described))


def described_by(home: Home, entity: Entity) -> tuple[Entity, ...]:
    """All things of its category, only those of its colour if the colours differ."""
    alike = home.world.find(entity.category)
    color = entity.attributes.get("color")
    return tuple(e for e in alike if e.attributes.get("color") == color)
