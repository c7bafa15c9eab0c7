"""What is to be done again and again: "every Saturday at ten"."""

from __future__ import annotations

import re

from embodied_memory.words.time_words.local_calendar import WEEKDAYS

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
