"""A goal that a person names, looked up in the truth of a home: what the judge takes it to mean."""

from __future__ import annotations

from embodied_memory.planning.instruction import InstructionError, parse_instruction
from household.entity import Entity, EntityKind
from household.goals import JudgedGoal
from household.home import Home


def named_goal(home: Home, text: str) -> JudgedGoal:
    """Every entity whose category or caption the words describe; none if the home has no such thing.

    Raises InstructionError if the words name nothing.
    """
    goals = parse_instruction(text)
    if len(goals) != 1:
        raise InstructionError(f'"{text}" names {len(goals)} things; separate goals by commas')
    words = goals[0].description
    fitting = [entity for entity in home.world.entities.values() if _describes(words, entity)]
    category = fitting[0].category if fitting else words
    return JudgedGoal(f"the {words}", category, tuple(entity.entity_id for entity in fitting))


def _describes(words: str, entity: Entity) -> bool:
    """Exact names only: the judge does not guess."""
    if entity.kind in (EntityKind.ROOM, EntityKind.DOOR, EntityKind.ACTOR):
        return False
    color = entity.attributes.get("color", "")
    caption = entity.caption.lower().removeprefix("a ").removeprefix("an ")
    return words in (entity.category, caption, f"{color} {entity.category}")
