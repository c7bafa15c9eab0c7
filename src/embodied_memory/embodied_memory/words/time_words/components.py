"""The pieces that a time is told with: a day, a part of a day, an hour by the clock.

What is found is replaced in the text by MARK, so that what stands beside it can be seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from embodied_memory.words.time_words.clock_words import CLOCK, Clock, read_clock
from embodied_memory.words.time_words.day_parts import DAY_HOURS
from embodied_memory.words.time_words.local_calendar import Interval, LocalCalendar
from embodied_memory.words.time_words.spans_of_days import find_days

MARK = "\x1f"
"""Cannot be in a text that is read: control characters are taken out first."""

_NAMES = "|".join(sorted(DAY_HOURS, key=len, reverse=True))
_POINTS = "noon|midday|midnight|lunchtime|lunch|breakfast|dinnertime|dinner|supper|bedtime"
_BOUND = "since|before|after|until|till|by"
_NO_NOUN = r"(?! (?:table|box|plates?|bowls?|room|tray|bag|set|dishes|light|lamp|stand|paper|dress|gown|routine)\b)"
_PART = re.compile(
    rf"(?:(?:\b(?P<some3>early|late) )?{MARK},? ?(?:(?:in|during) the |at )?(?:(?P<some>early|late) )?(?P<a>{_NAMES})"
    r"|\b(?:(?:in|during|on|over|throughout|all|for) )?(?:the middle of )?(?:the|(?P<this>this)|that) (?:whole )?"
    r"(?:(?P<some2>early|late) )?(?P<b>morning|afternoon|evening|night)"
    rf"|\b(?:at|around|about|during|over) (?P<c>night|{_POINTS})"
    rf"|\b(?P<bound>{_BOUND}) (?P<d>{_POINTS})"
    r"|\ball (?P<e>morning|afternoon|evening|night))"
    rf"\b(?!['’]s|-){_NO_NOUN}(?: (?:of|on) {MARK})?",
    re.I,
)

_HOUR = r"(?:1[0-2]|0?[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_HALF_DAY = r"(?: ?(?:[ap]\.m\.|[ap]m\b))"
_CLOCK_FORMS = (
    rf"(?:(?:half|a quarter|quarter|twenty-five|twenty|ten|five|\d{{1,2}})(?: minutes)? (?:past|to) {_HOUR}\b"
    rf"{_HALF_DAY}?|(?:[01]?\d|2[0-4])[:.][0-5]\d(?!\d|[.:]\d){_HALF_DAY}?|{_HOUR}{_HALF_DAY}|{_HOUR} o['’]?clock\b)"
)
BARE_HOUR = rf"(?:2[0-3]|1\d|{_HOUR})"
AFTER_BARE_HOUR = (
    rf"(?= *(?:$|[?.!,;{MARK}]|(?:on|in the|this|that|last|and|or|did|do|was|were|is|are|when|what|where|who|sharp"
    r"|had|have|has|for)\b))"
)
_CLOCK = re.compile(
    rf"(?:{MARK},? ?)?(?:(?P<about>\b(?:at )?(?:around|about|roughly|near)) |\bat |@ ?)?"
    rf"(?:(?P<clock>\b{_CLOCK_FORMS})|(?:(?<=at )|(?<=around )|(?<=about )|(?<=since )|(?<=before )|(?<=after )"
    rf"|(?<=until )|(?<=till ))(?P<bare>{BARE_HOUR})\b{AFTER_BARE_HOUR})(?:,? (?:on |of )?{MARK})?",
    re.I,
)
_BARE = re.compile(rf"(?:at )?(?P<bare>{BARE_HOUR})", re.I)
_WITHOUT_HOUR = re.compile(
    r"(?:at )?(?:a )?(?P<part>half|quarter|(?:twenty-five|twenty|ten|five)(?=(?: minutes)? (?:past|to)))(?: minutes)?"
    r"(?: (?P<side>past|to))?",
    re.I,
)
_FILLER = re.compile(rf"[{MARK} ,]|\b(?:the|in|on|at|of)\b", re.I)


@dataclass(frozen=True)
class Components:
    """What was found; text: what is left, with marks. some: "early" or "late"; about: the hour is told roughly."""

    text: str
    day: Interval | None = None
    part: str = ""
    some: str = ""
    this: bool = False
    clock: Clock | None = None
    minutes: bool = False
    about: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no time is told."""
        return self.day is None and not self.part and self.clock is None

    @property
    def is_whole(self) -> bool:
        """Whether the text tells a time and nothing else."""
        return not self.is_empty and not _FILLER.sub("", self.text)


def find_components(text: str, calendar: LocalCalendar, ahead: bool) -> Components:
    """The first of each in the text."""
    days = find_days(text, calendar, ahead)
    if days is not None:
        text = f"{text[: days.start]}{MARK}{text[days.end :]}"
    found = _with_part(Components(text, days.interval if days else None))
    return _with_clock(found)


def clock_of(words: str) -> Clock | None:
    """What the words of a clock time say."""
    match = CLOCK.search("at " + words.replace("’", "'"))
    return read_clock(match) if match else None


def with_hour(words: str, before: str) -> str:
    """ "half past" after "at seven" -> "half past 7"; else the words as they are. before: what was said."""
    is_part, clock = _WITHOUT_HOUR.fullmatch(words.strip(" .!?")), clock_of(before)
    if not is_part or clock is None:
        return words
    is_to = (is_part["side"] or "").lower() == "to"
    hour = (int(clock.hour) + (is_to and clock.hour % 1 > 0)) % 12 or 12  # "quarter to nine", and "ten to"
    return f"{is_part['part']} {is_part['side'] or 'past'} {hour}"


def _with_part(found: Components) -> Components:
    alone = found.text.strip(f"{MARK} ").lower()
    if alone in DAY_HOURS:
        return Components(MARK, found.day, alone)
    match = _PART.search(found.text)
    if not match:
        return found
    groups = match.groupdict()
    name = next(groups[key] for key in "abcde" if groups[key]).lower()
    some = (groups["some"] or groups["some2"] or groups["some3"] or "").lower()
    bound = f"{groups['bound']} " if groups["bound"] else ""
    text = f"{found.text[: match.start()]}{bound}{MARK}{found.text[match.end() :]}"
    return Components(text, found.day, name, some, bool(groups["this"]))


def _with_clock(found: Components) -> Components:
    match = _CLOCK.search(found.text) or _BARE.fullmatch(found.text.strip(f"{MARK} "))
    if not match:
        return found
    words = match.groupdict().get("clock") or match["bare"]
    clock = clock_of(words)
    if clock is None:
        return found
    whole = match.re is _BARE
    text = MARK if whole else f"{found.text[: match.start()]}{MARK}{found.text[match.end() :]}"
    about = bool(match.groupdict().get("about"))
    minutes = clock.hour % 1 != 0 or ":" in words
    return Components(text, found.day, found.part, found.some, found.this, clock, minutes, about)
