"""What those who watch an act see of it, as an event."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.skill import Skill, SkillName, SkillOutcome
from household.entity import Entity
from household.home import ROBOT_ID
from household.residents.spoken import OUTSIDE, location_of, room_name, the
from household.world import World

_CHANGES: dict[SkillName, Callable[[Skill, Entity, str], tuple[StateChange, ...]]] = {
    SkillName.PICK: lambda skill, thing, _: (
        StateChange(thing.entity_id, "held by", skill.actor),
        StateChange(thing.entity_id, "location", ""),
    ),
    SkillName.PLACE: lambda skill, thing, location: (
        StateChange(thing.entity_id, "held by", ""),
        StateChange(thing.entity_id, "location", location),
    ),
    SkillName.OPEN: lambda skill, thing, _: (StateChange(thing.entity_id, "open", "true"),),
    SkillName.CLOSE: lambda skill, thing, _: (StateChange(thing.entity_id, "open", "false"),),
    SkillName.SET_DEVICE_STATE: lambda skill, thing, _: (StateChange(thing.entity_id, skill.setting, skill.value),),
    SkillName.HANDOFF: lambda skill, thing, _: (StateChange(thing.entity_id, "held by", skill.target_id),),
}
_TRIED = {
    SkillName.NAVIGATE_TO: "go to {}",
    SkillName.INSPECT: "look at {}",
    SkillName.PICK: "pick up {}",
    SkillName.PLACE: "put something at {}",
    SkillName.OPEN: "open {}",
    SkillName.CLOSE: "close {}",
    SkillName.SET_DEVICE_STATE: "set {}",
    SkillName.HANDOFF: "hand something to {}",
}


def skill_event(
    stamp_ns: int, skill: Skill, outcome: SkillOutcome, world: World, target: Entity, held: Entity | None,
    watching: tuple[str, ...],
) -> Event:  # fmt: skip
    """A skill that changed something. target: as it was before; held: what the actor held before."""
    thing = held if skill.name in (SkillName.PLACE, SkillName.HANDOFF) and held is not None else target
    kind = EventKind.OBJECT_STATE_CHANGED
    if skill.actor == ROBOT_ID:
        kind = EventKind.SKILL_ENDED
    elif skill.name is SkillName.SET_DEVICE_STATE:
        kind = EventKind.DEVICE_STATE_CHANGED
    location = location_of(world[thing.entity_id])
    changes = _CHANGES[skill.name](skill, thing, location)
    text = outcome.message
    if skill.name is SkillName.PICK and target.parent_id:
        text = f"{text[:-1]} {_origin(world, target)}."
    ids = tuple(
        dict.fromkeys((thing.entity_id, target.entity_id, *((target.parent_id,) if target.parent_id else ())))
    )
    place = room_name(world[skill.actor].room_id)
    succeeded = True if kind is EventKind.SKILL_ENDED else None
    return Event(
        stamp_ns, kind, skill.actor, _sentence(text), ids, place, watching, succeeded=succeeded, changes=changes
    )


def with_looks(event: Event, world: World) -> Event:
    """With what each of its things looks like, as whoever saw it could tell."""
    looks = tuple(one.caption if (one := world.get(name)) else "" for name in event.object_ids)
    return replace(event, object_captions=looks)


def refused_event(
    stamp_ns: int, skill: Skill, outcome: SkillOutcome, world: World, watching: tuple[str, ...]
) -> Event:
    """A skill that could not be done."""
    target = world.get(skill.target_id)
    named = the(target) if target else skill.target_id
    text = f"{skill.actor} tried to {_TRIED[skill.name].format(named)}, but could not: {outcome.message}"
    ids = (skill.target_id,) if target else ()
    place = room_name(world[skill.actor].room_id)
    kind = EventKind.SKILL_ENDED
    return Event(stamp_ns, kind, skill.actor, _sentence(text), ids, place, watching, succeeded=False)


def moved_event(stamp_ns: int, actor: str, before: str, after: str, watching: tuple[str, ...]) -> Event:
    """Someone went from a room to another, or out of the home or back into it."""
    if after == OUTSIDE:
        text = f"{actor} left home."
    elif before == OUTSIDE:
        text = f"{actor} came home."
    else:
        text = f"{actor} went from the {before} to the {after}."
    kind = EventKind.SKILL_ENDED if actor == ROBOT_ID else EventKind.PERSON_MOVED
    succeeded = True if actor == ROBOT_ID else None
    changes = (StateChange(actor, "location", after),)
    return Event(
        stamp_ns, kind, actor, _sentence(text), (actor,), after, watching, succeeded=succeeded, changes=changes
    )


def _origin(world: World, target: Entity) -> str:
    """Such as "from the brown table" or "out of the white dresser"."""
    origin = world[target.parent_id]
    return f"out of {the(origin)}" if target.parent_relation == "in" else f"from {the(origin)}"


def _sentence(text: str) -> str:
    """The executor names the robot by its id."""
    named = re.sub(rf"\b(?<!the ){ROBOT_ID}\b", "the robot", text)
    return named[0].upper() + named[1:]
