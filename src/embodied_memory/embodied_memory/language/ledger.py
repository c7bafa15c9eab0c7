"""What a language model cost, role by role."""

from __future__ import annotations

import math
import threading
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from embodied_memory.language.exchange import FailureCause

_LATENCIES = 512
"""The latest so many of a role are kept for the percentile."""


@dataclass(frozen=True)
class Spending:
    """Of one role. Latency in seconds, from the request to its end, waiting and a second try included."""

    requests: int = 0
    retries: int = 0
    """How often a second reply was asked for, because the first was not of the shape."""
    failures: tuple[tuple[str, int], ...] = ()
    """By cause (`FailureCause`), as often as each occurred."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    mean_latency_s: float = 0.0
    p95_latency_s: float = 0.0
    """Of the latest 512 requests, nearest rank."""

    @property
    def failed(self) -> int:
        """Requests without a usable reply."""
        return sum(count for _, count in self.failures)

    def __str__(self) -> str:
        told = [
            f"{self.requests} requests",
            f"{self.retries} retried",
            f"{self.prompt_tokens} + {self.completion_tokens} tokens",
            f"latency {self.mean_latency_s:.2f} s, p95 {self.p95_latency_s:.2f} s",
            *(f"{count} {cause}" for cause, count in self.failures),
        ]
        return ", ".join(told)


@dataclass
class _Account:
    requests: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_s: float = 0.0
    failures: Counter[str] = field(default_factory=Counter)
    latencies_s: deque[float] = field(default_factory=lambda: deque(maxlen=_LATENCIES))

    def spending(self) -> Spending:
        ordered = sorted(self.latencies_s)
        return Spending(
            self.requests,
            self.retries,
            tuple(sorted(self.failures.items())),
            self.prompt_tokens,
            self.completion_tokens,
            self.total_s / self.requests,
            ordered[math.ceil(0.95 * len(ordered)) - 1],
        )


class Ledger:
    """Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._accounts: dict[str, _Account] = {}

    def enter(
        self,
        role: str,
        latency_s: float,
        retries: int = 0,
        prompt_tokens: int = 0,
        completion_tokens: int = 0,
        failure: FailureCause | None = None,
    ) -> None:
        """One request of a role and what became of it."""
        with self._lock:
            account = self._accounts.setdefault(role, _Account())
            account.requests += 1
            account.retries += retries
            account.prompt_tokens += prompt_tokens
            account.completion_tokens += completion_tokens
            account.total_s += latency_s
            account.latencies_s.append(latency_s)
            if failure is not None:
                account.failures[failure.value] += 1

    def of(self, role: str) -> Spending:
        """Nothing for a role that never asked."""
        with self._lock:
            account = self._accounts.get(role)
            return account.spending() if account else Spending()

    def __iter__(self) -> Iterator[tuple[str, Spending]]:
        """Role and spending, in the order of the alphabet."""
        with self._lock:
            accounts = sorted(self._accounts.items())
        return iter([(role, account.spending()) for role, account in accounts])


@runtime_checkable
class Accounted(Protocol):
    """A language model that keeps accounts."""

    ledger: Ledger
