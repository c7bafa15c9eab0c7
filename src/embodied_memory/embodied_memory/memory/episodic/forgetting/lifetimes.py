"""How long the nodes of each level live by default (H2-EMV, section 4.1, the expiry time of a node)."""

from __future__ import annotations

from embodied_memory.config import ForgettingConfig
from embodied_memory.memory.episodic.history_tree.node import FOREVER, Level

SECOND = 1_000_000_000


class Lifetimes:
    """Default timespans by level, and expiry times made from them."""

    def __init__(self, config: ForgettingConfig) -> None:
        spans_s = (
            config.raw_lifetime_s,
            config.instant_lifetime_s,
            config.event_lifetime_s,
            config.goal_lifetime_s,
            config.higher_lifetime_s,
        )
        self._spans_ns = tuple(round(span * SECOND) for span in spans_s)

    def span_ns(self, level: int) -> int:
        """The default timespan of a level: what a relevance factor multiplies."""
        return self._spans_ns[min(level, Level.HIGHER)]

    def expires_ns(self, level: int, last_ns: int) -> int:
        """tau = t_end + span * gamma, where gamma doubles with every level above the goals."""
        gamma = 1 if level <= Level.GOAL else 2 ** (level - Level.GOAL)
        return min(last_ns + self.span_ns(level) * gamma, FOREVER)

    def extended_ns(self, level: int, expires_ns: int, relevance: float) -> int:
        """tau + relevance * span; infinite relevance keeps for ever."""
        if expires_ns >= FOREVER or relevance * self.span_ns(level) >= FOREVER - expires_ns:
            return FOREVER
        return expires_ns + round(relevance * self.span_ns(level))
