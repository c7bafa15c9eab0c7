"""Plans by rules: names from what memory knows, intents from cues, roles from the places of names (section 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.retrieval.query_plan.annotation import AnnotatedQuestion, Annotator
from embodied_memory.memory.retrieval.query_plan.intent_scores import intents_of, learned_scores
from embodied_memory.memory.retrieval.query_plan.plan_completion import (
    BEFORE_A_PLACE,
    PlanCompletion,
    place_word_before,
)
from embodied_memory.memory.retrieval.query_plan.query_plan import (
    NOWHERE,
    QueryIntent,
    QueryPlan,
    Target,
    views_of,
)
from embodied_memory.memory.retrieval.query_plan.question_words import PARTS_OF_DAY, WHETHER, is_ordinary
from embodied_memory.memory.wording.word_stems import content_stems

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


_FINAL = frozenset(
    {
        QueryIntent.HOW_MANY, QueryIntent.IN_STATE, QueryIntent.WHO_IS_HOME, QueryIntent.WHEN_HANDLED,
        QueryIntent.ABOUT, QueryIntent.ONE_DEED, QueryIntent.USUAL_DEEDS, QueryIntent.WHO_WAS_THERE,
        QueryIntent.WHO_IS_AWAKE,
    }
)  # fmt: skip
"""None of that sort is no reason to tell another."""
_MUCH_THE_SAME = frozenset(
    {
        QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.STATE, QueryIntent.SETTING, QueryIntent.CONTENTS,
        QueryIntent.LAST_SEEN, QueryIntent.WHAT_HAPPENED, QueryIntent.PREVIOUS, QueryIntent.HOLDER,
        QueryIntent.WHO_CHANGED, QueryIntent.WHEN_CHANGED, QueryIntent.DUE, *_FINAL,
    }
)  # fmt: skip
"""What fits nearly every question that names a thing is no second reading."""
_FIRST = "first"
_MOST_READINGS = 3


class OfflinePlanner:
    """Reads a question by the names in it and the words between them."""

    def __init__(self, beliefs: BeliefTracks, utc_offset_s: float = 0.0) -> None:
        self._annotator = Annotator(beliefs, utc_offset_s)
        self._beliefs = beliefs
        self._completion = PlanCompletion(beliefs, utc_offset_s)

    def plan(self, question: str, now_ns: int) -> QueryPlan:
        """The first intent that fits and has what it needs; UNKNOWN if there is none."""
        told = self._annotator.annotate(question, now_ns)
        plan = self._with_roles(told)
        likely = ranked_intents(told.tokens)
        scores = [one.score for one in likely]
        guesses = (
            self._completion.complete(
                replace(plan, intent=one.intent, likeness=one.score, lead=_lead(one.score, scores)), told, one.is_cued
            )
            for one in likely
        )
        found = [one for one in guesses if one is not None]
        readings = [replace(one, views=views_of(one.intent)) for one in found]
        if not readings:
            return replace(plan, views=views_of(QueryIntent.UNKNOWN))
        if readings[0].intent in _FINAL:
            return readings[0]
        others = tuple(one for one in readings[1:] if one.intent not in _MUCH_THE_SAME)
        return replace(readings[0], alternatives=others[:_MOST_READINGS])

    def _with_roles(self, told: AnnotatedQuestion) -> QueryPlan:
        """Who and what is named, and which of it is a place."""
        things: list[Target] = []
        place, relation = NOWHERE, ""
        named = [(mention, place_word_before(told, position)) for position, mention in told.of("THING", "ROOM")]
        has_thing = any(mention.tag == "THING" and not before for mention, before in named)
        for mention, before in named:
            is_place = mention.tag == "ROOM" or (before and (things or has_thing))
            if is_place and place is NOWHERE:
                place, relation = mention.target, BEFORE_A_PLACE.get(before, "")
            elif mention.tag == "THING":
                things.append(mention.target)
        return QueryPlan(
            told.question,
            QueryIntent.UNKNOWN,
            tuple(self._narrowed(things, place)),
            tuple(dict.fromkeys(mention.name for _, mention in told.of("PERSON"))),
            place,
            relation,
            attribute=next((mention.name for _, mention in told.of("SETTING")), ""),
            activities=tuple(mention.name for _, mention in told.of("DOING")),
            time=told.time,
            days=told.days,
            day_part=next((PARTS_OF_DAY[word] for word in told.tokens if word in PARTS_OF_DAY), ""),
            is_first=_FIRST in told.tokens,
            is_doubted=told.is_doubted,
            unheard=_unheard(told),
            is_whether=told.tokens[:1] in [(word,) for word in WHETHER],
        )

    def _narrowed(self, things: list[Target], place: Target) -> list[Target]:
        """ "the mug on the desk" is the one that is there, if several may be meant."""
        if not things or len(things[0].ids) < 2 or not place.entity_id or things[0].is_kind:
            return things
        there = set(self._beliefs.located_at(place.entity_id))
        kept = tuple(one for one in things[0].ids if one in there or self._beliefs.room_of(one) == place.entity_id)
        return [replace(things[0], ids=kept or things[0].ids), *things[1:]]


def _lead(score: float, scores: list[float]) -> float:
    """Over the best of the others; negative for all but the likeliest."""
    others = list(scores)
    others.remove(score)
    return score - max(others, default=0.0)


def _unheard(told: AnnotatedQuestion) -> tuple[str, ...]:
    """ "Did Anna break the mug": "break"."""
    return tuple(word for word in told.tokens if word.islower() and content_stems(word) and not is_ordinary(word))
