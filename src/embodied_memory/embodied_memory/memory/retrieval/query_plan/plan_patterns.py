"""The intents by their cues, read from `plan_patterns.txt`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent


@dataclass(frozen=True)
class CuePattern:
    """Cues that occur in their order, and cues that must not occur. may_turn: in any other order they tell the same.

    is_telling: it does not fit nearly every question that names a thing.
    """

    intent: QueryIntent
    cues: tuple[re.Pattern[str], ...]
    in_order: re.Pattern[str]
    never: re.Pattern[str] | None
    is_telling: bool
    may_turn: bool

    def fits(self, text: str) -> bool:
        """text: tokens with a space on both sides of each."""
        return self.in_order.search(text) is not None and self._is_allowed(text)

    def fits_in_any_order(self, text: str) -> bool:
        """Whether all cues occur."""
        return self.may_turn and all(cue.search(text) for cue in self.cues) and self._is_allowed(text)

    def _is_allowed(self, text: str) -> bool:
        return self.never is None or self.never.search(text) is None


def intents_of(text: str) -> list[QueryIntent]:
    """All intents whose cues occur, each once: telling cues in order, then in any order, then the weak ones."""
    fitting = [pattern for pattern in _patterns() if pattern.fits(text)]
    telling = [pattern for pattern in fitting if pattern.is_telling]
    loose = [pattern for pattern in _patterns() if pattern.fits_in_any_order(text)]
    weak = [pattern for pattern in fitting if not pattern.is_telling]
    return list(dict.fromkeys(pattern.intent for pattern in (*telling, *loose, *weak)))


def cue_classes() -> dict[str, str]:
    """A regular expression for each @class, to be searched in tokens with a space on both sides of each."""
    classes = _classes()
    return {name: _alternatives(name, classes) for name in classes}


@lru_cache(maxsize=1)
def _classes() -> dict[str, str]:
    pairs = (line.partition(" = ") for line in _lines() if line.startswith("@"))
    return {name: words for name, _, words in pairs}


@lru_cache(maxsize=1)
def _lines() -> tuple[str, ...]:
    return tuple(Path(__file__).with_name("plan_patterns.txt").read_text(encoding="utf-8").splitlines())


@lru_cache(maxsize=1)
def _patterns() -> tuple[CuePattern, ...]:
    classes = _classes()
    patterns: list[CuePattern] = []
    is_telling = True
    for line in _lines():
        if line.startswith("----"):
            is_telling = False
        elif line and not line.startswith(("#", "@")):
            intent, _, cues = line.partition(": ")
            may_turn = is_telling and not intent.endswith("!")
            patterns.append(_pattern(QueryIntent(intent.rstrip("!")), cues.split(), classes, is_telling, may_turn))
    return tuple(patterns)


def _pattern(
    intent: QueryIntent, cues: list[str], classes: dict[str, str], is_telling: bool, may_turn: bool
) -> CuePattern:
    wanted = [_alternatives(cue, classes) for cue in cues if not cue.startswith("!")]
    never = [_alternatives(cue[1:], classes) for cue in cues if cue.startswith("!")]
    return CuePattern(
        intent,
        tuple(map(re.compile, wanted)),
        re.compile(".*?".join(wanted)),
        re.compile("|".join(never)) if never else None,
        is_telling,
        may_turn,
    )


def _alternatives(cue: str, classes: dict[str, str]) -> str:
    """@put|hide -> one group of all words. A space stands on both sides; the last one may be the next cue's."""
    words = cue
    while "@" in words:
        words = "|".join(classes[part] if part.startswith("@") else part for part in words.split("|"))
    return f" (?:{'|'.join(re.escape(word).replace('_', ' ') for word in words.split('|'))})(?= )"
