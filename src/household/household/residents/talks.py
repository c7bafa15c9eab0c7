"""Scripts of what is said: reports, hearsay, questions, preferences, plans."""

from __future__ import annotations

from collections.abc import Generator

from embodied_memory.skill import SkillOutcome
from household.entity import Entity
from household.home import ROBOT_ID
from household.residents.acts import Meaning, Script, Step
from household.residents.beat import Beat
from household.residents.handling import go, likely_values, set_device, some_value
from household.residents.notes import NewWish
from household.residents.resident import Preference
from household.residents.scene import Scene
from household.residents.spoken import due_words, setting_words, the

_MISTAKEN = 0.12
"""How often a person says where a thing is and is wrong, beside what they do not know better."""


def meet(scene: Scene, who: str, other: str) -> Generator[Step, SkillOutcome, bool]:
    """Go to where another is, twice if they left meanwhile."""
    for _ in range(2):
        if not scene.is_home(who) or (other != ROBOT_ID and not scene.is_home(other)):
            return False
        if scene.room_of(who) == scene.room_of(other):
            return True
        yield from go(scene, who, scene.room_of(other))
    return scene.room_of(who) == scene.room_of(other)


def report(scene: Scene, beat: Beat) -> Script:
    """Tell another where a thing is, as one believes; now and then one is mistaken."""
    who, to = beat.actor, beat.words["to"]
    thing = scene.world[beat.words["thing"]] if beat.words["thing"] != "?" else _on_ones_mind(scene, who)
    location = believed_place(scene, who, thing)
    if scene.rng.random() < _MISTAKEN:
        location = f"on {scene.rng.choice(scene.map.shelves()).entity_id}"
    if location and (yield from meet(scene, who, to)):
        meaning = Meaning("report", thing.entity_id, "location", location, to)
        yield scene.say("report", meaning, to=scene.calls(to), **scene.about(thing, location))


def hearsay(scene: Scene, beat: Beat) -> Script:
    """Pass on what another said; if that has not been said yet, they say it first."""
    who, to, thing = beat.actor, beat.words["to"], scene.world[beat.words["thing"]]
    source = beat.words["source"]
    heard = scene.stage.knowledge[who].heard(thing.entity_id, "location")
    if heard is None or heard.source != source:
        if not (yield from meet(scene, who, source)):
            return
        yield from _answer_about(scene, source, thing)
        heard = scene.stage.knowledge[who].heard(thing.entity_id, "location")
    if heard is not None and heard.source and (yield from meet(scene, who, to)):
        meaning = Meaning("hearsay", thing.entity_id, "location", heard.value, heard.source)
        words = scene.about(thing, heard.value)
        yield scene.say("hearsay", meaning, to=scene.calls(to), source=heard.source, **words)


def ask(scene: Scene, beat: Beat) -> Script:
    """Ask another where a thing is; they answer what they believe."""
    who, to, thing = beat.actor, beat.words["to"], scene.world[beat.words["thing"]]
    if (yield from meet(scene, who, to)):
        meaning = Meaning("ask where", thing.entity_id, person=to)
        yield scene.say("ask where", meaning, to=scene.calls(to), **scene.about(thing, "kitchen"))
        yield from _answer_about(scene, to, thing)
        if scene.rng.random() < 0.5:
            yield scene.say("thanks", Meaning("thanks"))


def _answer_about(scene: Scene, who: str, thing: Entity) -> Script:
    """The one who was asked says what they believe."""
    location = believed_place(scene, who, thing)
    if not location:
        yield scene.say("do not know", Meaning("do not know", thing.entity_id), speaker=who)
        return
    meaning = Meaning("answer where", thing.entity_id, "location", location, who)
    yield scene.say("answer where", meaning, speaker=who, **scene.about(thing, location))


def report_device(scene: Scene, beat: Beat) -> Script:
    """Tell another how a device is set."""
    device, to = scene.world[beat.words["device"]], beat.words["to"]
    setting = beat.words["setting"]
    setting = setting if setting in device.settings else next(iter(device.settings))
    if (yield from meet(scene, beat.actor, to)):
        value = scene.world[device.entity_id].settings[setting]
        meaning = Meaning("report", device.entity_id, setting, value, to)
        words = {"thing": the(device), "setting": f"the {setting_words(setting)}", "value": value}
        yield scene.say("report device", meaning, to=scene.calls(to), **words)


def prefer(scene: Scene, beat: Beat) -> Script:
    """Tell the robot (or another) what one likes, and live by it from now on. topic: see `Preference`."""
    who, to = beat.actor, beat.words.get("to", ROBOT_ID)
    thing = scene.world[beat.words.get("thing") or beat.words["device"]]
    topic, activity = beat.words["topic"], beat.words.get("activity", "")
    known = scene.wishes.get((who, thing.entity_id, activity))
    wish = known or _new_wish(scene, who, thing, topic, activity)
    is_again = beat.words.get("again") == "yes" and known is not None
    if is_again and wish is not None:
        wish = _new_wish(scene, who, thing, topic, activity, wish.value)
    if wish is None or not (yield from meet(scene, who, to)):
        return
    scene.wishes[who, thing.entity_id, activity] = wish
    scene.notes.wishes.append(NewWish(who, wish))
    section = f"prefer {topic}{' now' if is_again else ''}"
    meaning = Meaning(f"prefer {topic}", thing.entity_id, wish.attribute, wish.value, who, activity=activity)
    place = wish.value if topic == "belongs" else "kitchen"
    yield scene.say(
        section, meaning, to=scene.calls(to), category=thing.category, setting=f"the {setting_words(wish.attribute)}",
        value=wish.value, activity=_doing(activity), **scene.about(thing, place),
    )  # fmt: skip


def _new_wish(
    scene: Scene, who: str, thing: Entity, topic: str, activity: str, but_not: str = ""
) -> Preference | None:
    if topic == "belongs":
        shelves = [s for s in scene.map.storage() if f"on {s.entity_id}" != but_not]
        return Preference(topic, thing.entity_id, "", f"on {scene.rng.choice(shelves).entity_id}")
    if topic == "setting":
        settings = [name for name in thing.settings if name != "power"] or list(thing.settings)
        rule = thing.setting_rules[settings[0]]
        value = scene.rng.choice([value for value in likely_values(rule) if value != but_not])
        return Preference(topic, thing.entity_id, settings[0], value, activity)
    return Preference(topic, thing.entity_id)


def plan(scene: Scene, beat: Beat) -> Script:
    """Announce what will happen."""
    to, event = beat.words["to"], beat.words["event"]
    if (yield from meet(scene, beat.actor, to)):
        meaning = Meaning("plan", event, person=beat.actor, due_ns=beat.due_ns)
        due = due_words(beat.due_ns, scene.now_ns)
        yield scene.say("plan", meaning, to=scene.calls(to), event=event, due=due)


def chat(scene: Scene, beat: Beat) -> Script:
    """Small talk: words that say nothing about the world."""
    to = beat.words["to"]
    if (yield from meet(scene, beat.actor, to)):
        section = beat.words.get("section", "small talk")
        yield scene.say(section, Meaning(section), to=scene.calls(to))


def use_device(scene: Scene, beat: Beat) -> Script:
    """Set a device; "?" chooses a setting or a value."""
    device = scene.world[beat.words["device"]]
    if not device.settings or not scene.is_home(beat.actor):
        return
    setting = beat.words["setting"]
    setting = setting if setting in device.settings else next(iter(device.settings))
    value = beat.words["value"]
    if not device.setting_rules[setting].accepts(value):
        value = some_value(scene, device, setting)
    yield from set_device(scene, beat.actor, device, setting, value)


def _on_ones_mind(scene: Scene, who: str) -> Entity:
    """One of the things that a person saw or heard of last."""
    known = [(scene.stage.knowledge[who].best(t.entity_id, "location"), t) for t in scene.map.things()]
    newest = sorted(known, key=lambda pair: -pair[0].stamp_ns if pair[0] is not None else 0)
    return scene.rng.choice(newest[:8])[1]


def believed_place(scene: Scene, who: str, thing: Entity) -> str:
    """Where a person believes a thing to be; "" if nowhere."""
    known = scene.stage.knowledge[who].best(thing.entity_id, "location")
    return known.value if known else ""


def _doing(activity: str) -> str:
    return {"tv": "watching TV", "work": "working", "breakfast": "having breakfast"}.get(activity, activity or "here")
