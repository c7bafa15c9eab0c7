"""Learning the one reading: MPNet's lower layers with its heads, over labelled utterances, instructions and pairs of
sayings.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from embodied_memory.optional import require
from embodied_memory_tools.learning.follow_up_examples import FollowUpExample
from embodied_memory_tools.learning.reading_examples import UNKNOWN, ActExample, MoveExample, padded
from embodied_memory_tools.learning.reading_network import make_reading

EXTRA = "reranker"
_ROUNDS_OF_ACTS, _ROUNDS_OF_MOVES, _ROUNDS_OF_PAIRS = 4, 4, 5
_ACTS_AT_ONCE, _MOVES_AT_ONCE, _PAIRS_AT_ONCE, _SORTED_OVER = 32, 16, 32, 20
_ENCODER_RATE, _HEADS_RATE, _DECAY, _WARM = 5e-5, 1e-3, 0.02, 0.1
_SMOOTHED = 0.05
_ROLES_COUNT, _DEEDS_COUNT, _ASKED_COUNT, _SPANS_COUNT, _LINKS_COUNT = 1.5, 0.5, 0.5, 2.0, 1.5
_EXCHANGED_COUNTS = 3.0
"""The loss of each, against that of an act."""
_FOLDS = 4

Step: TypeAlias = "list[ActExample] | list[MoveExample] | list[FollowUpExample]"
Told: TypeAlias = "list[tuple[NDArray[np.float64], int]]"
"""(log-probabilities of the acts, the right one) of what was not learned from."""
Tell = Callable[[int, int, float], None]
"""(step, of how many, mean loss)."""


@dataclass(frozen=True)
class ReadingShares:
    """On acts that were not learned from: the share rightly told, the same of those from a probability of .7 on, and
    how many those are. temperature: with which the probabilities are those shares.
    """

    acts: float
    sure_acts: float
    sure: float
    temperature: float


@dataclass(frozen=True)
class ReadingExamples:
    """acts: of one saying; moves: of instructions to carry things; pairs: of two sayings."""

    acts: Sequence[ActExample]
    moves: Sequence[MoveExample]
    pairs: Sequence[FollowUpExample]


def learn_reading(examples: ReadingExamples, encoder: Any, seed: int, tell: Tell) -> Any:
    """The learned network; an hour on two cores. encoder: (ids, mask) -> vectors. MissingExtraError without torch."""
    torch = require("torch", EXTRA)
    torch.manual_seed(seed)
    chance = random.Random(seed)
    network = make_reading(torch, encoder)
    steps: list[Step] = [*in_steps(examples.acts, _ACTS_AT_ONCE, _ROUNDS_OF_ACTS, chance)]
    steps += in_steps(examples.moves, _MOVES_AT_ONCE, _ROUNDS_OF_MOVES, chance)
    steps += in_steps(examples.pairs, _PAIRS_AT_ONCE, _ROUNDS_OF_PAIRS, chance)
    chance.shuffle(steps)
    return trained(network, steps, lambda step: _loss(torch, network, step), tell)


def measured(
    examples: ReadingExamples, unseen: Sequence[FollowUpExample], encoder: Any, seed: int, tell: Tell
) -> tuple[ReadingShares, ReadingShares]:
    """What a network tells of a quarter of the acts that it has not learned from, and of unseen pairs."""
    torch = require("torch", EXTRA)
    acts = examples.acts
    kept = set(np.random.default_rng(seed).permutation(len(acts))[::_FOLDS].tolist())
    seen = ReadingExamples([one for k, one in enumerate(acts) if k not in kept], examples.moves, examples.pairs)
    network = learn_reading(seen, encoder, seed, tell)
    told = shares_of([_told(torch, network, acts[k]) for k in sorted(kept)])
    return told, shares_of([_told(torch, network, one) for one in unseen])


def shares_of(told: Told) -> ReadingShares:
    """With the temperature that makes what is right likeliest (Guo et al. 2017)."""
    logs, right = np.stack([one for one, _ in told]), np.array([act for _, act in told])
    temperatures: list[float] = np.arange(0.4, 2.01, 0.05).tolist()
    temperature = max(temperatures, key=lambda t: _log_likelihood(logs / t, right))
    raised = np.exp(logs / temperature - (logs / temperature).max(axis=1, keepdims=True))
    shares = raised / raised.sum(axis=1, keepdims=True)
    is_right, is_sure = shares.argmax(axis=1) == right, shares.max(axis=1) >= 0.7
    sure_acts = float(is_right[is_sure].mean()) if is_sure.any() else 0.0
    return ReadingShares(float(is_right.mean()), sure_acts, float(is_sure.mean()), temperature)


def _log_likelihood(scores: NDArray[np.float64], right: NDArray[np.int64]) -> float:
    all_of = np.log(np.exp(scores - scores.max(axis=1, keepdims=True)).sum(axis=1)) + scores.max(axis=1)
    return float((scores[np.arange(len(right)), right] - all_of).sum())


def _told(torch: Any, network: Any, example: ActExample | FollowUpExample) -> tuple[NDArray[np.float64], int]:
    ids, mask, _ = map(torch.from_numpy, padded([example.ids], [example.tags]))
    is_act = isinstance(example, ActExample)
    with torch.no_grad():
        vectors = network.vectors(ids, mask)
        scores = network.act_scores(vectors, mask) if is_act else network.follow_scores(vectors, mask)[0]
    right = example.act if isinstance(example, ActExample) else example.follows
    return torch.log_softmax(scores[0].float(), 0).double().numpy(), right


def in_steps(examples: Sequence[Any], at_once: int, rounds: int, chance: random.Random) -> Iterator[list[Any]]:
    """Those of like length together."""
    stride = at_once * _SORTED_OVER
    for _ in range(rounds):
        shuffled = list(examples)
        chance.shuffle(shuffled)
        for first in range(0, len(shuffled), stride):
            part = sorted(shuffled[first : first + stride], key=lambda one: len(one.ids))
            yield from (part[k : k + at_once] for k in range(0, len(part), at_once))


def trained(
    network: Any, steps: Sequence[Any], loss_of: Callable[[Any], Any], tell: Tell, encoder_rate: float = _ENCODER_RATE
) -> Any:
    """The network after all steps; its encoder is `bert`, everything else a head."""
    torch = require("torch", EXTRA)
    optimiser, schedule = _optimiser(torch, network, len(steps), encoder_rate)
    network.train()
    losses: list[float] = []
    for number, step in enumerate(steps, 1):
        optimiser.zero_grad()
        loss = loss_of(step)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        losses.append(float(loss.detach()))
        if number % 100 == 0 or number == len(steps):
            tell(number, len(steps), sum(losses[-100:]) / len(losses[-100:]))
    return network.eval()


def _optimiser(torch: Any, network: Any, steps: int, encoder_rate: float) -> tuple[Any, Any]:
    """(it, its schedule)."""
    named = [(name, one) for name, one in network.named_parameters() if one.requires_grad]
    groups = [
        {"params": [one for name, one in named if name.startswith("bert.")], "lr": encoder_rate},
        {"params": [one for name, one in named if not name.startswith("bert.")], "lr": _HEADS_RATE},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=_DECAY)
    fastest = [encoder_rate, _HEADS_RATE]
    return optimiser, torch.optim.lr_scheduler.OneCycleLR(optimiser, fastest, total_steps=steps, pct_start=_WARM)


def _loss(torch: Any, network: Any, step: Step) -> Any:
    ids, mask, tags = map(torch.from_numpy, padded([one.ids for one in step], [one.tags for one in step]))
    entropy = torch.nn.CrossEntropyLoss(ignore_index=UNKNOWN, label_smoothing=_SMOOTHED)
    moves = [one for one in step if isinstance(one, MoveExample)]
    acts = [one for one in step if isinstance(one, ActExample)]
    pairs = [one for one in step if isinstance(one, FollowUpExample)]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        vectors = network.vectors(ids, mask)
    if pairs:
        return _loss_of_pairs(torch, network, entropy, vectors.float(), mask, tags, pairs)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        tag_scores = (network.span if moves else network.tag)(vectors)
    of_tags = _of_known(entropy, tag_scores.flatten(0, 1), tags.flatten())
    if moves:
        return _SPANS_COUNT * of_tags + _LINKS_COUNT * _loss_of_links(torch, network, entropy, vectors.float(), moves)
    return _ROLES_COUNT * of_tags + _loss_of_acts(torch, network, entropy, vectors.float(), mask, acts)


def _loss_of_pairs(
    torch: Any, network: Any, entropy: Any, vectors: Any, mask: Any, tags: Any, pairs: Sequence[FollowUpExample]
) -> Any:
    """Of how they go on, and of the tokens that are exchanged."""
    follows, exchanged = network.follow_scores(vectors, mask)
    known = tags != UNKNOWN
    binary = torch.nn.BCEWithLogitsLoss()
    of_tags = binary(exchanged[known], tags[known].float()) if bool(known.any()) else 0.0
    return entropy(follows, torch.tensor([one.follows for one in pairs])) + _EXCHANGED_COUNTS * of_tags


def _of_known(entropy: Any, scores: Any, right: Any) -> Any:
    """Zero where nothing is known."""
    return entropy(scores.float(), right) if bool((right != UNKNOWN).any()) else 0.0


def _loss_of_acts(torch: Any, network: Any, entropy: Any, vectors: Any, mask: Any, acts: Sequence[ActExample]) -> Any:
    """Of the acts, of what is asked, and of what is to be done with the things that are named."""
    of_acts = entropy(network.act_scores(vectors, mask), torch.tensor([one.act for one in acts]))
    asked = torch.tensor([one.asked for one in acts])
    of_asked = _of_known(entropy, network.asked_scores(vectors, mask), asked)
    deeds = torch.full(mask.shape, UNKNOWN)
    for row, one in enumerate(acts):
        deeds[row, : len(one.deeds)] = torch.tensor(one.deeds)
    of_deeds = _of_known(entropy, network.deed(vectors).flatten(0, 1), deeds.flatten())
    return of_acts + _ASKED_COUNT * of_asked + _DEEDS_COUNT * of_deeds


def _loss_of_links(torch: Any, network: Any, entropy: Any, vectors: Any, moves: Sequence[MoveExample]) -> Any:
    scores, right = [], []
    for row, one in enumerate(moves):
        if one.links:
            links = torch.tensor(one.links)
            scores.append(network.relation_scores(vectors[row], torch.tensor(one.spans), links[:, 0], links[:, 1]))
            right.append(links[:, 2])
    return entropy(torch.cat(scores), torch.cat(right)) if scores else 0.0
