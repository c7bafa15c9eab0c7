"""Examples of how a saying goes on from the one before, as tokens of both."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.words.follow_ups import EXCHANGES, Characters, Follows
from embodied_memory.words.reading_network import ReadingTokens, Spans
from embodied_memory_tools.learning.labelled_follow_ups import LabelledFollowUp
from embodied_memory_tools.learning.reading_examples import UNKNOWN

WHOLE_BY_ITSELF = frozenset(
    ["instruct", "ask", "tell", "wish", "promise", "remind", "message", "rule", "teach", "thanks", "aside"]
)
"""Labels of utterances that mostly follow nothing."""
FOLLOWS = tuple(Follows)
_UNRELATED = 7
"""One pair by chance for so many that belong together."""


@dataclass(frozen=True)
class FollowUpExample:
    """ids of both; follows: its number; tags: 1 where a token is exchanged, 0 where not, UNKNOWN where that says
    nothing.
    """

    ids: tuple[int, ...]
    follows: int
    tags: tuple[int, ...]


def follow_up_example(pair: LabelledFollowUp, tokens: ReadingTokens) -> FollowUpExample:
    """Of long sayings, the beginnings."""
    ids, before, now = tokens.split_pair(pair.before, pair.now)
    tags = (UNKNOWN, *_tags(before, pair.old), UNKNOWN, *_tags(now, pair.new), UNKNOWN)
    told = tags if pair.follows in EXCHANGES else (UNKNOWN,) * len(ids)
    return FollowUpExample(ids, FOLLOWS.index(pair.follows), told)


def unrelated(pairs: Sequence[LabelledFollowUp], sayings: Sequence[str], seed: int) -> list[LabelledFollowUp]:
    """Some of `sayings` as they would come by chance after something that they have nothing to do with."""
    chance = random.Random(seed)
    some = chance.sample(sayings, min(len(sayings), len(pairs) // _UNRELATED))
    return [LabelledFollowUp(Follows.NEW, chance.choice(pairs).before, saying) for saying in some]


def _tags(spans: Spans, marked: Sequence[Characters]) -> list[int]:
    return [int(any(begin < end and begin < last and first < end for first, last in marked)) for begin, end in spans]
