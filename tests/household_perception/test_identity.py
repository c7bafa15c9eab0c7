"""On a walk through homes that nobody has seen before, objects keep their ids and alike ones are not merged."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import InstanceLabel
from embodied_memory.perception.detector import GroundTruthDetector
from embodied_memory.perception.lifting import lift
from embodied_memory.perception.object_tracker import ObjectTracker
from household.generation import generate_home
from household.navigation import NavigationGrid
from household.renderer import Renderer
from household.robot import HomeRobot

EVERY_STEPS = 4
GOALS = 8


def views(seed):
    """The three views of every fourth step of a drive to eight places."""
    home = generate_home(seed)
    robot, navigation, random = HomeRobot(home), NavigationGrid(home), np.random.default_rng(seed)
    for _ in range(GOALS):
        x, y, yaw = navigation.free_pose(random)
        for step, _ in enumerate(robot.drive_to(x, y, yaw)):
            if step % EVERY_STEPS == 0:
                yield from (robot.view(np.radians(pan), step) for pan in robot.mount.pans_deg)


def without_words(observation):
    """Categories alone: neither caption nor attributes tell alike objects apart."""
    labels = tuple(InstanceLabel(one.instance, one.category) for one in observation.instances.labels)
    return replace(observation, instances=replace(observation.instances, labels=labels))


def ids_and_instances(observations):
    """The ids that each instance got, and the instances that each id was given to."""
    config = PerceptionConfig()
    detector, tracker = GroundTruthDetector(config), ObjectTracker(config)
    ids, instances = defaultdict(set), defaultdict(set)
    for observation in observations:
        lifted = [
            one
            for one in lift(detector.detect(observation), observation, config)
            if one.range_m <= config.max_object_range_m
        ]
        for one, tracked in zip(lifted, tracker.update(lifted, observation).objects, strict=True):
            instance = int(observation.instances.ids[one.detection.mask][0])
            ids[instance].add(tracked.object_id)
            instances[tracked.object_id].add(instance)
    return ids, instances


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_objects_keep_one_id_and_alike_objects_are_not_merged_by_place_alone(seed):
    ids, instances = ids_and_instances(without_words(view) for view in views(seed))
    assert len(ids) >= 25
    assert {name: seen for name, seen in instances.items() if len(seen) > 1} == {}
    assert sum(len(names) == 1 for names in ids.values()) / len(ids) > 0.97


def test_positions_agree_with_the_world():
    """The tracked middle of every object seen whole lies within 10 cm of the true one."""
    home = generate_home(2)
    renderer, config = Renderer(home), PerceptionConfig()
    detector, tracker = GroundTruthDetector(config), ObjectTracker(config)
    errors = []
    for view in views(2):
        lifted = lift(detector.detect(view), view, config)
        for one, tracked in zip(lifted, tracker.update(lifted, view).objects, strict=True):
            entity = home.world[renderer.entity_of(view.instances.ids[one.detection.mask][0])]
            if one.range_m < 2 and not one.cut.any() and max(entity.size) < 0.4:
                errors.append(np.linalg.norm(np.subtract(tracked.position, entity.position)))
    assert len(errors) > 20
    assert np.median(errors) < 0.05
    assert np.max(errors) < 0.15
