"""What an order would do if it were carried out as it is said: hurt somebody, do damage, put somebody at risk, play a
nasty trick ("mix the bleach with the vinegar", "trip your sister up").
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path

from embodied_memory.words.sort_reader import SortReader, installed_reader

HEAD = Path(__file__).with_name("risk_head.npz")
_LIKELY, _ONE_KIND = 0.6, 0.5
"""That there is any harm, and that it is of one kind: of two households by the other 55 and 59 % of such orders are
found so, 4 and 6 % of near misses ("put the bleach under the sink") are taken for one, and of 289 orders at large one
or two.
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
    best = max(likely, key=lambda one: likely[one])
    return (best if harm >= _LIKELY and likely[best] >= _ONE_KIND else Risk.NONE), harm
