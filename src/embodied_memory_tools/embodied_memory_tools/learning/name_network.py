"""Learning whether what is said means a thing that is called by some name."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from embodied_memory.words.pair_reader import as_named
from embodied_memory.words.wording.words import content_stems
from embodied_memory_tools.learning.named_things import NamedThing, pairs_of_names
from embodied_memory_tools.learning.pair_network import LabelledPair, learn_pairs
from embodied_memory_tools.learning.reading import Tell

_OTHERS = 6
"""So many names beside those that are meant or nearly said, of each thing that is said."""


class NamedSaying(BaseModel):
    """What is said, and all that it may mean."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    s: str
    means: tuple[str, ...]


class NamedHome(BaseModel):
    """A file of `tests/words/named`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    things: tuple[str, ...]
    said: tuple[NamedSaying, ...]

    @model_validator(mode="after")
    def _is_known(self) -> NamedHome:
        unknown = {name for one in self.said for name in one.means} - set(self.things)
        if unknown:
            raise ValueError(f"means what is none of its things: {', '.join(sorted(unknown))}")
        return self


def read_named(path: Path) -> NamedHome:
    """ValueError names the bad file."""
    try:
        return NamedHome.model_validate_json(path.read_text(encoding="utf-8"))
    except ValidationError as error:
        raise ValueError(f"{path.name}: {error.errors()[0]['loc']}: {error.errors()[0]['msg']}") from error


def learn_names(
    homes: Sequence[NamedHome], called: Sequence[Sequence[NamedThing]], rounds: int, seed: int, tell: Tell
) -> Any:
    """As `learn_pairs`. called: how things are called, by each writer."""

    def a_round(chance: random.Random) -> Iterator[LabelledPair]:
        for home in homes:
            yield from pairs_of(home, chance)
        for things in called:
            yield from pairs_of_names(things, chance)

    return learn_pairs(a_round, rounds, seed, tell)


def pairs_of(home: NamedHome, chance: random.Random) -> Iterator[LabelledPair]:
    """What is said with each name that it means or nearly says, which is of another of the sort or has a word of it;
    and with some that are neither.
    """
    share = _OTHERS / len(home.things)
    for one in home.said:
        said, sorts = content_stems(one.s), {name.split()[-1] for name in one.means}
        for name in home.things:
            is_near = bool(content_stems(name) & said) or name.split()[-1] in sorts
            if name in one.means or is_near or chance.random() < share:
                yield LabelledPair(one.s, as_named(name), name in one.means)
