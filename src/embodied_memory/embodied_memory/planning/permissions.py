"""Who may ask the robot, teach it, send it, let it use its hands, and open what it holds of other people."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from embodied_memory.config import PermissionConfig
from embodied_memory.planning.skill_call import SkillCall, SkillKind

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
