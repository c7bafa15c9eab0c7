"""What people really did, seen or not: so that nothing is asked to which the truth has another answer."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
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
        self._acts = [(one, m.person, m.subject) for one, m in truth.meanings.items() if m.intent == "activity"]
        self._stamps = sorted((c.evidence_id, c.stamp_ns) for c in truth.changes if c.evidence_id)
        holders: dict[str, str] = {}
        for change in truth.changes:
            if change.attribute == "held by":
                holder = holders.get(change.entity_id, "")
                if holder and not change.value:
                    self.puts.setdefault(holder, []).append(change.stamp_ns)
                holders[change.entity_id] = change.value

    def done_between(self, person: str, span: tuple[int, int], activity: str = "") -> set[str]:
        """Evidence ids of what a person may have been about from a time on, before another; "" for any activity."""
        wanted = (one for one, who, what in self._acts if who == person and activity in ("", what))
        return {one for one in wanted if self._begins_before(one, span[1]) and self._ends_after(one, span[0])}

    def _begins_before(self, evidence_id: str, stamp_ns: int) -> bool:
        """By the last change before it: activities have no time of their own in the truth."""
        position = bisect_left(self._stamps, (evidence_id, 0))
        return position == 0 or self._stamps[position - 1][1] < stamp_ns

    def _ends_after(self, evidence_id: str, stamp_ns: int) -> bool:
        position = bisect_right(self._stamps, (evidence_id, 2**63))
        return position == len(self._stamps) or self._stamps[position][1] >= stamp_ns


def day_of(evidence_id: str) -> str:
    """The day in an evidence id: "d0003" of "d0003-00017"."""
    return evidence_id.partition("-")[0]
