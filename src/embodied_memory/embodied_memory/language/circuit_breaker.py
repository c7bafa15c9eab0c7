"""Who fails again and again is left alone for a while."""

from __future__ import annotations

from embodied_memory.config import LanguageConfig


class CircuitBreaker:
    """Counts in calls: the same calls with the same outcomes are always let through or held back the same way."""

    def __init__(self, config: LanguageConfig) -> None:
        self._config = config
        self._failures = 0
        self._resting = 0
        self._next_rest = config.rest_calls

    def allows(self) -> bool:
        """Whether to make this call; one that is held back shortens the rest."""
        if not self._resting:
            return True
        self._resting -= 1
        return False

    def succeeded(self) -> None:
        """All is well again."""
        self._failures, self._next_rest = 0, self._config.rest_calls

    def failed(self) -> None:
        """Rest after the last of several; after a rest, the first failure is enough."""
        self._failures += 1
        if self._failures >= self._config.failures_to_rest:
            self._resting = self._next_rest
            self._next_rest = min(2 * self._next_rest, self._config.longest_rest_calls)
