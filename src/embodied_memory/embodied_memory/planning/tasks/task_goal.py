"""What a person wants done, one deed after another."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Deed(str, Enum):
    """What is to be done with a thing. ARRANGE: as the person usually has it, which personal memory tells."""

    SEEK = "find"
    FETCH = "bring"
    PLACE = "put"
    OPEN = "open"
    CLOSE = "close"
    SET = "set"
    ARRANGE = "arrange"


@dataclass(frozen=True)
class TaskGoal:
    """thing: words for what it is about. to: the person (FETCH) or the words for the place (PLACE), "" for wherever
    the thing belongs. relation: "on" or "in", for PLACE. setting, value: for SET. words: as the person said it.
    """

    deed: Deed
    thing: str
    to: str = ""
    relation: str = "on"
    setting: str = ""
    value: str = ""
    words: str = ""

    def __str__(self) -> str:
        if self.deed is Deed.SET:
            return f"set {self.setting} of {self.thing} to {self.value}"
        place = {Deed.FETCH: f" to {self.to}", Deed.PLACE: f" {self.relation} {self.to or 'its place'}"}
        return f"{self.deed.value} {self.thing}{place.get(self.deed, '')}"
