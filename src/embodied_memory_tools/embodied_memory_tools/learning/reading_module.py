"""The network of `embodied_memory.words.reading_network`, as torch learns it: the same names, the same result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from embodied_memory.words.reading_network import DILATIONS
from embodied_memory.words.spoken_words import BUCKETS

_VECTOR, _CONTEXT, _WORD, _SHAPES, _HIDDEN = 384, 128, 48, 7, 160
_LEARNED_SCALE = 4.0
"""Vectors of unit length are learned from more quickly when they are longer; folded into the weights at the end."""
_LOST = 0.25


@dataclass(frozen=True)
class Shape:
    """How many rows the parts of the network have."""

    words: int
    acts: int
    tags: int


def make_module(torch: Any, shape: Shape) -> Any:
    """A torch module: (vectors, word numbers, shapes, mask, grams) -> (act scores, tag scores)."""
    nn = torch.nn

    class Reading(nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.context = nn.Linear(_VECTOR, _CONTEXT)
            self.words = nn.Embedding(shape.words, _WORD, padding_idx=0)
            self.entry = nn.Linear(_CONTEXT + _WORD + _SHAPES, _HIDDEN)
            self.layers = nn.ModuleList(nn.Conv1d(_HIDDEN, _HIDDEN, 3, padding=d, dilation=d) for d in DILATIONS)
            self.tag, self.attention = nn.Linear(_HIDDEN, shape.tags), nn.Linear(_HIDDEN, 1)
            self.act = nn.Linear(2 * _HIDDEN + _VECTOR, shape.acts)
            self.pairs = nn.EmbeddingBag(BUCKETS, shape.acts, mode="sum", padding_idx=0)
            self.lost = nn.Dropout(_LOST)
            nn.init.zeros_(self.pairs.weight)
            with torch.no_grad():
                self.context.weight *= _LEARNED_SCALE
                self.act.weight[:, 2 * _HIDDEN :] *= _LEARNED_SCALE

        def forward(self, vectors: Any, words: Any, shapes: Any, mask: Any, grams: Any) -> tuple[Any, Any]:
            real = mask[..., None].float()
            context = torch.relu(self.context(self.lost(vectors)))
            x = torch.relu(self.entry(torch.cat([context, self.lost(self.words(words)), shapes], -1))) * real
            for layer in self.layers:
                x = (x + torch.relu(layer(self.lost(x).transpose(1, 2)).transpose(1, 2))) * real
            x = self.lost(x)
            return self._acts(x, vectors, mask, grams), self.tag(x)

        def _acts(self, x: Any, vectors: Any, mask: Any, grams: Any) -> Any:
            share = self.attention(x).squeeze(-1).masked_fill(~mask, -1e9).softmax(1)
            strongest = x.masked_fill(~mask[..., None], -1e9).max(1).values
            whole = torch.nn.functional.normalize(vectors.sum(1), dim=1)
            features = torch.cat([(share[..., None] * x).sum(1), strongest, self.lost(whole)], 1)
            return self.act(features) + self.pairs(grams)

    return Reading()
