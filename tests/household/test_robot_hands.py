"""What the robot did is told in the ids of whoever had it do so, with what the things look like."""

from embodied_memory.event import EventKind, StateChange
from embodied_memory.skill import Skill, SkillError, SkillName
from household.executor import Executor
from household.home import ROBOT_ID
from household.robot_hands import RobotHands


def hands_at_a_mug(home):
    """(hands, a skill on the mug by the caller's id, the mug)."""
    world = home.world
    hands = RobotHands(world, Executor(world).execute)
    mug = next(one for one in world.find("mug") if world.is_visible(one.entity_id))
    pointed = {"target_category": "mug", "target_position": mug.position}
    return hands, lambda name: hands.meant(Skill(SkillName(name), ROBOT_ID, "cup_77", **pointed)), mug


def test_a_deed_is_told_by_the_callers_ids(home):
    hands, skill, mug = hands_at_a_mug(home)
    assert hands.started(skill("navigate_to"), "go", 1).object_ids == ("cup_77",)
    assert hands.do(skill("navigate_to")).outcome.succeeded
    deed = hands.do(skill("pick"))
    event = hands.ended(deed, 5)
    assert (deed.target.entity_id, deed.held) == (mug.entity_id, None)
    assert (event.stamp_ns, event.kind, event.succeeded) == (5, EventKind.SKILL_ENDED, True)
    assert event.changes == (StateChange("cup_77", "held by", ROBOT_ID), StateChange("cup_77", "location", ""))
    assert (event.object_ids[0], event.object_captions[0]) == ("cup_77", mug.caption)


def test_what_was_refused_is_told_with_the_reason_and_changes_nothing(home):
    hands, skill, _ = hands_at_a_mug(home)
    deed = hands.do(skill("open"))
    event = hands.ended(deed, 5)
    assert deed.outcome.error is not SkillError.NONE
    assert (event.succeeded, event.changes, event.object_ids) == (False, (), ("cup_77",))
    assert deed.outcome.message in event.text


def test_a_look_is_told_and_changes_nothing(home):
    hands, skill, _ = hands_at_a_mug(home)
    hands.do(skill("navigate_to"))
    event = hands.ended(hands.do(skill("inspect")), 5)
    assert (event.kind, event.succeeded, event.changes) == (EventKind.SKILL_ENDED, True, ())
