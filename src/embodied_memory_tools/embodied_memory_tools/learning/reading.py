"""Learning the one reading: acts and roles of labelled utterances, by a small network over MiniLM's token vectors."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.optional import require
from embodied_memory.words.reading_network import ReadingNetwork
from embodied_memory.words.said import Role, SpeechAct
from embodied_memory.words.spoken_words import TokensInContext, spoken_words
from embodied_memory_tools.learning.labelled_utterances import MarkedUtterance
from embodied_memory_tools.learning.reading_batches import Batch, ReadingExample, batch_of
from embodied_memory_tools.learning.reading_module import Shape, make_module

ACTS = tuple(act.value for act in SpeechAct)
TAGS = ("O", *(f"{part}-{role.value}" for role in Role for part in "BI"))
_EPOCHS, _BATCH, _FASTEST = 24, 48, 3e-3
_LEAST_COUNT = 3
"""Of a word with a vector of its own."""
_ROLE_COUNTS = 1.5
"""The loss of a role, against that of an act."""
_SMOOTHED = 0.05
_FOLDS = 4


@dataclass(frozen=True)
class ReadingShares:
    """In cross-validation: the share of acts rightly told, the same of those from a probability of .7 on, and how
    many those are.
    """

    acts: float
    sure_acts: float
    sure: float


def reading_examples(utterances: Sequence[MarkedUtterance], tokens_of: TokensInContext) -> list[ReadingExample]:
    """ValueError for an act or a role that there is none of."""
    return [_example(one, tokens_of) for one in utterances]


def learn_reading(examples: Sequence[ReadingExample], seed: int = 0) -> tuple[ReadingNetwork, ReadingShares]:
    """Takes some minutes on two cores. MissingExtraError without torch."""
    rows = np.random.default_rng(seed).permutation(len(examples))
    told: list[tuple[NDArray[np.float64], int]] = []
    for fold in range(_FOLDS):
        kept = set(rows[fold::_FOLDS].tolist())
        network = _learned([one for k, one in enumerate(examples) if k not in kept], seed)
        for k in sorted(kept):
            probabilities, _ = network.read(examples[k].spoken)
            told.append((np.log(probabilities + 1e-12), ACTS.index(examples[k].act)))
    temperature = _temperature(told)
    learned = _learned(examples, seed)
    final = ReadingNetwork(learned.weights, learned.vocabulary, learned.acts, learned.tags, temperature)
    return final, _shares(told, temperature)


def _example(utterance: MarkedUtterance, tokens_of: TokensInContext) -> ReadingExample:
    act = SpeechAct(utterance.label).value
    spoken = spoken_words(utterance.words, tokens_of)
    tags = ["O"] * len(spoken.words)
    for name, begin, end in utterance.marks:
        role, inside = Role(name), [k for k, (first, _) in enumerate(spoken.spans) if begin <= first < end]
        for k in inside:
            tags[k] = f"{'B' if k == inside[0] else 'I'}-{role.value}"
    return ReadingExample(spoken, act, tuple(tags) if utterance.has_all_roles else ())


def _learned(examples: Sequence[ReadingExample], seed: int) -> ReadingNetwork:
    torch = require("torch", "learn")
    torch.manual_seed(seed)
    chance = random.Random(seed)
    counts = Counter(word.lower() for one in examples for word in one.spoken.words)
    vocabulary = {word: k for k, word in enumerate((w for w, n in counts.items() if n >= _LEAST_COUNT), start=1)}
    shape = Shape(len(vocabulary) + 1, len(ACTS), len(TAGS))
    module = make_module(torch, shape)
    steps = _EPOCHS * -(-len(examples) // _BATCH)
    optimiser = torch.optim.AdamW(module.parameters(), _FASTEST, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _FASTEST, total_steps=steps)
    shuffled = list(examples)
    for _ in range(_EPOCHS):
        chance.shuffle(shuffled)
        for start in range(0, len(shuffled), _BATCH):
            batch = batch_of(shuffled[start : start + _BATCH], vocabulary, ACTS, TAGS, chance)
            optimiser.zero_grad()
            _loss(torch, module, batch).backward()
            torch.nn.utils.clip_grad_norm_(module.parameters(), 5.0)
            optimiser.step()
            schedule.step()
    weights = {name: value.detach().numpy().copy() for name, value in module.state_dict().items()}
    return ReadingNetwork(weights, vocabulary, ACTS, TAGS, 1.0)


def _loss(torch: Any, module: Any, batch: Batch) -> Any:
    acts, tags = module(*(torch.from_numpy(array) for array in batch.inputs))
    entropy = torch.nn.CrossEntropyLoss(ignore_index=-1, label_smoothing=_SMOOTHED)
    loss = entropy(acts, torch.from_numpy(batch.acts))
    if (batch.tags >= 0).any():
        loss = loss + _ROLE_COUNTS * entropy(tags.reshape(-1, len(TAGS)), torch.from_numpy(batch.tags).reshape(-1))
    return loss


def _temperature(told: Sequence[tuple[NDArray[np.float64], int]]) -> float:
    """With which the probabilities of what was not learned from are likeliest (Guo et al. 2017)."""
    logs, right = np.stack([one for one, _ in told]), np.array([act for _, act in told])
    temperatures: list[float] = np.arange(0.4, 2.01, 0.05).tolist()
    return max(temperatures, key=lambda t: _log_likelihood(logs / t, right))


def _log_likelihood(scores: NDArray[np.float64], right: NDArray[np.int64]) -> float:
    all_of = np.log(np.exp(scores - scores.max(axis=1, keepdims=True)).sum(axis=1)) + scores.max(axis=1)
    return float((scores[np.arange(len(right)), right] - all_of).sum())


def _shares(told: Sequence[tuple[NDArray[np.float64], int]], temperature: float) -> ReadingShares:
    scores = np.stack([one for one, _ in told]) / temperature
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares = raised / raised.sum(axis=1, keepdims=True)
    is_right = shares.argmax(axis=1) == np.array([act for _, act in told])
    is_sure = shares.max(axis=1) >= 0.7
    return ReadingShares(float(is_right.mean()), float(is_right[is_sure].mean()), float(is_sure.mean()))
