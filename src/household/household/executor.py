"""Executing skills (WorldLines, section 10): checks what must hold, then changes the world, or refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from embodied_memory.skill import Skill, SkillError, SkillName, SkillOutcome
from household.entity import Entity, EntityKind
from household.navigation import NavigationGrid
from household.resting_places import RestingPlace, find_resting_place
from household.world import World

REACH_M = 1.2
"""How far an actor reaches: horizontally, to the nearest point of the thing's footprint, not through walls."""
APPROACH_M = 0.8
HANDOFF_REACH_M = 1.5
_NOTHING_THERE = "There is nothing where the hand reaches."


class RefusedError(Exception):
    """A precondition of a skill does not hold."""

    def __init__(self, error: SkillError, message: str) -> None:
        super().__init__(message)
        self.error = error


class Executor:
    """Executes skills in a world, always with the same result. A refused skill changes nothing."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._grid = NavigationGrid(world)
        self._skills = {
            SkillName.NAVIGATE_TO: self._navigate_to,
            SkillName.INSPECT: self._inspect,
            SkillName.PICK: self._pick,
            SkillName.PLACE: self._place,
            SkillName.OPEN: self._open,
            SkillName.CLOSE: self._close,
            SkillName.SET_DEVICE_STATE: self._set_device_state,
            SkillName.HANDOFF: self._handoff,
        }

    def execute(self, skill: Skill) -> SkillOutcome:
        """Execute a skill, or refuse it with the reason."""
        try:
            actor = self.world.get(skill.actor)
            if actor is None or actor.kind is not EntityKind.ACTOR:
                raise RefusedError(SkillError.UNKNOWN_ACTOR, f'There is nobody called "{skill.actor}" here.')
            target = self.world.get(skill.target_id)
            if target is None:
                fault = f'There is no "{skill.target_id}" in this home.' if skill.target_id else _NOTHING_THERE
                raise RefusedError(SkillError.UNKNOWN_TARGET, fault)
            message, changed = self._skills[skill.name](skill, actor, target)
        except RefusedError as refusal:
            return SkillOutcome(False, refusal.error, str(refusal))
        return SkillOutcome(True, SkillError.NONE, message, changed)

    def _navigate_to(self, skill: Skill, actor: Entity, target: Entity) -> tuple[str, tuple[str, ...]]:
        holder = self.world.holder_of(target.entity_id)
        if (holder is not None and holder.entity_id == actor.entity_id) or target.entity_id == actor.entity_id:
            return f"{_the(target)} is already with {actor.entity_id}.", ()
        start = actor.position[:2]
        if target.kind is EntityKind.ROOM:
            pose = self._pose_in_room(start, target)
        else:
            pose = self._grid.approach_pose(start, holder or target, APPROACH_M)
            pose = pose or self._grid.approach_pose(start, holder or target, REACH_M)
        if pose is None:
            raise RefusedError(SkillError.NOT_REACHABLE, f"There is no way to {_the(target)}.")
        self.world.move_actor(actor.entity_id, *pose)
        return f"{actor.entity_id} went to {_the(target)}.", (actor.entity_id,)

    def _inspect(self, skill: Skill, actor: Entity, target: Entity) -> tuple[str, tuple[str, ...]]:
        self._check_access(actor, target)
        said = [_the(target)]
        if target.open is not None:
            said.append("open" if target.open else "closed")
        said += [f"{name} {value}" for name, value in target.settings.items()]
        for relation in ("on", "in", "held"):
            if relation == "in" and target.open is False:
                continue
            things = [e.caption for e in self.world.children_of(target.entity_id) if e.parent_relation == relation]
            if things:
                said.append(f"{relation} it: {', '.join(things)}" if relation != "held" else f"holds {things[0]}")
        return "; ".join(said) + ".", ()

    def _pick(self, skill: Skill, actor: Entity, target: Entity) -> tuple[str, tuple[str, ...]]:
        if not target.movable:
            raise RefusedError(SkillError.NOT_MOVABLE, f"{_the(target)} cannot be picked up.")
        held = self.world.held_by(actor.entity_id)
        if held is not None:
            raise RefusedError(SkillError.HANDS_FULL, f"{actor.entity_id} already holds {_the(held)}.")
        self._check_access(actor, target)
        self.world.hold(target.entity_id, actor.entity_id)
        return f"{actor.entity_id} picked up {_the(target)}.", (target.entity_id, actor.entity_id)

    def _place(self, skill: Skill, actor: Entity, target: Entity) -> tuple[str, tuple[str, ...]]:
        held = self._held_by(actor)
        relation = skill.relation or ("on" if target.is_surface else "in")
        if not any(surface.relation == relation for surface in target.surfaces) or target == held:
            raise RefusedError(SkillError.NOT_A_RECEPTACLE, f"Nothing can be put {relation} {_the(target)}.")
        self._check_access(actor, target)
        if relation == "in" and target.open is False:
            raise RefusedError(SkillError.CLOSED, f"{_the(target)} is closed.")
        place = self._free_place(held, actor, target, relation)
        if place is None:
            raise RefusedError(SkillError.NO_ROOM, f"There is no room for {_the(held)} {relation} {_the(target)}.")
        self.world.rest(held.entity_id, target.entity_id, relation, place.position, place.yaw)
        message = f"{actor.entity_id} put {_the(held)} {relation} {_the(target)}."
        return message, (held.entity_id, target.entity_id, actor.entity_id)

    def _open(self, skill: Skill, actor: Entity, target: Entity) -> tuple[str, tuple[str, ...]]:
        return self._turn_door(actor, target, True)

    def _close(self, skill: Skill, actor: Entity, target: Entity) -> tuple[str, tuple[str, ...]]:
        return self._turn_door(actor, target, False)

    def _turn_door(self, actor: Entity, target: Entity, to_open: bool) -> tuple[str, tuple[str, ...]]:
        if target.open is None:
            raise RefusedError(SkillError.NOT_OPENABLE, f"{_the(target)} has nothing to open or close.")
        if target.open is to_open:
            error = SkillError.ALREADY_OPEN if to_open else SkillError.ALREADY_CLOSED
            raise RefusedError(error, f"{_the(target)} is {error.value}.")
        self._check_access(actor, target)
        self.world.replace(replace(target, open=to_open))
        return f"{actor.entity_id} {'opened' if to_open else 'closed'} {_the(target)}.", (target.entity_id,)

    def _set_device_state(self, skill: Skill, actor: Entity, target: Entity) -> tuple[str, tuple[str, ...]]:
        if not target.setting_rules:
            raise RefusedError(SkillError.NOT_A_DEVICE, f"{_the(target)} has no settings.")
        rule = target.setting_rules.get(skill.setting)
        if rule is None:
            known = ", ".join(target.setting_rules)
            message = f'{_the(target)} has no setting "{skill.setting}"; it has: {known}.'
            raise RefusedError(SkillError.UNKNOWN_SETTING, message)
        if not rule.accepts(skill.value):
            message = f'{skill.setting} of {_the(target)} cannot be "{skill.value}"; it must be {rule}.'
            raise RefusedError(SkillError.INVALID_VALUE, message)
        self._check_access(actor, target)
        settings = {**target.settings, skill.setting: skill.value}
        self.world.replace(replace(target, settings=settings))
        return f"{actor.entity_id} set {skill.setting} of {_the(target)} to {skill.value}.", (target.entity_id,)

    def _handoff(self, skill: Skill, actor: Entity, target: Entity) -> tuple[str, tuple[str, ...]]:
        held = self._held_by(actor)
        if target.kind is not EntityKind.ACTOR or target == actor:
            raise RefusedError(SkillError.UNKNOWN_TARGET, f"{_the(target)} is nobody to hand a thing to.")
        if self.world.held_by(target.entity_id) is not None:
            raise RefusedError(SkillError.RECEIVER_HANDS_FULL, f"{target.entity_id} already holds something.")
        self._check_near(actor, target, HANDOFF_REACH_M)
        self.world.hold(held.entity_id, target.entity_id)
        message = f"{actor.entity_id} handed {_the(held)} to {target.entity_id}."
        return message, (held.entity_id, actor.entity_id, target.entity_id)

    def _held_by(self, actor: Entity) -> Entity:
        held = self.world.held_by(actor.entity_id)
        if held is None:
            raise RefusedError(SkillError.HANDS_EMPTY, f"{actor.entity_id} holds nothing.")
        return held

    def _check_access(self, actor: Entity, target: Entity) -> None:
        """Refuse what is in a closed container, in another's hand or too far away."""
        container = self.world.closed_around(target.entity_id)
        if container is not None:
            raise RefusedError(SkillError.CLOSED, f"{_the(target)} cannot be got at: {_the(container)} is closed.")
        holder = self.world.holder_of(target.entity_id)
        if holder is not None and holder.entity_id != actor.entity_id:
            raise RefusedError(SkillError.HELD_BY_OTHER, f"{holder.entity_id} holds {_the(target)}.")
        if holder is None:
            self._check_near(actor, target, REACH_M)

    def _check_near(self, actor: Entity, target: Entity, reach: float) -> None:
        here = actor.position[:2]
        if target.kind is EntityKind.ROOM:
            near = actor.room_id == target.room_id
        else:
            near = self._grid.is_success(here, target, reach)
        if not near:
            away = target.footprint_distance(*here)
            message = f"{actor.entity_id} is too far from {_the(target)}: {away:.1f} m, or a wall is between."
            raise RefusedError(SkillError.TOO_FAR, message)

    def _free_place(self, held: Entity, actor: Entity, target: Entity, relation: str) -> RestingPlace | None:
        resting = self.world.children_of(target.entity_id)
        tall = self._height_with_load(held)
        return find_resting_place(held, target, resting, relation, near=actor.position[:2], height=tall)

    def _height_with_load(self, thing: Entity) -> float:
        """Its height with all that lies on it."""
        tops = [
            e.base[2] + e.size[2]
            for e in self.world.entities.values()
            if thing in self.world.ancestors_of(e.entity_id)
        ]
        return max([thing.size[2], *(top - thing.base[2] for top in tops)])

    def _pose_in_room(self, start: tuple[float, float], target: Entity) -> tuple[float, float, float] | None:
        """The free place nearest to the middle of a room that there is a way to."""
        room = self.world.room(target.entity_id)
        point = self._grid.nearest_free(target.position[:2], room)
        if point is None or self._grid.shortest_path(start, point) is None:
            return None
        heading = np.arctan2(target.position[1] - point[1], target.position[0] - point[0])
        return point[0], point[1], float(heading)


def _the(entity: Entity) -> str:
    """Such as "the red mug"."""
    words = entity.caption.split(" ", 1)
    return f"the {words[1]}" if len(words) == 2 and words[0] in ("a", "an", "the") else f"the {entity.caption}"
