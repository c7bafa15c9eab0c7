"""What is to be done again and again: "every Saturday at ten". A reminder that was given is due again then."""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.memory.belief.commitments.commitment import Commitment, CommitmentStatus
from embodied_memory.memory.belief.statements.statement import StatementKind
from embodied_memory.memory.wording.calendar import WEEKDAYS

_DAY_NS = 86_400 * 10**9
_PARTS = {"morning": "in the morning", "afternoon": "in the afternoon", "evening": "in the evening",
          "night": "at night"}  # fmt: skip
_UNITS = "|".join(("day", "week", *_PARTS, *WEEKDAYS))
_EVERY = re.compile(rf"\b(?:every|each)(?: single)? (?P<unit>{_UNITS})\b|\b(?P<short>daily|weekly)\b", re.I)


def said_every(text: str) -> tuple[str, str]:
    """(the first such time, the words that say that it comes again): "every Saturday at ten" -> ("Saturday at ten",
    "every Saturday"); the text and "" where it is said of once.
    """
    found = _EVERY.search(text)
    if found is None:
        return text, ""
    unit = (found["unit"] or "").lower()
    once = _PARTS.get(unit, found["unit"] if unit in WEEKDAYS else "")
    return f"{text[: found.start()]}{once}{text[found.end() :]}", found[0].lower() if not found["unit"] else (
        f"every {found['unit']}"
    )


def done(one: Commitment, stamp_ns: int) -> Commitment:
    """A commitment that was fulfilled: over, or due again at its next time after that."""
    found = _EVERY.search(one.text)
    if found is None or one.kind is not StatementKind.REMINDER or one.due_ns is None:
        return replace(one, status=CommitmentStatus.FULFILLED)
    unit = (found["unit"] or found["short"]).lower()
    period_ns = _DAY_NS * (7 if unit in ("week", "weekly", *WEEKDAYS) else 1)
    periods = max(1, -(-(stamp_ns + 1 - one.due_ns) // period_ns))
    return replace(one, due_ns=one.due_ns + periods * period_ns)
