"""Scripts of things that change hands and places, and of promises and reminders."""

from __future__ import annotations

from embodied_memory.skill import SkillName
from household.home import ROBOT_ID
from household.residents.acts import Meaning, Script
from household.residents.beat import Beat, MemoryTarget
from household.residents.handling import act, go, put, put_anywhere, take
from household.residents.scene import Promise, Scene
from household.residents.spoken import HOUR_NS, due_words, thing_words
from household.residents.talks import meet

_KEEPS, _CANCELS = 0.72, 0.14
"""How often a promise is kept, and how often it is cancelled; the rest is forgotten."""


def move(scene: Scene, beat: Beat) -> Script:
    """Bring a thing to a place; "on:?" is some shelf other than where it is."""
    who, thing_id = beat.actor, beat.words["thing"]
    relation, _, support_id = beat.words["to"].partition(":")
    if not scene.is_home(who):
        return
    here = scene.world[thing_id].parent_id
    shelves = [shelf.entity_id for shelf in scene.map.shelves() if shelf.entity_id != here]
    scene.rng.shuffle(shelves)
    places = [f"on {shelf}" for shelf in shelves[:4]]
    if support_id != "?" and any(s.relation == relation for s in scene.world[support_id].surfaces):
        places.insert(0, f"{relation} {support_id}")
    if (yield from take(scene, who, thing_id)) and not (yield from put(scene, who, places)):
        yield from put_anywhere(scene, who)


def hand(scene: Scene, beat: Beat) -> Script:
    """Give a thing to somebody; they put it down later."""
    who, to, thing_id = beat.actor, beat.words["to"], beat.words["thing"]
    if not scene.is_home(to) or not (yield from take(scene, who, thing_id)):
        return
    if not (yield from meet(scene, who, to)):
        yield from put_anywhere(scene, who)
        return
    yield from go(scene, who, to)
    words = thing_words(scene.world[thing_id])
    yield scene.say("hand over", Meaning("hand over", thing_id, person=to), to=scene.calls(to), **words)
    if (yield from act(scene, SkillName.HANDOFF, who, to)):
        later = Beat(scene.now_ns + HOUR_NS // 6, to, "put down", beat.project, beat.memory_target)
        scene.add_beat(later)
    else:
        yield from put_anywhere(scene, who)


def put_down(scene: Scene, beat: Beat) -> Script:
    """Free one's hand."""
    if scene.world.held_by(beat.actor) is not None:
        yield from put_anywhere(scene, beat.actor)


def promise(scene: Scene, beat: Beat) -> Script:
    """Promise to do something by a time. What becomes of it is decided at once, and happens when it is due."""
    who, to = beat.actor, beat.words["to"]
    if not (yield from meet(scene, who, to)):
        return
    task, done = scene.find_task(beat.words.get("task", "?"))
    due = due_words(beat.due_ns, scene.now_ns)
    yield scene.say(
        "promise", Meaning("promise", task, person=to, due_ns=beat.due_ns), to=scene.calls(to), task=task, due=due
    )
    scene.promises.append(Promise(who, to, task, done, beat.due_ns, beat))
    fate, target = scene.rng.random(), MemoryTarget.TEMPORAL_STATE
    ahead = max(0, beat.due_ns - scene.now_ns)
    if fate < _KEEPS:
        when = scene.now_ns + int(ahead * scene.rng.uniform(0.6, 1.0))
        scene.add_beat(Beat(when, who, "fulfil", beat.project, target, {"task": task}))
    elif fate < _KEEPS + _CANCELS:
        when = scene.now_ns + int(ahead * scene.rng.uniform(0.2, 0.7))
        scene.add_beat(Beat(when, who, "cancel", beat.project, target, {"task": task}))


def fulfil(scene: Scene, beat: Beat) -> Script:
    """Say that what one promised is done."""
    yield from _end_promise(scene, beat, "fulfil")


def cancel(scene: Scene, beat: Beat) -> Script:
    """Take a promise back."""
    yield from _end_promise(scene, beat, "cancel promise")


def _end_promise(scene: Scene, beat: Beat, section: str) -> Script:
    open_one = _open_promise(scene, beat, by=beat.actor)
    if open_one is None:
        return
    to = open_one.to if scene.is_home(open_one.to) else ROBOT_ID
    if (yield from meet(scene, beat.actor, to)) and open_one in scene.promises:
        scene.promises.remove(open_one)
        meaning = Meaning(section, open_one.task, person=beat.actor, due_ns=open_one.due_ns)
        yield scene.say(section, meaning, to=scene.calls(to), task=open_one.task, done=open_one.done)


def remind(scene: Scene, beat: Beat) -> Script:
    """Ask the robot for a reminder; now and then it is cancelled before it is due."""
    who = beat.actor
    if not (yield from meet(scene, who, ROBOT_ID)):
        return
    task, done = scene.find_task(beat.words.get("task", "?"))
    due = due_words(beat.due_ns, scene.now_ns)
    yield scene.say("remind", Meaning("remind", task, person=who, due_ns=beat.due_ns), task=task, due=due)
    scene.promises.append(Promise(ROBOT_ID, who, task, done, beat.due_ns, beat))
    if scene.rng.random() < 0.6:
        meaning = Meaning("robot agrees", task, person=who, due_ns=beat.due_ns)
        yield scene.say("robot agrees", meaning, speaker=ROBOT_ID, to=who, task=task, due=due)
    target = MemoryTarget.TEMPORAL_STATE
    scene.add_beat(Beat(beat.due_ns, ROBOT_ID, "give reminder", beat.project, target, {"task": task, "to": who}))
    if scene.rng.random() < 0.2:
        when = scene.now_ns + int(max(0, beat.due_ns - scene.now_ns) * scene.rng.uniform(0.2, 0.8))
        scene.add_beat(Beat(when, who, "cancel_reminder", beat.project, target, {"task": task}))


def cancel_reminder(scene: Scene, beat: Beat) -> Script:
    """Tell the robot that a reminder is not needed any more."""
    open_one = _open_promise(scene, beat, to=beat.actor)
    if open_one is not None and (yield from meet(scene, beat.actor, ROBOT_ID)) and open_one in scene.promises:
        scene.promises.remove(open_one)
        meaning = Meaning("cancel reminder", open_one.task, person=beat.actor, due_ns=open_one.due_ns)
        yield scene.say("cancel reminder", meaning, task=open_one.task)


def _open_promise(scene: Scene, beat: Beat, by: str = "", to: str = "") -> Promise | None:
    """The newest open one that fits; with by: of a person, with to: of the robot to a person."""
    task = beat.words.get("task", "")
    fitting = [
        p
        for p in scene.promises
        if task in ("", p.task) and (p.by == by if by else (p.by == ROBOT_ID and p.to == to))
    ]
    return fitting[-1] if fitting else None
