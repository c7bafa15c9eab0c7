"""What somebody talks about who only keeps a talk with the robot going: "do you ever get tired?", "you're no fun"."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path

from embodied_memory.words.sort_reader import SortReader, installed_reader

HEAD = Path(__file__).with_name("chat_head.npz")
_SURELY = 0.6
"""At which, of two households by the other, 83 and 74 % are rightly found, and 2 % of all else is taken for one."""


class ChatTopic(str, Enum):
    """See `tests/words/chat/format.md`. NONE: anything else that is said to a robot in a home."""

    HOW_ARE_YOU = "how_are_you"
    ABILITIES = "abilities"
    WHO = "who"
    CANNOT = "cannot"
    FEELINGS = "feelings"
    FAMILY = "family"
    LIKES = "likes"
    JOKE_TOLD = "joke_told"
    JOKE_WANTED = "joke_wanted"
    GOT_IT = "got_it"
    PRAISE = "praise"
    SCORN = "scorn"
    AFFECTION = "affection"
    SAD = "sad"
    UNWELL = "unwell"
    BORED = "bored"
    TRUST = "trust"
    WORLD = "world"
    TEASING_OVER = "teasing_over"
    SORRY = "sorry"
    CHEER = "cheer"
    NONE = "none"


@lru_cache(maxsize=1)
def the_chat_topics() -> SortReader[ChatTopic] | None:
    """The one of this process; None where the language model's files are not installed."""
    return installed_reader(ChatTopic.NONE, HEAD)


def topic_of(text: str) -> ChatTopic:
    """NONE for what is not surely about one of the others."""
    reader = the_chat_topics()
    return reader.surely(text, _SURELY) if reader is not None else ChatTopic.NONE
