"""What was done in a remembered episode, as goals that can be reached again (MEMENTO, section 6.1: traces matter)."""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.act_trace import ActStep, ActTrace
from embodied_memory.planning.placing.placement_goal import PlacementGoal, PlacePhrase, Relation, ThingPhrase
from embodied_memory.planning.skills.known_home import plain_words

_WHERE = re.compile(r"^(?:Objects: )?(?P<thing>\w+): (?P<place>\w+) in (?P<room>\w+)$", re.MULTILINE)
_DESCRIPTION = re.compile(r"The description of the object '(?P<thing>\w+)' is:\s*(?P<caption>.+)")
_FAILED = re.compile(r"\bfail(?:ed|ure)\b|\bno valid\b", re.IGNORECASE)


def enacted_goals(trace: ActTrace) -> tuple[PlacementGoal, ...]:
    """One goal a placement that worked, in order; a thing put down again at the same place counts once."""
    seen = _Seen()
    goals: list[tuple[str, PlacementGoal]] = []
    for step in trace.steps:
        seen.take_in(step)
        if step.action != "Place" or len(step.arguments) < 3 or _FAILED.search(step.observation):
            continue
        goal = seen.goal(step.arguments)
        goals = [one for one in goals if (one[0], one[1].place) != (step.arguments[0], goal.place)]
        goals.append((step.arguments[0], goal))
    return tuple(goal for _, goal in goals)


class _Seen:
    """What a trace tells of things: where they were first, what they look like."""

    def __init__(self) -> None:
        self._first: dict[str, tuple[str, str]] = {}
        self._room_of: dict[str, str] = {}
        self._captions: dict[str, str] = {}

    def take_in(self, step: ActStep) -> None:
        for match in _WHERE.finditer(step.observation):
            self._first.setdefault(match["thing"], (match["place"], match["room"]))
            self._room_of[match["place"]] = match["room"]
        for match in _DESCRIPTION.finditer(step.observation):
            self._captions[match["thing"]] = match["caption"].strip()

    def goal(self, arguments: tuple[str, ...]) -> PlacementGoal:
        """arguments: of a Place."""
        thing, relation, place = arguments[:3]
        beside = arguments[4] if len(arguments) > 4 and arguments[3] == "next_to" else ""
        kind = Relation.FLOOR if place.startswith("floor_") else Relation.ON
        if relation in ("within", "in", "inside"):
            kind = Relation.WITHIN
        words = "floor" if kind is Relation.FLOOR else plain_words(place)
        told = f"{plain_words(self._room_of.get(place, ''))} {words}".strip()
        goal = PlacementGoal(self._phrase(thing), PlacePhrase(told, place), kind)
        return replace(goal, beside=self._phrase(beside)) if beside else goal

    def _phrase(self, thing: str) -> ThingPhrase:
        place, room = self._first.get(thing, ("", ""))
        source = f"{plain_words(room)} {plain_words(place)}".strip() if not place.startswith("floor_") else ""
        caption = self._captions.get(thing, "")
        return ThingPhrase(plain_words(thing), caption, source=source)
