"""What sorts of furniture are for: geometry alone cannot tell "in the fridge" from "on the shelf"."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from pathlib import Path

ROLES_FILE = Path(__file__).with_name("object_roles.txt")


def is_container(category: str) -> bool:
    """Whether something within its box is in it."""
    return "container" in _roles(category)


def has_level_below_top(category: str) -> bool:
    """Whether it carries things below its top: a seat before its back, the boards of a shelf."""
    return "level below top" in _roles(category)


def stands_on_legs(category: str) -> bool:
    """Whether there is room under it."""
    return "on legs" in _roles(category)


def holds_things(category: str) -> bool:
    """Whether things are put on it or in it."""
    return bool(_roles(category) - {"part of room", "flat"})


def lies_flat(category: str) -> bool:
    """Whether it has no height of its own: what stands off within its box is something else."""
    return "flat" in _roles(category)


def is_part_of_room(category: str) -> bool:
    """Whether it is the room itself: nothing is told to be next to a wall."""
    return "part of room" in _roles(category)


@lru_cache(maxsize=4096)
def _roles(category: str) -> frozenset[str]:
    """The roles of "kitchen table" are those of "table"; "trash can" is looked up as "trashcan" first."""
    words = category.lower().replace("_", " ").replace("-", " ").split()
    roles = _roles_of_nouns()
    for noun in ("".join(words), words[-1] if words else ""):
        if noun in roles:
            return roles[noun]
    return frozenset()


@lru_cache(maxsize=1)
def _roles_of_nouns() -> dict[str, frozenset[str]]:
    roles: dict[str, set[str]] = defaultdict(set)
    for line in ROLES_FILE.read_text(encoding="utf-8").splitlines():
        role, separator, nouns = line.partition(":")
        if separator and not line.startswith("#"):
            for noun in nouns.split():
                roles[noun].add(role.strip())
    return {noun: frozenset(names) for noun, names in roles.items()}
