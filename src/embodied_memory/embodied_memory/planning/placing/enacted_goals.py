"""What was done in a remembered episode, as goals that can be reached again (MEMENTO, section 6.1: traces matter)."""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.act_trace import ActTrace
from embodied_memory.planning.placing.placement_goal import PlacementGoal, PlacePhrase, Relation, ThingPhrase
from embodied_memory.planning.skills.known_home import KnownObject, plain_words
from embodied_memory.planning.skills.observed_home import ObservedHome

_FAILED = re.compile(r"\bfail(?:ed|ure)\b|\bno valid\b", re.IGNORECASE)


def enacted_goals(trace: ActTrace) -> tuple[PlacementGoal, ...]:
    """One goal a placement that worked, in order; a thing put down again at the same place counts once."""
    seen = ObservedHome()
    goals: list[tuple[str, PlacementGoal]] = []
    for step in trace.steps:
        seen.observe(step.observation)
        if step.action != "Place" or len(step.arguments) < 3 or _FAILED.search(step.observation):
            continue
        goal = _goal(step.arguments, seen)
        goals = [one for one in goals if (one[0], one[1].place) != (step.arguments[0], goal.place)]
        goals.append((step.arguments[0], goal))
    return tuple(goal for _, goal in goals)


def _goal(arguments: tuple[str, ...], seen: ObservedHome) -> PlacementGoal:
    """arguments: of a Place."""
    thing, relation, place = arguments[:3]
    beside = arguments[4] if len(arguments) > 4 and arguments[3] == "next_to" else ""
    kind = Relation.FLOOR if place.startswith("floor_") else Relation.ON
    if relation in ("within", "in", "inside"):
        kind = Relation.WITHIN
    words = "floor" if kind is Relation.FLOOR else plain_words(place)
    room = next((one.room for one in seen.objects() if one.place == place), "")
    goal = PlacementGoal(_phrase(thing, seen), PlacePhrase(f"{plain_words(room)} {words}".strip(), place), kind)
    return replace(goal, beside=_phrase(beside, seen)) if beside else goal


def _phrase(thing: str, seen: ObservedHome) -> ThingPhrase:
    known = next((one for one in seen.objects() if one.object_id == thing), KnownObject(thing, plain_words(thing)))
    place, room = known.first_place, known.first_room
    source = f"{plain_words(room)} {plain_words(place)}".strip() if not place.startswith("floor_") else ""
    return ThingPhrase(known.category, known.caption, source=source)
