"""Phrases that name days, weeks, months or years, or a stretch of time that ends now."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from embodied_memory.memory.time_words import calendar_names, spans_up_to_now
from embodied_memory.memory.time_words.calendar_names import MONTH, WEEKDAY
from embodied_memory.memory.time_words.local_calendar import Interval, LocalCalendar
from embodied_memory.memory.time_words.numbers import NUMBER, UNIT

_NOT_OWNER = r"(?!['’]s|-)"
_DAY_NUMBER = r"(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,? (?P<year>(?:19|20)\d\d))?"
_NO_NOUN = (
    r"(?= *(?:$|[?.!,;\x1f]|(?:at|in|on|of|around|before|after|between|did|was|were|and|or|when|while|what)\b))"
)

Reader = Callable[[re.Match[str], LocalCalendar, bool], Interval]
"""(match, calendar, whether the text looks ahead) -> what it means."""


@dataclass(frozen=True)
class Found:
    """An interval and where it stands in the text."""

    interval: Interval
    start: int
    end: int


def find_days(text: str, calendar: LocalCalendar, ahead: bool) -> Found | None:
    """The first phrase for days in the text, None if there is none or no calendar has what it says."""
    for pattern, reader in _READERS:
        for match in pattern.finditer(text):
            try:
                bound = match.groupdict().get("bound")
                return Found(
                    reader(match, calendar, ahead), match.end("bound") + 1 if bound else match.start(), match.end()
                )
            except (ValueError, OverflowError):
                continue
    return None


_SPANS = "|".join(sorted(spans_up_to_now.SPANS, key=len, reverse=True))
_IN = r"\b(?:(?:in|over|during|within|for|throughout|on|at|of) )?"
_AFTER_WORD = r"\b(?:(?:in|on|of|during) |(?P<bound>since|until|till|before|after|by|from) )"
_READERS: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(pattern, re.I), reader)
    for pattern, reader in (
        (rf"{_IN}(?:the )?(?:last|past|previous) (?P<count>{NUMBER}) (?P<unit>{UNIT})s?\b", spans_up_to_now.rolling),
        (rf"{_IN}the (?:last|past) (?P<unit>{UNIT})s?\b", spans_up_to_now.rolling),
        (
            rf"\b(?:(?:about|around|some|roughly|approximately|almost|nearly|over) )?(?P<count>{NUMBER})"
            rf" (?P<unit>{UNIT})s?(?P<half> and a half)? ago\b",
            spans_up_to_now.ago,
        ),
        (rf"\bin (?P<count>{NUMBER}) (?P<unit>day|week|fortnight)s?(?:['’]? time)?\b", calendar_names.in_some_days),
        (
            rf"{_IN}(?<!most )(?P<name>{_SPANS})\b{_NOT_OWNER}",
            spans_up_to_now.plain,
        ),
        (
            r"\b(?:(?:in|over|during|at|on|throughout|of|for|all) )?(?P<which>this|last|next|the next|the previous"
            rf"|the following|the coming|previous) (?P<unit>week|weekend|month|year)\b{_NOT_OWNER}",
            calendar_names.named,
        ),
        (
            rf"\b(?:(?:in|during) )?the night (?:from|of) (?P<which>last )?(?P<name>{WEEKDAY})"
            rf" (?:on|to) (?:{WEEKDAY})\b",
            calendar_names.night,
        ),
        (rf"\b(?:at|on|over|during) (?P<which>the) (?P<unit>weekend)\b{_NOT_OWNER}", calendar_names.named),
        (r"\b(?:on )?(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)\b", calendar_names.iso_date),
        (
            r"\b(?:on )?(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>(?:19|20)\d\d)?(?![\d.])",
            calendar_names.dotted_date,
        ),
        (
            rf"{_IN}(?:(?:{WEEKDAY}),? )?{_DAY_NUMBER}(?: of)? (?P<month>{MONTH})\b(?! (?:be|have|not)\b){_YEAR}",
            calendar_names.date,
        ),
        (
            rf"{_IN}(?:(?:{WEEKDAY}),? )?(?P<month>{MONTH}) {_DAY_NUMBER}(?![\d:]){_YEAR}",
            calendar_names.date,
        ),
        (rf"{_AFTER_WORD}the (?P<day>\d{{1,2}})(?:st|nd|rd|th)\b{_NO_NOUN}", calendar_names.day_alone),
        (
            rf"\b(?:(?:on|of) )?(?:(?P<which>last|this|next|this coming|coming|this past) )?(?P<name>{WEEKDAY})"
            rf"\b{_NOT_OWNER}",
            calendar_names.weekday,
        ),
        (
            rf"(?:{_AFTER_WORD}|\b(?=last ))(?P<which>last )?(?P<month>{MONTH})\b{_YEAR}",
            calendar_names.month,
        ),
        (rf"{_AFTER_WORD}(?P<year>(?:19|20)\d\d)\b", calendar_names.year),
    )
)
