"""Which entity a hand would get hold of: the one that is meant by its kind and by where it is believed to be."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from embodied_memory.event import Event, StateChange
from embodied_memory.skill import Skill, SkillName
from household.entity import Entity, EntityKind
from household.world import World

WITHIN_M = 1.0
"""Farther than this from where it is believed to be, a thing is not the one that is meant."""

_RIGHT_THERE_M = 0.2
_USABLE: Mapping[SkillName, Callable[[Entity], bool]] = {
    SkillName.PICK: lambda entity: entity.movable,
    SkillName.PLACE: lambda entity: bool(entity.surfaces),
    SkillName.OPEN: lambda entity: entity.openable,
    SkillName.CLOSE: lambda entity: entity.openable,
    SkillName.SET_DEVICE_STATE: lambda entity: bool(entity.settings),
}


def with_real_target(skill: Skill, world: World) -> Skill:
    """The skill with the id of the entity that is really there.

    A skill of somebody with ids of their own names category and position of the target: the nearest entity of that
    category is taken, whatever the id, which may be another thing's here; without one, the target is nothing. People
    are known by name. Without a position the id is the world's own.
    """
    named = world.get(skill.target_id)
    if skill.target_position is None or (named is not None and named.kind is EntityKind.ACTOR):
        return skill
    entity = _nearest(world, skill.target_category, skill.target_position)
    return replace(skill, target_id=entity.entity_id if entity else "")


def with_what_is_there(skill: Skill, world: World) -> Skill:
    """The same for somebody who may have the name wrong: what is nearest and can be used so, whatever it is.

    A thing of the name that was given may be farther away; any other must be right there. What has the name and
    cannot be used so is taken where nothing else is: the world says why it cannot.
    """
    named = world.get(skill.target_id)
    if skill.target_position is None or (named is not None and named.kind is EntityKind.ACTOR):
        return skill
    wanted, usable = _plain(skill.target_category), _USABLE.get(skill.name)
    reached = []
    for entity in world.entities.values():
        away, is_named = _away(entity, skill.target_position), wanted == _plain(entity.category)
        is_useless = usable is not None and not usable(entity)
        if entity.kind in (EntityKind.ROOM, EntityKind.ACTOR) or (is_useless and not is_named):
            continue
        if away <= (WITHIN_M if is_named else _RIGHT_THERE_M):
            reached.append((is_useless, away + (0.0 if is_named else _RIGHT_THERE_M), entity.entity_id))
    return replace(skill, target_id=min(reached, default=(False, 0.0, ""))[-1])


class CallersIds:
    """Which id the caller gave what it pointed at: what is told of its deeds is told in those."""

    def __init__(self) -> None:
        self._callers: dict[str, str] = {}

    def note(self, asked: Skill, real: Skill) -> None:
        """asked: as the caller put it; real: the same with the world's own id."""
        if real.target_id and asked.target_position is not None:
            self._callers[real.target_id] = asked.target_id

    def told(self, event: Event) -> Event:
        """The event with the caller's ids, in its changes and their values too."""
        changes = tuple(
            StateChange(self._callers.get(one.entity_id, one.entity_id), one.attribute, self._value(one.value))
            for one in event.changes
        )
        ids = tuple(self._callers.get(name, name) for name in event.object_ids)
        return replace(event, object_ids=ids, changes=changes)

    def _value(self, value: str) -> str:
        """ "on table_2" names an entity by its last word."""
        before, space, name = value.rpartition(" ")
        return f"{before}{space}{self._callers.get(name, name)}"


def _nearest(world: World, category: str, position: tuple[float, float, float]) -> Entity | None:
    wanted = _plain(category)
    near = [
        (_away(entity, position), entity.entity_id, entity)
        for entity in world.entities.values()
        if wanted == _plain(entity.category)
        and entity.kind is not EntityKind.ROOM
        and entity.entity_id not in world.away
    ]
    away, _, entity = min(near, default=(math.inf, "", None), key=lambda found: found[:2])
    return entity if away <= WITHIN_M else None


def _away(entity: Entity, position: tuple[float, float, float]) -> float:
    """Metres from the entity's box to the position."""
    below = entity.base[2] - position[2]
    above = position[2] - (entity.base[2] + entity.size[2])
    return math.hypot(entity.footprint_distance(*position[:2]), max(below, above, 0.0))


def _plain(category: str) -> str:
    return category.replace("_", " ").strip().lower()
