"""Homes by other hands: what is read from GLB and JSON, and what is said about files that cannot be read."""

import json
import shutil

import numpy as np
import pytest

from embodied_memory.skill import Skill, SkillName
from household.entity import EntityKind
from household.executor import Executor
from household.goals import choose_goals
from household.navigation import NavigationGrid
from household.renderer import Renderer
from household.rooms import Room, rectangles_of_polygon
from household.scene_files import SceneFileError, load_home, save_home
from household.shape import Finish


def test_the_small_house_has_its_instances_as_entities(foreign_home):
    world = foreign_home.world
    assert len(world.find("chair")) == 8
    table = world.find("kitchen table")[0]
    assert table.position == pytest.approx((6.55, 0.955, 0.40), abs=0.02)  # y of the file is z, z is -y
    assert table.size == pytest.approx((1.80, 0.71, 0.80), abs=0.02)
    assert not world.find("house wall")
    assert world.find("refrigerator")[0].open is False
    assert world.find("tv")[0].kind is EntityKind.DEVICE


def test_the_small_house_says_what_is_on_what(foreign_home):
    world = foreign_home.world
    supports = {e.category: world[e.parent_id].category for e in world.entities.values() if e.parent_id}
    assert supports["tableware"] == "kitchen table"
    assert supports["tablet"] == "coffee table"
    assert supports["vase"] == "board"
    assert world.find("sofa")[0].parent_id == ""


def test_rooms_of_the_small_house_are_inferred_from_walls_and_furniture(foreign_home):
    world = foreign_home.world
    assert foreign_home.rooms_inferred
    for category, room in (("bed", "bedroom"), ("refrigerator", "kitchen"), ("sofa", "living room")):
        thing = world.find(category)[0]
        assert world.room(thing.room_id).category == room
    assert 4 <= len(world.rooms) <= 8


def test_the_robot_can_live_in_the_small_house(foreign_home):
    grid = NavigationGrid(foreign_home)
    goals = choose_goals(foreign_home, 4)
    assert len(goals) == 4
    start = foreign_home.start_pose[:2]
    assert all(np.isfinite(grid.distance_to_success(start, goal.entity_ids[0])) for goal in goals)
    assert len(np.unique(Renderer(foreign_home).render(np.eye(4), _camera()).ids)) >= 1
    outcome = Executor(foreign_home.world).execute(Skill(SkillName.NAVIGATE_TO, "robot", "refrigerator_64"))
    assert outcome.succeeded


def _camera():
    from embodied_memory.observation import CameraIntrinsics

    return CameraIntrinsics.from_horizontal_fov(32, 24, 90.0)


def test_a_generated_home_that_was_saved_loads_with_the_same_things(home, tmp_path):
    save_home(home, tmp_path / "home.glb", tmp_path / "home.json")
    loaded = load_home(tmp_path / "home.glb")
    seen = [e for e in home.world.entities.values() if home.world.is_visible(e.entity_id)]
    found = {(e.category, tuple(np.round(e.position[:2], 1))) for e in loaded.world.entities.values()}
    missing = [e for e in seen if not any(_same(e, other) for other in found)]
    assert [e.entity_id for e in missing] == []
    assert [(r.category, round(r.area)) for r in loaded.world.rooms] == [
        (r.category, round(r.area)) for r in home.world.rooms
    ]
    finishes = {m.finish for looks in loaded.appearances.values() for m in looks.shape.materials}
    assert {Finish.MATT, Finish.SHINY, Finish.GLASS, Finish.MIRROR} <= finishes


def _same(entity, found):
    category, position = found
    return category == entity.category and np.hypot(*(np.array(position) - entity.position[:2])) < 0.25


def test_rooms_given_in_the_json_are_taken(shared_scene, tmp_path):
    description = json.loads(shared_scene.with_suffix(".json").read_text())
    description["rooms"] = [{"name": "Loft", "polygon": [[-9, -5], [9, -5], [9, 5], [-9, 5]]}]
    (tmp_path / "house.json").write_text(json.dumps(description))
    home = load_home(shared_scene, tmp_path / "house.json")
    assert [(room.category, round(room.area)) for room in home.world.rooms] == [("loft", 180)]
    assert not home.rooms_inferred


def test_a_polygon_is_covered_by_rectangles():
    corner = np.array([[0, 0], [4, 0], [4, 2], [2, 2], [2, 4], [0, 4]], float)
    room = Room("l", "study", rectangles_of_polygon(corner))
    assert room.area == pytest.approx(12.0)
    assert [room.contains(*p) for p in ((1, 1), (3, 1), (1, 3), (3, 3))] == [True, True, True, False]
    assert room.distance(3.0, 3.0) == pytest.approx(1.0)


class TestUnreadableFiles:
    @pytest.fixture
    def copied(self, shared_scene, tmp_path):
        for suffix in (".glb", ".json"):
            shutil.copyfile(shared_scene.with_suffix(suffix), tmp_path / f"house{suffix}")
        return tmp_path / "house.glb"

    def test_no_file(self, copied):
        copied.unlink()
        with pytest.raises(SceneFileError, match=r"house\.glb: there is no such file"):
            load_home(copied)

    def test_truncated(self, copied):
        copied.write_bytes(copied.read_bytes()[:100_000])
        with pytest.raises(SceneFileError, match=r"truncated: 100000 bytes of"):
            load_home(copied)

    def test_no_glb_at_all(self, copied):
        copied.write_bytes(b"<html>not found</html>")
        with pytest.raises(SceneFileError, match="not a GLB file"):
            load_home(copied)

    def test_garbage_after_the_header(self, copied):
        whole = copied.read_bytes()
        copied.write_bytes(whole[:12] + bytes(len(whole) - 12))
        with pytest.raises(SceneFileError, match="not a readable GLB scene"):
            load_home(copied)

    def test_no_json(self, copied):
        copied.with_suffix(".json").unlink()
        with pytest.raises(SceneFileError, match=r"house\.json: there is no such file"):
            load_home(copied)

    @pytest.mark.parametrize(
        ("text", "cause"),
        [("{", "not readable JSON"), ("[]", 'no list "instances"'), ('{"instances": [{"id": 1}]}', '"category"')],
    )
    def test_wrong_json(self, copied, text, cause):
        copied.with_suffix(".json").write_text(text)
        with pytest.raises(SceneFileError, match=cause):
            load_home(copied)

    def test_wrong_rooms(self, copied):
        description = json.loads(copied.with_suffix(".json").read_text())
        description["rooms"] = [{"name": "kitchen", "polygon": [[0, 0], [1, 1]]}]
        copied.with_suffix(".json").write_text(json.dumps(description))
        with pytest.raises(SceneFileError, match="three finite points"):
            load_home(copied)
