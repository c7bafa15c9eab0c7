"""Learning whether a rule speaks against what somebody wants."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from embodied_memory.event import ROBOT
from embodied_memory.words.one_reading import OneReading
from embodied_memory.words.pair_reader import wanted_by
from embodied_memory.words.said import SpeechAct
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder, read_lines
from embodied_memory_tools.learning.pair_network import LabelledPair, learn_pairs
from embodied_memory_tools.learning.reading import Tell

_MINDED = frozenset({"refuse", "ask", "explain"})
"""What is declined or asked about may be so by a rule."""


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


@dataclass(frozen=True)
class RuledHome:
    """What a home's people gave the robot for rules, and what they said to it that none of these speaks against."""

    rules: tuple[tuple[str, str], ...]
    said: tuple[tuple[str, str], ...]


def home_of(folder: WordFolder, reading: OneReading) -> RuledHome:
    """Of days that somebody wrote: all that is to be done, answered or kept there. (who, words) each."""
    told = [(one.who, one.text) for one in folder.life if one.kind == "say" and one.to == ROBOT]
    wanted = [(one.who, one.text) for one in folder.utterances if not _MINDED & set(one.act.split(" or "))]
    asked = [(one.asker, one.q) for one in folder.questions]
    rules = [one for one in told if reading.read(one[1]).surely(SpeechAct.RULE)]
    return RuledHome(tuple(rules), (*wanted, *asked))


def learn_rules(
    examples: Sequence[RuleExample],
    others: Sequence[str],
    homes: Sequence[RuledHome],
    rounds: int,
    seed: int,
    tell: Tell,
) -> Any:
    """As `learn_pairs`. others: what people say about other things, which no rule of the examples speaks against;
    homes: whose rules are met by all that is said there, most of which has nothing to do with them.
    """

    def a_round(chance: random.Random) -> Iterator[LabelledPair]:
        yield from with_others(examples, others, chance)
        yield from unminded(homes, chance)

    return learn_pairs(a_round, rounds, seed, tell)


def unminded(homes: Sequence[RuledHome], chance: random.Random) -> Iterator[LabelledPair]:
    """Everything said in each home with one of the rules that somebody else gave there."""
    for home in homes:
        for who, words in home.said:
            rules = [rule for rule in home.rules if rule[0] != who]
            if rules:
                yield LabelledPair(wanted_by(who, words), wanted_by(*chance.choice(rules)), False)


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
