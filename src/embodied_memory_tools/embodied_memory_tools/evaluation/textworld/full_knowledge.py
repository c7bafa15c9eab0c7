"""The fewest turns that a game can be won in by who knows all of it: a bound for those who have to find out.

Read from what the maker of a game wrote beside it. It is for reports; no player ever sees it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from embodied_memory_tools.evaluation.textworld.player.cooking_rules import APPLIANCE_FOR, COOKED_BY, CUT_BY, KNIFE
from embodied_memory_tools.evaluation.textworld.player.cooking_search import CookingSearch
from embodied_memory_tools.evaluation.textworld.player.cooking_task import CookingTask, FoodTask, Passage, Place
from embodied_memory_tools.evaluation.textworld.player.reading import OPPOSITE

_MOST_STATES = 100_000
_APPLIANCE_OF = {COOKED_BY[appliance]: appliance for appliance in APPLIANCE_FOR.values()}
_VERB_OF = {state: verb for verb, state in CUT_BY.items()}


def fewest_turns(description: Path) -> int | None:
    """None where nothing is written down, or the search found no way."""
    try:
        task = read_task(json.loads(description.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        return None
    plan = CookingSearch(task, _MOST_STATES).plan()
    return plan.turns if plan else None


def read_task(written: dict[str, Any]) -> CookingTask:
    """The task with everything known. Raises KeyError, TypeError or IndexError for what is no cooking game."""
    names = {key: entity["name"] or key for key, entity in written["infos"]}
    facts = [(fact["name"], [names.get(one["name"], one["name"]) for one in fact["arguments"]])
             for fact in written["world"]]  # fmt: skip
    room_of = {told[0]: told[1] for name, told in facts if name == "at"}
    holder_of = {told[0]: told[1] for name, told in facts if name in ("on", "in")}

    def place_of(thing: str) -> Place | None:
        if thing in room_of:
            return Place(room_of[thing])
        holder = holder_of[thing]
        return Place(room_of[holder], holder) if holder in room_of else None

    foods = tuple(
        FoodTask(name, place_of(name), _VERB_OF.get(cut, ""), _APPLIANCE_OF.get(cooked, ""))
        for name, cooked, cut in written["metadata"]["ingredients"]
    )
    carried = {thing for thing, holder in holder_of.items() if holder == "I"} - {food.name for food in foods}
    return CookingTask(
        room_of["P"],
        "kitchen",
        _passages(facts),
        foods,
        {appliance: room_of[appliance] for appliance in APPLIANCE_FOR.values() if appliance in room_of},
        max(2, len(foods)),
        place_of(KNIFE),
        closed=frozenset(told[0] for name, told in facts if name == "closed"),
        carried=tuple(sorted(carried)),
    )


def _passages(facts: list[tuple[str, list[str]]]) -> dict[str, tuple[Passage, ...]]:
    doors = {(told[0], told[2]): told[1] for name, told in facts if name == "link"}
    ways: defaultdict[str, list[Passage]] = defaultdict(list)
    for name, told in facts:
        direction = name.removesuffix("_of")
        if direction != name and direction in OPPOSITE:
            there, here = told[0], told[1]
            ways[here].append(Passage(there, (f"go {direction}",), doors.get((here, there), "")))
            ways[there].append(Passage(here, (f"go {OPPOSITE[direction]}",), doors.get((there, here), "")))
    return {room: tuple(dict.fromkeys(passages)) for room, passages in ways.items()}
