"""What a person wants done, one deed after another."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from embodied_memory.memory.personal.sentence_role import is_personal


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
