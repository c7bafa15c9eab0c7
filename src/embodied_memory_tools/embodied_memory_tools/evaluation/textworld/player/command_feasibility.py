"""Whether a command can be carried out here and now, as far as is known: the critic's spatial criterion."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.command import GameCommand
from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place
from embodied_memory_tools.evaluation.textworld.player.game_things import CARRIED


def why_infeasible(beliefs: Beliefs, command: GameCommand) -> str:
    """ "" if nothing speaks against it, else a sentence for the planner."""
    if command.verb in beliefs.unknown_verbs:
        return f"this world does not know how to {command.verb}"
    check = _CHECKS.get(command.verb)
    return check(beliefs, command) if check else ""


def _go(beliefs: Beliefs, command: GameCommand) -> str:
    room = beliefs.rooms.rooms.get(beliefs.here)
    if room is None:
        return "it is not known which ways lead out of here: look first"
    way = room.exits.get(command.thing)
    if way is None:
        return f"there is no exit to the {command.thing}; there are exits to the {', '.join(room.exits)}"
    if way.door in beliefs.rooms.closed:
        return f"the {way.door} is closed: open it first"
    return ""


def _open(beliefs: Beliefs, command: GameCommand) -> str:
    if command.thing in beliefs.things.locks:
        return f"the {command.thing} is locked: unlock it first"
    room = beliefs.rooms.rooms.get(beliefs.here)
    doors = [way.door for way in room.exits.values()] if room else []
    if command.thing in doors:
        return "" if command.thing in beliefs.rooms.closed else f"the {command.thing} is open already"
    place = Place(beliefs.here, command.thing)
    if place in beliefs.things.looked_into and place not in beliefs.things.closed:
        return f"the {command.thing} was opened already"
    if place in beliefs.things.closed or (room and command.thing in room.fixtures):
        return ""
    return f"there is no {command.thing} here"


def _take(beliefs: Beliefs, command: GameCommand) -> str:
    place = beliefs.things.places.get(command.thing)
    if place is None or place.room != beliefs.here:
        return f"no {command.thing} was seen here"
    if place in beliefs.things.closed:
        return f"the {place.holder} is closed: open it first"
    if command.other and command.other != place.holder:
        return f"the {command.thing} is not on or in the {command.other}"
    capacity = beliefs.things.capacity
    if capacity is not None and len(beliefs.things.carried) >= capacity:
        return "I can carry no more: drop something first"
    return ""


def _carried(beliefs: Beliefs, command: GameCommand) -> str:
    return "" if beliefs.things.places.get(command.thing) == CARRIED else f"I do not carry the {command.thing}"


def _unlock(beliefs: Beliefs, command: GameCommand) -> str:
    if beliefs.room_with(command.thing) != beliefs.here:
        return f"there is no {command.thing} here"
    if (command.thing, command.other) in beliefs.things.wrong_keys:
        return f"the {command.other} does not fit the {command.thing}"
    return _carried(beliefs, GameCommand(command.verb, command.other))


def _put(beliefs: Beliefs, command: GameCommand) -> str:
    room = beliefs.rooms.rooms.get(beliefs.here)
    if room is None or command.other not in room.fixtures:
        return f"there is no {command.other} here"
    if Place(beliefs.here, command.other) in beliefs.things.closed and command.verb == "insert":
        return f"the {command.other} is closed: open it first"
    return _carried(beliefs, command)


def _cook(beliefs: Beliefs, command: GameCommand) -> str:
    room = beliefs.rooms.rooms.get(beliefs.here)
    if room is None or command.other not in room.fixtures:
        return f"there is no {command.other} here"
    return _carried(beliefs, command)


def _cut(beliefs: Beliefs, command: GameCommand) -> str:
    return _carried(beliefs, command) or _carried(beliefs, GameCommand(command.verb, command.other))


_CHECKS: dict[str, Callable[[Beliefs, GameCommand], str]] = {
    "go": _go,
    "open": _open,
    "take": _take,
    "drop": _carried,
    "put": _put,
    "insert": _put,
    "unlock": _unlock,
    "lock": _unlock,
    "eat": _carried,
    "cook": _cook,
    "slice": _cut,
    "dice": _cut,
    "chop": _cut,
}
