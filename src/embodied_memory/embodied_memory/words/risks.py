"""What an order would do if it were carried out as it is said: hurt somebody, do damage, put somebody at risk, play a
nasty trick ("mix the bleach with the vinegar", "trip your sister up").
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path

from embodied_memory.words.sort_reader import SortReader, installed_reader

HEAD = Path(__file__).with_name("risk_head.npz")
_LIKELY = 0.6
"""At which, of two households by the other, 61 and 70 % of such orders are found, and 5 and 11 % of near misses
("put the bleach under the sink") are taken for one; of 290 orders that people gave at large 3.
"""


class Risk(str, Enum):
    """See `tests/words/risks/format.md`. NONE: it does no harm."""

    HURT = "hurt"
    DAMAGE = "damage"
    DANGER = "danger"
    MEAN = "mean"
    NONE = "none"


@lru_cache(maxsize=1)
def the_risks() -> SortReader[Risk] | None:
    """The one of this process; None where the language model's files are not installed."""
    return installed_reader(Risk.NONE, HEAD)


def risk_of(order: str) -> tuple[Risk, float]:
    """(the likeliest harm, how likely there is any); NONE where harm is not likely."""
    reader = the_risks()
    likely = reader.read(order) if reader is not None else {Risk.NONE: 1.0}
    harm = 1.0 - likely[Risk.NONE]
    if harm < _LIKELY:
        return Risk.NONE, harm
    return max((one for one in likely if one is not Risk.NONE), key=lambda one: likely[one]), harm
