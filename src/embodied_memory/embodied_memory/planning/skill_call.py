"""A call of a skill by a planner, as `Place[cup_1, on, table_2]` (MEMENTO, tables 4 and 5), and what came of it;
and who may ask the robot, teach it, send it, let it use its hands, and open what it holds of other people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from embodied_memory.config import PermissionConfig

_CALL = re.compile(r"\s*(?P<name>[A-Za-z][A-Za-z_]*)\s*\[(?P<arguments>[^\[\]\n]*)\]\s*\.?\s*")
_MOST_ARGUMENTS, _LONGEST_ARGUMENT = 5, 200


class SkillCallError(ValueError):
    """A text is no call of a skill that exists. The message names what is wrong."""


class SkillKind(str, Enum):
    """Every skill that a planner may call, by the name that it writes. The first group moves something."""

    NAVIGATE = "Navigate"
    PICK = "Pick"
    PLACE = "Place"
    OPEN = "Open"
    CLOSE = "Close"
    EXPLORE = "Explore"
    LOOK = "Look"
    WAIT = "Wait"
    SET_DEVICE_STATE = "SetDeviceState"
    HANDOFF = "Handoff"
    FIND_OBJECT = "FindObject"
    FIND_RECEPTACLE = "FindReceptacle"
    FIND_ROOM = "FindRoom"
    DESCRIBE_OBJECT = "DescribeObject"
    DONE = "Done"


_BY_NAME = {kind.value.lower(): kind for kind in SkillKind}
_ARGUMENTS: dict[SkillKind, range] = {
    SkillKind.NAVIGATE: range(1, 2), SkillKind.PICK: range(1, 2), SkillKind.PLACE: range(3, 6),
    SkillKind.OPEN: range(1, 2), SkillKind.CLOSE: range(1, 2), SkillKind.EXPLORE: range(1, 2),
    SkillKind.LOOK: range(1, 3), SkillKind.WAIT: range(1), SkillKind.SET_DEVICE_STATE: range(3, 4),
    SkillKind.HANDOFF: range(1, 2),
    SkillKind.FIND_OBJECT: range(1, 6), SkillKind.FIND_RECEPTACLE: range(1, 6), SkillKind.FIND_ROOM: range(1, 6),
    SkillKind.DESCRIBE_OBJECT: range(1, 2), SkillKind.DONE: range(1),
}  # fmt: skip
"""How many arguments each takes. Place: thing, relation, place, then optionally "next_to" and beside what. Look: the
thing or the room, then optionally words for what is looked for there.
"""


@dataclass(frozen=True)
class SkillCall:
    """arguments: ids or words, as the skill wants them, none empty."""

    kind: SkillKind
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind.value}[{', '.join(self.arguments)}]"


@dataclass(frozen=True)
class SkillResult:
    """What became of a call. text: what the robot observed, or why the call failed, in plain sentences. found_id: of
    what was looked for, "" for anything else.
    """

    succeeded: bool
    text: str
    found_id: str = ""


class SkillWorld(Protocol):
    """Whatever executes calls: a home through ROS, a simulated one, or the state of an episode file."""

    def execute(self, call: SkillCall) -> SkillResult:
        """Never raises for what a planner asks for: a call that cannot be done is a result that did not succeed."""


def parse_skill_call(text: str) -> SkillCall:
    """One call, with nothing before or after. "Tool" at the end of a name and "None" arguments are let pass.

    Raises SkillCallError: text that is no call, a skill that does not exist, too many or too few arguments.
    """
    match = _CALL.fullmatch(text)
    if match is None:
        raise SkillCallError(f"no skill call: {text.strip()[:80]!r}")
    kind = _BY_NAME.get(match["name"].removesuffix("Tool").replace("_", "").lower())
    if kind is None:
        raise SkillCallError(f"there is no skill {match['name'][:40]!r}; there are {', '.join(_BY_NAME)}")
    arguments = tuple(part.strip() for part in match["arguments"].split(",") if part.strip() not in ("", "None"))
    if len(arguments) not in _ARGUMENTS[kind] or len(arguments) > _MOST_ARGUMENTS:
        raise SkillCallError(f"{kind.value} takes {_ARGUMENTS[kind].start} arguments, not {len(arguments)}")
    if any(len(part) > _LONGEST_ARGUMENT or not part.isprintable() for part in arguments):
        raise SkillCallError(f"{kind.value} was given an argument that names nothing")
    return SkillCall(kind, arguments)


_EVERYBODY, _ALL = "*", "all"


class Permission(str, Enum):
    """What somebody may be allowed to do by speaking to the robot."""

    ASK = "ask"
    TEACH = "teach"
    SEARCH = "search"
    HANDLE = "handle"
    DEVICES = "devices"
    OTHERS = "others"


_MOVES_THINGS = frozenset({SkillKind.PICK, SkillKind.PLACE, SkillKind.OPEN, SkillKind.CLOSE, SkillKind.HANDOFF})


class Permissions:
    """What each person may do. Names are compared without regard to case. Raises ValueError for a grant that is none.

    A person with a line of their own has just what it grants; "*" is for all others, and for who is not known.
    """

    def __init__(self, config: PermissionConfig | None = None) -> None:
        grants = (config or PermissionConfig()).grants
        self._granted = dict(_read(grant) for grant in grants)

    def of(self, person: str) -> frozenset[Permission]:
        """Everything that a person may do."""
        known = self._granted.get(_name(person))
        return self._granted.get(_EVERYBODY, frozenset()) if known is None else known

    def may(self, person: str, permission: Permission) -> bool:
        """Whether a person may do that."""
        return permission in self.of(person)

    def may_call(self, person: str, call: SkillCall) -> bool:
        """Whether the robot may use this skill on a person's behalf."""
        return self.may(person, permission_for(call.kind))


def permission_for(kind: SkillKind) -> Permission:
    """What it takes to have a skill used; looking and going need the least."""
    if kind in _MOVES_THINGS:
        return Permission.HANDLE
    return Permission.DEVICES if kind is SkillKind.SET_DEVICE_STATE else Permission.SEARCH


def _read(grant: str) -> tuple[str, frozenset[Permission]]:
    """A line such as "anna: ask, search" or "*: all". Raises ValueError."""
    person, colon, listed = grant.partition(":")
    if not colon or not _name(person):
        raise ValueError(f'the grant {grant!r} has no form "name: what, what"')
    names = [word.strip().lower() for word in listed.split(",") if word.strip()]
    return _name(person), _permissions(grant, names)


def _permissions(grant: str, names: Iterable[str]) -> frozenset[Permission]:
    known = {permission.value: permission for permission in Permission}
    granted: set[Permission] = set()
    for name in names:
        if name != _ALL and name not in known:
            raise ValueError(f"the grant {grant!r} names {name!r}; there are {', '.join([*known, _ALL])}")
        granted |= set(Permission) if name == _ALL else {known[name]}
    return frozenset(granted)


def _name(person: str) -> str:
    return " ".join(person.lower().split())
