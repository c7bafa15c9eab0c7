"""How surely something was heard, 0 to 1, from what pocketsphinx says of the parts of an utterance."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any

_SCALE = 1024
"""pocketsphinx divides the logarithms of acoustic likelihoods by this."""
_DOUBTFUL_NATS = 2.4
"""A sentence that costs so much more a frame (of 10 ms) than free phones is doubtful. Set with espeak-ng's voices."""
_SLOPE = 3.0
_LEAST = 1e-300


def of_words(parts: Sequence[Any]) -> float:
    """Free speech: the geometric mean of the words' posterior probabilities. Noises, in brackets, say nothing."""
    words = [float(part.prob) for part in parts if part.word[0] not in "<[(+"]
    if not words or min(words) <= 0.0:
        return 0.0
    return min(1.0, exp(sum(map(log, words)) / len(words)))


def of_a_sentence(parts: Sequence[Any], phones: Sequence[Any]) -> float:
    """A grammar fits everything to one of its sentences: how well, compared with phones in any order.

    The likelihood ratio against a filler model (Rose and Paul, A hidden Markov model based keyword recognition
    system, ICASSP 1990), a frame, through a logistic curve.
    """
    if not parts or not phones:
        return 0.0
    excess = _SCALE * (_log_likelihood(phones) - _log_likelihood(parts)) / _frames(parts)
    return 1.0 / (1.0 + exp(min(_SLOPE * (excess - _DOUBTFUL_NATS), 50.0)))


def _log_likelihood(parts: Sequence[Any]) -> float:
    return sum(log(max(part.ascore, _LEAST)) for part in parts)


def _frames(parts: Sequence[Any]) -> int:
    return max(1, 1 + max(int(part.end_frame) for part in parts))
