"""The eight skills (WorldLines, section 10): what they need, what they change, how they refuse."""

import copy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from embodied_memory.skill import Skill, SkillError, SkillName
from household.entity import Entity, EntityKind
from household.executor import Executor
from household.generation import generate_home


@pytest.fixture
def world(home):
    x, y, _ = home.start_pose
    home.world.add_actor("anna", "person", x, y)
    return home.world


@pytest.fixture
def do(world):
    """do(name, target, ...): executes as the robot (or another actor) and returns the outcome."""
    executor = Executor(world)

    def execute(name, target_id, actor="robot", **more):
        return executor.execute(Skill(SkillName(name), actor, target_id, **more))

    return execute


def lying_about(world, category):
    return next(e for e in world.find(category) if world.is_visible(e.entity_id))


def test_a_mug_goes_into_the_refrigerator_and_is_out_of_reach_once_it_is_closed(world, do):
    mug, refrigerator = lying_about(world, "mug").entity_id, world.find("refrigerator")[0].entity_id
    steps = [
        do("navigate_to", mug), do("pick", mug), do("navigate_to", refrigerator), do("open", refrigerator),
        do("place", refrigerator, relation="in"), do("close", refrigerator), do("pick", mug),
    ]  # fmt: skip
    assert [step.error for step in steps] == [SkillError.NONE] * 6 + [SkillError.CLOSED]
    assert (world[mug].parent_id, world[mug].parent_relation) == (refrigerator, "in")
    assert not world.is_visible(mug)
    assert steps[1].changed_ids == (mug, "robot")


def test_what_the_robot_holds_moves_with_it(world, do):
    mug = lying_about(world, "mug").entity_id
    do("navigate_to", mug)
    do("pick", mug)
    do("navigate_to", "bathroom")
    assert world["robot"].room_id == "bathroom"
    assert world[mug].room_id == "bathroom"
    assert world["robot"].footprint_distance(*world[mug].position[:2]) < 0.3


def test_a_thing_is_handed_to_a_person(world, do):
    mug = lying_about(world, "mug").entity_id
    do("navigate_to", mug)
    do("pick", mug)
    assert do("handoff", "anna").error is SkillError.TOO_FAR
    do("navigate_to", "anna")
    assert do("handoff", "anna").succeeded
    assert world.held_by("anna").entity_id == mug
    assert world.held_by("robot") is None
    assert world.is_visible(mug)


def test_each_refusal_names_its_reason(world, do):
    mug, refrigerator = lying_about(world, "mug").entity_id, world.find("refrigerator")[0].entity_id
    sofa, tv = world.find("sofa")[0].entity_id, world.find("tv")[0].entity_id
    other = lying_about(world, "book").entity_id
    assert do("pick", mug, actor="nobody").error is SkillError.UNKNOWN_ACTOR
    assert do("pick", "unicorn").error is SkillError.UNKNOWN_TARGET
    assert do("pick", "").message == "There is nothing where the hand reaches."
    assert do("pick", mug).error is SkillError.TOO_FAR
    assert do("pick", sofa).error is SkillError.NOT_MOVABLE
    assert do("open", sofa).error is SkillError.NOT_OPENABLE
    assert do("close", refrigerator).error is SkillError.ALREADY_CLOSED
    assert do("place", sofa, relation="on").error is SkillError.HANDS_EMPTY
    assert do("handoff", "anna").error is SkillError.HANDS_EMPTY
    assert do("set_device_state", sofa, setting="power", value="on").error is SkillError.NOT_A_DEVICE
    assert do("set_device_state", tv, setting="mood", value="on").error is SkillError.UNKNOWN_SETTING
    assert do("set_device_state", tv, setting="channel", value="one").error is SkillError.INVALID_VALUE
    do("navigate_to", mug)
    do("pick", mug)
    assert do("pick", other).error is SkillError.HANDS_FULL
    assert do("place", tv, relation="on").error is SkillError.NOT_A_RECEPTACLE
    assert do("place", mug, relation="on").error is SkillError.NOT_A_RECEPTACLE
    do("navigate_to", refrigerator)
    refusal = do("place", refrigerator, relation="in")
    assert refusal.error is SkillError.CLOSED
    assert refusal.message == f"the {world[refrigerator].caption[2:]} is closed."
    do("open", refrigerator)
    assert do("open", refrigerator).error is SkillError.ALREADY_OPEN
    assert do("pick", mug, actor="anna").error is SkillError.HELD_BY_OTHER


def test_a_thing_too_large_for_any_shelf_finds_no_room(world, do):
    refrigerator = world.find("refrigerator")[0]
    huge = Entity("huge", EntityKind.OBJECT, "box", "a huge box", (0, 0, 1), (2.0, 2.0, 2.0), movable=True)
    world.replace(huge)
    world.hold("huge", "robot")
    do("navigate_to", refrigerator.entity_id)
    do("open", refrigerator.entity_id)
    assert do("place", refrigerator.entity_id, relation="in").error is SkillError.NO_ROOM


def test_a_device_keeps_the_value_it_was_set_to(world, do):
    lamp = world.find("floor lamp")[0].entity_id
    do("navigate_to", lamp)
    assert do("set_device_state", lamp, setting="brightness", value="35").succeeded
    assert world[lamp].settings["brightness"] == "35"
    assert "brightness 35" in do("inspect", lamp).message


def test_a_plate_is_picked_up_with_the_apple_on_it(world, do):
    plate, apple = lying_about(world, "plate").entity_id, lying_about(world, "apple").entity_id
    do("navigate_to", apple)
    do("pick", apple)
    do("navigate_to", plate)
    assert do("place", plate).succeeded
    assert do("pick", plate).succeeded
    do("navigate_to", "bedroom")
    assert world[apple].parent_id == plate
    assert world[plate].footprint_distance(*world[apple].position[:2]) < 1e-6
    assert world[apple].base[2] > world[plate].base[2]


_TEMPLATE = generate_home(2).world
_TEMPLATE.add_actor("anna", "person", 0.0, 0.0)
_IDS = sorted(_TEMPLATE.entities)
_SETTINGS = st.sampled_from(["", "power", "brightness", "temperature"])
_VALUES = st.sampled_from(["", "on", "off", "20", "-3"])


@st.composite
def skill_sequences(draw):
    """Sequences in which a target often comes twice in a row, so that some skills succeed."""
    skills = []
    for target in draw(st.lists(st.sampled_from(_IDS), min_size=2, max_size=6)):
        actor = draw(st.sampled_from(["robot", "robot", "anna"]))
        skills.append(Skill(SkillName.NAVIGATE_TO, actor, target))
        for name in draw(st.lists(st.sampled_from(list(SkillName)), min_size=1, max_size=3)):
            relation = draw(st.sampled_from(["", "on", "in"]))
            skills.append(Skill(name, actor, target, relation, draw(_SETTINGS), draw(_VALUES)))
    return skills


def check_invariants(world):
    actors = {actor.entity_id for actor in world.actors}
    for entity in world.entities.values():
        assert (entity.parent_id == "") == (entity.parent_relation == "")
        ancestors = [e.entity_id for e in world.ancestors_of(entity.entity_id)]  # would not end in a circle
        assert len(ancestors) == len(set(ancestors))
        assert (entity.parent_relation == "held") == (entity.parent_id in actors)
        if entity.open is None or not entity.openable:
            assert entity.open is None
    assert all(len(world.children_of(actor)) <= 1 for actor in actors)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(skill_sequences())
def test_whatever_is_done_the_world_stays_sound_and_a_refusal_changes_nothing(skills):
    world = copy.copy(_TEMPLATE)
    world.entities = dict(_TEMPLATE.entities)
    executor = Executor(world)
    for skill in skills:
        before, revision = dict(world.entities), world.revision
        outcome = executor.execute(skill)
        if not outcome.succeeded:
            assert world.entities == before
            assert world.revision == revision
            assert outcome.message.endswith(".")
            assert outcome.error is not SkillError.NONE
        else:
            changed = {key for key, entity in world.entities.items() if entity != before[key]}
            carried = {key for key in changed if world.holder_of(key) is not None}
            assert changed - carried <= set(outcome.changed_ids) | {
                key for key in changed if any(a.entity_id in outcome.changed_ids for a in world.ancestors_of(key))
            }
        check_invariants(world)
