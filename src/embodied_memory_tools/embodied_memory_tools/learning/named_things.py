"""How else things are called, and what they are not: examples for whoever learns what a name means."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from embodied_memory.words.pair_reader import as_named
from embodied_memory.words.wording.words import content_stems
from embodied_memory_tools.evaluation.lived_words.word_folder import read_lines
from embodied_memory_tools.learning.pair_network import LabelledPair

_ASKED_FOR = (
    "Where is {}?", "Where are {}?", "Bring me {}.", "Have you seen {}?", "{}, please.", "I need {}.", "Is there {}?",
    "What about {}?", "Can somebody find {}?", "Get {} for me, would you?", "I can't find {} anywhere.", "{}?",
)  # fmt: skip
_BEFORE_A_NAME = ("the", "my", "the", "that", "a", "")
_HAS_ONE = frozenset({"the", "my", "a", "an", "that", "our", "your", "his", "her", "some"})
_SHARE_OF_A_ROUND = 0.5
"""Of the words for each thing; there are ten."""
_NOT_MEANT = 2
"""So many of those that are near, and of any others, stand beside each of its words."""


class NamedThing(BaseModel):
    """A line of `tests/words/named/names`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    also: tuple[str, ...]
    others: tuple[str, ...] = Field(alias="not")

    @property
    def words(self) -> tuple[str, ...]:
        """All that it is called."""
        return (self.name, *self.also)


def read_named_things(path: Path) -> list[NamedThing]:
    """ValueError names the bad line."""
    return read_lines(NamedThing, path)


def pairs_of_names(things: Sequence[NamedThing], chance: random.Random) -> Iterator[LabelledPair]:
    """Its name and half of what else each is called, asked for in plain words, with the name and with names of
    others; and what it is not, with its name.
    """
    for one in things:
        far = [other.name for other in things if not _is_near(one, other)]
        for words in one.words:
            if words == one.name or chance.random() < _SHARE_OF_A_ROUND:
                yield from _beside_others(asked_for(words, chance), one, far, chance)
        for other in _some(one.others, chance):
            yield LabelledPair(asked_for(other, chance), as_named(one.name), False)


def _beside_others(said: str, one: NamedThing, far: Sequence[str], chance: random.Random) -> Iterator[LabelledPair]:
    yield LabelledPair(said, as_named(one.name), True)
    for other in (*_some(one.others, chance), *_some(far, chance)):
        yield LabelledPair(said, as_named(other), False)


def _some(names: Sequence[str], chance: random.Random) -> list[str]:
    return chance.sample(names, min(_NOT_MEANT, len(names)))


def _is_near(one: NamedThing, other: NamedThing) -> bool:
    """Whether what the one is called may mean the other as well."""
    own, its = (content_stems(" ".join(thing.words)) for thing in (one, other))
    return bool(own & content_stems(other.name) or its & content_stems(one.name))


def asked_for(words: str, chance: random.Random) -> str:
    """As somebody asks for what is called so."""
    named = words if words.split()[0].lower() in _HAS_ONE else f"{chance.choice(_BEFORE_A_NAME)} {words}".strip()
    said = chance.choice(_ASKED_FOR).format(named)
    return said[:1].upper() + said[1:]
