"""The newest of what was done and seen, word for word (STMA, equation 3 and appendix A.2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class InteractionRecord:
    """An action and what was seen after it. action: "" for what was seen at the beginning; step: counted from 0."""

    step: int
    action: str
    observation: str


class HistoryBuffer:
    """First in, first out. Raises ValueError for a length under 1."""

    def __init__(self, length: int = 25) -> None:
        if length < 1:
            raise ValueError(f"a history of {length} records holds nothing")
        self._records: deque[InteractionRecord] = deque(maxlen=length)
        self._step = 0

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[InteractionRecord]:
        return iter(self._records)

    def append(self, action: str, observation: str) -> InteractionRecord:
        """The new record; the oldest goes when there are too many."""
        record = InteractionRecord(self._step, action, observation)
        self._records.append(record)
        self._step += 1
        return record

    def records(self) -> tuple[InteractionRecord, ...]:
        """Oldest first."""
        return tuple(self._records)
