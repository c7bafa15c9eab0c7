"""The small network that was learned: convolutions over words in context, with a head for acts and one for roles.

Its weights are learned with torch (`make learn`); here they are only applied, in numpy, in about a millisecond.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.words.spoken_words import SpokenWords, grams_of, shapes_of, word_numbers

Matrix = NDArray[np.float32]
DILATIONS = (1, 2, 4, 1)
"""Of the convolutions, each over three words."""


@dataclass(frozen=True)
class ReadingNetwork:
    """vocabulary: word -> row of `weights["words"]`; acts, tags: what the rows of the heads stand for; temperature:
    of the act's probabilities, so that they are the share of right ones.
    """

    weights: dict[str, Matrix]
    vocabulary: dict[str, int]
    acts: tuple[str, ...]
    tags: tuple[str, ...]
    temperature: float

    def read(self, spoken: SpokenWords) -> tuple[NDArray[np.float64], Matrix]:
        """((acts,) probabilities, (N, tags) scores). spoken: at least one word."""
        hidden = self._hidden(spoken)
        scores = self._act_scores(spoken, hidden) / self.temperature
        raised = np.exp((scores - scores.max()).astype(np.float64))
        return raised / raised.sum(), hidden @ self.weights["tag.weight"].T + self.weights["tag.bias"]

    def _hidden(self, spoken: SpokenWords) -> Matrix:
        """(N, H)."""
        own = self.weights["words.weight"][word_numbers(spoken.words, self.vocabulary)]
        context = _rectified(self._linear("context", spoken.vectors))
        x = _rectified(self._linear("entry", np.concatenate([context, own, shapes_of(spoken.words)], axis=1)))
        for number, dilation in enumerate(DILATIONS):
            x = x + _rectified(self._convolved(f"layers.{number}", x, dilation))
        return x

    def _convolved(self, name: str, x: Matrix, dilation: int) -> Matrix:
        """Three words at a distance, zeros beyond the ends. The kernel is (out, in, 3)."""
        kernel, bias = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        padded = np.pad(x, ((dilation, dilation), (0, 0)))
        steps = (padded[k * dilation : k * dilation + len(x)] @ kernel[:, :, k].T for k in range(3))
        return np.asarray(sum(steps) + bias, np.float32)

    def _act_scores(self, spoken: SpokenWords, hidden: Matrix) -> Matrix:
        """From what the words attended to say, from the strongest, from the sentence as a whole, and from pairs."""
        attention = self._linear("attention", hidden)[:, 0]
        share = np.exp(attention - attention.max())
        pooled = (share / share.sum()) @ hidden
        whole = spoken.vectors.mean(axis=0)
        whole = whole / max(float(np.linalg.norm(whole)), 1e-6)
        features = np.concatenate([pooled, hidden.max(axis=0), whole])
        of_pairs: Matrix = self.weights["pairs.weight"][grams_of(spoken.words)].sum(axis=0)
        return self._linear("act", features) + of_pairs

    def _linear(self, name: str, x: Matrix) -> Matrix:
        result: Matrix = x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return result


def _rectified(x: Matrix) -> Matrix:
    return np.maximum(x, 0.0)


def best_tags(scores: Matrix, tags: Sequence[str]) -> list[str]:
    """The best sequence in which every "I-role" goes on with the same role (Viterbi). scores: (N, tags)."""
    before = _may_follow(tags)
    best = scores[0] + np.array([-np.inf if tag.startswith("I-") else 0.0 for tag in tags])
    came_from = []
    for row in scores[1:]:
        paths = best[:, None] + before
        came_from.append(paths.argmax(axis=0))
        best = paths.max(axis=0) + row
    path = [int(best.argmax())]
    for back in reversed(came_from):
        path.append(int(back[path[-1]]))
    return [tags[k] for k in reversed(path)]


def _may_follow(tags: Sequence[str]) -> NDArray[np.float64]:
    """(tags, tags) 0 where the column may follow the row, else minus infinity."""
    goes_on = [[after[:2] != "I-" or before[2:] == after[2:] for after in tags] for before in tags]
    return np.where(np.array(goes_on), 0.0, -np.inf)


def read_network(path: Path) -> ReadingNetwork:
    """As `write_network` wrote it. OSError or ValueError for a file that is none."""
    with np.load(path, allow_pickle=False) as stored:
        weights = {name: stored[name].astype(np.float32) for name in stored.files if name not in _LISTS}
        lists = {name: tuple(map(str, stored[name])) for name in _LISTS}
    temperature = float(weights.pop("temperature"))
    numbers = {word: k for k, word in enumerate(lists["vocabulary"], start=1)}
    return ReadingNetwork(weights, numbers, lists["acts"], lists["tags"], temperature)


def write_network(network: ReadingNetwork, path: Path) -> None:
    """Half precision: nothing is lost that could be measured."""
    weights = {name: weight.astype(np.float16) for name, weight in network.weights.items()}
    told = {"acts": network.acts, "tags": network.tags, "vocabulary": tuple(network.vocabulary)}
    lists = {name: np.array(values) for name, values in told.items()}
    arrays: dict[str, Any] = {**weights, **lists, "temperature": np.float32(network.temperature)}
    np.savez_compressed(path, **arrays)


_LISTS = ("vocabulary", "acts", "tags")
