"""What names no thing, and is not to be looked for: "it", "the other", "anything on the floor"."""

from __future__ import annotations

import re

from embodied_memory.memory.wording.words import split_words
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.words.plain_words import POINTING_THERE

_POINTS = POINTING_THERE | frozenset(
    split_words(
        "other others another ones both all everything anything something nothing thing things stuff lot rest"
    )
)
_PEOPLE = frozenset({"he", "him", "she", "her", "they"})
_BEFORE = re.compile(
    r"^(?:(?:to|at|for|after|over)\s+)?(?:(?:all|both|each|either|any|some|one|two|three|half|the rest) of\s+)?"
    r"(?:(?:the|that|those|these|this|all|some|any|other|another)\s+)*(?=\S)",
    re.I,
)
_AFTER = re.compile(
    r"(?:\s+(?:in|up|down|out|over|back|away|off|on|here|there|now|too|all|one|ones|again|please))+$", re.I
)
_WHERE = re.compile(r"\s+(?:in|on|at|by|from|off|under|inside|near|next to|beside|behind|of)\s.*$", re.I)


def points_only(words: str) -> bool:
    """ "Something to write with" tells what is wanted, "something on the desk" does not."""
    plain = words.strip(" ,.!?").lower()
    return any(
        said in _POINTS
        for whole in (plain, _AFTER.sub("", plain), _WHERE.sub("", plain))
        for said in (whole, _BEFORE.sub("", whole))
    )


def unnamed_in(goal: TaskGoal | None) -> str:
    """The words of a goal that name no thing, nobody, or no place; "" if all do, and of a look around."""
    if goal is None or goal.deed is Deed.LOOK:
        return ""
    place = goal.to if goal.deed is Deed.PLACE else ""
    return next((one for one in (goal.thing, place) if points_only(one) or one.lower() in _PEOPLE), "")
