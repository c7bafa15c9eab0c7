"""What somebody may need who only says how it is: "it's a bit dark in here"."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path

from embodied_memory.words.sort_reader import SortReader, installed_reader

HEAD = Path(__file__).with_name("need_head.npz")


class Need(str, Enum):
    """What is the matter (`tests/words/needs/format_second.md`)."""

    DARK = "dark"
    BRIGHT = "bright"
    COLD = "cold"
    DRAUGHT = "draught"
    HOT = "hot"
    LOUD = "loud"
    THIRSTY = "thirsty"
    HUNGRY = "hungry"
    HURT = "hurt"
    SPILL = "spill"
    SIGHT = "sight"
    WET = "wet"
    TISSUE = "tissue"
    NONE = "none"


@lru_cache(maxsize=1)
def the_needs() -> SortReader[Need] | None:
    """The one of this process; None where the language model's files are not installed."""
    return installed_reader(Need.NONE, HEAD)
