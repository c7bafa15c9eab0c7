"""On what an order depends: it is for now, for a time, for when somebody comes, or for something that the robot would
hardly notice ("when the wash is done").
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path

from embodied_memory.words.sort_reader import SortReader, installed_reader

HEAD = Path(__file__).with_name("condition_head.npz")
_SURELY = 0.6


class Condition(str, Enum):
    """See `tests/words/conditions/format.md`. NOW: on nothing."""

    AFTER = "after"
    CLOCK = "clock"
    ARRIVAL = "arrival"
    LEAVING = "leaving"
    ASKED = "asked"
    STATE = "state"
    BECOMES = "becomes"
    UNSEEN = "unseen"
    STANDING = "standing"
    NOW = "now"


UNNOTICED = (Condition.BECOMES, Condition.UNSEEN, Condition.LEAVING)
"""What the robot would not notice."""


@lru_cache(maxsize=1)
def the_conditions() -> SortReader[Condition] | None:
    """The one of this process; None where the language model's files are not installed."""
    return installed_reader(Condition.NOW, HEAD)


def depends_on(order: str, *conditions: Condition) -> bool:
    """Whether it surely depends on one of these; False where nothing was learned."""
    reader = the_conditions()
    likely = reader.read(order) if reader is not None else {}
    return sum(likely.get(one, 0.0) for one in conditions) >= _SURELY
