"""MiniLM's layers learned anew so that a question lies near what answers it (Karpukhin et al. 2020), beside all else
in the home and "none of these".
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from embodied_memory.memory.retrieval.pieces.piece_rows import words_of
from embodied_memory.memory.retrieval.pieces.piece_search import asked_by
from embodied_memory.optional import require
from embodied_memory.perception.model_files import minilm_tokenizer
from embodied_memory.perception.readers import MOST_TOKENS
from embodied_memory_tools.learning.remembered_homes import RememberedHome
from embodied_memory_tools.learning.reranker_network import base_model, share_of_rate

_EXTRA = "reranker"
_QUESTIONS, _PIECES, _AT_ONCE = 48, 70, 32
"""Of a home in each step; texts read at once."""
_RATE, _RATE_OF_SCALE, _DECAY = 1e-4, 1e-3, 0.01
_SCALE, _NONE = 3.0, 0.3
"""Where the logarithm of the scale of cosines, and the cosine that is worth "none of these", begin."""


@dataclass(frozen=True)
class DualHome:
    """pieces: everything said and done, in words; questions: each with the places of what answers it."""

    pieces: tuple[str, ...]
    questions: tuple[tuple[str, frozenset[int]], ...]


def dual_home(lived: RememberedHome) -> DualHome:
    """As memory searches it."""
    (last,) = lived.memory.latest_records(1)
    with lived.memory.questions.piece_search(lived.now_ns) as search:
        pieces = search.rows.of_ids(range(1, last.record_id + 1))
    place = {piece.record_id: number for number, piece in enumerate(pieces)}
    questions = [
        (asked_by(one.text, one.asker.lower()), frozenset(place[number] for number in one.gold if number in place))
        for one in lived.questions
    ]
    words = (words_of(piece.kind, piece.speaker, piece.text, piece.place) for piece in pieces)
    return DualHome(tuple(words), tuple(questions))


def learn_dual_encoder(
    homes: Sequence[DualHome], rounds: int, seed: int, tell: Callable[[int, int, float], None]
) -> Any:
    """The learned encoder; a round of 170 homes takes four minutes on two cores. tell: (step, of how many, loss)."""
    torch, chance = require("torch", _EXTRA), random.Random(seed)
    torch.manual_seed(seed)
    encoder = base_model()
    encoder.embeddings.requires_grad_(False)
    scale, none = (torch.nn.Parameter(torch.tensor(value)) for value in (_SCALE, _NONE))
    learned = [one for one in encoder.parameters() if one.requires_grad]
    groups = [
        {"params": learned, "lr": _RATE, "weight_decay": _DECAY},
        {"params": [scale, none], "lr": _RATE_OF_SCALE, "weight_decay": 0.0},
    ]
    optimiser, steps = torch.optim.AdamW(groups), rounds * len(homes)
    rate = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: share_of_rate(step, steps))
    vectors = _vectors(torch, encoder)
    encoder.train()
    for step in range(steps):
        if step % len(homes) == 0:
            order = chance.sample(homes, len(homes))
        loss = _loss(torch, _some_of(order[step % len(homes)], chance), vectors, scale.exp(), none)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimiser.step()
        rate.step()
        tell(step + 1, steps, float(loss.detach()))
    return encoder.eval()


def _some_of(home: DualHome, chance: random.Random) -> DualHome:
    """Some questions, with what answers them and some of what does not."""
    asked = chance.sample(home.questions, min(_QUESTIONS, len(home.questions)))
    wanted = {place for _, gold in asked for place in gold}
    others = [place for place in range(len(home.pieces)) if place not in wanted]
    kept = sorted(wanted | set(chance.sample(others, min(len(others), max(0, _PIECES - len(wanted))))))
    moved = {place: number for number, place in enumerate(kept)}
    return DualHome(
        tuple(home.pieces[place] for place in kept),
        tuple((text, frozenset(moved[place] for place in gold)) for text, gold in asked),
    )


def _loss(torch: Any, home: DualHome, vectors: Callable[[Sequence[str]], Any], scale: Any, none: Any) -> Any:
    """How unlikely what answers is, all together, beside everything else and none of it."""
    alike = vectors([text for text, _ in home.questions]) @ vectors(home.pieces).T
    scores = torch.log_softmax(torch.cat((scale * alike, (scale * none).expand(len(alike), 1)), 1), 1)
    answers = torch.zeros(scores.shape, dtype=torch.bool)
    for row, (_, gold) in enumerate(home.questions):
        answers[row, list(gold) or [-1]] = True
    return -torch.logsumexp(scores.masked_fill(~answers, -1e9), 1).mean()


def _vectors(torch: Any, encoder: Any) -> Callable[[Sequence[str]], Any]:
    """texts -> (N, D) unit rows, those of like length read together."""
    tokenizer = minilm_tokenizer()
    tokenizer.enable_truncation(MOST_TOKENS)
    tokenizer.enable_padding()

    def read(texts: Sequence[str]) -> Any:
        encoded = tokenizer.encode_batch(list(texts))
        ids, mask = (torch.tensor([getattr(one, name) for one in encoded]) for name in ("ids", "attention_mask"))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            tokens = encoder(ids, attention_mask=mask).last_hidden_state.float()
        share = mask.unsqueeze(-1).float()
        return torch.nn.functional.normalize((tokens * share).sum(1) / share.sum(1), dim=-1)

    def all_of(texts: Sequence[str]) -> Any:
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        rows = torch.cat([
            read([texts[place] for place in order[first : first + _AT_ONCE]])
            for first in range(0, len(order), _AT_ONCE)
        ])  # fmt: skip
        back = torch.empty(len(order), dtype=torch.long)
        back[torch.tensor(order)] = torch.arange(len(order))
        return rows[back]

    return all_of
