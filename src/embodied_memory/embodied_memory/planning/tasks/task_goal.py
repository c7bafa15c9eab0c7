"""What a person wants done, one deed after another; how the robot calls what they named, and what names no thing
and is not to be looked for: "it", "the other".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from embodied_memory.memory.personal.sentence_role import is_personal
from embodied_memory.words.plain_words import POINTING_THERE
from embodied_memory.words.wording.words import split_words


class Deed(str, Enum):
    """What is to be done with a thing. ARRANGE: as the person usually has it, which personal memory tells.

    LOOK: go and see, then answer what was asked.
    """

    SEEK = "find"
    FETCH = "bring"
    PLACE = "put"
    OPEN = "open"
    CLOSE = "close"
    SET = "set"
    ARRANGE = "arrange"
    LOOK = "look"


@dataclass(frozen=True)
class TaskGoal:
    """thing: words for what it is about. to: the person (FETCH) or the words for the place (PLACE), "" for wherever
    the thing belongs. relation: "on" or "in", for PLACE. setting, value: for SET. words: as the person said it.
    question: for LOOK, as memory is asked; it is about the thing, or with thing "" about what is at the place (to).
    """

    deed: Deed
    thing: str
    to: str = ""
    relation: str = "on"
    setting: str = ""
    value: str = ""
    words: str = ""
    question: str = ""

    @property
    def is_search(self) -> bool:
        """Whether it is only to be found, and by what it is: "my cup" is known by what its owner told."""
        return self.deed is Deed.SEEK and not is_personal(self.thing)

    @property
    def sought(self) -> str:
        """Words for what is to be gone to: the place that a look is about, if there is one, else the thing."""
        return self.to if self.deed is Deed.LOOK and self.to else self.thing

    def __str__(self) -> str:
        if self.deed is Deed.SET:
            return f"set {self.setting} of {self.thing} to {self.value}"
        if self.deed is Deed.LOOK:
            return f"look at {self.sought}: {self.question}"
        place = {Deed.FETCH: f" to {self.to}", Deed.PLACE: f" {self.relation} {self.to or 'its place'}"}
        return f"{self.deed.value} {self.thing}{place.get(self.deed, '')}"


_NAMED = re.compile(
    r"(?:an?|any|some|another|one|two|three|all|both|our|your|his|her|their|this|that|these|those)\s"
    r"|(?:some|any|every)\w+\b|[A-Z][a-z][\w-]*['’]s\s|(?:[A-Z][a-z][\w-]*\s?)+$"
)
_MINE = re.compile(r"^(?:my|our)\s+", re.I)
_ITS_OWN = re.compile(r"^the\s+", re.I)


def as_told(words: str) -> str:
    """ "The red mug", "your cup", "Anna", "Anna's cup", "something to write with"."""
    plain = _MINE.sub("your ", _ITS_OWN.sub("", words.strip()))
    return plain if plain.startswith("your ") or _NAMED.match(plain) else f"the {plain}"


def not_found(words: str, why: str) -> str:
    """A sentence that tells of a search in vain."""
    return f"I did not find {as_told(words)}: {why}."


_POINTS = POINTING_THERE - {"the lot"} | frozenset(
    split_words("ones anything something nothing thing things stuff rest")
)
_NOT_ONE = frozenset(split_words("he him she her they everything all both lot other others another"))
"""People, and all or others of what was spoken of: something is meant, but cannot be looked for by these words."""
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
    return _is_one_of(_POINTS, words)


def unnamed_in(goal: TaskGoal | None) -> str:
    """The words of a goal that name no thing, nobody, or no place; "" if all do, and of a look around."""
    if goal is None or goal.deed is Deed.LOOK:
        return ""
    place = goal.to if goal.deed is Deed.PLACE else ""
    return next((one for one in (goal.thing, place) if _is_one_of(_POINTS | _NOT_ONE, one)), "")


def _is_one_of(pronouns: frozenset[str], words: str) -> bool:
    """Whatever stands around it."""
    plain = words.strip(" ,.!?").lower()
    return any(
        said in pronouns
        for whole in (plain, _AFTER.sub("", plain), _WHERE.sub("", plain))
        for said in (whole, _BEFORE.sub("", whole))
    )
