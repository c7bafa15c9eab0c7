"""What cannot be meant by a question, whatever lies nearest: another sort of answer, or another thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.retrieval.pieces.answer_sort import asks_how_often
from embodied_memory.memory.retrieval.pieces.deed_outcomes import asks_who_came
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, views_of
from embodied_memory.memory.retrieval.seen.question import SeenIntent
from embodied_memory.words.plain_words import named_things
from embodied_memory.words.said import AskedKind
from embodied_memory.words.wording.words import canonical, content_stems, split_words, stem

_OF_NOW = (
    QueryIntent.WHO_IS_HOME, QueryIntent.WHO_IS_THERE, QueryIntent.WHO_IS_AWAKE, QueryIntent.LOCATION,
    QueryIntent.ROOM, QueryIntent.STATE, QueryIntent.HOLDER,
)  # fmt: skip
_NOT_OF_NOW = (AskedKind.WHEN, AskedKind.HOW_LONG, AskedKind.WHY)
_SURELY_ASKED, _RATHER_ASKED, _KNOWN = 0.8, 0.5, 0.8
_WHERE = (QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.HOLDER)
_MAY_BE_OF_HABIT = (QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.WISHED_PLACE, QueryIntent.UNKNOWN)
_OF_PLACE = (SeenIntent.WHERE_IS, SeenIntent.WHICH_ROOM)
_SURELY_OF_HABIT = 1.0
"""The words alone tell it, as those of a known question do."""
_OF_HABIT = re.compile(
    r"\b(?:usual(?:ly)?|normal(?:ly)?|typical(?:ly)?|generally|mostly|ordinarily|as a rule"
    r"|(?:do|does)\b(?!.*\bknow\b).*\b(?:keep|belong|go|live|store|put)|(?:is|are|be|gets?)\b.*\b(?:kept|stored))\b",
    re.I,
)
_ARTICLE = re.compile(r"^(?:the|an?|my|our|your|his|her|their|that|this|those|these|\w+['’]s) ", re.I)
_NUMBER = re.compile(r"_\d+$")
_BESIDE = re.compile(r" (?:for|in|on|of|with|from|by|at|under|next to|that|which) ")
_OF_ANY = content_stems(
    "favourite favorite own big little small large old new nice good other usual best spare clean"
)
""" "My big mug" may be any."""
_OF_NO_TOPIC = content_stems(
    "say said saying tell told telling ask asked talk talked mention mentioned do did done doing happen happened go"
    " went today yesterday tonight morning afternoon evening night lately week day monday tuesday wednesday thursday"
    " friday saturday sunday robot anything something"
)


def as_of_place(plan: QueryPlan) -> QueryPlan:
    """ "Which mug is in the sink?" names no state: it asks what is there."""
    if plan.intent is not QueryIntent.IN_STATE or plan.attribute not in ("", LOCATION) or not plan.place.ids:
        return plan
    return replace(plan, intent=QueryIntent.CONTENTS, views=views_of(QueryIntent.CONTENTS))


def as_of_habit(plan: QueryPlan) -> QueryPlan:
    """ "Where do we keep the mugs?" asks where they belong, not where they are."""
    if plan.intent not in _MAY_BE_OF_HABIT or plan.time is not None or not plan.thing.ids:
        return plan
    if not _OF_HABIT.search(plan.question) or plan.seen.intent not in _OF_PLACE:
        return plan
    intent = QueryIntent.WISHED_PLACE
    return replace(plan, intent=intent, views=views_of(intent), alternatives=(), likeness=_SURELY_OF_HABIT)


def topic_of(plan: QueryPlan) -> frozenset[str]:
    """What a question of what was said or went on names beside who and when, in stems."""
    return content_stems(plan.question) - content_stems(" ".join(plan.people)) - _OF_NO_TOPIC


def is_of_another_sort(plan: QueryPlan) -> bool:
    """Whether how somebody or something is now was taken to be asked for, where it is when, how long, how often, why
    or whether somebody did it; or where somebody is, where it is a thing of theirs that is unknown ("where's Tom's
    passport?").
    """
    question = plan.question
    if plan.intent not in (*_OF_NOW, QueryIntent.WHEN_CHANGED) or plan.said is None:
        return False
    if asks_who_came(question) and plan.time is not None:
        return True
    if asks_how_often(plan) or plan.intent is QueryIntent.WHEN_CHANGED:
        return asks_how_often(plan) or plan.asks(AskedKind.HOW_LONG) >= _SURELY_ASKED
    if not plan.thing.ids and any(re.search(rf"\b{re.escape(name)}['’]s [a-z]", question) for name in plan.people):
        return True
    if plan.intent is QueryIntent.STATE and plan.people and plan.asks(AskedKind.DID) >= _RATHER_ASKED:
        return True  # "did Tom switch the lamp off?", whoever did
    return max(map(plan.asks, _NOT_OF_NOW)) >= _SURELY_ASKED


def is_of_tracks_alone(plan: QueryPlan, bearing: Sequence[BearingPiece] = ()) -> bool:
    """Whether it is asked in words that are known, of what the tracks alone keep: "who is here?"; and where a thing
    belongs, unless a saying bears on that most: where it was put last tells less than all times together.
    """
    if plan.intent is QueryIntent.WISHED_PLACE and plan.likeness >= _SURELY_OF_HABIT:
        return not any(one.piece.is_said and not one.piece.is_question for one in bearing[:1])
    if plan.intent is QueryIntent.WHO_IS_HOME:
        return plan.likeness >= _KNOWN and plan.time is None and not plan.people
    is_which_is_there = plan.intent is QueryIntent.CONTENTS and bool(plan.thing.ids)
    return is_which_is_there or (plan.intent is QueryIntent.DUE and plan.likeness >= _KNOWN)


def asks_what_the_robot_did(plan: QueryPlan) -> bool:
    """ "What did you do today?", which nobody else's deed answers."""
    return plan.seen.intent is SeenIntent.WHAT_DID_YOU_DO


def called_otherwise(plan: QueryPlan, told: str) -> str:
    """What is asked for by a name that tells more than its sort, where the one that is told of has none of it: "the
    Superman mug" of the blue one; "" else. told: the answer.
    """
    if plan.intent not in _WHERE or not plan.thing.ids or plan.said is None:
        return ""
    for named in named_things(plan.said)[:1]:
        called, telling, sort = _called(named.text, plan)
        if telling and not telling & content_stems(told) and stem(sort) in content_stems(told):
            return called
    return ""


def _called(named: str, plan: QueryPlan) -> tuple[str, frozenset[str], str]:
    """(what it is called, the stems that tell more than its sort, its sort), without whose it is."""
    called = _BESIDE.split(_ARTICLE.sub("", named), maxsplit=1)[0]
    *look, sort = split_words(called) or ("",)
    return called, content_stems(" ".join(look)) - content_stems(" ".join(plan.people)) - _OF_ANY, sort


def of_what_is_looked_for(plan: QueryPlan, found: Sequence[BearingPiece]) -> tuple[BearingPiece, ...]:
    """Without what was done with other things, where one is looked for that memory knows by no name and no meaning:
    where the box is is no answer to where the passport is; nor, where it is asked how a thing is or whether something
    was done, what was done with other things or at other times.
    """
    if plan.said is None:
        return tuple(found)
    is_of_deed, is_of_state, is_of_place = (
        plan.asks(one) >= _SURELY_ASKED for one in (AskedKind.DID, AskedKind.STATE, AskedKind.WHERE)
    )
    is_unknown = is_of_place and not (plan.thing.ids or plan.place.ids)
    if is_of_deed and plan.time is not None:
        found = [one for one in found if one.piece.is_said or plan.time.holds(one.piece.stamp_ns)]
    named = named_things(plan.said)[:1]
    if not (is_of_deed or is_of_state or is_unknown) or not named:
        return tuple(found)
    may_be = is_of_state and not (is_of_deed or is_unknown)  # the heating may be a radiator, but no other heating
    return tuple(one for one in found if one.piece.is_said or _is_about(one.piece.text, named[0].text, plan, may_be))


def _is_about(deed: str, named: str, plan: QueryPlan, may_be: bool) -> bool:
    """Whether a deed was done with what is named so, or with one of those that are meant by it: the garage door is no
    front door. may_be: what is of another sort may be called so as well.
    """
    _, telling, sort = _called(named, plan)
    words, of_sort = _words_for(deed), _words_for(sort)
    if may_be and not of_sort & words:
        return True
    meant = [content_stems(_NUMBER.sub("", one).replace("_", " ")) for one in plan.thing.ids]
    if any(one and one <= words and (len(one) > 1 or not one & of_sort) for one in meant):
        return True
    if telling and not telling & words:
        return re.search(rf"\b(?:the|an?|my|our|their|his|her) {re.escape(sort)}\b", deed, re.I) is not None
    return bool((of_sort | telling) & words)


def _words_for(text: str) -> frozenset[str]:
    """Its telling words, a cup and a mug as one."""
    return content_stems(" ".join(canonical((word,)) for word in split_words(text)))
