"""Names and rooms for the furniture of a scene, from everything a folder of episodes tells of it.

The 3D scene is not part of the episodes: furniture has handles only. What was seen and done in the traces names most
of it; how the scene was made names where things began; the words of the instruction name a target that nothing else
does. Furniture that only traces speak of is furniture too, so that there is more than what is needed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from embodied_memory.event import parse_act_trace
from embodied_memory_tools.evaluation.memento.episode_file import ExecutionEpisode
from embodied_memory_tools.evaluation.memento.target_reading import ANYWHERE, read_targets

_SEEN = re.compile(r"^(?:Objects: )?(?P<category>\w+)_(?P<index>\d+): (?P<place>\w+) in (?P<room>\w+)$", re.MULTILINE)
_LISTED = re.compile(r"\b(?P<name>[a-z_]+_\d+) in (?P<room>[a-z_]+?)(?:_(?P<number>\d+))?(?=[\s,.]|$)")
_NUMBERED = re.compile(r"^(?P<category>.+?)_(?P<number>\d+)$")


@dataclass(frozen=True)
class Furniture:
    """name: as "table_54"; room: as "bedroom_1"; handle: "" if no episode puts anything on it by handle."""

    name: str
    room: str
    handle: str = ""

    @property
    def category(self) -> str:
        """As "chest_of_drawers"."""
        match = _NUMBERED.match(self.name)
        return match["category"] if match else self.name


@dataclass(frozen=True)
class SceneNames:
    """furniture of a scene; categories: of things, by handle without its number."""

    furniture: tuple[Furniture, ...]
    rooms: tuple[str, ...]
    categories: dict[str, str]


def name_scene(episodes: Sequence[ExecutionEpisode]) -> SceneNames:
    """The episodes of one scene, in any order."""
    naming = _Naming()
    for episode in episodes:
        naming.see_things(episode)
    for episode in episodes:
        naming.see_placing(episode)
    for episode in episodes:
        naming.see_making(episode)
    for episode in episodes:
        naming.see_wanted(episode)
    return naming.finish()


class _Naming:
    def __init__(self) -> None:
        self._votes: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
        self._hints: dict[str, tuple[str, str]] = {}
        self._named: dict[str, str] = {}
        self._room_votes: dict[str, Counter[str]] = defaultdict(Counter)
        self._things: dict[str, Counter[str]] = defaultdict(Counter)
        self._needed_rooms: dict[str, None] = {}
        self._wanted: dict[tuple[str, ...], None] = {}

    def see_things(self, episode: ExecutionEpisode) -> None:
        """What stood where when it was first seen; things are numbered as the episode lists them."""
        first: dict[int, re.Match[str]] = {}
        for match in _SEEN.finditer(episode.trace):
            first.setdefault(int(match["index"]), match)
            self._room_votes[match["place"]][match["room"]] += 1
        for index, match in first.items():
            if index < len(episode.things):
                thing = episode.things[index]
                self._things[_model(thing.handle)][match["category"]] += 1
                if not match["place"].startswith(("floor_", "unknown_")):
                    self._votes[thing.receptacle][match["place"], match["room"]] += 1
        for match in _LISTED.finditer(episode.trace):
            if not _is_thing(match["name"], episode):
                self._room_votes[match["name"]][f"{match['room']}_{match['number'] or 1}"] += 1

    def see_placing(self, episode: ExecutionEpisode) -> None:
        """Where a trace put a thing is one of the pieces that the propositions accept for it."""
        if not self._named:
            self._name_seen()
        placed: dict[int, list[str]] = defaultdict(list)
        for index, name in _placed(episode.trace):
            if index < len(episode.things) and name in self._room_votes and not name.startswith("floor_"):
                placed[index].append(name)
        for index, names in placed.items():
            handle = episode.things[index].handle
            accepted = (one for one in episode.conditions.propositions if _puts(one.relation, one.things, handle))
            wanted = list(dict.fromkeys(one.targets for one in accepted))
            self._wanted |= dict.fromkeys(wanted)
            last_ones = names[-len(wanted) :] if wanted else []
            for name, handles in zip(last_ones, wanted, strict=False) if len(last_ones) == len(wanted) else ():
                self._take_name(name, handles)

    def _take_name(self, name: str, handles: Sequence[str]) -> None:
        """The name is one of the handles', and all of them are of its kind and room."""
        category = Furniture(name, "").category
        known = {Furniture(self._named[one], "").category for one in handles if one in self._named}
        if known and category not in known:
            return
        for one in handles:
            self._hints.setdefault(one, (category, self._room_of(name)))
        free = next((one for one in handles if one not in self._named), None)
        if free is not None and name not in self._named.values():
            self._named[free] = name

    def see_making(self, episode: ExecutionEpisode) -> None:
        """How the scene was made tells furniture and room of what lies there."""
        for placement in episode.placements:
            for thing in episode.things:
                if thing.category in placement.categories and thing.receptacle:
                    category = Furniture(placement.furniture[0], "").category
                    room = _renumbered(placement.rooms[0]) if placement.rooms else ANYWHERE
                    self._hints.setdefault(thing.receptacle, (category, room))

    def see_wanted(self, episode: ExecutionEpisode) -> None:
        """Last resort: what the plain instruction says of the targets. Rooms that must be are there."""
        for handle, kind, room in read_targets(episode, self._rooms()):
            if handle not in self._named:
                self._hints.setdefault(handle, (kind, room))
        places = [one.receptacle for one in episode.things if one.receptacle]
        wanted = (one for one in episode.conditions.propositions if one.relation in ("is_on_top", "is_inside"))
        for handle in [*places, *(target for one in wanted for target in one.targets)]:
            if handle not in self._named:
                self._hints.setdefault(handle, ("furniture", ANYWHERE))
        for one in episode.conditions.propositions:
            if one.relation == "is_in_room":
                self._needed_rooms |= dict.fromkeys(f"{_plain(room).replace(' ', '_')}_1" for room in one.targets[:1])

    def finish(self) -> SceneNames:
        """Spare names of the right kind and room go to handles without a name; the rest gets new numbers."""
        if not self._named:
            self._name_seen()
        spare = [name for name in self._room_votes if name not in self._named.values() and _NUMBERED.match(name)]
        spare = [name for name in spare if not name.startswith(("floor_", "unknown_"))]
        self._name_across_rooms(spare)
        furniture = [Furniture(name, self._room_of(name), handle) for handle, name in self._named.items()]
        taken = set(self._room_votes) | set(self._named.values())
        for handle, (category, room) in self._hints.items():
            if handle in self._named:
                continue
            fitting = (one for one in spare if Furniture(one, "").category == category and self._room_of(one) == room)
            name = next(fitting, None)
            if name is None:
                number = next(number for number in range(200, 10_000) if f"{category}_{number}" not in taken)
                name = f"{category}_{number}"
            else:
                spare.remove(name)
            taken.add(name)
            furniture.append(Furniture(name, room, handle))
        furniture += [Furniture(name, self._room_of(name)) for name in spare]
        rooms = dict.fromkeys(one.room for one in furniture)
        kinds = {_plain(room) for room in rooms}
        rooms |= {room: None for room in self._needed_rooms if _plain(room) not in kinds}
        categories = {model: votes.most_common(1)[0][0] for model, votes in self._things.items()}
        return SceneNames(tuple(furniture), tuple(rooms), categories)

    def _name_across_rooms(self, spare: list[str]) -> None:
        """Targets seen in several rooms are all of their kind in the home: spare names of that kind are theirs."""
        for handles in self._wanted:
            kinds = {Furniture(self._named[one], "").category for one in handles if one in self._named}
            rooms = {self._room_of(self._named[one]) for one in handles if one in self._named}
            free = [one for one in handles if one not in self._named]
            if len(kinds) == 1 and len({_plain(room) for room in rooms}) > 1:
                kind = next(iter(kinds))
                for name, handle in zip(
                    [one for one in spare if Furniture(one, "").category == kind], free, strict=False
                ):
                    self._named[handle] = name
                    spare.remove(name)

    def _name_seen(self) -> None:
        """The most often seen (name, room) of each handle, each name once."""
        ranked = sorted(
            ((count, handle, seen) for handle, votes in self._votes.items() for seen, count in votes.items()),
            key=lambda vote: -vote[0],
        )
        for _, handle, (name, _) in ranked:
            if handle not in self._named and name not in self._named.values():
                self._named[handle] = name
        for handle, votes in self._votes.items():
            (name, room), _ = votes.most_common(1)[0]
            self._hints[handle] = (Furniture(name, room).category, room)

    def _room_of(self, name: str) -> str:
        votes = self._room_votes.get(name)
        return votes.most_common(1)[0][0] if votes else ANYWHERE

    def _rooms(self) -> tuple[str, ...]:
        rooms = dict.fromkeys([room for votes in self._room_votes.values() for room in votes])
        return tuple(rooms | dict.fromkeys(room for _, room in self._hints.values() if room != ANYWHERE))


def _placed(trace: str) -> Iterator[tuple[int, str]]:
    """(index of the thing, furniture) of each successful placement."""
    for step in parse_act_trace(trace).steps:
        if step.action == "Place" and len(step.arguments) > 2 and "Successful" in step.observation:
            match = _NUMBERED.match(step.arguments[0])
            if match:
                yield int(match["number"]), step.arguments[2]


def _puts(relation: str, things: Iterable[str], handle: str) -> bool:
    return relation in ("is_on_top", "is_inside") and handle in things


def _is_thing(name: str, episode: ExecutionEpisode) -> bool:
    match = _NUMBERED.match(name)
    categories = {one.category for one in episode.things if one.category}
    return match is None or match["category"] in categories or f"\n{name}: " in episode.trace


def _renumbered(region: str) -> str:
    """The files count rooms from 0, traces from 1: "kitchen_0" -> "kitchen_1", "gym/workout_0" -> "gym_1"."""
    match = _NUMBERED.match(region)
    plain, number = (match["category"], int(match["number"])) if match else (region, 0)
    return f"{plain.partition('/')[0]}_{number + 1}"


def _plain(room: str) -> str:
    match = _NUMBERED.match(room)
    return (match["category"] if match else room).replace("_", " ")


def _model(handle: str) -> str:
    return handle.rpartition("_:")[0]
