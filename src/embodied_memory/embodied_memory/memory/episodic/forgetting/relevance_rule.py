"""Relevance rules: what people want remembered or forgotten (H2-EMV, section 4.1, relevance learning)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from embodied_memory.config import ForgettingConfig

FORGET: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class RuleOrigin:
    """Where a rule comes from. feedback: the words said, "" for one written by hand; record_id: their record."""

    feedback: str
    person: str
    stamp_ns: int
    record_id: int = 0


@dataclass(frozen=True)
class RelevanceRule:
    """A rule in plain words.

    factors: relevance of what fits it, for raw observations, instants, events, goals and higher summaries (see
    Level), infinite for ever, 0 for what is of no interest. lifetime_s: nothing older is kept by it. edited: a
    person wrote or changed it by hand, so no feedback changes it any more.
    """

    rule_id: int
    text: str
    factors: tuple[float, ...]
    origin: RuleOrigin
    lifetime_s: float = math.inf
    enabled: bool = True
    edited: bool = False

    @property
    def keeps(self) -> bool:
        """Whether it asks to remember, rather than to forget."""
        return any(factor > 0 for factor in self.factors)

    def factor(self, level: int) -> float:
        """Relevance on a level."""
        return self.factors[min(level, len(self.factors) - 1)]


def factors_to_keep(config: ForgettingConfig) -> tuple[float, ...]:
    """For ever, but for raw observations, whose instants tell what was seen."""
    return (config.raw_factor, math.inf, math.inf, math.inf, math.inf)
