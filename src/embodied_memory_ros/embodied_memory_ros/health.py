"""How a node is: what went wrong lately, what is wrong as long as it lasts, and how its topics come."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

import numpy as np
from diagnostic_msgs.msg import DiagnosticStatus

OK, WARN, ERROR = DiagnosticStatus.OK, DiagnosticStatus.WARN, DiagnosticStatus.ERROR
PROBLEM_LASTS_S = 10.0
"""So long after it happened last, a problem is still told."""
_RATED_S = 10.0
_LOGGED_EVERY = 100
_KEPT_DELAYS = 200
_MOST_KINDS = 20


class Expected(NamedTuple):
    """within_s: something should come that often; 0: it comes when it comes. remedy: what to do where none does."""

    within_s: float = 0.0
    remedy: str = ""


WHENEVER = Expected()


@dataclass
class _Stream:
    """What came on one topic. since: of when on it is expected, seconds by the clock of `Health`."""

    count: int = 0
    times: deque[float] = field(default_factory=lambda: deque(maxlen=1000))
    expected: Expected = WHENEVER
    since: float = 0.0


@dataclass
class _Delays:
    """How late something was done: (when, seconds)."""

    longest_s: float
    all: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=_KEPT_DELAYS))


@dataclass(frozen=True)
class HealthStatus:
    """level: OK, WARN or ERROR; message: what is worst, with its remedy, or "ok"; values: by name."""

    level: bytes
    message: str
    values: dict[str, object]


class Health:
    """Of one node. clock: seconds, of real time: a robot's clock may stand still when something is wrong."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.RLock()
        self._received: dict[str, _Stream] = {}
        self._published: Counter[str] = Counter()
        self._problems: Counter[str] = Counter()
        self._last_problem, self._problem_at = "", -PROBLEM_LASTS_S
        self._faults: dict[str, str] = {}
        self._delays: dict[str, _Delays] = {}

    def met(self, text: str) -> bool:
        """A problem that has happened; its kind stands before the first colon. Whether it is worth a line in the log:
        the first of its kind, and then every hundredth.
        """
        with self._lock:
            kind = text.split(":")[0]
            self._problems[kind] += 1
            self._last_problem, self._problem_at = text, self._clock()
            return self._problems[kind] % _LOGGED_EVERY == 1

    def fault(self, part: str, text: str) -> bool:
        """What is wrong with a part of the node until it is right again: then the text is "". Whether that is new."""
        with self._lock:
            is_new = bool(text) and not self._faults.get(part)
            self._faults[part] = text
            return is_new

    def opened(self, topic: str, expected: Expected = WHENEVER) -> None:
        """A topic that is read."""
        with self._lock:
            stream = self._received.setdefault(topic, _Stream())
            stream.expected, stream.since = expected, self._clock()

    def closed(self, topic: str) -> None:
        """Nothing is expected of it any more."""
        with self._lock:
            self._received[topic].expected = WHENEVER

    def received(self, topic: str) -> None:
        """One message."""
        with self._lock:
            stream = self._received[topic]
            stream.count += 1
            stream.times.append(self._clock())

    def writes(self, topic: str) -> None:
        """A topic that is written."""
        with self._lock:
            self._published.setdefault(topic, 0)

    def published(self, topic: str) -> None:
        """One message."""
        with self._lock:
            self._published[topic] += 1

    def delayed(self, name: str, seconds: float, longest_s: float) -> None:
        """How late something was done. longest_s: half of them may take that long before it is told as a problem."""
        with self._lock:
            delays = self._delays.setdefault(name, _Delays(longest_s))
            delays.all.append((self._clock(), seconds))

    def status(self) -> HealthStatus:
        """As it is now."""
        with self._lock:
            level, message = self._worst()
            return HealthStatus(level, message, self._values())

    def _worst(self) -> tuple[bytes, str]:
        """All that is wrong, what is worst first."""
        errors = [*filter(None, self._faults.values()), *self._overdue()]
        warnings = self._late()
        if self._clock() - self._problem_at < PROBLEM_LASTS_S:
            warnings.append(self._last_problem)
        level = ERROR if errors else WARN if warnings else OK
        return level, "; ".join((*errors, *warnings)) or "ok"

    def _late(self) -> list[str]:
        """What was done too late in the last seconds."""
        since, told = self._clock() - _RATED_S, []
        for name, delays in self._delays.items():
            late = [seconds for at, seconds in delays.all if at >= since]
            if late and median(late) > delays.longest_s:
                told.append(f"{name} come {median(late):.1f} s late: the machine is too slow for what is asked of it")
        return told

    def _overdue(self) -> list[str]:
        """The topics on which nothing comes that should."""
        now, told = self._clock(), []
        for topic, stream in self._received.items():
            waited = now - max(stream.times[-1] if stream.times else 0.0, stream.since)
            if 0.0 < stream.expected.within_s < waited:
                told.append(f"nothing has come on {topic} for {waited:.1f} s: {stream.expected.remedy}")
        return told

    def _values(self) -> dict[str, object]:
        values: dict[str, object] = {
            "messages published": sum(self._published.values()),
            "messages received": sum(one.count for one in self._received.values()),
            "problems": sum(self._problems.values()),
            "last problem": self._last_problem,
        }
        values |= {f"problem {kind}": count for kind, count in self._problems.most_common(_MOST_KINDS)}
        values |= {f"published {topic}": count for topic, count in self._published.items()}
        values |= {f"received {topic}": one.count for topic, one in self._received.items()}
        values |= {f"rate of {topic} in Hz": f"{self._rate(one):.1f}" for topic, one in self._received.items()}
        for name, delays in self._delays.items():
            middle, worst = np.percentile([seconds for _, seconds in delays.all], (50, 99))
            values[f"delay of {name} in s (p50, p99)"] = f"{middle:.3f}, {worst:.3f}"
        return values

    def _rate(self, stream: _Stream) -> float:
        """Over the last seconds."""
        now = self._clock()
        return sum(now - one <= _RATED_S for one in stream.times) / _RATED_S
