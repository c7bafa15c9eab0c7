"""One thing that is wrong with a memory."""

from __future__ import annotations

from dataclasses import dataclass

RESTORE = "restore the memory from an export made before"
REOPEN = "close the memory and open it again: what the file says counts"


@dataclass(frozen=True)
class Finding:
    """store: the table or store; record_id: of the log, 0 if it is not about one; remedy: what to do."""

    store: str
    record_id: int
    problem: str
    remedy: str = RESTORE

    def __str__(self) -> str:
        record = f", record {self.record_id}" if self.record_id else ""
        return f"{self.store}{record}: {self.problem}; {self.remedy}"
