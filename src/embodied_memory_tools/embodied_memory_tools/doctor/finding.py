"""What a check says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Level(str, Enum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


class Part(str, Enum):
    """What is looked at, in the order in which it is to be put right: what is below rests on what is above."""

    MACHINE = "machine"
    ENVIRONMENT = "environment"
    MEMORY = "memory"
    GRAPH = "graph"
    CLOCKS = "clocks"
    TRANSFORMS = "transforms"
    CAMERA = "camera"


@dataclass(frozen=True)
class Finding:
    """what: what was found, in one line. Where it is not well, cause: what it comes from or leads to, remedy: what to
    do about it.
    """

    part: Part
    level: Level
    what: str
    cause: str = ""
    remedy: str = ""


def fine(part: Part, what: str) -> Finding:
    """It is well."""
    return Finding(part, Level.OK, what)


def warning(part: Part, what: str, cause: str, remedy: str) -> Finding:
    """Something does not work as well as it could, or not always."""
    return Finding(part, Level.WARNING, what, cause, remedy)


def error(part: Part, what: str, cause: str, remedy: str) -> Finding:
    """Something does not work."""
    return Finding(part, Level.ERROR, what, cause, remedy)


def do_first(findings: Iterable[Finding]) -> list[Finding]:
    """What is to be done, in order: errors before warnings, and among them causes before what rests on them.

    A remedy that mends several things is told once.
    """
    bad = [one for one in findings if one.level is not Level.OK and one.remedy]
    parts = list(Part)
    bad.sort(key=lambda one: (one.level is not Level.ERROR, parts.index(one.part)))
    return list({one.remedy: one for one in reversed(bad)}.values())[::-1]
