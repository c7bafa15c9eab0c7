"""What the robot is to find: a thing named, described or shown (GOAT-Bench's three kinds; LMEE, section 14)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class GoalKind(str, Enum):
    """How the goal was told."""

    CATEGORY = "category"
    DESCRIPTION = "description"
    IMAGE = "image"


@dataclass(frozen=True)
class Goal:
    """One thing to find and go to. description: as said, without verb and article ("red book").

    image: the JPEG that was shown, of an image goal; its description is what perception made of it, and read_by
    says which part of perception that was.
    """

    description: str
    kind: GoalKind = GoalKind.CATEGORY
    image: bytes = b""
    read_by: str = ""


def named(goal: Goal) -> str:
    """ "the kettle"; "a place to sleep" as it is."""
    return goal.description if goal.description.startswith(("a ", "an ")) else f"the {goal.description}"
