"""A home known from text observations alone, in the form of MEMENTO's traces (appendix B.2)."""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.planning.skills.known_home import KnownObject, KnownReceptacle, plain_words
from embodied_memory.planning.skills.skill_call import SkillCall, SkillKind, SkillResult

_WHERE = re.compile(r"^(?:Objects: )?(?P<thing>\w+): (?P<place>\w+) in (?P<room>\w+)$", re.MULTILINE)
_HELD = re.compile(r"^(?:Objects: )?(?P<thing>\w+): held by the agent$", re.MULTILINE)
_FURNITURE = re.compile(r"^Furniture in (?P<room>\w+): (?P<names>[\w, ]*)$", re.MULTILINE)
_DESCRIPTION = re.compile(r"The description of the object '(?P<thing>\w+)' is:\s*(?P<caption>.+)")


class ObservedHome:
    """Fed with every result of a skill. Rooms and furniture come as `Furniture in kitchen_1: table_2, counter_3`,
    things as `cup_3: chair_17 in bedroom_1` or `cup_3: held by the agent`.
    """

    def __init__(self) -> None:
        self._objects: dict[str, KnownObject] = {}
        self._receptacles: dict[str, KnownReceptacle] = {}
        self._explored: dict[str, bool] = {}
        self._held = ""

    def observe(self, text: str) -> None:
        """Take in what a text tells of furniture, things and their looks."""
        for match in _FURNITURE.finditer(text):
            self._explored.setdefault(match["room"], False)
            for name in filter(None, map(str.strip, match["names"].split(","))):
                self._receptacles[name] = KnownReceptacle(name, _category(name), match["room"])
        if "Objects: " in text:
            self._held = ""
        for match in _WHERE.finditer(text):
            self._see(match["thing"], match["place"], match["room"])
        for match in _HELD.finditer(text):
            self._held = match["thing"]
            self._see(match["thing"], "", "")
        for match in _DESCRIPTION.finditer(text):
            known = self._objects.get(match["thing"]) or KnownObject(match["thing"], plain_words(match["thing"]))
            self._objects[match["thing"]] = replace(known, caption=match["caption"].strip())

    def note(self, call: SkillCall, result: SkillResult) -> None:
        """Take in what came of a call: the text, and that a room was explored."""
        if call.kind is SkillKind.EXPLORE:
            self._explored[call.arguments[0]] = True
        self.observe(result.text)

    def objects(self) -> tuple[KnownObject, ...]:
        """See KnownHome."""
        return tuple(self._objects.values())

    def receptacles(self) -> tuple[KnownReceptacle, ...]:
        """See KnownHome."""
        return tuple(self._receptacles.values())

    def rooms(self) -> tuple[str, ...]:
        """See KnownHome."""
        return tuple(self._explored)

    def unexplored(self) -> tuple[str, ...]:
        """See KnownHome."""
        return tuple(room for room, explored in self._explored.items() if not explored)

    def held(self) -> str:
        """See KnownHome."""
        return self._held

    def _see(self, thing: str, place: str, room: str) -> None:
        known = self._objects.get(thing)
        if known is None:
            self._objects[thing] = KnownObject(thing, plain_words(thing), place, room, "", place, room)
        else:
            self._objects[thing] = replace(known, place=place, room=room)


def _category(name: str) -> str:
    return "floor" if name.startswith("floor_") else plain_words(name)
