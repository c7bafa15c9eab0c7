"""A sighting in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from embodied_memory.event import StateChange
from household.entity import EntityKind
from household.residents.spoken import place_words, the
from household.world import World


def sighting_words(world: World, room: str, changes: Sequence[StateChange], gone_from: Mapping[str, str]) -> str:
    """Such as "In the kitchen the robot saw a red mug on the brown table; the red refrigerator closed."

    gone_from: by entity id, where a thing was that is not there any more (its location is "").
    """
    parts = [*_resting(world, changes), *_standing(world, changes), *_held(world, changes), *_looks(world, changes)]
    for change in changes:
        if change.attribute == "location" and not change.value:
            was = place_words(world, gone_from.get(change.entity_id, ""))
            parts.append(f"{the(world[change.entity_id])} no longer {was}")
    return f"In the {room} the robot saw {'; '.join(parts)}."


def _resting(world: World, changes: Sequence[StateChange]) -> list[str]:
    by_place: dict[str, list[str]] = {}
    for change in changes:
        if change.attribute == "location" and change.value.startswith(("on ", "in ")):
            by_place.setdefault(change.value, []).append(world[change.entity_id].caption)
    return [f"{_list(things)} {place_words(world, place)}" for place, things in by_place.items()]


def _standing(world: World, changes: Sequence[StateChange]) -> list[str]:
    """People and furniture."""
    found = [
        world[c.entity_id]
        for c in changes
        if c.attribute == "location" and c.value and not c.value.startswith(("on ", "in "))
    ]
    return [the(e) if e.kind is EntityKind.ACTOR else e.caption for e in found]


def _held(world: World, changes: Sequence[StateChange]) -> list[str]:
    held = [c for c in changes if c.attribute == "held by" and c.value]
    return [f"{world[c.entity_id].caption} in the hand of {the(world[c.value])}" for c in held]


def _looks(world: World, changes: Sequence[StateChange]) -> list[str]:
    """Open or closed, and settings."""
    by_thing: dict[str, list[str]] = {}
    for change in changes:
        if change.attribute == "open":
            by_thing.setdefault(change.entity_id, []).append("open" if change.value == "true" else "closed")
        elif change.attribute not in ("location", "held by"):
            by_thing.setdefault(change.entity_id, []).append(f"{change.attribute} {change.value}")
    return [f"{the(world[entity_id])} {_list(words)}" for entity_id, words in by_thing.items()]


def _list(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
