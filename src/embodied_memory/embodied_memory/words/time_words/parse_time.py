"""What time a question is about: the pieces are found one after the other, and together they make an interval.

First come habits ("on Mondays") and ranges ("between 3 and 5 pm", "from Monday to Wednesday", "9:00-11:30"),
then days, parts of days, clock times, and the word before them that makes a bound of them ("since", "before");
then events ("before it was moved", "after Anna came home") and order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from embodied_memory.words.time_words.components import (
    AFTER_BARE_HOUR,
    MARK,
    Components,
    When,
    bounded,
    compose,
    find_components,
    is_day,
)
from embodied_memory.words.time_words.local_calendar import WEEKDAYS, Interval, LocalCalendar, to_ns
from embodied_memory.words.time_words.time_phrase import AnchorKind, Granularity, Order, TimeAnchor, TimePhrase
from embodied_memory.words.time_words.times_of_day import NUMBER, UNIT, UNIT_S, first_after, last_before, number_of

_KINDS = {
    "before": AnchorKind.BEFORE, "prior to": AnchorKind.BEFORE, "until": AnchorKind.BEFORE, "till": AnchorKind.BEFORE,
    "up until": AnchorKind.BEFORE, "after": AnchorKind.AFTER, "since": AnchorKind.AFTER,
    "as soon as": AnchorKind.AFTER, "while": AnchorKind.DURING, "whilst": AnchorKind.DURING,
    "during": AnchorKind.DURING, "when": AnchorKind.DURING, "by the time": AnchorKind.DURING,
    "at the time": AnchorKind.DURING, "at the moment": AnchorKind.DURING, "once": AnchorKind.AFTER,
}  # fmt: skip
_INVERTED = (
    r"did|do|does|was|were|is|are|am|will|would|can|could|has|have|had|shall|should|may|might|must|to|exactly|else"
)
_QUESTION_BEGINS = re.compile(r" (?=(?:where|what|who|whose|which|why|how|did|tell|please)\b)", re.I)
_CLOSELY = r"(?:right|just|shortly|immediately|soon|directly|straight|long|even) "
_ANCHOR = re.compile(
    rf"(?:(?P<count>{NUMBER}) (?P<unit>{UNIT})s? |{_CLOSELY})?"
    rf"\b(?P<kind>{'|'.join(sorted(_KINDS, key=len, reverse=True))}) (?:that |when )?"
    r"(?P<clause>[^?!.;]*[^\W_][^?!.;]*)",
    re.I,
)
_NO_TIME_BEFORE = re.compile(
    r"\b(?:look(?:s|ed|ing)?|ask(?:s|ed|ing)?|named|called|day|night|week|month|year|morning|evening|ever|never"
    r"|know|knows|tell me|remember|sure|idea|wonder|see|guess|say|said|told me|for) $",
    re.I,
)
_ASKED_WHEN = re.compile(rf"(?:{_INVERTED})\b", re.I)
_NEED_A_SUBJECT = ("at the time", "at the moment", "once")
_NO_SUBJECT = re.compile(r"(?:in|on|at|of|for|with|near|by|a|an|per|every|again|more|or|and|upon)\b", re.I)
_EMPTY_CLAUSE = re.compile(r"(?:all|long|now|then|ever|last|the day)\W*$", re.I)


def find_anchor(text: str) -> tuple[TimeAnchor, int, int] | None:
    """The event that the text tells its time by, and where it stands there; None if there is none."""
    position = 0
    while match := _ANCHOR.search(text, position):
        found = _read(match, text)
        if found is not None:
            return found
        position = match.end("kind")
    return None


def _read(match: re.Match[str], text: str) -> tuple[TimeAnchor, int, int] | None:
    if match["kind"].lower() in _NEED_A_SUBJECT and _NO_SUBJECT.match(match["clause"]):
        return None
    kind, start = match["kind"].lower(), match.start()
    clause_start = match.start("clause")
    if kind == "when" and (_ASKED_WHEN.match(match["clause"]) or _NO_TIME_BEFORE.search(text[: match.start("kind")])):
        return None
    if kind in ("after", "before") and not match["count"] and _NO_TIME_BEFORE.search(text[: match.start("kind")]):
        return None
    end = _clause_end(text, clause_start, match.end("clause"), leads=not text[:start].strip(" ,"))
    clause = text[clause_start:end].replace(MARK, " ").strip(" ,")
    if not clause or _EMPTY_CLAUSE.match(clause):
        return None
    offset_s = number_of(match["count"]) * UNIT_S[match["unit"].lower()] if match["count"] else 0.0
    return TimeAnchor(_KINDS[kind], clause, offset_s), start, end


def _clause_end(text: str, start: int, end: int, leads: bool) -> int:
    """A clause ends with the sentence, or at a comma; one that leads also where the question begins."""
    comma = text.find(",", start, end)
    if comma >= 0:
        return comma
    question = _QUESTION_BEGINS.search(text, start, end) if leads else None
    return question.start() if question else end


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


_RANGE = re.compile(
    r"\b(?<!night )(?:between|from) (?P<first>[^?!;]{1,50}?) (?:and|to|until|till) (?P<rest>[^?!;]+)"
    r"|(?:\bfrom )?\b(?P<first2>\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?) ?[-–] ?"
    r"(?P<rest2>\d{1,2}(?:[:.]\d\d| ?[ap]m)[^?!;]*)",
    re.I,
)
_MOST_WORDS = 7
_BARE = re.compile(r"\w+")


@dataclass(frozen=True)
class FoundRange:
    """A range and the text without it."""

    when: When
    text: str


def find_range(text: str, calendar: LocalCalendar, ahead: bool) -> FoundRange | None:
    """The first range of times in the text. The day of its hours may stand anywhere in the text."""
    for match in _RANGE.finditer(text):
        first = find_components(match["first"] or match["first2"], calendar, ahead)
        if not first.is_whole:
            continue
        rest_start = match.start("rest") if match["rest"] else match.start("rest2")
        for end in _word_ends(text, rest_start, match.end()):
            second = find_components(text[rest_start:end], calendar, ahead)
            if second.is_whole and _is_plain(text, first, second, rest_start, end):
                found = _between(first, second, f"{text[: match.start()]}{MARK}{text[end:]}", calendar, ahead)
                if found is not None:
                    return found
    return None


def _word_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Where the second time may end, the farthest first."""
    ends = [start + word.end() for word in re.finditer(r"[^\s,]+", text[start:end])]
    return reversed(ends[:_MOST_WORDS])


def _is_plain(text: str, first: Components, second: Components, start: int, end: int) -> bool:
    """Two bare numbers are hours only if no noun follows: not "between 3 and 5 chairs"."""
    bare = _BARE.fullmatch(text[start:end]) and second.clock is not None and not second.clock.fixed
    return not bare or bool(re.match(AFTER_BARE_HOUR, text[end:], re.I))


def _between(
    first: Components, second: Components, text: str, calendar: LocalCalendar, ahead: bool
) -> FoundRange | None:
    day = second.day or first.day
    if day is None:
        outer = find_components(text, calendar, ahead)
        around = compose(outer, calendar, ahead) if outer.clock is None else None
        if around is not None and around.since and around.until:
            day, text = Interval(around.since, around.until, around.granularity), outer.text
            first, second = replace(first, day=day), replace(second, day=day)
    if first.clock is None or second.clock is None:
        return _of_days(first, second, text, calendar, ahead)
    when = _of_hours(first, second, day, calendar, ahead)
    return FoundRange(when, text) if when is not None else None


def _of_hours(
    first: Components, second: Components, day: Interval | None, calendar: LocalCalendar, ahead: bool
) -> When | None:
    if first.clock is None or second.clock is None:
        return None
    base = day or calendar.day(0)
    if second.clock.fixed and not first.clock.fixed:
        ends = compose(Components("", second.day or base, second.part, clock=second.clock), calendar, ahead)
        until = ends.moment if ends else None
        since = last_before(until, first.clock) if until else None
    else:
        told = Components("", first.day or base, first.part or second.part, clock=first.clock)
        starts = compose(told, calendar, ahead)
        since = starts.moment if starts else None
        until = first_after(since, second.clock) if since else None
    if since is None or until is None:
        return None
    shift = timedelta(days=_days_to_shift(since, until, calendar, ahead) if day is None else 0)
    return When(since + shift, until + shift, Granularity.HOUR)


def _days_to_shift(since: datetime, until: datetime, calendar: LocalCalendar, ahead: bool) -> int:
    """Hours without a day are the latest that have begun, or the next that are not over."""
    if ahead:
        return 1 if until <= calendar.now else 0
    return -1 if since > calendar.now else 0


def _of_days(
    first: Components, second: Components, text: str, calendar: LocalCalendar, ahead: bool
) -> FoundRange | None:
    starts, ends = compose(first, calendar, ahead), compose(second, calendar, ahead)
    if starts is None or ends is None:
        return None
    since, until = starts.moment or starts.since, ends.moment or ends.until
    if since is None or until is None:
        return None
    if since >= until and first.day is not None and is_day(first.day):
        until, since = _one_after_the_other(since, until, calendar)
    return FoundRange(When(since, until, ends.granularity), text) if since < until else None


def _one_after_the_other(since: datetime, until: datetime, calendar: LocalCalendar) -> tuple[datetime, datetime]:
    """(until, since) of two weekdays: the end may be today's day, else the begin is the one of the week before."""
    week = timedelta(days=7)
    if calendar.today < until + week <= calendar.day(-1).start + timedelta(hours=5):
        return until + week, since
    return until, since - week
