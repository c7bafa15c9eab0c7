"""Learning what sort a saying is of: MPNet's lower layers anew with one head, over sayings that readers labelled."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from embodied_memory.optional import require
from embodied_memory.words.reading_network import ReadingTokens
from embodied_memory.words.said import SayingSort
from embodied_memory_tools.learning.keeping import KeptExample
from embodied_memory_tools.learning.reading import EXTRA, Tell, in_steps, trained
from embodied_memory_tools.learning.reading_examples import UNKNOWN, padded
from embodied_memory_tools.learning.reading_network import over_minilm_numbers, whole_and_mean
from embodied_memory_tools.learning.reranker_network import mpnet_layers

_SORTS = tuple(SayingSort)
_LOST, _SMOOTHED = 0.1, 0.05
_ROUNDS, _AT_ONCE, _ENCODER_RATE = 3, 32, 4e-5


@dataclass(frozen=True)
class SortExample:
    """ids with begin and end; sort: its number; weight: what it counts for."""

    ids: tuple[int, ...]
    sort: int
    weight: float


def sort_example(saying: KeptExample, tokens: ReadingTokens) -> SortExample:
    """Of a long saying, the beginning."""
    ids, _ = tokens.split(saying.saying)
    return SortExample(ids, _SORTS.index(saying.sort), saying.weight)


def learn_sorts(sayings: Sequence[KeptExample], base: Path, seed: int, tell: Tell) -> Any:
    """The learned network; ten minutes on two cores. base: the folder of all-mpnet-base-v2. MissingExtraError without
    torch and transformers.
    """
    torch, tokens = require("torch", EXTRA), ReadingTokens()
    torch.manual_seed(seed)
    network = _network(torch, over_minilm_numbers(torch, mpnet_layers(base, _LOST)))
    examples = [sort_example(one, tokens) for one in sayings]
    steps = list(in_steps(examples, _AT_ONCE, _ROUNDS, random.Random(seed)))
    random.Random(seed).shuffle(steps)
    entropy = torch.nn.CrossEntropyLoss(reduction="none", label_smoothing=_SMOOTHED)

    def loss(step: Sequence[SortExample]) -> Any:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores = network(*_padded(torch, step)).float()
        each = entropy(scores, torch.tensor([one.sort for one in step]))
        return (each * torch.tensor([one.weight for one in step])).mean()

    return trained(network, steps, loss, tell, _ENCODER_RATE)


def area_of_plain(sayings: Sequence[KeptExample], base: Path, seed: int, tell: Tell) -> float:
    """The area under the curve of "plain" among what was overheard in homes by half of the writers, from whom the
    network then has learned nothing; 0.5 where that cannot be told.
    """
    away = set(sorted({one.writer for one in sayings if one.writer})[::2])
    unseen = [one for one in sayings if one.writer in away]
    is_plain = [one.sort is SayingSort.PLAIN for one in unseen]
    if len(set(is_plain)) < 2:
        return 0.5
    torch, tokens = require("torch", EXTRA), ReadingTokens()
    network = learn_sorts([one for one in sayings if one.writer not in away], base, seed, tell)
    likely = []
    with torch.no_grad():
        for one in unseen:
            scores = network(*_padded(torch, [sort_example(one, tokens)]))[0]
            likely.append(float(torch.softmax(scores, 0)[_SORTS.index(SayingSort.PLAIN)]))
    return float(roc_auc_score(is_plain, likely))


def head_of(network: Any) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(weight, bias) over the encoder's vectors."""
    return network.head.weight.detach().float().numpy(), network.head.bias.detach().float().numpy()


def _network(torch: Any, encoder: Any) -> Any:
    """(ids, mask) -> (B, sorts) from the text as a whole and from the mean of all its tokens."""

    class Sorts(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.bert, self.lost = encoder, torch.nn.Dropout(_LOST)
            self.bert.embeddings.word_embeddings.weight.requires_grad_(False)
            self.head = torch.nn.Linear(2 * encoder.config.hidden_size, len(_SORTS))

        def forward(self, ids: Any, mask: Any) -> Any:
            vectors = self.bert(ids, attention_mask=mask).last_hidden_state
            return self.head(self.lost(whole_and_mean(torch, vectors, mask)))

    return Sorts()


def _padded(torch: Any, step: Sequence[SortExample]) -> tuple[Any, Any]:
    """(ids, mask): of single words nothing is told."""
    ids, mask, _ = padded([one.ids for one in step], [(UNKNOWN,) * len(one.ids) for one in step])
    return torch.from_numpy(ids), torch.from_numpy(mask)
