"""Plays all roles with a model and tells by role who played and what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from embodied_memory.language.exchange import Accounted, Ledger, Spending
from embodied_memory.language.language_model import LanguageModel
from embodied_memory_tools.language.role_play import RolePlay


@dataclass(frozen=True)
class RoleResult:
    """language, offline: how often the model's reply was used, and how often the rules answered although it was
    asked; spent: its requests.
    """

    play: str
    role: str
    language: int
    offline: int
    spent: Spending

    @property
    def valid(self) -> int:
        """Requests that ended with a reply of the shape asked for."""
        return self.spent.requests - self.spent.failed

    def as_json(self) -> dict[str, Any]:
        """As a row of a report."""
        spent = self.spent
        return {
            "play": self.play,
            "role": self.role,
            "used": self.language,
            "offline": self.offline,
            "requests": spent.requests,
            "valid": self.valid,
            "retries": spent.retries,
            "failures": dict(spent.failures),
            "prompt_tokens": spent.prompt_tokens,
            "completion_tokens": spent.completion_tokens,
            "mean_latency_s": round(spent.mean_latency_s, 4),
            "p95_latency_s": round(spent.p95_latency_s, 4),
        }


def play_roles(
    model: LanguageModel,
    plays: Sequence[RolePlay],
    rounds: int = 1,
    tell: Callable[[list[RoleResult]], object] = len,
) -> list[RoleResult]:
    """All plays, so many times, each time with other names. Roles that were never asked for are told too.

    tell: is given the results so far after each play.
    """
    language: Counter[str] = Counter()
    offline: Counter[str] = Counter()
    results: list[RoleResult] = []
    for count, play in enumerate(plays, start=1):
        for number in range(rounds):
            with TemporaryDirectory(prefix="roles-") as folder:
                for role, usage in play.play(model, Path(folder), number).items():
                    language[role] += usage.language
                    offline[role] += usage.offline
        results = _results(model, plays[:count], language, offline)
        tell(results)
    return results


def _results(
    model: LanguageModel, plays: Sequence[RolePlay], language: Counter[str], offline: Counter[str]
) -> list[RoleResult]:
    """A role may be asked for in several plays; it is told once, with all of its requests."""
    ledger = model.ledger if isinstance(model, Accounted) else Ledger()
    return [
        RoleResult(play.name, role, language[role], offline[role], ledger.of(role))
        for play in plays
        for role in play.shapes
    ]
