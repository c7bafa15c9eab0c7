"""Views of homes on a drive through all rooms, and what lying sensors make of them: numpy alone, all seeded.

Independent of the sensor models of the household: what is robust here must not be so by knowing those.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from scipy import ndimage

from embodied_memory.observation import InstanceImage, InstanceLabel, Observation
from household.generation import generate_home
from household.navigation import NavigationGrid
from household.renderer import Renderer
from household.robot import HomeRobot

EVERY_STEPS = 4
MIN_PIXELS = 12


@dataclass(frozen=True)
class Lies:
    """What is wrong with the senses; zeros and None: nothing. Depth deviation grows with the square of the range."""

    boxes: bool = False
    recall: float = 1.0
    flicker: float = 0.0
    sticky: float = 0.0
    ghosts: float = 0.0
    depth_at_1m: float = 0.0
    holes: bool = False
    pose_m: float = 0.0
    pose_deg: float = 0.0
    tilt_deg: float = 0.0
    scored: bool = False
    """Whether scores tell something: else all are 1."""


GOOD = Lies(recall=0.85, sticky=0.03, depth_at_1m=0.005, pose_m=0.03, pose_deg=0.7, scored=True)
FAIR = Lies(True, 0.8, 0.025, 0.025, 1 / 3, 0.01, True, 0.05, 1.0, 1.0, True)
POOR = Lies(True, 0.65, 0.05, 0.05, 2 / 3, 0.02, True, 0.1, 2.0, 2.0, True)


@dataclass
class Liar:
    """Makes of true views what a poor robot gets; what sticks and what drifts is kept between views."""

    lies: Lies
    categories: tuple[str, ...]
    seed: int = 0
    _pose: np.ndarray = field(default_factory=lambda: np.zeros(3))
    _stop: int = -1

    def __post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)
        self._stuck: dict[int, str] = {}

    def spoil(self, view: Observation, stop: int) -> Observation:
        """The view as the robot gets it; stop: views of one stop share the error of the pose."""
        lies = self.lies
        changed = {"map_T_camera": self._posed(view.map_T_camera, view.map_T_base, stop)}
        labels, ids = self._labels(view)
        depth = view.depth
        if lies.depth_at_1m:
            noise = self._random.normal(size=depth.shape)
            noise = ndimage.gaussian_filter(noise, 0.6)
            noise /= noise.std()
            depth = depth + lies.depth_at_1m * depth**2 * noise
        if lies.holes:
            spread = ndimage.maximum_filter(view.depth, 3) - ndimage.minimum_filter(view.depth, 3)
            hole = (spread > 0.1 * view.depth) & (self._random.random(depth.shape) < 0.6)
            hole |= self._random.random(depth.shape) < 0.01
            depth = np.where(hole, 0, depth)
            salt = self._random.random(depth.shape) < 0.005
            depth = np.where(salt, self._random.uniform(0.3, 6, depth.shape), depth)
        changed["depth"] = np.where(view.depth > 0, np.maximum(depth, 0), 0).astype(np.float32)
        changed["instances"] = InstanceImage(ids, labels)
        return replace(view, **changed)

    def _posed(self, map_T_camera, map_T_base, stop):
        lies = self.lies
        if stop != self._stop:
            self._stop = stop
            scale = np.array([lies.pose_m, lies.pose_m, math.radians(lies.pose_deg)]) / [2**0.5, 2**0.5, 1]
            self._pose = 0.7 * self._pose + math.sqrt(1 - 0.49) * scale * self._random.normal(size=3)
        x, y, yaw = self._pose
        base = map_T_base[:3, 3]
        turn = np.array([[math.cos(yaw), -math.sin(yaw), 0], [math.sin(yaw), math.cos(yaw), 0], [0, 0, 1]])
        result = map_T_camera.copy()
        tilt = math.radians(lies.tilt_deg)
        result[:3, :3] = turn @ result[:3, :3]
        right = result[:3, 0]
        result[:3, :3] = _about(right, tilt) @ result[:3, :3]
        result[:3, 3] = turn @ (result[:3, 3] - base) + base + [x, y, 0]
        return result

    def _labels(self, view):
        lies, random = self.lies, self._random
        counts = np.bincount(view.instances.ids[view.depth > 0].ravel(), minlength=1)
        slices = ndimage.find_objects(view.instances.ids.astype(np.int32))
        ids, labels = view.instances.ids.copy(), []
        for one in view.instances.labels:
            if one.instance >= len(counts) or counts[one.instance] < MIN_PIXELS:
                continue
            if random.random() > lies.recall:
                ids[ids == one.instance] = 0
                continue
            label = self._named(one)
            score = float(random.beta(8, 2)) if lies.scored else 1.0
            box = None
            if lies.boxes:
                rows, columns = slices[one.instance - 1]
                box = self._shaken((columns.start, rows.start, columns.stop, rows.stop), ids.shape)
            labels.append(replace(label, box=box, score=score))
        if random.random() < lies.ghosts:
            labels.append(self._ghost(ids))
        return tuple(labels), ids

    def _named(self, one: InstanceLabel) -> InstanceLabel:
        random, category = self._random, one.category
        if one.instance not in self._stuck:
            wrong = random.random() < self.lies.sticky
            self._stuck[one.instance] = self._other(category) if wrong else category
        category = self._stuck[one.instance]
        if random.random() < self.lies.flicker:
            category = self._other(category)
        return replace(one, category=category, caption=one.caption.replace(one.category, category))

    def _other(self, category: str) -> str:
        return str(self._random.choice([one for one in self.categories if one != category]))

    def _shaken(self, box, shape):
        left, top, right, bottom = box
        by = np.maximum(0.5, 0.03 * np.array([right - left, bottom - top]))
        moved = np.array(box) + self._random.normal(size=4) * [*by, *by]
        left, top, right, bottom = np.rint(moved).astype(int)
        left, top = min(max(left, 0), shape[1] - 2), min(max(top, 0), shape[0] - 2)
        right, bottom = max(min(right, shape[1]), left + 1), max(min(bottom, shape[0]), top + 1)
        return int(left), int(top), int(right), int(bottom)

    def _ghost(self, ids) -> InstanceLabel:
        random = self._random
        height, width = ids.shape
        size = random.uniform(0.04, 0.25, 2) * (width, height)
        left, top = random.uniform(0, [width, height] - size)
        box = tuple(int(v) for v in (left, top, left + size[0] + 1, top + size[1] + 1))
        category = str(random.choice(self.categories))
        score = float(random.beta(4, 4)) if self.lies.scored else 1.0
        if self.lies.boxes:
            return InstanceLabel(0, category, f"a {category}", (), score, box)
        number = int(ids.max()) + 1
        ids[box[1] : box[3], box[0] : box[2]] = number
        return InstanceLabel(number, category, f"a {category}", (), score)


def _about(axis, angle):
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def drive(seed: int) -> Iterator[tuple[int, Observation]]:
    """(number of the stop, view): three views of every fourth step of a drive to the middle of each room."""
    home = generate_home(seed)
    robot, navigation = HomeRobot(home), NavigationGrid(home)
    stop, stamp = 0, 0
    rooms = list(home.world.rooms.values()) if isinstance(home.world.rooms, dict) else list(home.world.rooms)
    for room in (*rooms, *reversed(rooms[:-1])):
        free = navigation.nearest_free(_middle(room), room)
        for step, _ in enumerate(robot.drive_to(*free, 0.0) if free else ()):
            stamp += 250_000_000
            if step % EVERY_STEPS == 0:
                stop += 1
                for pan in robot.mount.pans_deg:
                    stamp += 50_000_000
                    yield stop, robot.view(math.radians(pan), stamp)


def _middle(room) -> tuple[float, float]:
    corners = np.array(max(room.rectangles, key=lambda one: (one[2] - one[0]) * (one[3] - one[1])))
    return float(corners[[0, 2]].mean()), float(corners[[1, 3]].mean())


@dataclass(frozen=True)
class Truth:
    """A thing that the drive showed. number: of its instance; box: middle and size, axis-aligned, metres."""

    number: int
    category: str
    position: tuple[float, float, float]
    size: tuple[float, float, float]


def truths(seed: int) -> dict[int, Truth]:
    """Everything of the home, by number of instance."""
    home = generate_home(seed)
    renderer, found = Renderer(home), {}
    for label in renderer._labels:
        entity = home.world[renderer.entity_of(label.instance)]
        cos, sin = abs(math.cos(entity.yaw)), abs(math.sin(entity.yaw))
        depth, width, height = entity.size
        size = (cos * depth + sin * width, sin * depth + cos * width, height)
        found[label.instance] = Truth(label.instance, entity.category, entity.position, size)
    return found


def shown(views, range_m: float = 4.5) -> set[int]:
    """The instances of which a view shows at least MIN_PIXELS, the nearest of them within range."""
    seen: set[int] = set()
    for _, view in views:
        camera, ids = view.intrinsics, view.instances.ids
        v, u = np.mgrid[: camera.height, : camera.width]
        reach = view.depth * np.sqrt(1 + ((u - camera.cx) / camera.fx) ** 2 + ((v - camera.cy) / camera.fy) ** 2)
        valid = view.depth > 0
        counts = np.bincount(ids[valid])
        nearest = ndimage.minimum(np.where(valid, reach, np.inf), ids, np.arange(len(counts)))
        seen |= {int(n) for n in np.flatnonzero((counts >= MIN_PIXELS) & (nearest <= range_m)) if n}
    return seen
