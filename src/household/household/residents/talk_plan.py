"""What people have to say on a day beside their projects: preferences, reports, reminders, yesterday's loose ends."""

from __future__ import annotations

import random
from collections.abc import Iterator

from household.home import ROBOT_ID
from household.residents.beat import Beat, MemoryTarget
from household.residents.notes import DayNotes, NewWish
from household.residents.resident import Resident
from household.residents.scene import Scene
from household.residents.spoken import DAY_NS, HOUR_NS

_EVENING = (17.5, 21.5)
_CHANCES = {"report": 0.8, "ask": 0.5, "hearsay": 0.45, "promise": 0.45, "remind": 0.45, "move": 0.9, "bring": 0.3}


def plan_talk(scene: Scene, day: int, day_ns: int, notes: DayNotes, rng: random.Random) -> list[Beat]:
    """Beats of a day; the hours are wishes, the director moves them to when people are at home."""
    beats = [beat for r in scene.residents.values() for beat in _of_person(scene, r, day, day_ns, rng)]
    return beats + list(_loose_ends(scene, day_ns, notes, rng))


def _of_person(scene: Scene, resident: Resident, day: int, day_ns: int, rng: random.Random) -> Iterator[Beat]:
    name = resident.name
    others = [other for other in scene.residents if other != name]
    for _ in range(rng.randint(2, 4)):
        yield _beat(day_ns, rng, (7.5, 22.0), name, "rest", MemoryTarget.ROUTINE)
    yield _beat(day_ns, rng, (7.0, 9.0), name, "chat", MemoryTarget.SOCIAL_CONTEXT, section="greeting", to=rng.choice(
        [*others, ROBOT_ID]))  # fmt: skip
    for _ in range(rng.randint(1, 3)):
        yield _beat(day_ns, rng, (8.0, 21.5), name, "chat", MemoryTarget.SOCIAL_CONTEXT, to=rng.choice(others))
    if day < len(resident.preferences):
        yield _tell_preference(scene, resident, day, day_ns, rng)
    for script, chance in _CHANCES.items():
        if rng.random() < chance:
            yield _act(scene, name, script, day_ns, others, rng)


def _tell_preference(scene: Scene, resident: Resident, day: int, day_ns: int, rng: random.Random) -> Beat:
    wish = resident.preferences[day]
    words = {"thing": wish.entity_id, "topic": wish.topic, "activity": wish.activity, "to": ROBOT_ID}
    return _beat(day_ns, rng, _EVENING, resident.name, "prefer", MemoryTarget.PREFERENCE, **words)


def _act(scene: Scene, name: str, script: str, day_ns: int, others: list[str], rng: random.Random) -> Beat:
    things = scene.map.things()
    thing = rng.choice(things).entity_id
    target = MemoryTarget.OBJECT_LOCATION
    if script == "promise":
        beat = _beat(
            day_ns, rng, _EVENING, name, script, MemoryTarget.TEMPORAL_STATE, to=rng.choice([*others, ROBOT_ID])
        )
        return _with_due(beat, rng)
    if script == "remind":
        return _with_due(_beat(day_ns, rng, (7.5, 20.0), name, script, MemoryTarget.TEMPORAL_STATE), rng)
    if script == "hearsay":
        return _beat(day_ns, rng, _EVENING, name, script, MemoryTarget.SOCIAL_CONTEXT, thing=thing, to=ROBOT_ID,
                     source=rng.choice(others))  # fmt: skip
    if script == "move":
        return _beat(day_ns, rng, (8.0, 21.5), name, script, MemoryTarget.HIDDEN_STATE, thing=thing, to="on:?")
    to = rng.choice([*others, ROBOT_ID, ROBOT_ID])
    thing = "?" if script == "report" else thing
    return _beat(day_ns, rng, (8.0, 21.5), name, script, target, thing=thing, to=to)


def _loose_ends(scene: Scene, day_ns: int, notes: DayNotes, rng: random.Random) -> Iterator[Beat]:
    """Yesterday's notes: things left about are spoken of or put away, devices switched off, promises made again."""
    names = list(scene.residents)
    for misplaced in notes.misplaced[:4]:
        script = rng.choice(("report", "ask", "move", "move"))
        who = misplaced.person if script == "report" and misplaced.person in scene.residents else rng.choice(names)
        to = "on:?" if script == "move" else ROBOT_ID
        target = MemoryTarget.OBJECT_LOCATION
        yield _beat(day_ns, rng, _EVENING, who, script, target, thing=misplaced.thing_id, to=to)
    for device_id in notes.devices_left_on[:2]:
        target = MemoryTarget.DEVICE_STATE
        yield _beat(day_ns, rng, (7.0, 9.0), rng.choice(names), "set", target, device=device_id, setting="power",
                    value="off")  # fmt: skip
    for wish in notes.wishes[:2]:
        yield from _heed(scene, wish, day_ns, rng)
    for open_one in notes.unresolved[:2]:
        if open_one.person in scene.residents and open_one.to != open_one.person:
            beat = _beat(day_ns, rng, _EVENING, open_one.person, "promise", MemoryTarget.PLANNING_DEPENDENCY,
                         task=open_one.task, to=open_one.to)  # fmt: skip
            yield _with_due(beat, rng)
    for refusal in notes.refusals[:2]:
        thing = scene.world.get(refusal.target_id)
        if thing is not None and thing.movable and refusal.person in scene.residents:
            target = MemoryTarget.PLANNING_DEPENDENCY
            yield _beat(day_ns, rng, _EVENING, refusal.person, "ask", target, thing=thing.entity_id, to=ROBOT_ID)


def _heed(scene: Scene, wish: NewWish, day_ns: int, rng: random.Random) -> Iterator[Beat]:
    """Another does as the person likes it."""
    other = rng.choice([name for name in scene.residents if name != wish.person])
    liked, target = wish.preference, MemoryTarget.PREFERENCE
    if liked.topic == "setting":
        yield _beat(day_ns, rng, _EVENING, other, "set", target, device=liked.entity_id, setting=liked.attribute,
                    value=liked.value)  # fmt: skip
    elif liked.topic == "belongs":
        to = liked.value.replace(" ", ":", 1)
        yield _beat(day_ns, rng, _EVENING, other, "move", target, thing=liked.entity_id, to=to)


def _beat(
    day_ns: int, rng: random.Random, hours: tuple[float, float], who: str, script: str, target: MemoryTarget,
    **words: str,
) -> Beat:  # fmt: skip
    stamp_ns = day_ns + int(rng.uniform(*hours) * HOUR_NS)
    return Beat(stamp_ns, who, script, f"household_routine of {who}", target, words)


def _with_due(beat: Beat, rng: random.Random) -> Beat:
    """Due at a half hour of the same evening, or of the next two days."""
    days, hour = rng.choice((0, 1, 1, 2)), rng.choice((8.5, 10.0, 17.5, 18.0, 19.5, 20.0, 21.0))
    midnight = beat.stamp_ns - beat.stamp_ns % DAY_NS
    due_ns = midnight + days * DAY_NS + int(hour * HOUR_NS)
    if due_ns <= beat.stamp_ns + HOUR_NS:
        due_ns += DAY_NS
    return Beat(beat.stamp_ns, beat.actor, beat.script, beat.project, beat.memory_target, beat.words, due_ns)
