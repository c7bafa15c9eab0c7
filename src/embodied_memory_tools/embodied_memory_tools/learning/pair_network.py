"""The quick reader's layers learned anew to tell whether one text bears on another, read together (Nogueira and Cho
2019): a rule on what is wanted, what is said on a name.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from embodied_memory.optional import require
from embodied_memory.perception.cross_encoder import Pair, PairTokens, padded
from embodied_memory_tools.learning.onnx_import import read_int8_encoder
from embodied_memory_tools.learning.reading import EXTRA, Tell, in_steps, trained
from embodied_memory_tools.learning.reranker_network import base_model

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_ENCODER_RATE, _LOST, _AT_ONCE = 7e-5, 0.1, 32


@dataclass(frozen=True)
class LabelledPair:
    """Both as they are read, and whether the one bears on the other."""

    first: str
    second: str
    bears: bool


@dataclass(frozen=True)
class _Tokens:
    pair: Pair
    bears: bool

    @property
    def ids(self) -> tuple[int, ...]:
        return self.pair.ids


def learn_pairs(
    a_round: Callable[[random.Random], Iterable[LabelledPair]], rounds: int, seed: int, tell: Tell
) -> Any:
    """The learned network, (inputs) -> (N,) logits. a_round: the pairs of one, by chance. MissingExtraError without
    torch.

    In single precision: half of it is slower where the processor does not know it.
    """
    torch, chance = require("torch", EXTRA), random.Random(seed)
    torch.manual_seed(seed)
    network = pair_network(torch)
    network.bert.load_state_dict(read_int8_encoder(), strict=False)
    steps = [step for _ in range(rounds) for step in _steps(a_round(chance), chance)]

    def loss(step: Sequence[_Tokens]) -> Any:
        told = padded([one.pair for one in step])
        logits = network(*(torch.from_numpy(told[name]) for name in INPUTS))
        gold = torch.tensor([float(one.bears) for one in step])
        return torch.nn.functional.binary_cross_entropy_with_logits(logits, gold)

    return trained(network, steps, loss, tell, _ENCODER_RATE)


def pair_network(torch: Any) -> Any:
    """Its head sees the first token and the mean of all."""

    class PairNetwork(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
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

    return PairNetwork()


def _steps(pairs: Iterable[LabelledPair], chance: random.Random) -> list[list[_Tokens]]:
    """Of one round, in no order."""
    tokens = PairTokens()
    read = [_Tokens(tokens.pairs(one.first, [(one.second, "")])[0], one.bears) for one in pairs]
    steps = list(in_steps(read, _AT_ONCE, 1, chance))
    chance.shuffle(steps)
    return steps
