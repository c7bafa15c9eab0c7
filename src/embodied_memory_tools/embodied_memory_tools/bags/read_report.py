"""The account of what of a recording could be used, and why the rest could not."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)


@dataclass
class ReadReport:
    """How many observations were used and why others were skipped; notes say what was assumed.

    details, remedies: for a reason, what the first one said and what can be done about it.
    """

    used: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    details: dict[str, str] = field(default_factory=dict)
    remedies: dict[str, str] = field(default_factory=dict)

    def skip(self, reason: str, detail: str = "", remedy: str = "", count: int = 1) -> None:
        """Count messages or images that cannot be used. The first of each reason is logged as a warning."""
        first = self.skipped[reason] == 0
        self.skipped[reason] += count
        if detail:
            self.details.setdefault(reason, " ".join(detail.split()))
        if remedy:
            self.remedies.setdefault(reason, remedy)
        logger.log(
            logging.WARNING if first else logging.DEBUG, "skipped: %s%s", reason, f" ({detail})" if detail else ""
        )

    def note(self, text: str) -> None:
        """Remember, once, something that was assumed."""
        if text not in self.notes:
            self.notes.append(text)
            logger.info(text)

    @contextmanager
    def apart(self) -> Iterator[Counter[str]]:
        """What is skipped meanwhile is counted in what is given, and not here."""
        before, self.skipped = self.skipped, Counter()
        counted = self.skipped
        try:
            yield counted
        finally:
            self.skipped = before

    def lines(self) -> list[str]:
        """The report in words, one line a matter."""
        counted = [f"{count} skipped: {self._told(reason)}" for reason, count in self.skipped.most_common()]
        return [f"{self.used} observations used", *counted, *self.notes]

    def cause(self) -> str:
        """Why nothing could be used: the commonest reasons, with what can be done, in one line."""
        reasons = [f"{self._told(reason)} ({count} times)" for reason, count in self.skipped.most_common(3)]
        return "; ".join(reasons) or "no colour image has depth and a place"

    def _told(self, reason: str) -> str:
        detail, remedy = self.details.get(reason, ""), self.remedies.get(reason, "")
        return reason + (f": {detail}" if detail else "") + (f" - {remedy}" if remedy else "")
