"""What people really did, seen or not: so that nothing is asked to which the truth has another answer."""

from __future__ import annotations

from collections import Counter

from household.residents.trace_truth import TraceTruth


class TrueDeeds:
    """puts: times at which each person put a thing down; activities: how often (person, activity, day) happened."""

    def __init__(self, truth: TraceTruth) -> None:
        self.puts: dict[str, list[int]] = {}
        self.activities = Counter(
            (meaning.person, meaning.subject, day_of(evidence_id))
            for evidence_id, meaning in truth.meanings.items()
            if meaning.intent == "activity"
        )
        holders: dict[str, str] = {}
        for change in truth.changes:
            if change.attribute == "held by":
                holder = holders.get(change.entity_id, "")
                if holder and not change.value:
                    self.puts.setdefault(holder, []).append(change.stamp_ns)
                holders[change.entity_id] = change.value


def day_of(evidence_id: str) -> str:
    """The day in an evidence id: "d0003" of "d0003-00017"."""
    return evidence_id.partition("-")[0]
