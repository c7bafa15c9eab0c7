"""Days told by habit: "on Mondays", "at weekends", "every weekday"."""

from __future__ import annotations

import re

from embodied_memory.memory.wording.calendar import WEEKDAYS

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
