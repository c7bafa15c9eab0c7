"""The perception skills over memory: find things, furniture and rooms, and say what things look like.

MEMENTO, table 5. Nothing here sees the world: what memory does not know is not found. All skills as one are
these, and those of a world for everything that moves something.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from embodied_memory.planning.known_home import (
    DescriptionMatch,
    KnownHome,
    KnownObject,
    KnownReceptacle,
    has_category,
    names_room,
    plain_words,
)
from embodied_memory.planning.skill_call import SkillCall, SkillKind, SkillResult, SkillWorld

PERCEPTION = frozenset(
    [SkillKind.FIND_OBJECT, SkillKind.FIND_RECEPTACLE, SkillKind.FIND_ROOM, SkillKind.DESCRIBE_OBJECT]
)
_ALIKE = 0.45
"""What a description must at least have in common with a thing's words or caption to be named as found."""


Alike = Callable[[str], Collection[str]]
"""Words -> ids of the things that they may describe, whatever kind they name."""


def by_description(home: KnownHome, match: DescriptionMatch) -> Alike:
    """By what things are called and look like."""

    def alike(text: str) -> Collection[str]:
        told = {one.object_id: f"{one.category} {one.caption}".strip() for one in home.objects()}
        return {object_id for object_id, words in told.items() if match.likeness(text, words) >= _ALIKE}

    return alike


class PerceptionSkills:
    """Answers in text, as tools for a planner do."""

    def __init__(self, home: KnownHome, alike: Alike) -> None:
        self._home, self._alike = home, alike

    def execute(self, call: SkillCall) -> SkillResult:
        """One of PERCEPTION. Raises ValueError for another skill."""
        text = ", ".join(call.arguments)
        if call.kind is SkillKind.FIND_OBJECT:
            return _found([_where(one) for one in self._objects(text)], "objects", "explore more rooms")
        if call.kind is SkillKind.FIND_RECEPTACLE:
            names = [f"{one.receptacle_id} in {one.room}" for one in self._receptacles(text)]
            return _found(names, "furniture", "name another kind of furniture or room")
        if call.kind is SkillKind.FIND_ROOM:
            rooms = [room for room in self._home.rooms() if names_room(text, plain_words(room))]
            return _found(rooms or list(self._home.rooms()), "rooms", "look around first")
        if call.kind is SkillKind.DESCRIBE_OBJECT:
            return self._describe(call.arguments[0])
        raise ValueError(f"{call.kind.value} is no perception skill")

    def lacks_looks(self, object_id: str) -> bool:
        """Whether the thing is known, but not what it looks like."""
        return any(one.object_id == object_id and not one.caption for one in self._home.objects())

    def _objects(self, text: str) -> list[KnownObject]:
        places = (
            {one.receptacle_id for one in self._receptacles(text)} if _speaks_of_place(text, self._home) else None
        )
        alike = self._alike(text)
        fitting = [one for one in self._home.objects() if has_category(text, one.category) or one.object_id in alike]
        return [one for one in fitting if places is None or one.place in places] or fitting

    def _receptacles(self, text: str) -> list[KnownReceptacle]:
        named = [one for one in self._home.receptacles() if has_category(text, one.category)]
        here = [one for one in named or self._home.receptacles() if names_room(text, plain_words(one.room))]
        return here or named

    def _describe(self, object_id: str) -> SkillResult:
        known = next((one for one in self._home.objects() if one.object_id == object_id), None)
        if known is None:
            return SkillResult(False, f"{object_id[:60]} is not known: look for it first.")
        if not known.caption:
            return SkillResult(False, f"What {object_id} looks like is not known yet.")
        return SkillResult(True, f"The description of the object '{object_id}' is:\n{known.caption}")


class SkillLibrary:
    """A SkillWorld. is_looked_up: what memory does not know of a thing's looks the world tells, as that of an episode
    does; a robot has to go and look instead.
    """

    def __init__(self, perception: PerceptionSkills, world: SkillWorld, is_looked_up: bool = False) -> None:
        self._perception, self._world, self._is_looked_up = perception, world, is_looked_up

    def execute(self, call: SkillCall) -> SkillResult:
        """See SkillWorld."""
        if call.kind not in PERCEPTION:
            return self._world.execute(call)
        is_asked = self._is_looked_up and call.kind is SkillKind.DESCRIBE_OBJECT
        if is_asked and self._perception.lacks_looks(call.arguments[0]):
            return self._world.execute(call)
        return self._perception.execute(call)


def _speaks_of_place(text: str, home: KnownHome) -> bool:
    return any(has_category(text, one.category) for one in home.receptacles())


def _where(one: KnownObject) -> str:
    return f"{one.object_id}: {one.whereabouts}" if one.whereabouts else one.object_id


def _found(names: Sequence[str], kind: str, advice: str) -> SkillResult:
    if not names:
        return SkillResult(False, f"Memory knows no such {kind}: {advice}.")
    lines = "\n".join(f"- {name}" for name in names)
    return SkillResult(True, f"The {kind} that fit are:\n{lines}")
