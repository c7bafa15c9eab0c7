"""The time that a question is about, and the question without its words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from embodied_memory.memory.retrieval.query_plan.query_plan import TimeFilter
from embodied_memory.words.time_words.parse_time import parse_time
from embodied_memory.words.time_words.time_phrase import Granularity, TimePhrase

_FOREVER_NS, _DAY_NS = 2**62, 86_400 * 10**9
_WEEK_NS = 7 * _DAY_NS
_WEEKDAY = re.compile(r"(?<!last )\b(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.I)
_MEAL_AS_TIME = re.compile(r"\b(after|before|during|at) (?=(?:breakfast|lunch|dinner|supper)\b)", re.I)
"""A meal is something that somebody does rather than a time of the day."""


_ASKS = frozenset({"does", "do", "did", "is", "are", "was", "were", "will", "has", "have", "when", "what", "must"})
"""What follows "until when" asks for a time and tells none."""


@dataclass(frozen=True)
class ToldTime:
    """rest: the question without the words of the time; a time told by an event stands at its end.

    days: weekdays that are meant by habit.
    """

    rest: str
    time: TimeFilter | None = None
    days: tuple[int, ...] = ()


def read_time(text: str, now_ns: int, utc_offset_s: float = 0.0) -> ToldTime:
    """Never fails: without words of time, nothing is filtered."""
    text = _MEAL_AS_TIME.sub(r"\1 having ", text)
    found = parse_time(text, now_ns, utc_offset_s)
    if found is None:
        return ToldTime(text)
    is_asked = found.anchor is not None and found.anchor.clause.partition(" ")[0].lower() in _ASKS
    if is_asked and not found.has_interval:
        return ToldTime(text)
    parts = [found.rest.rstrip(" ?.!")]
    if found.anchor is not None and is_asked:
        parts = [found.anchor.kind.value, found.anchor.clause, *parts]
    elif found.anchor is not None:
        parts += [found.anchor.kind.value, found.anchor.clause]
    if found.order.value:
        parts.append(found.order.value)
    return ToldTime(" ".join(parts), _filter(found), found.weekdays)


def _filter(found: TimePhrase) -> TimeFilter | None:
    if not found.has_interval:
        return None
    since_ns = found.since_ns if found.since_ns is not None else 0
    until_ns = found.until_ns if found.until_ns is not None else _FOREVER_NS
    return TimeFilter(since_ns, until_ns, found.granularity is Granularity.MINUTE)


def of_this_week(time: TimeFilter | None, question: str, first_ns: int, now_ns: int) -> TimeFilter | None:
    """ "On Thursday", asked on a Thursday: a week ago, or today where nothing of a week ago is remembered.

    first_ns: of the oldest record.
    """
    if time is None or time.end_ns > first_ns or not _WEEKDAY.search(question) or time.start_ns + _WEEK_NS > now_ns:
        return time
    today = TimeFilter(time.start_ns + _WEEK_NS, time.end_ns + _WEEK_NS, time.is_moment)
    return today if now_ns - today.start_ns < _DAY_NS else time
