"""Scripts of people who have a robot do things: they ask and wait, take what they get, or give it a thing."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from dataclasses import replace

from embodied_memory.skill import SkillOutcome
from household.executor import HANDOFF_REACH_M
from household.home import ROBOT_ID
from household.residents.acts import Meaning, Say, Script, Step, Wait
from household.residents.answering_robot import phrase, to_robot
from household.residents.beat import Beat, MemoryTarget
from household.residents.handling import Attempt, go, likely_values, put_anywhere, take
from household.residents.requests import INSTRUCTS, Request
from household.residents.resident import Preference
from household.residents.scene import Scene
from household.residents.spoken import HOUR_NS, is_plural, place_words, setting_words, thing_words
from household.residents.talks import believed_place, meet
from household.residents.wants import new_place, some_device, thing_in_mind

_POLLS_S = 5.0
_STAYS = 3
"""So much longer is the patience of who waits for a thing."""
_PUTS_DOWN_AFTER_NS = HOUR_NS // 6
_LAMPS = ("floor lamp", "table lamp", "tv", "speaker")
_SET_TO = ("thermostat", "tv", "floor lamp", "table lamp", "oven", "kettle", "coffee maker")


def bring(scene: Scene, beat: Beat) -> Script:
    """Ask for a thing and wait for it; thing "?": one that the person thinks of."""
    thing_id = beat.words["thing"] if beat.words["thing"] != "?" else thing_in_mind(scene, beat.actor)
    if thing_id:
        yield from _have_brought(scene, beat, "bring", thing_id)


def bring_favourite(scene: Scene, beat: Beat) -> Script:
    """Ask for it by what it means to the person, once the robot has been told."""
    wish = scene.residents[beat.actor].preference("favourite")
    if wish is None or scene.world.holder_of(wish.entity_id) is not None:
        return
    if (yield from _tell(scene, beat, "tell favourite", wish)):
        yield from _have_brought(scene, beat, "bring favourite", wish.entity_id)


def have_put(scene: Scene, beat: Beat) -> Script:
    """Have a thing put somewhere else."""
    thing_id = thing_in_mind(scene, beat.actor)
    if thing_id:
        yield from _instruct(scene, beat, "put", new_place(scene, beat.actor, thing_id))


def have_put_back(scene: Scene, beat: Beat) -> Script:
    """Have a thing put where it belongs, once the robot has been told where that is."""
    wishes = [p for p in scene.residents[beat.actor].preferences if p.topic == "belongs"]
    away = [p for p in wishes if believed_place(scene, beat.actor, scene.world[p.entity_id]) != p.value]
    if away and (yield from _tell(scene, beat, "tell belongs", away[0])):
        wanted = Meaning(f"{INSTRUCTS}put back", away[0].entity_id, "location", away[0].value, beat.actor)
        yield from _instruct(scene, beat, "put back", wanted)


def have_turned(scene: Scene, beat: Beat) -> Script:
    """Have something opened that is shut, or shut that is open."""
    pieces = [e for e in scene.world.entities.values() if e.openable and scene.map.is_unique(e.entity_id)]
    if pieces:
        piece = scene.rng.choice(pieces)
        name, value = ("close", "false") if piece.open else ("open", "true")
        wanted = Meaning(INSTRUCTS + name, piece.entity_id, "open", value, beat.actor)
        yield from _instruct(scene, beat, name, wanted)


def have_switched(scene: Scene, beat: Beat) -> Script:
    """Have a lamp or another device switched on or off."""
    device = some_device(scene, _LAMPS, "power")
    if device is not None:
        value = "off" if device.settings["power"] == "on" else "on"
        yield from _instruct(
            scene, beat, "switch", Meaning(f"{INSTRUCTS}switch", device.entity_id, "power", value, beat.actor)
        )


def have_set(scene: Scene, beat: Beat) -> Script:
    """Have a device set to a number: the thermostat first of all."""
    device = some_device(scene, _SET_TO, "")
    if device is None:
        return
    name = next(name for name, rule in device.setting_rules.items() if not rule.allowed)
    values = [value for value in likely_values(device.setting_rules[name]) if value != device.settings[name]]
    wanted = Meaning(f"{INSTRUCTS}set", device.entity_id, name, scene.rng.choice(values), beat.actor)
    yield from _instruct(scene, beat, "set", wanted)


def give(scene: Scene, beat: Beat) -> Script:
    """Hold a thing out to the robot and say where to put it; it takes it out of the hand, or it does not."""
    who, thing_id = beat.actor, thing_in_mind(scene, beat.actor)
    if not thing_id or not (yield from take(scene, who, thing_id)):
        return
    wanted = new_place(scene, who, thing_id, "give")
    request = yield from _ask(scene, beat, "give", wanted, offered=thing_id)
    yield from _wait(scene, request, lambda: not _holds(scene, who, thing_id))
    if _holds(scene, who, thing_id):
        yield from _give_up(scene, request)
        yield from put_anywhere(scene, who)


def ask_robot(scene: Scene, beat: Beat) -> Script:
    """Ask the robot where a thing is, or what somebody did; or tell it what it should remember."""
    who, topic = beat.actor, beat.words["topic"]
    thing_id = thing_in_mind(scene, who)
    if thing_id and (yield from _is_with_robot(scene, who)):
        person = scene.rng.choice([name for name in scene.residents if name != who])
        meaning = Meaning(topic, thing_id if topic != "ask robot what" else person, person=ROBOT_ID)
        yield to_robot(scene, topic, meaning, person=person, **thing_words(scene.world[thing_id]))


def reply(scene: Scene, beat: Beat) -> Script:
    """Say the next words of a talk, if the robot is still there to hear them."""
    if scene.room_of(beat.actor) == scene.room_of(ROBOT_ID):
        meaning = Meaning(beat.words["intent"], beat.words["about"], person=ROBOT_ID)
        yield Step(Say(beat.words["text"], meaning), 3)


def _have_brought(scene: Scene, beat: Beat, name: str, thing_id: str) -> Script:
    who, thing = beat.actor, scene.world[thing_id]
    if scene.world.held_by(who) is not None and not (yield from put_anywhere(scene, who)):
        return
    wanted = Meaning(INSTRUCTS + name, thing_id, "held by", who, who)
    request = yield from _ask(scene, beat, name, wanted)
    yield from _wait(scene, request, lambda: scene.world.held_by(who) is not None)
    held = scene.world.held_by(who)
    if request is None or held is None:
        yield from _give_up(scene, request)
        return
    request.is_open = False
    section = "thank robot" if held.entity_id == thing_id else "wrong thing"
    yield to_robot(scene, section, Meaning(section, held.entity_id, person=ROBOT_ID), **thing_words(thing))
    later = scene.now_ns + _PUTS_DOWN_AFTER_NS
    scene.add_beat(Beat(later, who, "put down", beat.project, MemoryTarget.OBJECT_LOCATION))


def _instruct(scene: Scene, beat: Beat, name: str, wanted: Meaning) -> Script:
    """Ask for something that can be done without the person: they stay for a while, and go on with their day."""
    request = yield from _ask(scene, beat, name, wanted)
    if request is not None:
        until_ns = scene.now_ns + (request.until_ns - scene.now_ns) // _STAYS
        yield from _wait(scene, request, lambda: scene.now_ns >= until_ns)


def _wait(scene: Scene, request: Request | None, is_done: Callable[[], bool]) -> Script:
    """Stay here until it is done, comes to nothing or patience ends; say it again if the robot was occupied."""
    while request and request.is_open and scene.now_ns < request.until_ns and not is_done():
        yield Step(Wait(), _POLLS_S)
        if _is_brought(scene, request):
            yield from go(scene, request.by, ROBOT_ID)
        if 0 < request.again_ns <= scene.now_ns and not is_done():
            request.again_ns = 0
            if (yield from _is_with_robot(scene, request.by)):
                request.said_ns = scene.now_ns
                yield Step(Say(request.text, replace(request.wanted, intent="again")), scene.rng.uniform(3, 8))


def _give_up(scene: Scene, request: Request | None) -> Script:
    """Say so, if nothing came of it and nobody said why."""
    if request and request.is_open:
        request.is_open = False
        meaning = Meaning("never mind robot", request.wanted.subject, person=ROBOT_ID)
        yield to_robot(scene, "never mind robot", meaning)


def _ask(
    scene: Scene, beat: Beat, name: str, wanted: Meaning, offered: str = ""
) -> Generator[Step, SkillOutcome, Request | None]:
    """Go to the robot and say what it is to do. Returns the request, None if the robot cannot be got at."""
    who, requests = beat.actor, scene.requests
    if requests is None:
        return None
    latest_ns = scene.now_ns + requests.patience_ns
    while not requests.is_free_for(who, scene.now_ns) and scene.now_ns < latest_ns:
        yield Step(Wait(), _POLLS_S)
    if not (yield from _is_with_robot(scene, who)):
        return None
    yield from go(scene, who, ROBOT_ID)  # where it sees who speaks
    if scene.room_of(who) != scene.room_of(ROBOT_ID) or not requests.is_free_for(who, scene.now_ns):
        return None
    section = "give" if name == "give" else INSTRUCTS + name
    text = phrase(scene, section, **_words(scene, wanted))
    request = Request(who, text, wanted, scene.now_ns, scene.now_ns + requests.patience_ns, offered)
    requests.open(request)
    yield Step(Say(text, wanted), scene.rng.uniform(3, 8))
    return request


def _tell(scene: Scene, beat: Beat, section: str, wish: Preference) -> Attempt:
    """What the robot has to know first; it is told once, and has some minutes to take it in."""
    who = beat.actor
    if scene.requests is None or not (yield from _is_with_robot(scene, who)):
        return False
    if (who, wish.entity_id) not in scene.requests.told:
        scene.requests.told.add((who, wish.entity_id))
        thing = scene.world[wish.entity_id]
        intent = section.replace("tell", "prefer")
        meaning = Meaning(intent, wish.entity_id, wish.attribute, wish.value, who)
        words = scene.about(thing, wish.value) if wish.value else thing_words(thing)
        yield to_robot(scene, section, meaning, category=thing.category, **words)
        yield Step(Wait(), scene.requests.patience_ns / 1e9 / 10)
    return True


def _is_with_robot(scene: Scene, who: str) -> Attempt:
    """Wherever it is; it may drive on meanwhile."""
    return (yield from meet(scene, who, ROBOT_ID))


def _is_brought(scene: Scene, request: Request) -> bool:
    """Whether the robot is here with what the person waits for, and they still have to go up to it."""
    is_here = scene.room_of(request.by) == scene.room_of(ROBOT_ID)
    if not is_here or not _holds(scene, ROBOT_ID, request.wanted.subject):
        return False
    person, robot = scene.world[request.by], scene.world[ROBOT_ID]
    return math.dist(person.position[:2], robot.position[:2]) > HANDOFF_REACH_M


def _holds(scene: Scene, who: str, thing_id: str) -> bool:
    held = scene.world.held_by(who)
    return held is not None and held.entity_id == thing_id


def _words(scene: Scene, wanted: Meaning) -> dict[str, str]:
    thing = scene.world[wanted.subject]
    return {
        **thing_words(thing),
        "category": thing.category,
        "place": place_words(scene.world, wanted.value) if wanted.attribute == "location" else "",
        "belongs": "they belong" if is_plural(thing) else "it belongs",
        "setting": setting_words(wanted.attribute),
        "value": wanted.value,
    }
