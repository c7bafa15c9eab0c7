"""One request to a language model: what became of it, why there is no reply, as it is written down and counted,
and what all of them cost, role by role.
"""

from __future__ import annotations

import hashlib
import math
import threading
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict

from embodied_memory.language.language_model import LanguageModelError, Request


class FailureCause(str, Enum):
    """One word for the accounts."""

    UNREACHABLE = "unreachable"
    """No connection, or it was lost before the reply began."""
    LATE = "late"
    """One of the time-outs."""
    BUSY = "busy"
    """No turn came in time, or the server asked to wait."""
    REFUSED = "refused"
    """The server wants no such request (status 400 to 499)."""
    SERVER_ERROR = "server error"
    """Status 500 and above, or an error in mid-answer."""
    BROKEN_OFF = "broken off"
    """The answer ended without an end."""
    MALFORMED = "malformed"
    """It does not speak the protocol: another type of content, no choices, a redirect."""
    TOO_LARGE = "too large"
    """More bytes than a reply may have."""
    UNUSABLE = "unusable"
    """A reply, but not of the shape asked for, at the second try either."""
    NOT_RECORDED = "not recorded"
    """A transcript was asked for what is not in it."""
    UNEXPECTED = "unexpected"
    """A fault of the client."""


class NoReplyError(LanguageModelError):
    """No reply, and why. retry_after_s: for so long the server wants to be left alone."""

    def __init__(self, cause: FailureCause, message: str, retry_after_s: float = 0.0) -> None:
        super().__init__(f"{cause.value}: {message}")
        self.cause = cause
        self.retry_after_s = retry_after_s


VALID = "valid"
"""The outcome of a request whose last reply was of the shape; else it is the cause of the failure."""


class Exchange(BaseModel):
    """A line of a transcript. Times: ns since the epoch, when it ended; seconds."""

    model_config = ConfigDict(frozen=True)

    version: int = 1
    stamp_ns: int = 0
    role: str
    shape: str
    """Name of the type asked for."""
    prompt: str
    system: str = ""
    images: tuple[str, ...] = ()
    """SHA-256 of each."""
    replies: tuple[str, ...] = ()
    """As the model wrote them; the second was asked for because the first was not of the shape."""
    outcome: str = VALID
    prompt_tokens: int = 0
    completion_tokens: int = 0
    """Of both tries."""
    latency_s: float = 0.0
    image_files: tuple[str, ...] = ()
    """Base64, where images are written down."""

    @property
    def failure(self) -> FailureCause | None:
        """None if there was a usable reply. Raises ValueError for an outcome that is none."""
        return None if self.outcome == VALID else FailureCause(self.outcome)

    @property
    def key(self) -> tuple[object, ...]:
        """By which the same request is known again."""
        return (self.role, self.shape, self.system, self.prompt, self.images)


def exchange_of(request: Request, shape: type[BaseModel], replies: Sequence[str] = ()) -> Exchange:
    """What is known of it at once."""
    return Exchange(
        role=request.role,
        shape=shape.__name__,
        prompt=plain_text(request.prompt),
        system=plain_text(request.system),
        images=tuple(hashlib.sha256(image).hexdigest() for image in request.images),
        replies=tuple(map(plain_text, replies)),
    )


def plain_text(text: str) -> str:
    """Without the halves of characters that no text can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


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
