"""The one reading as torch learns it: MPNet's lower layers, and the heads that the core's `reading_network.py` and
`follow_ups.py` apply in numpy.
"""

from __future__ import annotations

from typing import Any

from embodied_memory.perception import model_files
from embodied_memory.perception.cross_encoder import MPNET_BEGIN, MPNET_END, MPNET_PAD, MPNET_SHIFT
from embodied_memory.words.follow_ups import FollowUpHeads
from embodied_memory.words.reading_network import FARTHEST, ReadingHeads
from embodied_memory_tools.learning.follow_up_examples import FOLLOWS
from embodied_memory_tools.learning.reading_examples import ACTS, ASKED, DEEDS, RELATIONS, SPAN_TAGS, TAGS

_HIDDEN, _LOST = 256, 0.15
_OF_PAIRS = ("follows", "exchanged")
"""Heads over two sayings; all others are over one."""


def over_minilm_numbers(torch: Any, mpnet: Any) -> Any:
    """MPNet over the numbers that MiniLM's tokenizer gives words, so that one tokenizer serves all readers."""

    class Numbered(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.mpnet, self.embeddings, self.config = mpnet, mpnet.embeddings, mpnet.config

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            own = torch.where(input_ids == model_files.END, MPNET_END, input_ids + MPNET_SHIFT)
            own = torch.where(input_ids == model_files.BEGIN, MPNET_BEGIN, own)
            return self.mpnet(torch.where(attention_mask == 0, MPNET_PAD, own), attention_mask=attention_mask)

        def set_attn_implementation(self, name: str) -> None:
            self.mpnet.set_attn_implementation(name)

    return Numbered()


def make_reading(torch: Any, encoder: Any) -> Any:
    """A module with the heads "act", "asked", "tag", "deed", "span", "first", "second", "apart", "between",
    "relation", and over two sayings "follows" and "exchanged". encoder: (ids, mask) -> vectors.
    """
    nn, size = torch.nn, encoder.config.hidden_size

    class Reading(nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.bert, self.lost = encoder, nn.Dropout(_LOST)
            self.bert.embeddings.word_embeddings.weight.requires_grad_(False)
            self.act, self.tag = nn.Linear(2 * size, len(ACTS)), nn.Linear(size, len(TAGS))
            self.asked = nn.Linear(2 * size, len(ASKED))
            self.span, self.deed = nn.Linear(size, len(SPAN_TAGS)), nn.Linear(size, len(DEEDS))
            self.first, self.second = nn.Linear(2 * size, _HIDDEN), nn.Linear(2 * size, _HIDDEN)
            self.apart, self.between = nn.Embedding(2 * FARTHEST + 1, _HIDDEN), nn.Linear(size, _HIDDEN)
            self.relation = nn.Linear(_HIDDEN, len(RELATIONS))
            self.follows, self.exchanged = nn.Linear(2 * size, len(FOLLOWS)), nn.Linear(size, 1)

        def vectors(self, ids: Any, mask: Any) -> Any:
            """(B, T, D)."""
            return self.lost(self.bert(ids, attention_mask=mask).last_hidden_state)

        def act_scores(self, vectors: Any, mask: Any) -> Any:
            """(B, acts): from the text as a whole, and from the mean of all its tokens."""
            return self.act(whole_and_mean(torch, vectors, mask))

        def asked_scores(self, vectors: Any, mask: Any) -> Any:
            """(B, asked), likewise."""
            return self.asked(whole_and_mean(torch, vectors, mask))

        def follow_scores(self, vectors: Any, mask: Any) -> tuple[Any, Any]:
            """((B, follows), (B, T) whether a token is exchanged) of two sayings."""
            return self.follows(whole_and_mean(torch, vectors, mask)), self.exchanged(vectors).squeeze(-1)

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
    """(B, 2 D): as `reading_network.whole_and_mean` has it of one text."""
    real = mask[..., None].float()
    return torch.cat([vectors[:, 0], (vectors * real).sum(1) / real.sum(1)], 1)


def heads_of(network: Any, temperature: float) -> ReadingHeads:
    """What is applied over the encoder's vectors of one saying."""
    weights = {name: one for name, one in _heads(network).items() if name.partition(".")[0] not in _OF_PAIRS}
    return ReadingHeads(weights, ACTS, TAGS, SPAN_TAGS, RELATIONS, DEEDS, ASKED, temperature)


def follow_up_heads_of(network: Any, temperature: float) -> FollowUpHeads:
    """What is applied over its vectors of two."""
    told = _heads(network)
    exchanged, bias = told["exchanged.weight"][0], float(told["exchanged.bias"][0])
    return FollowUpHeads(told["follows.weight"], told["follows.bias"], exchanged, bias, temperature)


def _heads(network: Any) -> dict[str, Any]:
    named = network.state_dict().items()
    return {name: value.detach().float().numpy() for name, value in named if not name.startswith("bert.")}
