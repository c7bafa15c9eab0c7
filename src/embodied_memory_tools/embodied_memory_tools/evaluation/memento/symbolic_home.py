"""The home of an episode as symbols: furniture, things, a robot with one hand, and oracle skills.

What the robot is told is in the form of MEMENTO's traces; a thing is told of once the robot was in its room.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from embodied_memory.planning.skill_call import SkillCall, SkillKind, SkillResult
from embodied_memory_tools.evaluation.memento.episode_file import EpisodeThing, ExecutionEpisode
from embodied_memory_tools.evaluation.memento.home_naming import Furniture, SceneNames
from embodied_memory_tools.evaluation.memento.home_snapshot import HomeSnapshot, Whereabouts

CLOSABLE = frozenset(
    ["cabinet", "chest_of_drawers", "wardrobe", "fridge", "filing_cabinet", "drawers", "washer_dryer", "oven"]
)
"""Categories that things can be put inside of, once opened."""
_APART_M, _SIDE_BY_SIDE_M = 3.0, 0.25
"""From one spot to the next when put down anywhere, and beside something."""
_DONE = "Successful execution!"


@dataclass(frozen=True)
class _Thing:
    """place: name of furniture or floor, "" while held; spot: on it; beside: names."""

    told: EpisodeThing
    name: str
    place: str
    is_inside: bool = False
    spot: tuple[float, float] = (0.0, 0.0)
    beside: frozenset[str] = frozenset()


class SymbolicHome:
    """A SkillWorld. `snapshot` is the truth, for the evaluator alone."""

    def __init__(self, episode: ExecutionEpisode, names: SceneNames) -> None:
        self._furniture = {one.name: one for one in names.furniture}
        self._furniture |= {f"floor_{room}": Furniture(f"floor_{room}", room) for room in names.rooms}
        self._rooms = names.rooms
        self._things = dict(_things(episode, names))
        self._openable = _with_inside(episode, names.furniture)
        self._open: set[str] = set()
        self._known: dict[str, None] = {}
        self._held, self._at, self._spots = "", "", 0

    @property
    def furniture_text(self) -> str:
        """What the robot knows before it begins: rooms and furniture, as MEMENTO's world description tells them."""
        lines = []
        for room in self._rooms:
            names = (one.name for one in self._furniture.values() if one.room == room)
            lines.append(f"Furniture in {room}: {', '.join(names)}")
        return "\n".join(lines)

    def execute(self, call: SkillCall) -> SkillResult:
        """See SkillWorld."""
        if call.kind is SkillKind.DESCRIBE_OBJECT:
            return self._describe(call.arguments[0])
        act = {
            SkillKind.EXPLORE: self._explore, SkillKind.NAVIGATE: self._navigate, SkillKind.PICK: self._pick,
            SkillKind.PLACE: self._place, SkillKind.OPEN: self._open_up, SkillKind.CLOSE: self._close,
            SkillKind.WAIT: lambda: "",
        }.get(call.kind)  # fmt: skip
        if act is None:
            return SkillResult(False, f"There is no skill {call.kind.value} here.")
        trouble = act(*call.arguments)  # type: ignore[operator]
        head = f"Unexpected failure! - {trouble}" if trouble else _DONE
        return SkillResult(not trouble, f"Result: {head}\n{self._objects_text()}")

    def snapshot(self) -> HomeSnapshot:
        """Where everything is."""
        handle_of = {name: thing.told.handle for name, thing in self._things.items()}
        handle_of |= {name: one.handle for name, one in self._furniture.items()}
        return HomeSnapshot(
            {thing.told.handle: self._whereabouts(thing, handle_of) for thing in self._things.values()}
        )

    def _whereabouts(self, thing: _Thing, handle_of: Mapping[str, str]) -> Whereabouts:
        place = self._furniture.get(thing.place)
        room = place.room if place else self._room()
        return Whereabouts(
            room=room.rpartition("_")[0].replace("_", " "),
            place=place.handle or place.name if place and not thing.place.startswith("floor_") else "",
            is_inside=thing.is_inside,
            is_on_floor=thing.place.startswith("floor_"),
            spot=thing.spot,
            beside=frozenset(handle_of[name] for name in thing.beside if handle_of.get(name)) | self._around(place),
        )

    def _around(self, place: Furniture | None) -> frozenset[str]:
        """The other furniture of the room, for what stands on furniture: the episodes do not tell how far it is."""
        if place is None or place.name.startswith("floor_"):
            return frozenset()
        others = (one.handle for one in self._furniture.values() if one.room == place.room and one != place)
        return frozenset(handle for handle in others if handle)

    def _explore(self, room: str) -> str:
        if room not in self._rooms:
            return f"There is no room {room[:60]}."
        self._arrive(f"floor_{room}")
        return ""

    def _navigate(self, name: str) -> str:
        if name in self._rooms:
            return self._explore(name)
        if name in self._furniture:
            self._arrive(name)
        elif name in self._known and self._things[name].place:
            self._arrive(self._things[name].place)
        else:
            return f"There is no {name[:60]} that is known."
        return ""

    def _arrive(self, place: str) -> None:
        """What stands open in the room is seen."""
        self._at = place
        for name, thing in self._things.items():
            where = self._furniture.get(thing.place)
            if where and where.room == self._room() and self._reachable(thing):
                self._known[name] = None

    def _pick(self, name: str) -> str:
        thing = self._things.get(name)
        if thing is None or name not in self._known:
            return f"Failed to pick! There is no {name[:60]} that is known."
        if self._held:
            return f"Failed to pick! The hand holds {self._held}."
        if thing.place != self._at:
            return "Failed to pick! Not close enough to the object."
        if not self._reachable(thing):
            return f"Failed to pick! {thing.place} is closed."
        self._held = name
        self._things[name] = replace(thing, place="", is_inside=False, beside=frozenset())
        self._forget_beside(name)
        return ""

    def _place(self, name: str, relation: str, place: str, near: str = "", other: str = "") -> str:
        where = self._furniture.get(place)
        inside = relation in ("in", "within", "inside")
        if self._held != name:
            return f"Failed to place! The hand does not hold {name[:60]}."
        if where is None:
            return f"Failed to place! There is no furniture {place[:60]}."
        if self._at != place:
            return f"Failed to place! Not close enough to {place}."
        if inside and place not in self._openable:
            return f"No valid placements found: {place} has no receptacle for proposition within"
        if inside and place not in self._open:
            return f"Failed to place! {place} is closed."
        spot, beside = self._spot(place, near, other)
        if spot is None:
            return (
                f"No valid placements found: {other[:60]} is not on {place}, so nothing can be put next to it there."
            )
        self._things[name] = replace(self._things[name], place=place, is_inside=inside, spot=spot, beside=beside)
        self._held = ""
        return ""

    def _spot(self, place: str, near: str, other: str) -> tuple[tuple[float, float] | None, frozenset[str]]:
        """A spot beside the other thing, beside furniture if it is on the floor, or far from all others."""
        self._spots += 1
        if near != "next_to" or not other:
            return (self._spots * _APART_M, 0.0), frozenset()
        if other in self._things and self._things[other].place == place:
            x, y = self._things[other].spot
            return (x + _SIDE_BY_SIDE_M, y), frozenset([other])
        if other in self._furniture and place == f"floor_{self._furniture[other].room}":
            return (self._spots * _APART_M, 0.0), frozenset([other])
        return None, frozenset()

    def _open_up(self, name: str) -> str:
        if name not in self._openable:
            return f"Failed to open! {name[:60]} cannot be opened."
        if self._at != name:
            return f"Failed to Open! {name} is occluded or too far from agent to Open."
        self._open.add(name)
        self._arrive(name)
        return ""

    def _close(self, name: str) -> str:
        if self._at != name or name not in self._openable:
            return f"Failed to close! {name[:60]} is too far or cannot be closed."
        self._open.discard(name)
        return ""

    def _describe(self, name: str) -> SkillResult:
        if name not in self._known:
            return SkillResult(False, f"Result: {name[:60]} is not known: look for it first.")
        caption = self._things[name].told.caption or f"A {self._things[name].name.rpartition('_')[0]}."
        return SkillResult(True, f"Result: The description of the object '{name}' is:\n{caption.replace('_', ' ')}")

    def _reachable(self, thing: _Thing) -> bool:
        return not thing.is_inside or thing.place in self._open

    def _room(self) -> str:
        return self._furniture[self._at].room if self._at else ""

    def _forget_beside(self, name: str) -> None:
        for other, thing in self._things.items():
            if name in thing.beside:
                self._things[other] = replace(thing, beside=thing.beside - {name})

    def _objects_text(self) -> str:
        lines = [
            f"{name}: {self._things[name].place} in {self._furniture[self._things[name].place].room}"
            if self._things[name].place
            else f"{name}: held by the agent"
            for name in self._known
        ]
        return "Objects: " + "\n".join(lines) if lines else "Objects: none seen yet"


def _things(episode: ExecutionEpisode, names: SceneNames) -> list[tuple[str, _Thing]]:
    by_handle = {one.handle: one for one in names.furniture if one.handle}
    found = []
    for index, thing in enumerate(episode.things):
        model = thing.handle.rpartition("_:")[0]
        category = thing.category or names.categories.get(model) or _from_model(model)
        place = by_handle.get(thing.receptacle)
        name = f"{category}_{index}"
        found.append((name, _Thing(thing, name, place.name if place else f"floor_{names.rooms[0]}", spot=thing.spot)))
    return found


def _from_model(model: str) -> str:
    """ "Spray_Bottle_5" -> "spray_bottle"; models named by a hash alone are just things."""
    words = [word for word in model.lower().split("_") if word.isalpha()]
    return "_".join(words[:3]) if words and len(words[0]) < 20 else "thing"


def _with_inside(episode: ExecutionEpisode, furniture: tuple[Furniture, ...]) -> frozenset[str]:
    """Furniture that opens. Where propositions tell which pieces of a kind and room do, the others do not."""
    told = {
        handle for one in episode.conditions.propositions if one.relation == "is_inside" for handle in one.targets
    }
    kinds = {(one.category, one.room) for one in furniture if one.handle in told}
    return frozenset(
        one.name
        for one in furniture
        if (one.handle in told if (one.category, one.room) in kinds else one.category in CLOSABLE)
    )
