"""Homes that are lived in: large, cluttered, with look-alikes, hidden things, doors, glass and mirrors."""

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from embodied_memory.skill import Skill, SkillName
from household.entity import EntityKind
from household.executor import Executor
from household.generation import generate_lived_home
from household.generation.footprints import overlap, rectangle_of
from household.generation.lived.articles import LIVED_CATALOGUE
from household.home import DOOR, ROBOT_ID
from household.navigation import NavigationGrid
from household.renderer import Renderer
from household.residents.spoken import location_of, place_words
from household.shape import Finish

SEEDS = (5000, 5001, 5006)
_FIXED = (EntityKind.ROOM, EntityKind.DOOR, EntityKind.ACTOR)
_MADE = {}


@pytest.fixture(params=SEEDS)
def home(request):
    """Made once; nobody changes it."""
    if request.param not in _MADE:
        _MADE[request.param] = generate_lived_home(request.param)
    return _MADE[request.param]


@pytest.fixture
def own_home():
    """To be changed."""
    return generate_lived_home(SEEDS[2])


def things_of(home):
    return [e for e in home.world.entities.values() if e.kind not in _FIXED and e.category != DOOR]


def small_of(home):
    return [e for e in home.world.entities.values() if e.movable]


def reached_rooms(home):
    grid = NavigationGrid(home, 0.25)
    points = grid.collision.centers(np.argwhere(grid.free))
    return {room.room_id for room in home.world.rooms if sum(room.contains(*p) for p in points) > 100}


def test_the_same_seed_gives_the_same_home():
    one, other = (generate_lived_home(SEEDS[2]) for _ in range(2))
    assert one.world == other.world
    assert one.start_pose == other.start_pose
    assert all(
        np.array_equal(looks.shape.triangles, other.appearances[key].shape.triangles)
        for key, looks in one.appearances.items()
    )


def test_has_eight_to_eleven_rooms_and_many_small_things(home):
    assert 8 <= len(home.world.rooms) <= 11
    assert {"kitchen", "living room", "bedroom", "bathroom", "hallway"} <= {r.category for r in home.world.rooms}
    assert 70 <= len(small_of(home)) <= 110


def test_several_things_look_alike_in_different_rooms(home):
    rooms = defaultdict(set)
    for thing in small_of(home):
        rooms[thing.caption].add(thing.room_id)
    assert sum(len(where) > 1 for where in rooms.values()) >= 8


def test_things_are_on_in_and_under_others_and_some_cannot_be_seen(home):
    relations = Counter(thing.parent_relation for thing in small_of(home))
    assert set(relations) == {"on", "in", "under"}
    assert min(relations.values()) >= 5
    assert sum(not home.world.is_visible(thing.entity_id) for thing in small_of(home)) >= 5


def test_some_small_things_are_behind_larger_ones(home):
    def is_behind(thing, other):
        support = home.world[thing.parent_id]
        x, y = support.from_map(*thing.position[:2])
        other_x, other_y = support.from_map(*other.position[:2])
        return other_x > x and abs(other_y - y) < other.size[1] / 2 and other.size[2] > thing.size[2]

    pairs = [(a, b) for a in small_of(home) for b in home.world.children_of(a.parent_id) if a is not b]
    assert len({a.entity_id for a, b in pairs if a.base[2] > 0.3 and is_behind(a, b)}) >= 3


def test_every_small_thing_rests_where_it_is_said_to(home):
    for thing in (e for e in things_of(home) if e.parent_id):
        support = home.world[thing.parent_id]
        levels = [s.height for s in support.surfaces if s.relation == thing.parent_relation]
        assert min(abs(support.base[2] + z - thing.base[2]) for z in levels) < 1e-6, thing.entity_id
        assert support.footprint_distance(*thing.position[:2]) == 0.0, thing.entity_id


def test_nothing_stands_or_lies_in_anything_else(home):
    standing = [e for e in things_of(home) if not e.parent_id and e.base[2] < 0.05 < e.size[2]]
    groups = [standing, *(home.world.children_of(e.entity_id) for e in things_of(home))]
    for group in groups:
        for a, b in combinations(group, 2):
            apart = a.base[2] >= b.base[2] + b.size[2] - 1e-6 or b.base[2] >= a.base[2] + a.size[2] - 1e-6
            assert apart or not overlap(rectangle_of(a), rectangle_of(b)), (a.entity_id, b.entity_id)


def test_the_robot_gets_into_every_room_though_doors_are_shut(home):
    doors = home.world.find(DOOR)
    assert len(doors) >= 5
    assert any(door.open is False for door in doors)
    assert reached_rooms(home) == {room.room_id for room in home.world.rooms}


def test_a_shut_door_is_a_wall_until_the_robot_opens_it(own_home):
    world = own_home.world
    door = next(one for one in world.find(DOOR) if one.open)
    sides = [door.to_map(x, 0.0) for x in (-0.5, 0.5)]
    grid = NavigationGrid(world, 0.25)
    near = grid.geodesic_distance(sides[0], [sides[1]])
    assert near < 1.2
    world.replace(replace(door, open=False))
    assert grid.collision.wall_between(*sides)
    assert grid.geodesic_distance(sides[0], [sides[1]]) > near + 0.5
    world.move_actor(ROBOT_ID, *sides[0], 0.0)
    assert Executor(world).execute(Skill(SkillName.OPEN, ROBOT_ID, door.entity_id)).succeeded
    assert not grid.collision.wall_between(*sides)
    assert grid.geodesic_distance(sides[0], [sides[1]]) == pytest.approx(near)


def test_an_open_door_stands_beside_its_doorway(home):
    for door in (one for one in home.world.find(DOOR) if one.open):
        shape = home.shape_of(door.entity_id)
        low, high = shape.bounds()
        assert min(abs(low[1]), abs(high[1])) >= door.size[1] / 2 - 0.08, door.entity_id
        assert min(abs(low[0]), abs(high[0])) >= 0.05, door.entity_id


def test_there_is_glass_and_there_are_mirrors(home):
    finishes = {m.finish for looks in home.appearances.values() for m in looks.shape.materials}
    assert {Finish.GLASS, Finish.MIRROR, Finish.DARK, Finish.SHINY, Finish.MATT} <= finishes


def test_a_shut_door_hides_what_is_behind_it(own_home, camera_at, small_camera):
    door = next(one for one in own_home.world.find(DOOR) if one.open)
    renderer = Renderer(own_home)
    view = camera_at(*door.to_map(-1.0, 0.0), door.yaw, 1.0, 0.0)
    before = renderer.render(view, small_camera).depth[60, 80]
    own_home.world.replace(replace(door, open=False))
    assert before > 1.2
    assert renderer.render(view, small_camera).depth[60, 80] == pytest.approx(1.0, abs=0.1)


def test_what_lies_under_something_is_told_so(home):
    thing = next(e for e in small_of(home) if e.parent_relation == "under")
    support = home.world[thing.parent_id]
    assert place_words(home.world, location_of(thing)) == f"under the {support.caption.partition(' ')[2]}"


@pytest.mark.parametrize("category", sorted(LIVED_CATALOGUE))
def test_every_shape_fills_the_size_it_claims_and_no_more(category):
    article = LIVED_CATALOGUE[category]
    _, appearance = article.produce("x", article.colors[0])
    low, high = appearance.shape.bounds()
    assert low[2] > -0.02
    assert np.all(high - low <= np.array(article.size) * 1.12 + 0.05), (high - low, article.size)
    assert np.all(high - low >= np.array(article.size) * 0.6), (high - low, article.size)
