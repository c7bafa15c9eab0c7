"""What memory knows of the things that a task is about: where they are, whether that is shut, what they are for."""

from __future__ import annotations

import math
from collections.abc import Sequence

from embodied_memory.evidence import ASSERTED_FROM, EpistemicStatus, RememberedObject
from embodied_memory.geometry.pose import Point
from embodied_memory.memory.spatial.object_state import name_of_person
from embodied_memory.planning.known_home import KnownHome, opens, plain_words
from embodied_memory.scene_graph import is_person
from embodied_memory.words.wording.phrases import are_one_room
from embodied_memory.words.wording.words import split_words

_SURFACES = frozenset({"table", "desk", "counter", "shelf", "sideboard", "cabinet", "nightstand", "stand", "bench"})
_NEAR_M, _OTHER_ROOM_M = 6.0, 3.0
_HOT = frozenset({"stove", "oven", "hob", "cooktop", "heater", "radiator", "toaster", "grill", "fireplace"})
_SHARP = frozenset({"knife", "knives", "scissors", "razor", "needle", "saw", "blade"})


class KnownThings:
    """By id, as memory last saw them. A person is known by name as well."""

    def __init__(self, objects: Sequence[RememberedObject]) -> None:
        self._by_id = {thing.object_id: thing for thing in objects}

    def get(self, object_id: str) -> RememberedObject | None:
        """None for what memory does not know."""
        return self._by_id.get(object_id)

    def person(self, name: str) -> RememberedObject | None:
        """Where somebody was last seen; the newest sight, if memory has several."""
        wanted = name.strip().lower()
        seen = [
            thing
            for thing in self._by_id.values()
            if wanted and is_person(thing.category) and wanted in (thing.object_id.lower(), thing.caption.lower())
        ]
        return max(seen, key=lambda thing: thing.last_seen_ns, default=None)

    def all(self) -> tuple[RememberedObject, ...]:
        """Everything."""
        return tuple(self._by_id.values())

    @property
    def newest_ns(self) -> int:
        """When anything was seen last, 0 if nothing was."""
        return max((thing.last_seen_ns for thing in self._by_id.values()), default=0)

    def in_room(self, room: str) -> tuple[RememberedObject, ...]:
        """Everything seen in a room, by any of its names; without a number, "bedroom" may be any of several."""
        if not room:
            return ()
        exactly = tuple(thing for thing in self._by_id.values() if thing.room.lower() == room.lower())
        return exactly or tuple(
            thing for thing in self._by_id.values() if thing.room and are_one_room(thing.room, room)
        )

    def container_of(self, thing: RememberedObject) -> RememberedObject | None:
        """What it is in, if that can be shut, and memory is sure that it is."""
        support = self._by_id.get(thing.support_id)
        is_in = thing.support_relation == "in" and thing.support_certainty >= ASSERTED_FROM
        return support if support and is_in and can_be_shut(support) else None


def things_of(home: KnownHome) -> KnownThings:
    """Of a home in words, which tells of no sizes and positions: its furniture and what is on it; what is in the hand
    where it was at first.
    """
    named = [(one.receptacle_id, one.category, "", "", one.room) for one in home.receptacles()]
    for one in home.objects():
        place, room = (one.place, one.room) if one.place else (one.first_place, one.first_room)
        named.append((one.object_id, one.category, one.caption, place, room))
    nowhere, now = (0.0, 0.0, 0.0), EpistemicStatus.FRESH
    return KnownThings(
        [
            RememberedObject(object_id, category, caption, (), nowhere, nowhere, room, place, "on" if place else "",
                             plain_words(place), 0, 0, 1, 0, now, 1.0)
            for object_id, category, caption, place, room in named
        ]
    )  # fmt: skip


def can_be_shut(thing: RememberedObject) -> bool:
    """Whether it has a door or a lid, as far as it looks so or its kind tells."""
    return "open" in dict(thing.attributes) or opens(thing.category)


def is_open(thing: RememberedObject) -> bool:
    """Whether it was seen open; what was not seen open is taken to be shut."""
    return dict(thing.attributes).get("open", "").lower() in ("true", "open", "yes")


def is_hot(thing: RememberedObject) -> bool:
    """Whether it may burn what lies on it: it heats, and was seen switched on."""
    return _is_one_of(thing, _HOT) and dict(thing.attributes).get("power", "") not in ("off", "")


def is_sharp(thing: RememberedObject) -> bool:
    """Whether it may hurt who takes it out of a moving hand: a bread knife, and no knife block."""
    return bool(_SHARP & set(split_words(thing.category)[-1:]))


def is_surface(thing: RememberedObject) -> bool:
    """Whether things can be put on it, as its kind tells."""
    return _is_one_of(thing, _SURFACES)


def surface_near(thing: RememberedObject, things: KnownThings) -> RememberedObject | None:
    """What stands nearest to it that things can be put on, and not far; None if nothing is known."""

    def away(one: RememberedObject) -> float:
        return math.dist(one.position[:2], thing.position[:2]) + _OTHER_ROOM_M * (one.room != thing.room)

    nearest = min(filter(is_surface, things.all()), key=away, default=None)
    return nearest if nearest is not None and away(nearest) <= _NEAR_M else None


def free_place(thing: RememberedObject, things: KnownThings) -> RememberedObject | None:
    """Where a full hand can be freed before a thing is taken: what that is on, else what stands near it."""
    return things.get(thing.support_id) if thing.support_relation == "on" else surface_near(thing, things)


def _is_one_of(thing: RememberedObject, kinds: frozenset[str]) -> bool:
    return not kinds.isdisjoint(split_words(thing.category))


def people_among(things: Sequence[RememberedObject]) -> tuple[Point, ...]:
    """Where each of them was seen last, (x, y) in map."""
    return tuple(thing.position[:2] for thing in things if is_person(thing.category))


def names_among(things: Sequence[RememberedObject]) -> frozenset[str]:
    """The names of those of them that were recognised, in lower case."""
    names = (name_of_person(thing.category, thing.caption) for thing in things)
    return frozenset(name.lower() for name in names if name)
