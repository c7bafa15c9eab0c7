"""Answers about what was forgotten: that it was, and what summaries still tell of it (H2-EMV, section 4.1)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from itertools import islice

from embodied_memory.event import EventKind
from embodied_memory.evidence import Answer, Evidence
from embodied_memory.memory.discretion.discretion import Discretion
from embodied_memory.memory.episodic.forgetting.topic import as_told, asked_words
from embodied_memory.memory.episodic.tree.node import ALWAYS, TimeSpan
from embodied_memory.memory.episodic.tree.node_rows import SAYING, Remnant, remnants
from embodied_memory.memory.episodic.tree.word_index import significant_words
from embodied_memory.memory.log.event_log import INSTANT
from embodied_memory.memory.retrieval.answers.answer_ground import telling_words
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceRows
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan
from embodied_memory.words.time_words.local_calendar import MONTHS, WEEKDAYS
from embodied_memory.words.wording.phrases import sentence
from embodied_memory.words.wording.words import content_stems, split_words

FORGOTTEN_KIND = "forgotten"
"""The kind of evidence that is no record any more: its id is 0, its summary what is left."""
_FORGOTTEN = "I no longer remember the details"
_SWITCHED_TO = frozenset({"on", "off"})
_CERTAINTY, _OF_A_TIME = 0.4, 0.2
"""Of a gist that has all the words of the question (of several that have them nobody can tell which was meant), and
of what is told of a time without any.
"""
_MOST_TOLD = 3
_OF_TIME = frozenset({
    *WEEKDAYS, *MONTHS, "today", "yesterday", "morning", "afternoon", "evening", "night", "noon", "week", "weekend",
    "month", "year", "day", "last", "ago", "before", "between", "happen", "happened",
})  # fmt: skip
_ANYBODY = frozenset({"somebody", "someone", "anybody", "anyone"})
_IN_LOG_SINCE = (
    "SELECT record_id, summary FROM event_log WHERE kind NOT IN (?, ?) AND stamp_ns > ? AND stamp_ns <= ?"
    " ORDER BY stamp_ns DESC"
)
_MOST_SINCE = 20


def gist_of_forgotten(
    connection: sqlite3.Connection,
    plan: QueryPlan,
    discretion: Discretion,
    asker: str,
    rows: PieceRows,
    when: Callable[[int], str],
) -> Answer | None:
    """What to say where nothing else answers; None if what is asked for was not forgotten.

    Who was there, and what was said around it, is forgotten, too, and with it whether it is to be kept from somebody:
    a resident hears what they said and did themselves, strangers nothing, and who is told everything all of it. What
    the log has since outdates it only for who may hear that. rows: of what was said and done, for discretion.
    """
    span = TimeSpan(plan.time.start_ns, plan.time.end_ns - 1) if plan.time else ALWAYS
    left = [] if discretion.is_stranger else remnants(connection, span)
    gist = _fitting(plan, [one for one in left if discretion.tells_all or _is_theirs(one, asker)])
    since = _known_since(connection, plan, gist[-1], span) if gist else []
    if gist and not any(map(discretion.may_hear, rows.of_ids(since))):
        evidence = tuple(Evidence(0, one.first_ns, FORGOTTEN_KIND, one.text) for one in gist)
        text = " ".join(sentence(f"{_time(one, when)} {one.text}") for one in gist)
        text = f"{_FORGOTTEN}: {text[:1].lower()}{text[1:]}"
        return Answer(plan.question, text, True, _CERTAINTY if _asked_for(plan) else _OF_A_TIME, evidence)
    if left and plan.time is not None:
        return Answer(plan.question, f"I don't know: {_FORGOTTEN} of that time.", False, 0.0)
    return None


def _is_theirs(one: Remnant, asker: str) -> bool:
    """Whether it tells what the asker did or said. A line of several sayings may be anybody's."""
    is_one = SAYING not in one.text or one.first_ns == one.last_ns
    return is_one and one.text.lower().startswith(f"{asker.strip().lower()} ")


def _known_since(connection: sqlite3.Connection, plan: QueryPlan, last: Remnant, span: TimeSpan) -> list[int]:
    """Records of the log that are later and fit as well: if there are any, what is left is not what was asked for."""
    stems = _asked_for(plan)
    if not stems:
        return []
    of_another_kind = "" if SAYING in last.text else EventKind.UTTERANCE.value
    values = (INSTANT, of_another_kind, last.last_ns, min(2**62, span.last_ns))
    wanted = asked_words(plan.question) | _words(plan.question)
    least = len(_words(last.text) & wanted)
    fitting = (
        record_id
        for record_id, text in connection.execute(_IN_LOG_SINCE, values)
        if (_is_look(last.text) or not _is_look(text)) and len(_words(text) & wanted) >= least
        and stems <= content_stems(text)
    )  # fmt: skip
    return list(islice(fitting, _MOST_SINCE))


def _asked_for(plan: QueryPlan) -> frozenset[str]:
    """The stems of what a question is about, besides the time, and whoever it was."""
    words = {word for word in telling_words(plan.question) if word not in _OF_TIME | _ANYBODY}
    return content_stems(" ".join(as_told(plan.question, words)))


def _shared(plan: QueryPlan, text: str) -> int:
    """How many words of the question a sentence has."""
    return len(_words(text) & (asked_words(plan.question) | _words(plan.question)))


def _words(text: str) -> frozenset[str]:
    return significant_words(text) | (_SWITCHED_TO & frozenset(split_words(text)))


def _fitting(plan: QueryPlan, left: Sequence[Remnant]) -> list[Remnant]:
    """What has all that is asked for, in order of time. Half of it may be of anything: nobody stole the trumpet.

    Of what has it, that which has most of the light words, too: where it was put is not told by who picked it up,
    nor by a look at it.
    """
    stems = _asked_for(plan)
    if stems and plan.time is None and stems <= content_stems(" ".join(plan.people)):
        return []  # a name alone says nothing of what they did
    if not stems:
        weightiest = sorted(left, key=lambda one: -one.weight)[:_MOST_TOLD] if plan.time else []
        return sorted(weightiest, key=lambda one: one.first_ns)
    # A look at it tells what was seen there, and no deed.
    told = [
        one for one in left if not _is_look(one.text) or asked_words(plan.question) <= significant_words(one.text)
    ]
    fitting = [one for one in told if stems <= content_stems(one.text)]
    most = max((_shared(plan, one.text) for one in fitting), default=0)
    fitting = [one for one in fitting if _shared(plan, one.text) == most]
    # Placeholders side by side became one: a sentence of which it is known when it was says more.
    return ([one for one in fitting if one.first_ns == one.last_ns] or fitting)[-_MOST_TOLD:]


def _is_look(text: str) -> bool:
    """Whether it only tells what was seen."""
    return " saw " in f" {text} "


def _time(one: Remnant, when: Callable[[int], str]) -> str:
    if one.first_ns == one.last_ns:
        return when(one.first_ns)
    return f"between {when(one.first_ns).removeprefix('on ')} and {when(one.last_ns).removeprefix('on ')}"
