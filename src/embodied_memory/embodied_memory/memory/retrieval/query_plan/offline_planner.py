"""Plans by rules: names from what memory knows, intents from examples, roles from the places of names (4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.retrieval.query_plan.annotation import AnnotatedQuestion, Annotator
from embodied_memory.memory.retrieval.query_plan.intent_scores import learned_scores
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
from embodied_memory.words.wording.word_stems import content_stems

_LEAST = 0.25
"""Right intents of other people's wordings score less in one case of a hundred."""
_LEAST_OF_BEST = 0.3


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


def ranked_intents(tokens: Sequence[str]) -> dict[QueryIntent, float]:
    """How like its examples a question is, about 1 for one of them: the likely intents, the likeliest first. tokens:
    as of an `AnnotatedQuestion`. Empty if it is like nothing that is known.
    """
    scores = learned_scores().of(tokens) if tokens else {}
    least = max(_LEAST, _LEAST_OF_BEST * max(scores.values(), default=0.0))
    likely = sorted((one for one in scores if scores[one] >= least), key=lambda intent: -scores[intent])
    return {one: scores[one] for one in likely}


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
        scores = list(likely.values())
        guesses = (
            self._completion.complete(replace(plan, intent=intent, likeness=score, lead=_lead(score, scores)), told)
            for intent, score in likely.items()
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
