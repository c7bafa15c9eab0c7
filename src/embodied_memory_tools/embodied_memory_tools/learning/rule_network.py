"""Learning whether a rule speaks against what somebody wants."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from embodied_memory.words.rule_reader import wanted_by
from embodied_memory_tools.evaluation.lived_words.word_folder import read_lines
from embodied_memory_tools.learning.pair_network import LabelledPair, learn_pairs
from embodied_memory_tools.learning.reading import Tell


class RuleExample(BaseModel):
    """A line of `tests/words/rules`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rule: str
    by: str
    who: str
    said: str
    against: bool
    kind: str = ""


def read_rules(path: Path) -> list[RuleExample]:
    """ValueError names the bad line."""
    return read_lines(RuleExample, path)


def learn_rules(examples: Sequence[RuleExample], others: Sequence[str], rounds: int, seed: int, tell: Tell) -> Any:
    """As `learn_pairs`. others: what people say about other things, which no rule of the examples speaks against."""
    return learn_pairs(lambda chance: with_others(examples, others, chance), rounds, seed, tell)


def with_others(
    examples: Sequence[RuleExample], others: Sequence[str], chance: random.Random
) -> Iterator[LabelledPair]:
    """What is wanted, each with its rule. Beside the examples half as many with a rule of another line, and half as
    many of other sayings.
    """
    half = len(examples) // 2
    for one in examples:
        yield LabelledPair(wanted_by(one.who, one.said), wanted_by(one.by, one.rule), one.against)
    for one in chance.sample(examples, half):
        other = chance.choice(examples)
        if other.rule != one.rule:
            yield LabelledPair(wanted_by(one.who, one.said), wanted_by(other.by, other.rule), False)
    for _ in range(half if others else 0):
        who, other = chance.choice(examples).who, chance.choice(examples)
        yield LabelledPair(wanted_by(who, chance.choice(others)), wanted_by(other.by, other.rule), False)
