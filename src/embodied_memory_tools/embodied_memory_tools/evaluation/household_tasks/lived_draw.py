"""What people of a lived-in home tell a robot, and what they have it do hours later: drawn from the home."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory_tools.evaluation.household_tasks.place_naming import PlaceNaming, words_of
from embodied_memory_tools.evaluation.household_tasks.task_case import Condition, TaskCase
from embodied_memory_tools.evaluation.out_of_sight import OutOfSight
from household.entity import Entity, EntityKind
from household.home import Home
from household.navigation import NavigationGrid
from household.residents.home_map import HomeMap
from household.residents.phrasebook import Phrasebook
from household.residents.spoken import the
from household.resting_places import has_room

_FAR_M = 6.0
"""Of way from the robot's own place: nearer things are found without knowing anything."""
_REACH_M = 1.0
_SHARP = frozenset({"knife", "scissors", "knife block"})
_WORDS = Phrasebook.read(Path(__file__).parent / "texts" / "lived_tasks.txt")


@dataclass(frozen=True)
class LivedCase:
    """case: asked hours after what was said before it, (who, what) in order. left_alone: ids of what nobody moves in
    between.
    """

    case: TaskCase
    said: tuple[tuple[str, str], ...] = ()
    left_alone: frozenset[str] = frozenset()


class LivedDraw:
    """Draws cases for the people of a home. changes: what they do to it while the robot does not look."""

    def __init__(self, home: Home, changes: OutOfSight, rng: random.Random, people: list[str]) -> None:
        self._home, self._world, self._changes, self._rng = home, home.world, changes, rng
        self._people = people
        self._used: set[str] = set()
        self._start: tuple[float, float] = home.start_pose[:2]

    def draw(self, kind: str, person: str) -> LivedCase | None:
        """None if the home has nothing for it. Each thing is asked for once."""
        self._names = PlaceNaming(self._world)
        self._ways, self._floor = _ways_from(self._start, NavigationGrid(self._world))
        drawn = _KINDS[kind](self, person)
        if drawn is not None:
            ids = {one.entity_id for one in drawn.case.conditions}
            self._used |= ids
            drawn = replace(drawn, left_alone=drawn.left_alone | ids)
        return drawn

    def _mine(self, person: str) -> LivedCase | None:
        return self._one_of_alike("mine", person, person)

    def _theirs(self, person: str) -> LivedCase | None:
        return self._one_of_alike("theirs", person, self._other(person))

    def _one_of_alike(self, kind: str, person: str, owner: str) -> LivedCase | None:
        """Somebody says whose the two are; later one of them is asked for as theirs."""
        thing = self._first(lambda one: len(self._twins(one)) > 0 and self._lies_far(one))
        if thing is None:
            return None
        twin = self._rng.choice(self._twins(thing))
        other = self._rng.choice([name for name in self._people if name != owner])
        said = [self._tells_owner(person, one, whose) for one, whose in ((thing, owner), (twin, other))]
        self._rng.shuffle(said)
        asked = self._say(f"ask {kind}", thing, owner=owner)
        alone = frozenset(one.entity_id for one in self._names.alike(thing))
        return LivedCase(_brought(kind, asked, thing, person), tuple(said), alone)

    def _tells_owner(self, speaker: str, thing: Entity, owner: str) -> tuple[str, str]:
        section = "tell mine" if owner == speaker else "tell theirs"
        return speaker, self._say(section, thing, place=self._names.place(thing), owner=owner)

    def _put_away(self, person: str) -> LivedCase | None:
        """Into something that is shut, a box as well."""
        thing = self._first(lambda one: self._is_clear(one))
        into = [e for e in self._world.entities.values() if e.open is False and e.is_container]
        put = thing is not None and self._put_somewhere(thing, into, "in")
        return self._told("put away", person, thing, ["tell put"]) if put and thing else None

    def _under(self, person: str) -> LivedCase | None:
        """What lies under something already, or gets there."""
        lies = self._first(lambda one: one.parent_relation == "under" and self._lies_far(one) and self._is_plain(one))
        if lies is None:
            lies = self._first(lambda one: self._is_clear(one) and max(one.size) < 0.35)
            below = [e for e in self._world.entities.values() if any(s.relation == "under" for s in e.surfaces)]
            if lies is None or not self._put_somewhere(lies, below, "under"):
                return None
        return self._told("under", person, lies, ["tell lies"])

    def _far(self, person: str) -> LivedCase | None:
        """Seen on the first tour, if it was seen at all; nobody says anything."""
        thing = self._first(lambda one: self._is_clear(one) and self._lies_far(one))
        return None if thing is None else LivedCase(_brought("far", self._say("ask", thing), thing, person))

    def _moved(self, person: str) -> LivedCase | None:
        thing = self._first(self._is_clear)
        put = thing is not None and self._put_somewhere(thing, self._pieces(), "on")
        return self._told("moved", person, thing, ["tell moved"]) if put and thing else None

    def _moved_twice(self, person: str) -> LivedCase | None:
        """What was said first is no longer so."""
        thing = self._first(self._is_clear)
        if thing is None or not self._put_somewhere(thing, self._pieces(), "on"):
            return None
        first = (self._other(person), self._tells(thing, "tell lies"))
        if not self._put_somewhere(thing, self._pieces(), "on"):
            return None
        told = self._told("moved twice", person, thing, ["tell put"])
        return replace(told, said=(first, *told.said))

    def _put_back(self, person: str) -> LivedCase | None:
        """To where it was before somebody moved it, who says where it is now."""
        thing = self._first(lambda one: self._is_clear(one) and self._lies_far(one))
        if thing is None:
            return None
        before = thing.parent_id
        if not self._put_somewhere(thing, [e for e in self._pieces() if e.entity_id != before], "on", far=False):
            return None
        said = ((self._other(person), self._tells(thing, "tell put")),)
        case = TaskCase("put back", "", self._say("ask back", thing), thing.entity_id, "place", f"on {before}")
        return LivedCase(case, said)

    def _belongs(self, person: str) -> LivedCase | None:
        thing = self._first(self._is_clear)
        pieces = [e for e in self._pieces() if thing and self._names.piece(e) and e.entity_id != thing.parent_id]
        pieces = [e for e in pieces if thing and has_room(self._world, thing, e) and self._is_far(e)]
        if thing is None or not pieces:
            return None
        piece = self._rng.choice(pieces)
        said = ((person, self._say("tell belongs", thing, place=f"on {self._names.piece(piece)}")),)
        asked = self._say("ask belongs", thing)
        return LivedCase(TaskCase("belongs", "", asked, thing.entity_id, "place", f"on {piece.entity_id}"), said)

    def _several(self, person: str) -> LivedCase | None:
        """Two devices and a piece with a door, in three rooms if there are."""
        one, two = self._devices()
        pieces = [e for e in self._world.entities.values() if e.openable and e.is_container and e.kind is _CONTAINER]
        pieces = [e for e in pieces if self._is_plain(e) and self._is_far(e)]
        if one is None or two is None or not pieces:
            return None
        three = self._rng.choice(pieces)
        values = ["off" if e.settings["power"] == "on" else "on" for e in (one, two)]
        asked = _WORDS.say(
            self._rng, "ask several", **{"one": the(one), "one value": values[0], "two": the(two),
            "two value": values[1], "three": the(three), "three deed": "close" if three.open else "open"},
        )  # fmt: skip
        more = (
            Condition(two.entity_id, "power", values[1]), Condition(three.entity_id, "open", str(not three.open)),
        )  # fmt: skip
        return LivedCase(TaskCase("several", "", asked, one.entity_id, "power", values[0], more))

    def _check(self, person: str) -> LivedCase | None:
        """Two devices, of which one is switched now, unseen."""
        one, two = self._devices()
        if one is None or two is None:
            return None
        other = "off" if one.settings["power"] == "on" else "on"
        self._world.replace(replace(one, settings={**one.settings, "power": other}))
        asked = _WORDS.say(self._rng, "ask check", one=the(one), two=the(two))
        more = (Condition(two.entity_id, "told", two.settings["power"]),)
        return LivedCase(TaskCase("check", "", asked, one.entity_id, "told", other, more))

    def _told(self, kind: str, person: str, thing: Entity, sections: list[str]) -> LivedCase:
        thing = self._world[thing.entity_id]
        said = tuple((person, self._tells(thing, section)) for section in sections)
        return LivedCase(_brought(kind, self._say("ask", thing), thing, person), said)

    def _tells(self, thing: Entity, section: str) -> str:
        """Where it is."""
        return self._say(section, thing, place=self._names.place(self._world[thing.entity_id]))

    def _put_somewhere(self, thing: Entity, pieces: list[Entity], relation: str, far: bool = True) -> bool:
        """On, in or under one that can be told, and is far from where the robot waits."""
        self._rng.shuffle(pieces)
        here = self._world[thing.entity_id].parent_id
        told = (e for e in pieces if e.entity_id != here and self._names.piece(e) and (self._is_far(e) or not far))
        return any(self._changes.put(self._world[thing.entity_id], piece, relation) for piece in told)

    def _devices(self) -> tuple[Entity | None, Entity | None]:
        """Two that can be switched, of different kinds and in different rooms."""
        devices = [e for e in self._world.entities.values() if "power" in e.settings and not e.movable]
        devices = [
            e for e in devices if self._world.is_visible(e.entity_id) and self._is_plain(e) and self._is_far(e)
        ]
        self._rng.shuffle(devices)
        one = next(iter(devices), None)
        others = (e for e in devices if one and e.category != one.category and e.room_id != one.room_id)
        return one, next(others, None)

    def _first(self, fits: Callable[[Entity], bool]) -> Entity | None:
        """A small thing at random."""
        things = [e for e in self._world.entities.values() if e.movable and e.entity_id not in self._used]
        self._rng.shuffle(things)
        return next((e for e in things if e.category not in _SHARP and fits(e)), None)

    def _is_clear(self, thing: Entity) -> bool:
        """In sight on something, with looks that nothing else has."""
        return thing.parent_relation == "on" and self._is_plain(thing) and self._world.is_visible(thing.entity_id)

    def _is_plain(self, thing: Entity) -> bool:
        """Nothing else has its looks, nor looks in whose name its own is: a soap bottle is a bottle."""
        others = {e.category for e in self._world.entities.values()} - {thing.category}
        return (
            thing.entity_id not in self._used
            and self._names.is_unique(thing)
            and not any(other.endswith(f" {thing.category}") for other in others)
        )

    def _lies_far(self, thing: Entity) -> bool:
        return bool(self._names.place(thing)) and self._is_far(thing)

    def _is_far(self, thing: Entity) -> bool:
        near = np.hypot(*(self._floor - thing.position[:2]).T) <= np.hypot(*thing.size[:2]) / 2 + _REACH_M
        away = self._ways[near].min(initial=np.inf)
        return bool(_FAR_M <= away < np.inf)

    def _twins(self, thing: Entity) -> list[Entity]:
        """What looks the same, in another room, each in a place that can be told."""
        seen = [e for e in self._names.alike(thing) if self._world.is_visible(e.entity_id) and self._names.place(e)]
        return [e for e in seen if e.room_id != thing.room_id] if thing in seen else []

    def _pieces(self) -> list[Entity]:
        return HomeMap(self._world).storage()

    def _other(self, person: str) -> str:
        return self._rng.choice([name for name in self._people if name != person])

    def _say(self, section: str, thing: Entity, **more: str) -> str:
        return _WORDS.say(self._rng, section, **{**words_of(thing), **more})


def _ways_from(start: tuple[float, float], grid: NavigationGrid) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(N,) metres of way to each piece of free floor, (N, 2) where that is."""
    metres = grid.distances_from(start)
    cells = np.argwhere(np.isfinite(metres))
    return metres[cells[:, 0], cells[:, 1]], grid.collision.centers(cells)


def _brought(kind: str, asked: str, thing: Entity, person: str) -> TaskCase:
    return TaskCase(kind, "", asked, thing.entity_id, "brought", person)


_CONTAINER = EntityKind.CONTAINER
_KINDS: Mapping[str, Callable[[LivedDraw, str], LivedCase | None]] = {
    "mine": LivedDraw._mine,
    "theirs": LivedDraw._theirs,
    "put away": LivedDraw._put_away,
    "under": LivedDraw._under,
    "far": LivedDraw._far,
    "moved": LivedDraw._moved,
    "moved twice": LivedDraw._moved_twice,
    "put back": LivedDraw._put_back,
    "belongs": LivedDraw._belongs,
    "several": LivedDraw._several,
    "check": LivedDraw._check,
}
LIVED_KINDS = tuple(_KINDS)
