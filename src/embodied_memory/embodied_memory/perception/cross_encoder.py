"""A question and a passage read together: how well the one answers the other (Nogueira and Cho 2019).

all-MiniLM-L6-v2 with its layers learned anew over such pairs (`make learn-reranker`), as an int8 ONNX model. It sees
what two vectors beside each other cannot: whose allergy is asked, and that a place was told, but no price.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence, Sized
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.minilm_tokenizer import BEGIN, END, minilm_tokenizer
from embodied_memory.perception.onnx_session import onnx_session

_AT_ONCE, _MOST_THREADS = 8, 2

Passage = tuple[str, str]
"""(what was said or done, what was said right before it or "")"""
PairT = TypeVar("PairT", bound=Sized)


class CrossEncoder(Generic[PairT]):
    """A learned network with its way to write pairs. Keeps no text. May be used from several threads."""

    def __init__(
        self,
        pairs: Callable[[str, Sequence[Passage]], list[PairT]],
        padded: Callable[[Sequence[PairT]], dict[str, NDArray[np.int64]]],
        weights: Path,
    ) -> None:
        """pairs: one a passage; padded: the inputs of the network, each (N, longest)."""
        self._pairs, self._padded = pairs, padded
        self._session = onnx_session(str(weights), min(_MOST_THREADS, os.cpu_count() or 1))

    def logits(self, question: str, passages: Sequence[Passage]) -> NDArray[np.float64]:
        """(N,): above 0 for a passage that is likelier the answer than that there is none.

        With the softmax over them and a 0 for "none of these" they are how likely each one answers.
        """
        pairs = self._pairs(question, passages)
        found = np.zeros(len(pairs))
        by_length = sorted(range(len(pairs)), key=lambda place: len(pairs[place]))
        for first in range(0, len(pairs), _AT_ONCE):
            places = by_length[first : first + _AT_ONCE]
            (logits,) = self._session.run(None, self._padded([pairs[place] for place in places]))
            found[places] = np.asarray(logits, np.float64).reshape(-1)
        return found


WEIGHTS = Path(__file__).with_name("cross_encoder.onnx")
_MOST_ASKED, _MOST_TOLD, _MOST_BEFORE = 48, 64, 24


@dataclass(frozen=True)
class Pair:
    """Tokens of a question and a passage. begins: where the passage does."""

    ids: tuple[int, ...]
    begins: int

    def __len__(self) -> int:
        return len(self.ids)


class PairTokens:
    """As MiniLM's tokenizer splits them: [CLS] question [SEP] passage [SEP] what was before [SEP]."""

    def __init__(self, model_folder: str = "") -> None:
        """Raises MissingModelError if the tokenizer file is not there, MissingExtraError if a package is not."""
        self._tokenizer = minilm_tokenizer(model_folder)

    def pairs(self, question: str, passages: Sequence[Passage]) -> list[Pair]:
        """One a passage; of long texts what begins them, of a question and what was before what ends it."""
        asked = self._ids(question)[-_MOST_ASKED:]
        return [self._pair(asked, text, before) for text, before in passages]

    def _pair(self, asked: list[int], text: str, before: str) -> Pair:
        ids = [BEGIN, *asked, END, *self._ids(text)[:_MOST_TOLD], END]
        if before:
            ids += [*self._ids(before)[-_MOST_BEFORE:], END]
        return Pair(tuple(ids), len(asked) + 2)

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids


def padded(pairs: Sequence[Pair]) -> dict[str, NDArray[np.int64]]:
    """The inputs of the network, each (N, longest)."""
    longest = max(len(pair.ids) for pair in pairs)
    ids, mask, types = np.zeros((3, len(pairs), longest), np.int64)
    for row, pair in enumerate(pairs):
        length = len(pair.ids)
        ids[row, :length] = pair.ids
        mask[row, :length] = 1
        types[row, pair.begins : length] = 1
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}


class MiniLmCrossEncoder(CrossEncoder[Pair]):
    """The quick reader, 5 ms a passage."""

    def __init__(self, model_folder: str = "") -> None:
        """Raises as `PairTokens`."""
        super().__init__(PairTokens(model_folder).pairs, padded, WEIGHTS)
