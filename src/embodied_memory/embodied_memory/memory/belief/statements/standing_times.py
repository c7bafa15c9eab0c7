"""When what was said once for longer is due or holds: what is to be done again and again ("every Saturday at
ten"), and a rule that was laid down for some hours ("nobody comes in between nine and twelve", "not after ten
at night") or for once ("don't open it before Saturday"); all other rules hold always.

Where the words leave it open, a rule holds: who is told of one that binds no more can say so, and the other way
round something is done that nobody wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from embodied_memory.words.time_words.local_calendar import WEEKDAYS
from embodied_memory.words.time_words.spoken_time import LocalTime, names_day, read_due
from embodied_memory.words.time_words.times_of_day import CLOCK, HOUR, Clock, read_clock

_DAY_NS = 86_400 * 10**9
_PARTS = {"morning": "in the morning", "afternoon": "in the afternoon", "evening": "in the evening",
          "night": "at night"}  # fmt: skip
_UNITS = "|".join(("day", "week", *_PARTS, *WEEKDAYS))
_EVERY = re.compile(rf"\b(?:every|each)(?: single)? (?P<unit>{_UNITS})\b|\b(?P<short>daily|weekly)\b", re.I)


def said_every(text: str) -> tuple[str, str]:
    """(the first such time, the words that say that it comes again): "each single Saturday at ten" -> ("Saturday at
    ten", "every Saturday"); the text and "" where it is said of once.
    """
    found = _EVERY.search(text)
    if found is None:
        return text, ""
    unit = found["unit"] or ""
    once = _PARTS.get(unit.lower(), unit if unit.lower() in WEEKDAYS else "")
    again = f"every {unit}" if unit else found[0].lower()
    return f"{text[: found.start()]}{once}{text[found.end() :]}", again


def without_every(text: str) -> str:
    """What is to be done, without the words that say that it comes again."""
    return _EVERY.sub("", text).strip(" ,")


def comes_again(text: str) -> bool:
    """Whether something is to be done again and again."""
    return _EVERY.search(text) is not None


def last_due(text: str, due_ns: int, now_ns: int) -> int:
    """Its newest time that is not to come, of what was due first at one of them; that where it is to come or comes
    once.
    """
    period_ns = _period_ns(text)
    return due_ns if period_ns is None or now_ns <= due_ns else due_ns + (now_ns - due_ns) // period_ns * period_ns


def next_due(text: str, due_ns: int, after_ns: int) -> int | None:
    """The first of its times after a moment, of what was due at one of them; None for what comes once."""
    period_ns = _period_ns(text)
    if period_ns is None:
        return None
    periods = max(1, -(-(after_ns + 1 - due_ns) // period_ns))
    return due_ns + periods * period_ns


def _period_ns(text: str) -> int | None:
    found = _EVERY.search(text)
    if found is None:
        return None
    unit = (found["unit"] or found["short"]).lower()
    return _DAY_NS * (7 if unit in ("week", "weekly", *WEEKDAYS) else 1)


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
