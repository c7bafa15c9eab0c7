"""The one reading as torch learns it: MiniLM's encoder, and the heads that `reading_heads.py` applies in numpy."""

from __future__ import annotations

from typing import Any

from embodied_memory.words.reading_heads import FARTHEST, ReadingHeads
from embodied_memory_tools.learning.reading_examples import ACTS, ASKED, DEEDS, RELATIONS, SPAN_TAGS, TAGS

_VECTOR, _HIDDEN, _LOST = 384, 192, 0.15


def make_reading(torch: Any, encoder: Any) -> Any:
    """A module with the heads "act", "asked", "tag", "deed", "span", "first", "second", "apart", "between" and
    "relation".
    """
    nn = torch.nn

    class Reading(nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.bert, self.lost = encoder, nn.Dropout(_LOST)
            self.bert.embeddings.word_embeddings.weight.requires_grad_(False)
            self.act, self.tag = nn.Linear(2 * _VECTOR, len(ACTS)), nn.Linear(_VECTOR, len(TAGS))
            self.asked = nn.Linear(2 * _VECTOR, len(ASKED))
            self.span, self.deed = nn.Linear(_VECTOR, len(SPAN_TAGS)), nn.Linear(_VECTOR, len(DEEDS))
            self.first, self.second = nn.Linear(2 * _VECTOR, _HIDDEN), nn.Linear(2 * _VECTOR, _HIDDEN)
            self.apart, self.between = nn.Embedding(2 * FARTHEST + 1, _HIDDEN), nn.Linear(_VECTOR, _HIDDEN)
            self.relation = nn.Linear(_HIDDEN, len(RELATIONS))

        def vectors(self, ids: Any, mask: Any) -> Any:
            """(B, T, D)."""
            return self.lost(self.bert(ids, attention_mask=mask).last_hidden_state)

        def act_scores(self, vectors: Any, mask: Any) -> Any:
            """(B, acts): from the text as a whole, and from the mean of all its tokens."""
            return self.act(whole_and_mean(torch, vectors, mask))

        def asked_scores(self, vectors: Any, mask: Any) -> Any:
            """(B, asked), likewise."""
            return self.asked(whole_and_mean(torch, vectors, mask))

        def relation_scores(self, vectors: Any, spans: Any, one: Any, other: Any) -> Any:
            """(P, relations) of pairs of spans of one text. vectors: (T, D); spans: (S, 2) rows."""
            ends = torch.cat([vectors[spans[:, 0]], vectors[spans[:, 1]]], -1)
            first, second = self.first(ends)[one], self.second(ends)[other]
            apart = self.apart((other - one).clamp(-FARTHEST, FARTHEST) + FARTHEST)
            both = (
                first
                + second
                + 0.5 * first * second
                + apart
                + self.between(self._between(vectors, spans, one, other))
            )
            return self.relation(torch.relu(both))

        def _between(self, vectors: Any, spans: Any, one: Any, other: Any) -> Any:
            """(P, D) the mean of the tokens between two spans, zeros if there are none."""
            sums = torch.cat([torch.zeros(1, vectors.shape[1]), vectors.cumsum(0)])
            begin = torch.minimum(spans[one, 1], spans[other, 1]) + 1
            end = torch.maximum(torch.maximum(spans[one, 0], spans[other, 0]), begin)
            return (sums[end] - sums[begin]) / (end - begin).clamp(min=1)[:, None]

    return Reading()


def whole_and_mean(torch: Any, vectors: Any, mask: Any) -> Any:
    """(B, 2 D): as `reading_heads.whole_and_mean` has it of one text."""
    real = mask[..., None].float()
    return torch.cat([vectors[:, 0], (vectors * real).sum(1) / real.sum(1)], 1)


def heads_of(network: Any, temperature: float) -> ReadingHeads:
    """What is applied over the encoder's vectors."""
    weights = {
        name: value.detach().float().numpy()
        for name, value in network.state_dict().items()
        if not name.startswith("bert.")
    }
    return ReadingHeads(weights, ACTS, TAGS, SPAN_TAGS, RELATIONS, DEEDS, ASKED, temperature)
