"""Scripts of the robot: patrols, company, fetching, reminding, docking. It tells only what it sees."""

from __future__ import annotations

from embodied_memory.skill import SkillName
from household.home import ROBOT_ID
from household.residents.acts import Look, Meaning, Script, Step, Wait
from household.residents.beat import Beat
from household.residents.handling import act, go, put_anywhere, take
from household.residents.notes import Unresolved
from household.residents.scene import Scene
from household.residents.spoken import HOUR_NS, thing_words
from household.residents.talks import meet

_MAX_WAIT_S = 240.0


def tour(scene: Scene, beat: Beat) -> Script:
    """Go through all rooms and look about in each."""
    for room_id in scene.map.room_ids:
        yield from go(scene, ROBOT_ID, room_id)
        yield Step(Look(0), 60)


def patrol(scene: Scene, beat: Beat) -> Script:
    """Go to a room, look, and stay until something else is due. looks_per_hour: while it stays."""
    room_id = beat.words.get("room") or _some_room(scene)
    yield from go(scene, ROBOT_ID, room_id)
    yield Step(Look(1), 5)
    yield from _stay(scene, beat)


def follow(scene: Scene, beat: Beat) -> Script:
    """Be where a person is, for a while."""
    people = [name for name in scene.residents if scene.is_home(name)]
    if not people:
        return
    person = scene.rng.choice(people)
    while scene.now_ns < beat.due_ns and scene.is_home(person) and not scene.is_robot_called():
        if scene.room_of(person) != scene.room_of(ROBOT_ID):
            yield from go(scene, ROBOT_ID, scene.room_of(person))
            yield Step(Look(0), 5)
        yield Step(Wait(), 30)


def dock(scene: Scene, beat: Beat) -> Script:
    """Back to the room of its dock, for the night."""
    yield from go(scene, ROBOT_ID, beat.words["room"])
    yield Step(Look(1), 5)


def bring(scene: Scene, beat: Beat) -> Script:
    """A person asks the robot for a thing; it goes and gets it as a beat of its own."""
    who, thing_id = beat.actor, beat.words["thing"]
    if not (yield from meet(scene, who, ROBOT_ID)):
        return
    words = thing_words(scene.world[thing_id])
    yield scene.say("bring", Meaning("bring", thing_id, person=who), **words)
    fetching = Beat(scene.now_ns, ROBOT_ID, "fetch", beat.project, beat.memory_target, {"thing": thing_id, "to": who})
    scene.add_beat(fetching)


def fetch(scene: Scene, beat: Beat) -> Script:
    """The robot gets a thing and hands it over, or says that it could not."""
    thing_id, to = beat.words["thing"], beat.words["to"]
    words = thing_words(scene.world[thing_id])
    has_it = yield from take(scene, ROBOT_ID, thing_id)
    if not (yield from meet(scene, ROBOT_ID, to)):
        yield from put_anywhere(scene, ROBOT_ID)
        return
    if not has_it:
        yield scene.say("could not bring", Meaning("could not bring", thing_id, person=to), to=to, **words)
        return
    yield from go(scene, ROBOT_ID, to)
    yield scene.say("brought", Meaning("brought", thing_id, person=to), to=to, **words)
    if (yield from act(scene, SkillName.HANDOFF, ROBOT_ID, to)):
        later = scene.now_ns + HOUR_NS // 4
        scene.add_beat(Beat(later, to, "put down", beat.project, beat.memory_target))
    else:
        yield from put_anywhere(scene, ROBOT_ID)


def give_reminder(scene: Scene, beat: Beat) -> Script:
    """Remind a person, if nobody cancelled it and they are at home."""
    task, to = beat.words["task"], beat.words["to"]
    fitting = [p for p in scene.promises if p.by == ROBOT_ID and p.to == to and p.task == task]
    if not fitting:
        return
    scene.promises.remove(fitting[-1])
    if not (yield from meet(scene, ROBOT_ID, to)):
        scene.notes.unresolved.append(Unresolved(ROBOT_ID, to, task))
        return
    meaning = Meaning("reminder", task, person=to, due_ns=fitting[-1].due_ns)
    yield scene.say("reminder", meaning, to=to, task=task)


def _stay(scene: Scene, beat: Beat) -> Script:
    """Look about now and then; what happens in the room is seen anyhow."""
    rate = float(beat.words["looks_per_hour"])
    gap_s = min(3600.0 / rate, _MAX_WAIT_S) if rate > 0 else _MAX_WAIT_S
    looks = max(1, round(3600.0 / rate / gap_s)) if rate > 0 else 0
    count = 0
    while scene.now_ns < beat.due_ns and not scene.is_robot_called():
        yield Step(Wait(), gap_s)
        count += 1
        if looks and count % looks == 0:
            yield Step(Look(1), 0.5)


def _some_room(scene: Scene) -> str:
    """Rather where people are."""
    rooms = list(scene.map.room_ids)
    weights = [1 + 3 * sum(scene.room_of(name) == room_id for name in scene.residents) for room_id in rooms]
    return scene.rng.choices(rooms, weights)[0]
