"""Residents and a robot in one home: acts change what is rendered; the robot perceives what happens where it is."""

import math
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from embodied_memory.observation import CameraIntrinsics
from embodied_memory.skill import Skill, SkillName
from household.generation import generate_home
from household.home import ROBOT_ID
from household.navigation import NavigationGrid
from household.renderer import Renderer
from household.residents import FIRST_DAY_NS, LivedDays
from household.residents.spoken import HOUR_NS, OUTSIDE, location_of, room_name

SEED = 7
SWITCHED_ON_NS = FIRST_DAY_NS + 8 * HOUR_NS
MINUTE_NS = HOUR_NS // 60
CAMERA = CameraIntrinsics.from_horizontal_fov(240, 180, 80.0)


class Lived:
    """Some hours with a robot that goes from room to room: every so many minutes it is in the next one."""

    def __init__(self, rooms=(), every_min=30, hours=8, step_min=1, seed=SEED):
        self.home = generate_home(seed)
        self.days = LivedDays(self.home, seed, SWITCHED_ON_NS)
        self.renderer = Renderer(self.home)  # from before anything happened: it has to follow
        self.perceived = []
        names = [room.room_id for room in self.home.world.rooms]
        for minute in range(0, hours * 60, step_min):
            if rooms and minute % every_min == 0:
                room = self.home.world.room(names[rooms[minute // every_min % len(rooms)] % len(names)])
                self.home.world.move_actor(ROBOT_ID, *room.center, 0.0)
            if minute % 120 == 0:
                self.renderer.update()
            self.perceived += self.days.pass_time(SWITCHED_ON_NS + (minute + step_min) * MINUTE_NS)
        self.end_ns = SWITCHED_ON_NS + hours * HOUR_NS


@cache
def lived(*rooms, **more):
    return Lived(rooms, **more)


def looking_at(world, grid, thing):
    """A camera at the height of eyes where one stands to take the thing."""
    x, y, _ = grid.approach_pose((world[ROBOT_ID].position[:2]), thing, 1.2)
    eye = np.array([x, y, 1.5])
    forward = np.array(thing.position) - eye
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    map_T_camera = np.eye(4)
    map_T_camera[:3, :3] = np.stack([right, np.cross(forward, right), forward], 1)
    map_T_camera[:3, 3] = eye
    return map_T_camera


def points_of(rendering, label, map_T_camera):
    """Where the pixels of an instance are, (N, 3) in map."""
    rows, columns = np.nonzero(rendering.ids == label.instance)
    depth = rendering.depth[rows, columns]
    x = (columns - CAMERA.cx) / CAMERA.fx * depth
    y = (rows - CAMERA.cy) / CAMERA.fy * depth
    return np.stack([x, y, depth], 1) @ map_T_camera[:3, :3].T + map_T_camera[:3, 3]


def test_what_was_moved_is_rendered_where_it_was_put_and_the_truth_has_it_there():
    run = lived(hours=14)
    home, truth, world = run.home, run.days.truth, run.home.world
    grid, renderer, shown = NavigationGrid(home), run.renderer, []
    for entity in world.entities.values():
        if not entity.movable or len(truth.history(entity.entity_id, "location")) < 2:
            continue
        assert truth.state(entity.entity_id, "location", run.end_ns) == location_of(entity)
        if not world.is_visible(entity.entity_id) or entity.parent_relation != "on":
            continue
        camera = looking_at(world, grid, entity)
        rendering = renderer.render(camera, CAMERA)
        label = next(one for one in rendering.labels if renderer.entity_of(one.instance) == entity.entity_id)
        points = points_of(rendering, label, camera)
        if len(points):
            reach = np.linalg.norm(entity.size) / 2 + 0.02
            assert np.abs(points - entity.position).max() <= reach, entity
            shown.append(entity.entity_id)
    assert len(shown) >= 3


def test_devices_and_doors_look_as_they_were_left():
    run = lived(hours=14)
    renderer = run.renderer
    seen = renderer.render(np.eye(4), CAMERA).labels
    labels = {renderer.entity_of(one.instance): dict(one.attributes) for one in seen}
    changed = [c for c in run.days.truth.changes if c.evidence_id and c.attribute in ("open", "power")]
    assert len(changed) >= 3
    for change in changed:
        value = run.days.truth.state(change.entity_id, change.attribute, run.end_ns)
        assert labels[change.entity_id][change.attribute] == value


def test_who_is_at_home_is_rendered_where_they_stand_and_who_left_is_not():
    home = generate_home(SEED)
    days, renderer, counts = LivedDays(home, SEED, SWITCHED_ON_NS), Renderer(home), set()
    people = [one.name for one in days.truth.residents]
    for half_hour in range(1, 24):
        now_ns = SWITCHED_ON_NS + half_hour * HOUR_NS // 2
        days.pass_time(now_ns)
        shown = {one.caption for one in renderer.render(np.eye(4), CAMERA).labels if one.category == "person"}
        at_home = {name for name in people if days.truth.room_of(name, now_ns) != OUTSIDE}
        assert shown == at_home
        counts.add(len(shown))
        for name in at_home:
            room = home.world.room_at(*home.world[name].position[:2])
            assert room_name(room.room_id) == days.truth.room_of(name, now_ns)
    assert len(counts) >= 2


def rooms_of(record, truth):
    """Where a record could be seen or heard: its room, and the room that somebody left by it."""
    event = record.event
    moved = any(change.entity_id == event.actor and change.attribute == "location" for change in event.changes)
    return {event.place, truth.room_of(event.actor, event.stamp_ns - 1)} if moved else {event.place}


@pytest.mark.parametrize("seed", [3, 7])
def test_nobody_stands_in_another_or_in_the_robot(seed):
    home = generate_home(seed)
    days, grid = LivedDays(home, seed, SWITCHED_ON_NS), NavigationGrid(home)
    rooms, closest = home.world.rooms, []
    for quarter in range(14 * 4):
        room = rooms[quarter % len(rooms)]
        home.world.move_actor(ROBOT_ID, *grid.nearest_free(room.center, room), 0.0)
        days.pass_time(SWITCHED_ON_NS + quarter * HOUR_NS // 4)
        here = [actor.position[:2] for actor in home.world.actors if actor.entity_id not in home.world.away]
        closest += [math.dist(one, other) for one, other in combinations(here, 2)]
    assert min(closest) >= 0.45


def test_whom_the_robot_comes_close_to_steps_aside_in_the_same_room():
    home = generate_home(SEED)
    days = LivedDays(home, SEED, SWITCHED_ON_NS)
    person = next(a for a in home.world.actors if a.entity_id != ROBOT_ID and a.entity_id not in home.world.away)
    home.world.move_actor(ROBOT_ID, *person.position[:2], 0.0)
    days.pass_time(SWITCHED_ON_NS)
    stands = home.world[person.entity_id]
    assert 0.45 <= math.dist(stands.position[:2], person.position[:2]) < 1.5
    assert (stands.room_id, home.world[ROBOT_ID].room_id) == (person.room_id, person.room_id)


@settings(max_examples=6, deadline=None, phases=(Phase.generate,))
@given(rooms=st.lists(st.integers(0, 6), min_size=1, max_size=5), every_min=st.sampled_from((7, 20, 60)))
def test_the_robot_perceives_what_happens_in_its_room_and_nothing_else(rooms, every_min):
    run = Lived(rooms, every_min, hours=5)
    truth = run.days.truth
    there = [
        record.event
        for record in run.days.records
        if record.event.stamp_ns >= SWITCHED_ON_NS
        and truth.room_of(ROBOT_ID, record.event.stamp_ns) in rooms_of(record, truth)
        and not record.refused
    ]
    assert [(e.stamp_ns, e.text, e.changes) for e in run.perceived] == [
        (e.stamp_ns, e.text, e.changes) for e in there
    ]
    for event in run.perceived:
        room = truth.room_of(ROBOT_ID, event.stamp_ns)
        assert {truth.room_of(name, event.stamp_ns) for name in event.observers} == {room}


def test_most_of_a_day_is_hidden_from_a_robot_that_stays_where_it_is():
    run = lived(hours=14)
    assert 0 < len(run.perceived) < len(run.days.records) / 2


def test_nothing_is_perceived_before_the_robot_is_switched_on():
    days = lived(hours=14).days
    before = [record for record in days.records if record.event.stamp_ns < SWITCHED_ON_NS]
    assert before
    assert not any(ROBOT_ID in record.event.observers for record in before)


def test_the_same_seed_and_the_same_ways_of_the_robot_give_the_same_days():
    first, second = lived(1, 2, 3), Lived((1, 2, 3))
    assert first.perceived == second.perceived
    assert (first.days.records, first.days.truth) == (second.days.records, second.days.truth)
    assert first.home.world == second.home.world


@pytest.mark.parametrize("step_min", [5, 30])
def test_how_finely_the_clock_ticks_changes_nothing(step_min):
    """As long as the robot is in the same room."""
    fine, coarse = lived(4, hours=6), Lived((4,), hours=6, step_min=step_min)
    assert coarse.days.records == fine.days.records
    assert coarse.perceived == fine.perceived


def test_each_act_happens_when_the_clock_comes_to_it():
    days, now_ns = LivedDays(generate_home(SEED), SEED, SWITCHED_ON_NS), SWITCHED_ON_NS
    for minutes in (0, 1, 59, 0, 240):
        began, now_ns = len(days.records), now_ns + minutes * MINUTE_NS
        days.pass_time(now_ns)
        stamps = [record.event.stamp_ns for record in days.records[began:]]
        assert all(now_ns - minutes * MINUTE_NS <= stamp_ns < now_ns for stamp_ns in stamps)
    stamps = [record.event.stamp_ns for record in days.records]
    assert all(early <= late for early, late in pairwise(stamps))


def test_what_the_robot_does_is_true_as_well_and_is_no_news_to_it():
    home = generate_home(SEED)
    days = LivedDays(home, SEED, SWITCHED_ON_NS)
    thing = next(e for e in home.world.entities.values() if e.movable and home.world.is_visible(e.entity_id))
    assert days.execute(Skill(SkillName.NAVIGATE_TO, ROBOT_ID, thing.entity_id)).succeeded
    assert days.execute(Skill(SkillName.PICK, ROBOT_ID, thing.entity_id)).succeeded
    assert not days.execute(Skill(SkillName.PICK, ROBOT_ID, thing.entity_id)).succeeded
    assert days.truth.state(thing.entity_id, "held by", SWITCHED_ON_NS) == ROBOT_ID
    assert not [e for e in days.pass_time(SWITCHED_ON_NS + 1) if e.actor == ROBOT_ID]
