"""Where a language model plays the people of a home: their sentences, small deeds and days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from household.residents.acts import Do, Say, Script, Step
from household.residents.beat import Beat, MemoryTarget
from household.residents.handling import go
from household.residents.language_cast import LanguageCast
from household.residents.scene import Scene
from household.residents.spoken import HOUR_NS, place_words, the

_MOST_KNOWN = 20


def in_own_words(cast: LanguageCast, scene: Scene, beat: Beat, said: Say) -> Say:
    """What the person says, in their words, or as it was if those do not carry it."""
    meaning, world = said.meaning, scene.world
    subject = world.get(meaning.subject)
    place = place_words(world, meaning.value, with_room=True) if meaning.attribute == "location" else meaning.value
    carried = f"{the(subject) if subject else meaning.subject} {subject.category if subject else ''} {place}"
    persona = persona_of(scene, said.speaker or beat.actor)
    return replace(said, text=cast.utterance(persona, said.text, meaning, carried, tuple(scene.residents)))


def improvise(scene: Scene, beat: Beat) -> Script:
    """Something that nobody planned: the model proposes it, the executor lets it happen or refuses it."""
    if scene.cast is None or not scene.is_home(beat.actor):
        return
    skill = scene.cast.act(persona_of(scene, beat.actor), beat.actor, _around(scene, beat.actor))
    if skill is not None and (yield from go(scene, beat.actor, skill.target_id)):
        yield Step(Do(skill), 10)


def directed_day(cast: LanguageCast, scene: Scene, day_ns: int, targets: dict[str, MemoryTarget]) -> Iterator[Beat]:
    """Beats of the errands that the model chose, by what they challenge."""
    for one in cast.day(tuple(scene.residents), tuple(targets)):
        words = {"topic": one.errand, "thing": "?"}
        script = "ask_robot" if one.errand.startswith(("ask robot", "feedback")) else one.errand
        stamp_ns = day_ns + int(one.hour * HOUR_NS)
        yield Beat(stamp_ns, one.who, script, f"household_routine of {one.who}", targets[one.errand], words)


def persona_of(scene: Scene, who: str) -> str:
    """Who a person is, for a model: name, habits, what they like."""
    resident = scene.residents.get(who)
    if resident is None:
        return f"You are {who}."
    habits = ", ".join(dict.fromkeys(habit.activity for habit in resident.habits))
    liked = ", ".join(the(scene.world[wish.entity_id]) for wish in resident.preferences)
    return f"You are {who}. On your days: {habits}. You care for {liked}."


def _around(scene: Scene, who: str) -> dict[str, str]:
    """What the person can see of what lies and stands in their room, and what they hold."""
    room, world = scene.room_of(who), scene.world
    held = world.held_by(who)
    seen = [e for e in world.entities.values() if e.room_id == room and world.is_visible(e.entity_id) and e != held]
    known = ([held] if held else []) + [e for e in seen if e.entity_id not in scene.stage.knowledge]
    return {entity.entity_id: the(entity) for entity in known[:_MOST_KNOWN]}
