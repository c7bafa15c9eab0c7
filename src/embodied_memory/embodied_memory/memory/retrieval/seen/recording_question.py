"""Questions about what was seen, when and how big, that the views and objects of a recording answer by themselves."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.retrieval.seen.question import SeenIntent, SeenQuestion
from embodied_memory.words.time_words.clock_words import UNIT_S, number_of
from embodied_memory.words.wording.words import split_words

_MOST_CHARACTERS = 2000
_LEAD_IN = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|robot|please|so|and|well|excuse me) )*"
    r"(?:(?:can|could|would|will) you (?:please )?(?:tell|show) me |(?:please )?tell me |show me (?=wh|how)"
    r"|do you (?:still )?(?:know|remember) (?=wh|how|if)|i (?:want|would like|need) to know |i wonder )?"
    r"(?:please )?(?:if |whether )?"
)
_UNITS = "seconds?|secs?|minutes?|mins?|hours?"
_NUMBERS = (
    r"\d{1,6}(?: \d{1,3})?|half an?|a couple of|a few|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    "|twelve|fifteen|twenty|thirty|forty(?:-five)?|ninety"
)
_SAW = "(?:see|seen|saw|notice|noticed|observe|observed|recognise|recognised|recognize|find|found|know|remember)"
_PARTS = {
    "{number}": f"(?:{_NUMBERS})",
    "{unit}": f"(?:{_UNITS})",
    "{saw_then}": f"(?:things |objects |else )?(?:did|could|can|have) you {_SAW}|happened|was there|was visible",
    "{saw}": _SAW,
    "{things}": "(?:things?|objects?|items?|stuff|furniture)",
    "{extremes}": "largest|biggest|smallest|tiniest|tallest|highest|longest|widest|shortest|lowest",
}


def recording_question(question: str) -> SeenQuestion | None:
    """None for what is asked of something else."""
    plain = plain_question(question)
    for intent, pattern in _patterns():
        found = pattern.fullmatch(plain)
        if found:
            return _read(question, intent, {name: value or "" for name, value in found.groupdict().items()})
    return None


def plain_question(question: str) -> str:
    """Lower case, single spaces, no punctuation, no lead-in, contractions spelled out."""
    text = question[:_MOST_CHARACTERS].lower().replace("’", "'")
    text = re.sub(r"\b(where|what|who|when|how|there|it|that)'s\b", r"\1 is", text)
    text = re.sub(r"\b(where|what|how)'re\b", r"\1 are", text)
    plain = _LEAD_IN.sub("", " ".join(split_words(text)), count=1)
    return re.sub(r" (?:please|robot|thanks|thank you)$", "", plain)


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[SeenIntent, re.Pattern[str]], ...]:
    patterns = []
    for line in (Path(__file__).parent / "view_patterns.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            intent, _, pattern = line.partition(": ")
            for name, alternatives in _PARTS.items():
                pattern = pattern.replace(name, alternatives)
            patterns.append((SeenIntent(intent), re.compile(pattern)))
    return tuple(patterns)


def _read(question: str, intent: SeenIntent, parts: dict[str, str]) -> SeenQuestion:
    unit_s = UNIT_S[parts["unit"].strip().removesuffix("s")] if parts.get("unit") else 1
    start, end = (_seconds(parts.get(name, "").strip(), unit_s) for name in ("number", "until"))
    value = "between" if end is not None else parts.get("value", "").strip()
    if start is None and parts.get("unit"):
        start = float(unit_s)  # "in the first minute"
    subject, place = (parts.get(name, "").strip() for name in ("subject", "place"))
    return SeenQuestion(question, intent, subject, place=place, value=value, from_s=start, until_s=end)


def _seconds(text: str, unit_s: int) -> float | None:
    if not text:
        return None
    whole, _, decimals = text.partition(" ")
    if whole.isdecimal():  # 2.5 is two words of a plain question
        return float(f"{whole}.{decimals or 0}") * unit_s
    return number_of(text.removeprefix("a ") if len(text) > 1 else text) * unit_s
