"""Goals that are shown: what perception makes of a picture, in words that memory can be asked with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.observation import Observation
from embodied_memory.perception.detector import Detector
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.picture import PictureName, PictureNamer, UnreadablePictureError, thumbnail_jpeg
from embodied_memory.planning.instruction import Goal, GoalKind, InstructionError

__all__ = ["PictureReader", "UnreadablePictureError", "image_goal", "with_shown", "words_with_shown"]

_WIDTH_PX = 360
"""As frontier snapshots and views are shown to the model (LMEE, section 14)."""
_POINTS = re.compile(
    r"\b(?:(?:the |this |that )?(?:thing|one|object|item)? ?"
    r"(?:(?:shown )?(?:in|on) (?:the|this|that|my) (?:picture|photo|image)"
    r"|(?:that )?i(?: am|'m)? show(?:ing)?(?: you)?)"
    r"|what is (?:in|on) (?:the|this) (?:picture|photo|image)"
    r"|(?:this|that) (?:thing|one|object|item)|this|that(?=$|[.,;!?])|it)(?=$|[\s.,;!?])",
    re.I,
)
"""How somebody points at what a picture shows."""


class PictureReader:
    """Turns a picture of a thing into a goal."""

    def __init__(self, detector: Detector, embedder: Embedder, names: Sequence[str] = ()) -> None:
        """names: of things that may be shown, for embedders that see pixels."""
        self._namer = PictureNamer(detector, embedder, names)

    def goal(self, picture: Observation) -> Goal:
        """The thing in the middle of a picture. Raises UnreadablePictureError."""
        return image_goal(self._namer.name(picture), picture)


def image_goal(name: PictureName, picture: Observation) -> Goal:
    """The goal that a picture shows, as it was named."""
    return Goal(name.words, GoalKind.IMAGE, thumbnail_jpeg(picture.color, _WIDTH_PX), name.read_by)


def words_with_shown(instruction: str, shown: Goal) -> str:
    """ "Bring me this" with what the picture shows in the place of "this"; no words at all: to find it.

    Raises InstructionError if the words do not say what the picture is for.
    """
    if not re.search(r"\w", instruction):
        return f"find the {shown.description}"
    told, count = _POINTS.subn(lambda _: f"the {shown.description}", instruction, count=1)
    if not count:
        raise InstructionError('the words do not say what the picture is for; try: find this, or: bring me "this"')
    return " ".join(told.split())


def with_shown(goals: tuple[Goal, ...], shown: Goal) -> tuple[Goal, ...]:
    """The goals of such an instruction, with the picture where it is meant."""
    return tuple(replace(shown) if goal.description == shown.description else goal for goal in goals)
