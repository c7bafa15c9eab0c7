"""Plans by rules: names from what memory knows, intents from cues, roles from the places of names (section 4.3)."""

from __future__ import annotations

from dataclasses import replace

from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.retrieval.query_plan.annotation import STATE_WORDS, AnnotatedQuestion, Annotator
from embodied_memory.memory.retrieval.query_plan.intent_needs import has_what_it_needs
from embodied_memory.memory.retrieval.query_plan.query_plan import (
    NOWHERE,
    Hop,
    QueryIntent,
    QueryPlan,
    Target,
)
from embodied_memory.memory.retrieval.query_plan.ranked_intents import ranked_intents
from embodied_memory.memory.retrieval.query_plan.views_of_intent import views_of
from embodied_memory.memory.retrieval.time_words.local_calendar import LocalCalendar

_BEFORE_A_PLACE = {
    "on": "on", "onto": "on", "in": "in", "into": "in", "inside": "in", "at": "on", "under": "under", "to": "on",
    "from": "", "upon": "on", "top": "on", "within": "in",
}  # fmt: skip
_AFTER = frozenset({"after", "following", "once"})
_PUT_WORDS = frozenset({"put", "puts", "laid", "lay", "placed", "place", "set", "left", "leave", "down", "moved"})
_MUCH_THE_SAME = frozenset(
    {
        QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.STATE, QueryIntent.SETTING, QueryIntent.CONTENTS,
        QueryIntent.LAST_SEEN, QueryIntent.WHAT_HAPPENED, QueryIntent.PREVIOUS, QueryIntent.HOLDER,
        QueryIntent.WHO_CHANGED, QueryIntent.WHEN_CHANGED, QueryIntent.DUE,
    }
)  # fmt: skip
"""What fits nearly every question that names a thing is no second reading."""
_MOST_READINGS = 3
_DAY_NS = 86_400_000_000_000
_WEEKEND = 2
_OF_FURNITURE = (QueryIntent.CONTENTS,)
_NEEDLESS = (
    QueryIntent.DUE, QueryIntent.DUE_TIME, QueryIntent.IS_DONE, QueryIntent.IS_OPEN, QueryIntent.WHAT_HAPPENED,
    QueryIntent.WHO_ASKED, QueryIntent.WHAT_SAID, QueryIntent.SETTING,
)  # fmt: skip
"""What may be asked without naming anything, if a cue leaves no doubt."""
_HOPPING = (QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.CONTENTS)


class OfflinePlanner:
    """Reads a question by the names in it and the words between them."""

    def __init__(self, beliefs: BeliefTracks, utc_offset_s: float = 0.0) -> None:
        self._annotator = Annotator(beliefs, utc_offset_s)
        self._utc_offset_s = utc_offset_s
        self._beliefs = beliefs

    def plan(self, question: str, now_ns: int) -> QueryPlan:
        """The first intent that fits and has what it needs; UNKNOWN if there is none."""
        told = self._annotator.annotate(question, now_ns)
        plan = self._with_roles(told)
        likely = ranked_intents(told.tokens)
        guesses = (self._complete(replace(plan, intent=one.intent), told, one.is_cued) for one in likely)
        found = [one for one in guesses if one is not None]
        readings = [replace(one, views=views_of(one.intent)) for one in found]
        if not readings:
            return replace(plan, views=views_of(QueryIntent.UNKNOWN))
        others = tuple(one for one in readings[1:] if one.intent not in _MUCH_THE_SAME)
        return replace(readings[0], alternatives=others[:_MOST_READINGS])

    def _with_roles(self, told: AnnotatedQuestion) -> QueryPlan:
        """Who and what is named, and which of it is a place."""
        things: list[Target] = []
        place, relation = NOWHERE, ""
        named = [(mention, self._before(told, position)) for position, mention in told.of("THING", "ROOM")]
        has_thing = any(mention.tag == "THING" and not before for mention, before in named)
        for mention, before in named:
            is_place = mention.tag == "ROOM" or (before and (things or has_thing))
            if is_place and place is NOWHERE:
                place, relation = mention.target, _BEFORE_A_PLACE.get(before, "")
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
        )

    def _before(self, told: AnnotatedQuestion, position: int) -> str:
        """The preposition of place before a name, "" if there is none."""
        word = told.tokens[position - 1] if position else ""
        return word if word in _BEFORE_A_PLACE else ""

    def _narrowed(self, things: list[Target], place: Target) -> list[Target]:
        """ "the mug on the desk" is the one that is there, if several may be meant."""
        if not things or len(things[0].ids) < 2 or not place.entity_id or things[0].is_kind:
            return things
        there = set(self._beliefs.located_at(place.entity_id))
        kept = tuple(one for one in things[0].ids if one in there or self._beliefs.room_of(one) == place.entity_id)
        return [replace(things[0], ids=kept or things[0].ids), *things[1:]]

    def _complete(self, plan: QueryPlan, told: AnnotatedQuestion, is_cued: bool) -> QueryPlan | None:
        """With what the intent needs besides names; None if the question lacks it."""
        intent = plan.intent
        if intent in _HOPPING and plan.people and plan.activities:
            return self._hopping(plan, told)
        if not has_what_it_needs(plan) and not (is_cued and intent in _NEEDLESS):
            return None
        if intent in (QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.LAST_SEEN):
            return replace(plan, attribute=LOCATION)
        if intent is QueryIntent.STATE:
            return self._state(plan, told)
        if intent is QueryIntent.PREVIOUS:
            return replace(plan, attribute=plan.attribute or LOCATION)
        if intent is QueryIntent.CONTENTS:
            return self._contents(plan, told)
        if intent is QueryIntent.BESIDE:
            return self._beside(plan, told)
        if intent in (QueryIntent.USUAL_TIME, QueryIntent.USUAL_PLACE, QueryIntent.USUAL_THING):
            return self._habitual(plan)
        return plan

    def _habitual(self, plan: QueryPlan) -> QueryPlan:
        """What is usual on a day is so on all such days."""
        if plan.time is None or plan.days:
            return replace(plan, time=None)
        length_ns = plan.time.end_ns - plan.time.start_ns
        first = LocalCalendar(plan.time.start_ns, self._utc_offset_s).today.weekday()
        days = tuple((first + day) % 7 for day in range(round(length_ns / _DAY_NS)))
        return replace(plan, time=None, days=days if len(days) <= _WEEKEND else ())

    def _state(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan | None:
        """On, off, open and the like, no value if it may be either; or whether something is at a place."""
        if plan.place.ids and plan.things:
            return replace(plan, attribute=LOCATION)
        words = [token for token in told.tokens if token in STATE_WORDS]
        if not words:
            return None
        attribute, value = STATE_WORDS[words[-1]]
        is_choice = any(STATE_WORDS[word][0] == attribute and STATE_WORDS[word][1] != value for word in words)
        return replace(plan, attribute=attribute, value="" if is_choice else value)

    def _contents(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan | None:
        """What is on a thing: the thing is the place. "What is the oven set to" asks for no contents."""
        mentions = told.of("THING", "ROOM")
        if not mentions or plan.people:
            return None
        position, mention = mentions[-1]
        relation = _BEFORE_A_PLACE.get(told.tokens[position - 1] if position else "", "")
        if not relation:
            return None
        return replace(plan, things=(), place=mention.target, relation=relation, attribute=LOCATION)

    def _beside(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan | None:
        return None if plan.people else replace(plan, attribute=LOCATION)

    def _hopping(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
        """Two steps: what somebody did, then the thing or place of it (multi-hop)."""
        first = replace(plan, intent=QueryIntent.WHEN_DID, things=(), views=views_of(QueryIntent.WHEN_DID))
        if plan.intent in _OF_FURNITURE:
            hop = Hop.PLACE_USED
        elif _PUT_WORDS & set(told.tokens) and (_AFTER & set(told.tokens) or not plan.things):
            hop = Hop.THING_PUT_AFTER
        else:
            hop = Hop.THING_USED
        return replace(
            plan, people=(), activities=(), time=None, attribute=LOCATION, place=NOWHERE, via=first, hop=hop
        )
