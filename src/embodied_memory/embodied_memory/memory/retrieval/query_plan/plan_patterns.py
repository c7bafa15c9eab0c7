"""The intents by their cues, read from `plan_patterns.txt`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent


@dataclass(frozen=True)
class CuePattern:
    """Cues that must occur in their order, and cues that must not occur."""

    intent: QueryIntent
    cues: re.Pattern[str]
    never: re.Pattern[str] | None

    def fits(self, text: str) -> bool:
        """text: tokens with a space on both sides of each."""
        return self.cues.search(text) is not None and (self.never is None or self.never.search(text) is None)


def intents_of(text: str) -> list[QueryIntent]:
    """All intents whose cues occur, the most specific first, each once."""
    return list(dict.fromkeys(pattern.intent for pattern in _patterns() if pattern.fits(text)))


@lru_cache(maxsize=1)
def _patterns() -> tuple[CuePattern, ...]:
    classes: dict[str, str] = {}
    patterns: list[CuePattern] = []
    for line in (Path(__file__).parent / "plan_patterns.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("@"):
            name, _, words = line.partition(" = ")
            classes[name] = words
        elif line and not line.startswith("#"):
            intent, _, cues = line.partition(": ")
            patterns.append(_pattern(QueryIntent(intent), cues.split(), classes))
    return tuple(patterns)


def _pattern(intent: QueryIntent, cues: list[str], classes: dict[str, str]) -> CuePattern:
    wanted = [_alternatives(cue, classes) for cue in cues if not cue.startswith("!")]
    never = [_alternatives(cue[1:], classes) for cue in cues if cue.startswith("!")]
    return CuePattern(intent, re.compile(".*?".join(wanted)), re.compile("|".join(never)) if never else None)


def _alternatives(cue: str, classes: dict[str, str]) -> str:
    """@put|hide -> one group of all words. A space stands on both sides; the last one may be the next cue's."""
    words = "|".join(classes[part] if part.startswith("@") else part for part in cue.split("|"))
    while "@" in words:
        words = "|".join(classes[part] if part.startswith("@") else part for part in words.split("|"))
    return f" (?:{'|'.join(re.escape(word).replace('_', ' ') for word in words.split('|'))})(?= )"
