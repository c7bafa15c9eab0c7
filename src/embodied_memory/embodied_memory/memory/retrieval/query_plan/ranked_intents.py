"""All that a question may ask for, the likeliest first: by its likeness to examples, and by cues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.memory.retrieval.query_plan.intent_scores import learned_scores
from embodied_memory.memory.retrieval.query_plan.plan_patterns import intents_of
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent

_FIRST_CUE, _OTHER_CUE = 0.1, 0.02
_LEAST = 0.25
"""Right intents of other people's wordings score less in one case of a hundred."""
_LEAST_OF_BEST = 0.3


@dataclass(frozen=True)
class LikelyIntent:
    """is_cued: a pattern fits as well, so that the intent may make sense of a question that names nothing.

    score: how like its examples the question is, about 1 for one of them.
    """

    intent: QueryIntent
    is_cued: bool
    score: float = 0.0


def ranked_intents(tokens: Sequence[str]) -> list[LikelyIntent]:
    """tokens: as of an `AnnotatedQuestion`. Empty if it is like nothing that is known."""
    scores = dict(learned_scores().of(tokens))
    cued = intents_of(f" {' '.join(tokens)} ")
    for place, intent in enumerate(cued):
        scores[intent] = scores.get(intent, 0.0) + (_OTHER_CUE if place else _FIRST_CUE)
    least = max(_LEAST, _LEAST_OF_BEST * max(scores.values()))
    likely = [intent for intent, score in scores.items() if score >= least or intent in cued]
    return [LikelyIntent(one, one in cued, scores[one]) for one in sorted(likely, key=lambda intent: -scores[intent])]
