"""Skills as they are asked for over ROS."""

from __future__ import annotations

from embodied_memory import skill
from embodied_memory_interfaces import msg
from embodied_memory_ros.conversions.geometry import tuple_to_point


def skill_to_message(asked: skill.Skill) -> msg.Skill:
    """To a message. Without a position the target's id is the world's own."""
    message = msg.Skill(
        name=asked.name.value,
        actor=asked.actor,
        target_id=asked.target_id,
        relation=asked.relation,
        setting=asked.setting,
        value=asked.value,
    )
    if asked.target_position is not None:
        message.target_category = asked.target_category
        message.target_position = tuple_to_point(asked.target_position)
    return message


def message_to_skill(message: msg.Skill) -> skill.Skill:
    """From a message. Raises ValueError for a skill that does not exist."""
    point = message.target_position
    position = (point.x, point.y, point.z) if message.target_category else None
    return skill.Skill(
        skill.SkillName(message.name),
        message.actor or "robot",
        message.target_id,
        message.relation,
        message.setting,
        message.value,
        message.target_category,
        position,
    )
