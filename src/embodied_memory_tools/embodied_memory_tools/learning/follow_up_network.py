"""Learning how a saying goes on from the one before: the one reading's layers further over labelled pairs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from embodied_memory.optional import require
from embodied_memory.words.follow_ups import EXCHANGES, Follows, FollowUpHeads
from embodied_memory.words.reading_encoder import ReadingTokens, Spans
from embodied_memory.words.splicing import Characters
from embodied_memory_tools.learning.labelled_follow_ups import LabelledFollowUp
from embodied_memory_tools.learning.onnx_export import learned_encoder
from embodied_memory_tools.learning.reading import EXTRA, Tell, in_steps, shares_of, trained
from embodied_memory_tools.learning.reading_examples import UNKNOWN, padded
from embodied_memory_tools.learning.reading_network import whole_and_mean
from embodied_memory_tools.learning.reranker_network import base_model

WHOLE_BY_ITSELF = frozenset(
    ["instruct", "ask", "tell", "wish", "promise", "remind", "message", "rule", "teach", "thanks", "aside"]
)
"""Labels of utterances that mostly follow nothing."""
_FOLLOWS = tuple(Follows)
_VECTOR, _LOST, _SMOOTHED = 384, 0.15, 0.05
_ROUNDS, _AT_ONCE, _EXCHANGED_COUNTS, _RATE = 10, 32, 3.0, 1e-4
_UNRELATED = 7
"""One pair by chance for so many that belong together."""


@dataclass(frozen=True)
class FollowUpExample:
    """ids of both; follows: its number; tags: 1 where a token is exchanged, 0 where not, UNKNOWN where that says
    nothing.
    """

    ids: tuple[int, ...]
    follows: int
    tags: tuple[int, ...]


def follow_up_example(pair: LabelledFollowUp, tokens: ReadingTokens) -> FollowUpExample:
    """Of long sayings, the beginnings."""
    ids, before, now = tokens.split_pair(pair.before, pair.now)
    tags = (UNKNOWN, *_tags(before, pair.old), UNKNOWN, *_tags(now, pair.new), UNKNOWN)
    told = tags if pair.follows in EXCHANGES else (UNKNOWN,) * len(ids)
    return FollowUpExample(ids, _FOLLOWS.index(pair.follows), told)


def unrelated(pairs: Sequence[LabelledFollowUp], sayings: Sequence[str], seed: int) -> list[LabelledFollowUp]:
    """Some of `sayings` as they would come by chance after something that they have nothing to do with."""
    chance = random.Random(seed)
    some = chance.sample(sayings, min(len(sayings), len(pairs) // _UNRELATED))
    return [LabelledFollowUp(Follows.NEW, chance.choice(pairs).before, saying) for saying in some]


def learn_follow_ups(pairs: Sequence[LabelledFollowUp], reading: Path, seed: int, tell: Tell) -> Any:
    """The learned network; some minutes on two cores. reading: the encoder's file of the one reading, from which it
    is learned further. MissingExtraError without torch and transformers.
    """
    torch, tokens = require("torch", EXTRA), ReadingTokens()
    torch.manual_seed(seed)
    network = _network(torch, learned_encoder(reading, base_model()))
    chance = random.Random(seed)
    examples = [follow_up_example(one, tokens) for one in pairs]
    steps = list(in_steps(examples, _AT_ONCE, _ROUNDS, chance))
    chance.shuffle(steps)
    entropy = torch.nn.CrossEntropyLoss(label_smoothing=_SMOOTHED)
    binary = torch.nn.BCEWithLogitsLoss()

    def loss(step: Sequence[FollowUpExample]) -> Any:
        ids, mask, tags = _padded(torch, step)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            relation, exchanged = network(ids, mask)
        known = tags != UNKNOWN
        of_tags = binary(exchanged.float()[known], tags[known].float()) if bool(known.any()) else 0.0
        return entropy(relation.float(), torch.tensor([one.follows for one in step])) + _EXCHANGED_COUNTS * of_tags

    return trained(network, steps, loss, tell, _RATE)


def heads_of(network: Any, temperature: float) -> FollowUpHeads:
    """What is applied over the encoder's vectors."""
    told = {name: one.detach().float().numpy() for name, one in network.state_dict().items() if "bert." not in name}
    exchanged, bias = told["exchanged.weight"][0], float(told["exchanged.bias"][0])
    return FollowUpHeads(told["relation.weight"], told["relation.bias"], exchanged, bias, temperature)


def temperature_of(network: Any, unseen: Sequence[LabelledFollowUp]) -> tuple[float, float]:
    """(share rightly told, the temperature with which the probabilities are such shares) of unseen pairs."""
    torch, tokens = require("torch", EXTRA), ReadingTokens()
    told = []
    for one in unseen:
        example = follow_up_example(replace(one, old=(), new=()), tokens)
        ids, mask, _ = _padded(torch, [example])
        with torch.no_grad():
            scores = network(ids, mask)[0][0]
        told.append((torch.log_softmax(scores.float(), 0).double().numpy(), example.follows))
    shares = shares_of(told)
    return shares.acts, shares.temperature


def _tags(spans: Spans, marked: Sequence[Characters]) -> list[int]:
    return [int(any(begin < end and begin < last and first < end for first, last in marked)) for begin, end in spans]


def _padded(torch: Any, step: Sequence[FollowUpExample]) -> tuple[Any, Any, Any]:
    """(ids, mask, tags)."""
    ids, mask, tags = map(torch.from_numpy, padded([one.ids for one in step], [one.tags for one in step]))
    return ids, mask, tags


def _network(torch: Any, encoder: Any) -> Any:
    """(ids, mask) -> ((B, follows), (B, T) exchanged)."""

    class FollowUp(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.bert, self.lost = encoder, torch.nn.Dropout(_LOST)
            self.bert.embeddings.word_embeddings.weight.requires_grad_(False)
            self.relation = torch.nn.Linear(2 * _VECTOR, len(_FOLLOWS))
            self.exchanged = torch.nn.Linear(_VECTOR, 1)

        def forward(self, ids: Any, mask: Any) -> tuple[Any, Any]:
            vectors = self.lost(self.bert(ids, attention_mask=mask).last_hidden_state)
            return self.relation(whole_and_mean(torch, vectors, mask)), self.exchanged(vectors).squeeze(-1)

    return FollowUp()
