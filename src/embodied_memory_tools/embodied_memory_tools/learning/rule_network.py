"""The quick reader's layers learned anew to tell whether a rule speaks against what somebody wants."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from embodied_memory.optional import require
from embodied_memory.perception.minilm_cross_encoder import PairTokens, padded
from embodied_memory.words.rule_reader import wanted_by
from embodied_memory_tools.learning.onnx_import import read_int8_encoder
from embodied_memory_tools.learning.reranker_network import base_model, share_of_rate

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_EXTRA = "reranker"
_RATE, _RATE_OF_HEAD, _DECAY, _LOST = 7e-5, 1e-3, 0.01, 0.1
_PAIRS, _SORTED_OVER = 32, 512
Pair = tuple[str, str, float]
"""(what is wanted, the rule, 1 where it speaks against it)."""


class RuleExample(BaseModel):
    """A line of `tests/words/rules`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rule: str
    by: str
    who: str
    said: str
    against: bool
    kind: str = ""

    @property
    def pair(self) -> Pair:
        """As it is read."""
        return wanted_by(self.who, self.said), wanted_by(self.by, self.rule), float(self.against)


def read_rules(path: Path) -> list[RuleExample]:
    """ValueError names the bad line."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            found += [RuleExample.model_validate_json(line)] if line.strip() else []
        except ValidationError as error:
            raise ValueError(f"{path.name}, line {number}: {error.errors()[0]['msg']}") from error
    return found


def learn_rules(
    examples: Sequence[RuleExample],
    others: Sequence[str],
    rounds: int,
    seed: int,
    tell: Callable[[int, int, float], None],
) -> Any:
    """The learned network, (inputs) -> (N,) logits. others: what people say about other things, which no rule of the
    examples speaks against; tell: (step, of how many, mean loss).
    """
    torch, chance = require("torch", _EXTRA), random.Random(seed)
    torch.manual_seed(seed)
    network = rule_network(torch)
    network.encoder.load_state_dict(read_int8_encoder(), strict=False)
    layers = [one for one in network.encoder.parameters() if one.requires_grad]
    groups = [
        {"params": layers, "lr": _RATE, "weight_decay": _DECAY},
        {"params": network.head.parameters(), "lr": _RATE_OF_HEAD},
    ]
    optimiser = torch.optim.AdamW(groups)
    steps = [step for _ in range(rounds) for step in _steps(_with_others(examples, others, chance), chance)]
    rate = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: share_of_rate(step, len(steps)))
    tokens, losses = PairTokens(), [0.0]
    network.train()
    for number, step in enumerate(steps, 1):
        told = padded([tokens.pairs(wanted, [(rule, "")])[0] for wanted, rule, _ in step])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = network(*(torch.from_numpy(told[name]) for name in INPUTS))
        gold = torch.tensor([against for *_, against in step])
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logits.float(), gold)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(layers, 1.0)
        optimiser.step()
        rate.step()
        losses.append(float(loss.detach()))
        if number % 50 == 0 or number == len(steps):
            tell(number, len(steps), sum(losses[-50:]) / len(losses[-50:]))
    return network.eval()


def rule_network(torch: Any) -> Any:
    """Its head sees the first token and the mean of all."""

    class RuleNetwork(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.encoder, self.lost = base_model(), torch.nn.Dropout(_LOST)
            self.encoder.embeddings.requires_grad_(False)
            self.head = torch.nn.Linear(2 * self.encoder.config.hidden_size, 1)

        def forward(self, input_ids: Any, attention_mask: Any, token_type_ids: Any) -> Any:
            read = self.encoder(input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)
            vectors, mask = read.last_hidden_state, attention_mask.unsqueeze(-1).to(read.last_hidden_state.dtype)
            mean = (vectors * mask).sum(1) / mask.sum(1)
            return self.head(self.lost(torch.cat((vectors[:, 0], mean), 1))).squeeze(-1)

    return RuleNetwork()


def _with_others(examples: Sequence[RuleExample], others: Sequence[str], chance: random.Random) -> list[Pair]:
    """Beside the examples half as many with a rule of another line, and half as many of other sayings."""
    found = [one.pair for one in examples]
    half = len(examples) // 2
    for one in chance.sample(examples, half):
        other = chance.choice(examples)
        found += [(one.pair[0], other.pair[1], 0.0)] if other.rule != one.rule else []
    for _ in range(half if others else 0):
        who, rule = chance.choice(examples).who, chance.choice(examples)
        found.append((wanted_by(who, chance.choice(others)), rule.pair[1], 0.0))
    return found


def _steps(pairs: list[Pair], chance: random.Random) -> list[list[Pair]]:
    """Those of like length together, in no order."""
    chance.shuffle(pairs)
    steps = []
    for first in range(0, len(pairs), _SORTED_OVER):
        part = sorted(pairs[first : first + _SORTED_OVER], key=lambda pair: len(pair[0]) + len(pair[1]))
        steps += [part[k : k + _PAIRS] for k in range(0, len(part), _PAIRS)]
    chance.shuffle(steps)
    return steps
