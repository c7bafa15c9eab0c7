"""What somebody talks about who only keeps a talk with the robot going: "do you ever get tired?", "you're no fun".

A head over the encoders that read needs, learned from what people wrote (`make learn`).
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path

from embodied_memory.words.needs import features, need_encoders
from embodied_memory.words.one_reading import Encoder
from embodied_memory.words.reading_heads import LinearHead

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


class ChatTopics:
    """Deterministic; never fails for a text; keeps none."""

    def __init__(self, head: LinearHead, encoders: tuple[Encoder, Encoder]) -> None:
        self._head, self._encoders = head, encoders

    def read(self, text: str) -> ChatTopic:
        """NONE for what is not surely one of the others."""
        if not any(map(str.isalnum, text)):
            return ChatTopic.NONE
        shares = self._head.shares(ChatTopic, features(text, self._encoders))
        best = max(shares, key=lambda one: shares[one])
        return best if shares[best] >= _SURELY else ChatTopic.NONE


@lru_cache(maxsize=1)
def the_chat_topics() -> ChatTopics | None:
    """The ones of this process; None where the language model's files are not installed."""
    encoders = need_encoders()
    return ChatTopics(LinearHead.read(HEAD), encoders) if encoders is not None else None
