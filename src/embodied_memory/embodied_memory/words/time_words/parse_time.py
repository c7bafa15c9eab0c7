"""What time a question is about: the pieces are found one after the other, and together they make an interval.

First come habits ("on Mondays") and ranges ("between 3 and 5 pm"), then days, parts of days, clock times, and the
word before them that makes a bound of them ("since", "before"); then events ("after Anna came home") and order.
"""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.words.time_words.anchors import find_anchor
from embodied_memory.words.time_words.components import MARK, find_components
from embodied_memory.words.time_words.local_calendar import LocalCalendar, to_ns
from embodied_memory.words.time_words.time_phrase import Order, TimePhrase
from embodied_memory.words.time_words.time_range import find_range
from embodied_memory.words.time_words.when import When, bounded, compose
from embodied_memory.words.wording.calendar import WEEKDAYS

_HABIT = re.compile(
    rf"\b(?:on |every |each )(?P<day>{'|'.join(WEEKDAYS)})s\b|\b(?:every|each) (?P<each>{'|'.join(WEEKDAYS)})\b"
    r"|\b(?:on |during |every |at )(?:the )?(?P<end>week-?ends|weekend(?<=every weekend))\b"
    r"|\b(?:on |every |during )(?:the )?(?P<work>weekdays?|work(?:ing)? ?days?)\b|\b(?P<week>during the week)\b",
    re.I,
)


def find_habit(text: str) -> tuple[tuple[int, ...], str]:
    """(weekdays, the text without their words); 0 is Monday. No weekdays if none are told by habit."""
    match = _HABIT.search(text)
    if not match:
        return (), text
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    if match["day"] or match["each"]:
        return (WEEKDAYS.index((match["day"] or match["each"]).lower()),), rest
    return ((5, 6) if match["end"] else (0, 1, 2, 3, 4)), rest


_MAX_CHARACTERS = 2000
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_AHEAD = re.compile(
    r"\b(?:will|shall|going to(?! (?:bed|sleep|work|school|the)\b)|tomorrow|planned|upcoming|due|remind|won't)\b"
    r"|'ll\b",
    re.I,
)
_BOUND = re.compile(
    rf"\b(?P<word>ever since|since|starting|from(?= {MARK} on)|before|prior to|earlier than|after|later than|until"
    rf"|till|up to|by) {MARK}(?: on(?:wards?)?\b(?! the))?",
    re.I,
)
_NO_OWNER = "".join(f"(?<!\\b{word} )" for word in ("the", "my", "your", "his", "her", "our", "their", "at", "a"))
_ORDER = re.compile(
    r"\b(?:for )?the (?:very )?(?P<a>first|last) time\b|\b(?:the )?(?P<recent>most recent(?:ly| time))\b"
    rf"|{_NO_OWNER}\b(?P<b>first|last)(?= \w)(?! (?:thing|name|floor|aid|of|one|class|few|couple|\d))"
    r"|(?<=\w )(?P<c>first|last)(?=\W*$)",
    re.I,
)
_HABITUAL = re.compile(r"\b(?:usually|normally|typically|generally|always|every day|each day|most days)\b", re.I)
_FREQUENCY = re.compile(r"\bhow (?:often|many times|frequently|regularly)\b|\bnumber of times\b", re.I)
_BESIDE = re.compile(
    rf"\b(?:earlier|first thing|just|as|some ?time|right|shortly|exactly|already) {MARK}|{MARK} (?:or so|sharp)\b",
    re.I,
)
_DANGLING = re.compile(r"(?:[ ,]+(?:on|in|at|during|for|of|around|about|over|from))+(?= *(?:[?.!;]|$))", re.I)


def parse_time(text: str, now_ns: int, utc_offset_s: float = 0.0) -> TimePhrase | None:
    """The time that the text is about, None if it names none. Never fails, whatever the text.

    now_ns: when it was said; utc_offset_s: seconds that the local clock is ahead of UTC. Without a date, the latest
    time of that name is meant, or the next one if the text looks ahead ("will", "tomorrow").
    """
    plain = _CONTROL.sub(" ", text[:_MAX_CHARACTERS])
    try:
        found = _parsed(plain, LocalCalendar(now_ns, utc_offset_s))
    except (ValueError, OverflowError):  # a time that no calendar has
        return None
    return None if found == TimePhrase(rest=found.rest) else found


def _parsed(text: str, calendar: LocalCalendar) -> TimePhrase:
    frequency, ahead = bool(_FREQUENCY.search(text)), bool(_AHEAD.search(text))
    weekdays, rest = find_habit(text)
    when, rest = _take_when(rest, calendar, ahead)
    found = TimePhrase(frequency=frequency, weekdays=weekdays)
    if when is not None:
        since = to_ns(when.since) if when.since else None
        until = to_ns(when.until) if when.until else None
        found = replace(found, since_ns=since, until_ns=until, granularity=when.granularity)
    anchored = find_anchor(rest)
    if anchored is not None:
        anchor, start, end = anchored
        found, rest = replace(found, anchor=anchor), f"{rest[:start]} {rest[end:]}"
    ordered = _ORDER.search(rest)
    if ordered:
        word = (ordered["a"] or ordered["b"] or ordered["c"] or "last").lower()
        found, rest = replace(found, order=Order(word)), f"{rest[: ordered.start()]} {rest[ordered.end() :]}"
    return replace(found, rest=_tidy(rest))


def _take_when(text: str, calendar: LocalCalendar, ahead: bool) -> tuple[When | None, str]:
    found_range = find_range(text, calendar, ahead)
    if found_range is not None:
        return found_range.when, found_range.text
    found = find_components(text, calendar, ahead)
    if found.day is None and _HABITUAL.search(text):
        return None, text
    when = compose(found, calendar, ahead)
    bound = _BOUND.search(found.text)
    if when is None or not bound:
        return when, found.text
    text = f"{found.text[: bound.start()]}{MARK}{found.text[bound.end() :]}"
    return bounded(when, bound["word"].lower(), calendar), text


def _tidy(text: str) -> str:
    """Without marks, doubled blanks, and prepositions and commas that lost what they belonged to."""
    text = _BESIDE.sub(" ", text).replace(MARK, " ")
    plain = re.sub(r" +([?.!,;])", r"\1", " ".join(text.split()))
    plain = _DANGLING.sub("", plain)
    return re.sub(r",(?=[?.!;])", "", plain).strip(" ,")
