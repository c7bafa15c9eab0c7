"""Moving about and handling things: the parts that scripts are made of."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from embodied_memory.skill import Skill, SkillName, SkillOutcome
from household.entity import Entity, EntityKind, SettingRule
from household.residents.acts import Do, Step
from household.residents.notes import Misplaced, Refusal
from household.residents.scene import Scene

Attempt = Generator[Step, SkillOutcome, bool]
"""Steps that come out well or not."""

_MAX_ROOMS = 3
"""So many rooms a person goes through to search for a thing."""


def go(scene: Scene, who: str, target_id: str) -> Attempt:
    """Walk to an entity, from room to room."""
    target = scene.world.get(target_id)
    if target is None or not scene.is_home(who):
        return False
    goal = target.entity_id if target.kind is EntityKind.ROOM else target.room_id
    for room_id in scene.map.way(scene.room_of(who), goal) if scene.room_of(who) != goal else ():
        outcome = yield Step(Do(Skill(SkillName.NAVIGATE_TO, who, room_id)), scene.rng.uniform(4, 10))
        if not outcome.succeeded:
            return False
    if target.kind is EntityKind.ROOM:
        return True
    outcome = yield Step(Do(Skill(SkillName.NAVIGATE_TO, who, target_id)), scene.rng.uniform(2, 6))
    return outcome.succeeded


def act(
    scene: Scene, name: SkillName, who: str, target_id: str, relation: str = "", setting: str = "", value: str = ""
) -> Attempt:
    """One skill; what is refused is noted for the next day."""
    outcome = yield Step(Do(Skill(name, who, target_id, relation, setting, value)), scene.rng.uniform(3, 15))
    if not outcome.succeeded:
        scene.notes.refusals.append(Refusal(who, target_id, outcome.error.value))
    return outcome.succeeded


def find(scene: Scene, who: str, thing_id: str) -> Attempt:
    """Look where one believes a thing to be, and then in other rooms."""
    known = scene.stage.knowledge[who].best(thing_id, "location")
    support_id = known.value.partition(" ")[2] if known else ""
    if support_id in scene.world.entities:
        support = scene.world[support_id]
        arrived = yield from go(scene, who, support_id)
        if arrived and known is not None and known.value.startswith("in ") and support.open is False:
            yield from act(scene, SkillName.OPEN, who, support_id)
    if _is_in_sight(scene, who, thing_id):
        return True
    others = [room_id for room_id in scene.map.room_ids if room_id != scene.room_of(who)]
    for room_id in scene.rng.sample(others, min(_MAX_ROOMS, len(others))):
        yield from go(scene, who, room_id)
        if _is_in_sight(scene, who, thing_id):
            return True
    scene.notes.misplaced.append(Misplaced(thing_id, who))
    return False


def take(scene: Scene, who: str, thing_id: str) -> Attempt:
    """Get a thing into one's hand, wherever it is."""
    held = scene.world.held_by(who)
    if held is not None and held.entity_id == thing_id:
        return True
    if held is not None and not (yield from put_anywhere(scene, who)):
        return False
    if not (yield from find(scene, who, thing_id)):
        return False
    container = scene.world[scene.world[thing_id].parent_id] if scene.world[thing_id].parent_id else None
    if not (yield from go(scene, who, thing_id)) or not (yield from act(scene, SkillName.PICK, who, thing_id)):
        return False
    if container is not None and container.open and scene.rng.random() < 0.85:
        yield from act(scene, SkillName.CLOSE, who, container.entity_id)
    return True


def put(scene: Scene, who: str, places: Sequence[str]) -> Attempt:
    """Put what one holds at the first of some places ("on table_2", "in dresser_4") that has room."""
    for place in places:
        relation, _, support_id = place.partition(" ")
        if scene.world.held_by(who) is None:
            return False
        if not (yield from go(scene, who, support_id)):
            continue
        was_closed = relation == "in" and scene.world[support_id].open is False
        if was_closed and not (yield from act(scene, SkillName.OPEN, who, support_id)):
            continue
        done = yield from act(scene, SkillName.PLACE, who, support_id, relation=relation)
        if was_closed and scene.rng.random() < 0.9:
            yield from act(scene, SkillName.CLOSE, who, support_id)
        if done:
            return True
    return False


def put_anywhere(scene: Scene, who: str) -> Attempt:
    """Free one's hand on what is near."""
    shelves = scene.map.shelves()
    scene.rng.shuffle(shelves)
    here = scene.room_of(who)
    nearest = sorted(shelves, key=lambda shelf: shelf.room_id != here)
    return (yield from put(scene, who, [f"on {shelf.entity_id}" for shelf in nearest[:4]]))


def set_device(scene: Scene, who: str, device: Entity, setting: str, value: str) -> Attempt:
    """Set a device, if it is not set so already."""
    if scene.world[device.entity_id].settings.get(setting) == value:
        return True
    if not (yield from go(scene, who, device.entity_id)):
        return False
    return (yield from act(scene, SkillName.SET_DEVICE_STATE, who, device.entity_id, setting=setting, value=value))


def some_value(scene: Scene, device: Entity, setting: str) -> str:
    """Another value that the setting may have."""
    now = scene.world[device.entity_id].settings.get(setting)
    return scene.rng.choice([value for value in likely_values(device.setting_rules[setting]) if value != now])


def likely_values(rule: SettingRule) -> list[str]:
    """Values that people choose: any word; of wide ranges round numbers, and not their ends."""
    if rule.allowed:
        return list(rule.allowed)
    wide = rule.maximum - rule.minimum >= 50
    numbers = range(rule.minimum + 10, rule.maximum, 10) if wide else range(rule.minimum, rule.maximum + 1)
    return [str(number) for number in numbers]


def _is_in_sight(scene: Scene, who: str, thing_id: str) -> bool:
    thing = scene.world[thing_id]
    is_here = thing.room_id == scene.room_of(who) and scene.world.closed_around(thing_id) is None
    return is_here and scene.world.holder_of(thing_id) is None
