"""The quick reader's layers learned anew to tell whether a rule speaks against what somebody wants."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from embodied_memory.optional import require
from embodied_memory.perception.minilm_cross_encoder import Pair, PairTokens, padded
from embodied_memory.words.rule_reader import wanted_by
from embodied_memory_tools.evaluation.lived_words.word_folder import read_lines
from embodied_memory_tools.learning.onnx_import import read_int8_encoder
from embodied_memory_tools.learning.reading import EXTRA, Tell, in_steps, trained
from embodied_memory_tools.learning.reranker_network import base_model

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_ENCODER_RATE, _LOST, _AT_ONCE = 7e-5, 0.1, 32


class RuleExample(BaseModel):
    """A line of `tests/words/rules`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rule: str
    by: str
    who: str
    said: str
    against: bool
    kind: str = ""


@dataclass(frozen=True)
class WantedAndRule:
    """Both as they are read, and whether the one speaks against the other."""

    wanted: str
    rule: str
    against: bool


@dataclass(frozen=True)
class _Tokens:
    pair: Pair
    against: bool

    @property
    def ids(self) -> tuple[int, ...]:
        return self.pair.ids


def read_rules(path: Path) -> list[RuleExample]:
    """ValueError names the bad line."""
    return read_lines(RuleExample, path)


def learn_rules(examples: Sequence[RuleExample], others: Sequence[str], rounds: int, seed: int, tell: Tell) -> Any:
    """The learned network, (inputs) -> (N,) logits. others: what people say about other things, which no rule of the
    examples speaks against. MissingExtraError without torch.
    """
    torch, chance = require("torch", EXTRA), random.Random(seed)
    torch.manual_seed(seed)
    network = rule_network(torch)
    network.bert.load_state_dict(read_int8_encoder(), strict=False)
    steps = [step for _ in range(rounds) for step in _steps(examples, others, chance)]

    def loss(step: Sequence[_Tokens]) -> Any:
        told = padded([one.pair for one in step])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = network(*(torch.from_numpy(told[name]) for name in INPUTS))
        gold = torch.tensor([float(one.against) for one in step])
        return torch.nn.functional.binary_cross_entropy_with_logits(logits.float(), gold)

    return trained(network, steps, loss, tell, _ENCODER_RATE)


def rule_network(torch: Any) -> Any:
    """Its head sees the first token and the mean of all."""

    class RuleNetwork(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.bert, self.lost = base_model(), torch.nn.Dropout(_LOST)
            self.bert.embeddings.requires_grad_(False)
            self.head = torch.nn.Linear(2 * self.bert.config.hidden_size, 1)

        @property
        def encoder(self) -> Any:
            return self.bert

        def forward(self, input_ids: Any, attention_mask: Any, token_type_ids: Any) -> Any:
            read = self.bert(input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)
            vectors, mask = read.last_hidden_state, attention_mask.unsqueeze(-1).to(read.last_hidden_state.dtype)
            mean = (vectors * mask).sum(1) / mask.sum(1)
            return self.head(self.lost(torch.cat((vectors[:, 0], mean), 1))).squeeze(-1)

    return RuleNetwork()


def with_others(
    examples: Sequence[RuleExample], others: Sequence[str], chance: random.Random
) -> Iterator[WantedAndRule]:
    """Beside the examples half as many with a rule of another line, and half as many of other sayings."""
    half = len(examples) // 2
    for one in examples:
        yield WantedAndRule(wanted_by(one.who, one.said), wanted_by(one.by, one.rule), one.against)
    for one in chance.sample(examples, half):
        other = chance.choice(examples)
        if other.rule != one.rule:
            yield WantedAndRule(wanted_by(one.who, one.said), wanted_by(other.by, other.rule), False)
    for _ in range(half if others else 0):
        who, other = chance.choice(examples).who, chance.choice(examples)
        yield WantedAndRule(wanted_by(who, chance.choice(others)), wanted_by(other.by, other.rule), False)


def _steps(examples: Sequence[RuleExample], others: Sequence[str], chance: random.Random) -> list[list[_Tokens]]:
    """Of one round, in no order."""
    tokens = PairTokens()
    read = [
        _Tokens(tokens.pairs(one.wanted, [(one.rule, "")])[0], one.against)
        for one in with_others(examples, others, chance)
    ]
    steps = list(in_steps(read, _AT_ONCE, 1, chance))
    chance.shuffle(steps)
    return steps
