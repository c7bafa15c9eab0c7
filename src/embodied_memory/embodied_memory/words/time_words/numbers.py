"""Amounts and units in words."""

from __future__ import annotations

from embodied_memory.words.time_words.clock_words import amount

_VAGUE = {"couple of": 2.0, "couple": 2.0, "few": 3.0, "several": 4.0}

NUMBER = (
    r"(?:\d{1,6}(?:\.\d+)?|half an?|a couple of|couple of|couple|a few|few|several|an?|one|two|three|four|five|six"
    r"|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty(?:-five)?|ninety)"
)
UNIT = r"(?:second|sec|minute|min|hour|hr|day|night|week|month|year)"
UNIT_S = {
    "second": 1, "sec": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600, "day": 86400, "night": 86400,
    "week": 604800, "month": 30 * 86400, "year": 365 * 86400,
}  # fmt: skip


def number_of(text: str) -> float:
    """The number that figures or words say."""
    text = text.lower()
    return _VAGUE[text] if text in _VAGUE else amount(text)


def is_vague(text: str) -> bool:
    """Whether the number is not meant exactly."""
    return any(word in _VAGUE for word in text.lower().removeprefix("a ").split())
