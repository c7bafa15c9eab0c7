"""When a rule holds that was laid down for some hours ("nobody comes in between nine and twelve", "not after ten at
night") or for once ("don't open it before Saturday"); all others hold always.

Where the words leave it open, it holds: who is told of a rule that binds no more can say so, and the other way round
something is done that nobody wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from embodied_memory.words.time_words.clock_words import CLOCK, HOUR, Clock, read_clock
from embodied_memory.words.time_words.spoken_time import LocalTime, names_day, read_due

_BARE = re.compile(
    rf"\b(?P<before>between|and|to|before|after|from|till|until) (?P<hour>{HOUR})"
    r"(?= *(?:$|[,.;!?]|(?:and|to|till|until|at|in the|when|if|unless|or|tomorrow|tonight|today|please)\b))",
    re.I,
)
_SENTENCE = re.compile(r"[.;!?]+\s*")
_PART = re.compile(r"\b(?:in the |at |this )?(?P<part>morning|afternoon|evening|night|tonight)\b", re.I)
_UP_TO, _FROM = ("before", "till", "until", "by"), ("between", "from")
_ONCE = re.compile(r"\b(?P<word>before|till|until)\b", re.I)
_SPAN = re.compile(rf"\b(?:between|from) (?:{HOUR})\b[^,]*\b(?:and|to|till|until)\b", re.I)
_FOR_GOOD = re.compile(
    r"\b(?:from|starting|since|as of)(?: on)? (?:today|tonight|tomorrow|now|next|this|\w+day)\b|\b(?:every|each)\b"
    r"|\b\w+days\b",
    re.I,
)
"""A day from which on, or on which always."""
_AT_NIGHT = re.compile(r"\b(?:at night|overnight|during the night|all night)\b", re.I)
_DAY_H, _HALF_H, _DAWN_H, _NIGHT_H = 24.0, 12.0, 5.0, 21.0


def is_in_force(words: str, made_ns: int, now_ns: int, utc_offset_h: float) -> bool:
    """Whether a rule binds at a time. words: as it was laid down at `made_ns`; both in ns since the epoch."""
    sentences = [_with_hours(one) for one in _SENTENCE.split(words) if one.strip()]
    made, now = LocalTime(made_ns, utc_offset_h, morning_h=0.0), LocalTime(now_ns, utc_offset_h)
    ends = [end for one in sentences for end in _ends(one, made)]
    if ends:
        return now_ns < max(ends)
    hours = [window for one in sentences for window in _windows(one)]
    return not hours or any(_is_within(now.now, since, until) for since, until in hours)


def _with_hours(sentence: str) -> str:
    """ "Between nine and twelve" with what tells that hours are meant."""
    return _BARE.sub(r"\g<before> \g<hour> o'clock", " ".join(sentence.split()))


def _ends(sentence: str, made: LocalTime) -> Iterator[int]:
    """When a rule is over that is for once: on the day that it names, or the next such hour."""
    if _FOR_GOOD.search(sentence):
        return
    bound, due = _ONCE.search(sentence), read_due(sentence, made)
    is_next_hour = bound is not None and bound["word"].lower() != "before" and not _SPAN.search(sentence)
    if due is None or not (names_day(sentence, made) or is_next_hour):
        return
    yield due.start_ns if bound and bound["word"].lower() == "before" else due.end_ns


def _windows(sentence: str) -> Iterator[tuple[float, float]]:
    """(since, until) in hours of the day; until may be later than midnight. Both halves of the day where morning and
    evening are not told apart.
    """
    part, is_timed = _PART.search(sentence), CLOCK.search(sentence) is not None
    if _AT_NIGHT.search(sentence) and not is_timed:
        yield _NIGHT_H, _DAY_H + _DAWN_H
    named = part["part"].lower() if part else ""
    since: Clock | None = None
    for found in CLOCK.finditer(sentence):
        clock, word = read_clock(found), _word_before(sentence, found)
        if clock is None:
            continue
        if since is not None and word in ("and", "to", "till", "until"):
            yield from _spans(since, clock, named)
            since = None
        elif word in _UP_TO:
            yield 0.0, _hours(clock, named)[-1]
        elif word == "after":
            yield _hours(clock, named)[0], _DAY_H + _DAWN_H
        since = clock if word in _FROM else since
    if since is not None:
        yield _hours(since, named)[0], _DAY_H + _DAWN_H


def _word_before(sentence: str, found: re.Match[str]) -> str:
    """The first of the words that make a bound of a clock time: they may be part of it."""
    inside = found[0].split()[0].lower()
    known = (*_UP_TO, *_FROM, "and", "to", "after")
    return inside if inside in known else (sentence[: found.start()].lower().split() or [""])[-1]


def _spans(since: Clock, until: Clock, part: str) -> Iterator[tuple[float, float]]:
    ends = _hours(until, part)
    for begin in _hours(since, part):
        end = min(((end - begin) % _DAY_H or _DAY_H) for end in ends)
        yield begin, begin + end


def _hours(clock: Clock, part: str) -> tuple[float, ...]:
    """The hours of the day that may be meant, the first in front."""
    if clock.fixed or part:
        return (clock.hour_in("evening" if part == "night" else part, None),)
    return clock.hour % _HALF_H, clock.hour % _HALF_H + _HALF_H


def _is_within(now: datetime, since: float, until: float) -> bool:
    hour = now.hour + now.minute / 60
    return since <= hour < until or since <= hour + _DAY_H < until
