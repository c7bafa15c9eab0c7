"""What a plan of an intent needs besides the names in the question: attribute, state, place, an earlier step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION
from embodied_memory.memory.retrieval.query_plan.annotation import AnnotatedQuestion
from embodied_memory.memory.retrieval.query_plan.query_plan import (
    NOWHERE,
    Hop,
    QueryIntent,
    QueryPlan,
    Target,
    has_what_it_needs,
    views_of,
)
from embodied_memory.memory.retrieval.query_plan.question_words import (
    COMING_HOME,
    HANDLE_WORDS,
    LEAVING_HOME,
    PARTS_OF_DAY,
    STATE_WORDS,
    TAKE_WORDS,
)
from embodied_memory.memory.retrieval.seen.question import is_of_robot
from embodied_memory.words.time_words.local_calendar import LocalCalendar
from embodied_memory.words.wording.words import split_words

BEFORE_A_PLACE = {
    "on": "on", "onto": "on", "in": "in", "into": "in", "inside": "in", "at": "on", "under": "under", "to": "on",
    "from": "", "upon": "on", "top": "on", "within": "in",
}  # fmt: skip
_AFTER = frozenset({"after", "following", "once"})
_PUT_WORDS = frozenset(
    {"put", "puts", "laid", "lay", "placed", "place", "set", "left", "leave", "down", "move", "moved", "moves"}
)
_ANY_THING = frozenset({"thing", "things", "objects", "items", "stuff"})
_MAIN_STATES = (("power", "on"), ("open", "true"))
_DAY_NS = 86_400_000_000_000
_WEEKEND = 2
_OF_FURNITURE = (QueryIntent.CONTENTS,)
_NEEDLESS = (
    QueryIntent.DUE, QueryIntent.HOW_MANY_DUE, QueryIntent.DUE_TIME, QueryIntent.IS_DONE, QueryIntent.IS_OPEN,
    QueryIntent.WHAT_HAPPENED, QueryIntent.WHO_ASKED, QueryIntent.WHAT_SAID, QueryIntent.SETTING,
    QueryIntent.WHO_IS_HOME, QueryIntent.IN_STATE, QueryIntent.WHO_PROMISED,
)  # fmt: skip
"""What may be asked without naming anything, if it is surely asked; not what names something unheard of."""
_SURELY_ASKED = 0.6
"""As like known questions of that intent."""
_ASKING = frozenset(split_words("what which who whom whose where when why how"))
_SURELY_ALONE = {QueryIntent.WHO_IS_HOME: 0.75, QueryIntent.ONE_DEED: 0.5}
"""What any question about people is a little like."""
_HOPPING = (QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.CONTENTS)
_WHEREABOUTS = (QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.LAST_SEEN)
_HABITUAL = (
    QueryIntent.USUAL_TIME, QueryIntent.USUAL_PLACE, QueryIntent.USUAL_THING, QueryIntent.USUAL_DEEDS,
)  # fmt: skip
_DOINGS = (QueryIntent.WHAT_HAPPENED, QueryIntent.ONE_DEED)
_OF_ONE_STATE = (QueryIntent.STATE, QueryIntent.IN_STATE)
_SEVERAL = frozenset({"are", "were", "all"})
_FORGOTTEN = frozenset({"forget", "forgot", "forgotten"})
_OPPOSITE = {"on": "off", "off": "on", "true": "false", "false": "true"}
_THERE = frozenset({"there", "here", "where"})
_PAST = frozenset(split_words("was were been had last came went entered visited"))
_AWAKE = {"awake": "awake", "asleep": "asleep", "sleeping": "asleep"}
_MOVES = frozenset({COMING_HOME, LEAVING_HOME})
_EVERYBODY = frozenset(split_words("everybody everyone anybody anyone somebody someone nobody all"))
_HOW_PEOPLE_ARE = frozenset(
    ("PERSON", "DOING", *_EVERYBODY,
     *split_words("is are has have who still already not now right yet else of you them us the and"))
)  # fmt: skip
_IS_NOW = frozenset({"is", "are"})
_BEGINNING = frozenset(split_words("first start started starts begin began begins"))
Finish = Callable[[QueryPlan, AnnotatedQuestion], QueryPlan | None]


def place_word_before(told: AnnotatedQuestion, position: int) -> str:
    """The preposition of place before a name, "" if there is none."""
    word = told.tokens[position - 1] if position else ""
    return word if word in BEFORE_A_PLACE else ""


def _word_after(tokens: Sequence[str], word: str) -> str:
    """The word after a word, "such thing" if there is none."""
    return next((then for one, then in pairwise(tokens) if one == word), "such thing")


_SWITCHES = frozenset({"turn", "turned", "switch", "switched"})
_TURNS = {
    "opened": ("open", "true"), "open": ("open", "true"), "closed": ("open", "false"), "close": ("open", "false"),
    "shut": ("open", "false"), "locked": ("locked", "true"), "unlocked": ("locked", "false"),
}  # fmt: skip


class PlanCompletion:
    """One way for each intent that needs more than names."""

    def __init__(self, beliefs: BeliefTracks, utc_offset_s: float) -> None:
        self._beliefs = beliefs
        self._utc_offset_s = utc_offset_s
        self._ways: dict[QueryIntent, Finish] = {
            **dict.fromkeys(_WHEREABOUTS, self._located),
            **dict.fromkeys(_HABITUAL, self._habitual),
            **dict.fromkeys(_OF_ONE_STATE, self._state),
            QueryIntent.WHO_IS_HOME: self._at_home,
            QueryIntent.PREVIOUS: self._previous,
            QueryIntent.WHEN_CHANGED: self._changed,
            QueryIntent.WHO_CHANGED: self._turned,
            QueryIntent.CONTENTS: self._contents,
            QueryIntent.BESIDE: self._beside,
            QueryIntent.HOW_OFTEN: self._handled,
            QueryIntent.HOW_MANY: self._counted,
        }

    def complete(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan | None:
        """The plan with what its intent needs; None if the question lacks it."""
        asked, plan = plan.intent, shifted(plan, told)
        if plan.intent in _HOPPING and plan.people and plan.activities:
            return self._hopping(plan, told) if self._is_in_steps(plan, told) else self._place_of_deed(plan)
        if plan.likeness < _SURELY_ALONE.get(plan.intent, 0.0) and asked is not QueryIntent.WHAT_HAPPENED:
            return None
        if not has_what_it_needs(plan) and not _is_needless(plan, told):
            return None
        way = self._ways.get(plan.intent)
        return way(plan, told) if way else plan

    def _located(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
        return replace(plan, attribute=LOCATION)

    def _previous(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
        return replace(plan, attribute=plan.attribute or LOCATION)

    def _habitual(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
        """What is usual on a day is so on all such days."""
        spoken = (PARTS_OF_DAY[word] for word in split_words(told.question) if word in PARTS_OF_DAY)
        plan = replace(plan, day_part=plan.day_part or next(spoken, ""))
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
        if not plan.things or plan.thing.is_kind or (len(plan.thing.ids) > 1 and _SEVERAL & set(told.tokens)):
            return self._those_in_state(plan, told)
        plan = replace(plan, intent=QueryIntent.STATE)
        if not words:
            return self._still_there(plan) if _THERE & set(told.tokens) else self._main_state(plan)
        attribute, value = STATE_WORDS[words[-1]]
        is_choice = any(STATE_WORDS[word][0] == attribute and STATE_WORDS[word][1] != value for word in words)
        if _FORGOTTEN & set(told.tokens):  # what was to be switched off is on
            value = _OPPOSITE.get(value, value)
        return replace(plan, attribute=attribute, value="" if is_choice else value)

    def _handled(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan | None:
        """An activity; or what was done with a thing: it was put down, taken or switched."""
        if plan.activities or not (plan.people or plan.things):
            return plan
        if plan.things and HANDLE_WORDS & set(told.tokens):
            return plan
        if _PUT_WORDS & set(told.tokens):
            return replace(plan, attribute=LOCATION)
        if TAKE_WORDS & set(told.tokens):
            return replace(plan, attribute=HELD_BY)
        return self._state(plan, told) if plan.things else plan if plan.place.ids else None

    def _counted(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan | None:
        """How many of a sort, at a place or in a state; how many things of any sort are at a place."""
        position, last = told.of("THING", "ROOM")[-1]
        relation = BEFORE_A_PLACE.get(place_word_before(told, position), "")
        if len(told.of("THING", "ROOM")) > 1:
            return self._in_state(replace(plan, things=plan.things[:1], place=last.target, relation=relation), told)
        if not relation:
            return self._in_state(plan, told)
        counted = () if _ANY_THING & set(told.tokens) else (Target(_word_after(told.tokens, "many")),)
        return self._in_state(replace(plan, things=counted, place=last.target, relation=relation), told)

    def _in_state(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
        """Of the state that a word tells which no place follows: "on" of "on the table" is none."""
        following = (*told.tokens[1:], "")
        words = [one for one, then in zip(told.tokens, following, strict=True) if then not in ("THING", "ROOM")]
        state = next((STATE_WORDS[word] for word in reversed(words) if word in STATE_WORDS), None)
        return replace(plan, attribute=state[0], value=state[1]) if state else replace(plan, attribute=LOCATION)

    def _still_there(self, plan: QueryPlan) -> QueryPlan:
        """ "Is it still there" asks where it is."""
        return replace(plan, intent=QueryIntent.LOCATION, attribute=LOCATION)

    def _those_in_state(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan | None:
        """Which of a sort, or of all things, are on or open."""
        found = self._in_state(replace(plan, intent=QueryIntent.IN_STATE), told)
        return found if found.attribute != LOCATION else None

    def _at_home(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan | None:
        """In a room is who is there."""
        return None if plan.place.ids or plan.things else replace(plan, attribute=LOCATION)

    def _main_state(self, plan: QueryPlan) -> QueryPlan | None:
        """Where no word says which state is meant: whether it runs, or else whether it is open."""
        known = {name for one in plan.thing.ids for name in self._beliefs.attributes_of(one)}
        found = next(((name, value) for name, value in _MAIN_STATES if name in known), None)
        return replace(plan, attribute=found[0], value=found[1]) if found else None

    def _changed(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
        """When it was put there; or when it got into the state that is named, where no place is."""
        return plan if plan.place.ids or plan.attribute else self._in_state(plan, told)

    def _turned(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
        """Who "turned on" the lamp, or "opened" the fridge, changed no place; who put it "on" the table did."""
        words = set(told.tokens)
        deed = next((_TURNS[word] for word in told.tokens if word in _TURNS), None)
        if words & _SWITCHES and words & {"on", "off"}:
            deed = "power", "on" if "on" in words else "off"
        return plan if plan.attribute or deed is None else replace(plan, attribute=deed[0], value=deed[1])

    def _contents(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan | None:
        """What is on a thing: the thing is the place. "What is the oven set to" asks for no contents."""
        mentions = told.of("THING", "ROOM")
        if not mentions or plan.people:
            return None
        position, mention = mentions[-1]
        relation = BEFORE_A_PLACE.get(place_word_before(told, position), "")
        if not relation:
            return None
        return replace(plan, things=(), place=mention.target, relation=relation, attribute=LOCATION)

    def _beside(self, plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan | None:
        return None if plan.people else replace(plan, attribute=LOCATION)

    def _is_in_steps(self, plan: QueryPlan, told: AnnotatedQuestion) -> bool:
        """Whether what was done leads to a thing or a place that is then asked about."""
        return plan.intent in _OF_FURNITURE or bool(plan.things) or bool(_PUT_WORDS & set(told.tokens))

    def _place_of_deed(self, plan: QueryPlan) -> QueryPlan:
        """ "Where does Anna have lunch" asks for what is usual, with a day it asks for that deed."""
        if plan.time is None:
            return replace(plan, intent=QueryIntent.USUAL_PLACE)
        return replace(plan, intent=QueryIntent.WHEN_DID)

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


def _is_needless(plan: QueryPlan, told: AnnotatedQuestion) -> bool:
    """Whether it surely asks for what needs no name. A word to ask with alone is like whatever is asked with it; what
    the robot did is nobody else's doing.
    """
    if plan.intent not in _NEEDLESS or plan.unheard or _ASKING.issuperset(told.tokens):
        return False
    is_own = plan.intent is QueryIntent.WHAT_HAPPENED and is_of_robot(told.question)
    return plan.likeness >= _SURELY_ASKED and not is_own


def shifted(plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
    """The plan with the intent that its words mean; most often the same."""
    words = frozenset(told.tokens)
    if plan.activities and plan.time is None and words <= _HOW_PEOPLE_ARE:
        return _how_people_are(plan, told)
    if plan.intent is QueryIntent.WHEN_DID or (plan.intent is QueryIntent.WHO_IS_THERE and plan.people):
        is_there = plan.place.ids and not plan.activities and _IS_NOW & words and "who" not in words
        return replace(plan, intent=QueryIntent.ROOM) if is_there else plan  # not when they went there
    if plan.intent is QueryIntent.WHO_IS_THERE:  # whoever came by in a time, rather than who is there at a moment
        is_moment = plan.time is not None and plan.time.is_moment
        was_there = plan.place.ids and _PAST & words and not is_moment
        return replace(plan, intent=QueryIntent.WHO_WAS_THERE) if was_there else plan
    if plan.intent in _DOINGS and plan.people and _BEGINNING & words:  # one deed, by whatever words
        return replace(plan, intent=QueryIntent.WHEN_HANDLED if plan.things else QueryIntent.ONE_DEED, is_first=True)
    if plan.intent is QueryIntent.WHAT_HAPPENED and {"moved", "touched"} & words and not plan.things:
        return replace(plan, attribute=LOCATION)
    if plan.intent is QueryIntent.DUE and {"cancel", "cancelled", "canceled", "dropped"} & words:
        return replace(plan, value="cancelled")
    return plan


def _how_people_are(plan: QueryPlan, told: AnnotatedQuestion) -> QueryPlan:
    """ "Who is asleep" and "has everybody gone out" ask for no deed."""
    is_whether = told.tokens[0] in ("is", "are", "has", "have") or bool(_EVERYBODY & set(told.tokens))
    if set(plan.activities) <= _MOVES and is_whether:
        return replace(plan, intent=QueryIntent.WHO_IS_HOME, attribute=LOCATION)
    named = (_AWAKE.get(mention.words) for _, mention in told.of("DOING"))
    value = next((one for one in named if one), "")
    return replace(plan, intent=QueryIntent.WHO_IS_AWAKE, value=value, activities=()) if value else plan
