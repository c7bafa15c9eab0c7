"""Whether a command can be carried out here and now, as far as is known: the critic's spatial criterion."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory_tools.evaluation.textworld.player.command import Command
from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place
from embodied_memory_tools.evaluation.textworld.player.game_model import GameModel
from embodied_memory_tools.evaluation.textworld.player.known_things import CARRIED


def why_infeasible(model: GameModel, command: Command) -> str:
    """ "" if nothing speaks against it, else a sentence for the planner."""
    check = _CHECKS.get(command.verb)
    return check(model, command) if check else ""


def _go(model: GameModel, command: Command) -> str:
    room = model.rooms.rooms.get(model.here)
    if room is None:
        return "it is not known which ways lead out of here: look first"
    way = room.exits.get(command.thing)
    if way is None:
        return f"there is no exit to the {command.thing}; there are exits to the {', '.join(room.exits)}"
    if way.door in model.rooms.closed:
        return f"the {way.door} is closed: open it first"
    return ""


def _open(model: GameModel, command: Command) -> str:
    room = model.rooms.rooms.get(model.here)
    doors = [way.door for way in room.exits.values()] if room else []
    if command.thing in doors:
        return "" if command.thing in model.rooms.closed else f"the {command.thing} is open already"
    place = Place(model.here, command.thing)
    if place in model.things.looked_into and place not in model.things.closed:
        return f"the {command.thing} was opened already"
    if place in model.things.closed or (room and command.thing in room.fixtures):
        return ""
    return f"there is no {command.thing} here"


def _take(model: GameModel, command: Command) -> str:
    place = model.things.places.get(command.thing)
    if place is None or place.room != model.here:
        return f"no {command.thing} was seen here"
    if place in model.things.closed:
        return f"the {place.holder} is closed: open it first"
    if command.other and command.other != place.holder:
        return f"the {command.thing} is not on or in the {command.other}"
    capacity = model.things.capacity
    if capacity is not None and len(model.things.carried) >= capacity:
        return "I can carry no more: drop something first"
    return ""


def _carried(model: GameModel, command: Command) -> str:
    return "" if model.things.places.get(command.thing) == CARRIED else f"I do not carry the {command.thing}"


def _cook(model: GameModel, command: Command) -> str:
    room = model.rooms.rooms.get(model.here)
    if room is None or command.other not in room.fixtures:
        return f"there is no {command.other} here"
    return _carried(model, command)


def _cut(model: GameModel, command: Command) -> str:
    return _carried(model, command) or _carried(model, Command(command.verb, command.other))


_CHECKS: dict[str, Callable[[GameModel, Command], str]] = {
    "go": _go,
    "open": _open,
    "take": _take,
    "drop": _carried,
    "put": _carried,
    "insert": _carried,
    "eat": _carried,
    "cook": _cook,
    "slice": _cut,
    "dice": _cut,
    "chop": _cut,
}
