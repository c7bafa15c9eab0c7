"""Commitments: by who, for whom, about what and until when (ObsMem, section 4.2)."""

from __future__ import annotations

import re

from embodied_memory.event import Provenance
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.commitment_track import STILL_OPEN, Commitment
from embodied_memory.memory.belief.statements.statement_atoms import StatementKind
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, TimeFilter, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.words.wording.words import content_stems, split_words

_WEEK_NS = 7 * 86_400_000_000_000
_HALF_DAY_NS = 12 * 3_600_000_000_000
_CLOCK_NS = 2 * 3_600_000_000_000
"""A time told by the clock is no longer than this."""
_REMINDING = frozenset(split_words("remind reminded reminder reminders reminding"))
_PROMISING = frozenset(split_words("promise promised promises promising committed agreed undertook pledged vowed"))
_RULING = frozenset(split_words("rule rules allowed may must forbidden never always"))
_ASKING_AGAIN = re.compile(r"\bremind me (?=(?:again )?(?:what|when|who|which))", re.I)
_ABOUT_LEAST = 0.5
_MOST = 100
_WITHOUT_SUBJECT = (QueryIntent.DUE, QueryIntent.HOW_MANY_DUE, QueryIntent.ABOUT)
"""Not asked by what is to be done."""


class CommitmentView:
    """Scored by how much of what is to be done the question says; or by when it is due, where that is asked by."""

    name = ViewName.COMMITMENT

    def __init__(self, beliefs: BeliefTracks, robot: str, now_ns: int) -> None:
        self._beliefs = beliefs
        self._robot = robot
        self._now_ns = now_ns

    def retrieve(self, plan: QueryPlan) -> list[Candidate]:
        """Those of the people named, best first; of equals the one made last."""
        made = [one for one in self._beliefs.commitments(now_ns=self._now_ns) if one.made_ns <= self._now_ns]
        scored = [(self._score(plan, one), one) for one in made if self._concerns(plan, one)]
        ordered = sorted(scored, key=lambda one: (-one[0], -one[1].made_ns))
        return [_candidate(one, score) for score, one in ordered if score > 0][:_MOST]

    def _concerns(self, plan: QueryPlan, one: Commitment) -> bool:
        """What is said to be a reminder, or a promise, is; where neither is said it may be both."""
        if one.kind is StatementKind.RULE:
            return bool(_RULING & set(split_words(plan.question)))
        is_reminder = one.kind is StatementKind.REMINDER
        words = set(split_words(_ASKING_AGAIN.sub(" ", plan.question)))
        is_promised = bool(_PROMISING & words) and not _REMINDING & words
        if plan.intent is QueryIntent.HOW_MANY_DUE and is_promised and one.kind is not StatementKind.PROMISE:
            return False
        if is_reminder and is_promised and plan.intent is not QueryIntent.DUE:
            return False
        if not is_reminder and _REMINDING & words:
            return False
        return not plan.people or bool({one.by, one.for_whom} & set(plan.people))

    def _score(self, plan: QueryPlan, one: Commitment) -> float:
        wanted = content_stems(one.text)
        shared = len(wanted & content_stems(plan.question)) / max(1, len(wanted))
        if plan.intent not in _WITHOUT_SUBJECT:
            return shared * (1.0 if self._is_meant(plan, one) else 0.9) if shared >= _ABOUT_LEAST else 0.0
        owed = 1.0 if self._is_by(plan, one) else 0.8
        if plan.time is None:
            is_meant = one.status in STILL_OPEN if plan.value in ("", "open") else one.status.value == plan.value
            return owed * (0.9 if is_meant else 0.0 if plan.value else 0.3)
        return owed if one.due_ns is not None and is_due(plan.time, one.due_ns) else 0.0

    def _is_meant(self, plan: QueryPlan, one: Commitment) -> bool:
        """Where a promise and a reminder are about the same, a reminder is what is called so."""
        return (one.kind is StatementKind.REMINDER) == bool(_REMINDING & set(split_words(plan.question)))

    def _is_by(self, plan: QueryPlan, one: Commitment) -> bool:
        by = one.for_whom if one.kind is StatementKind.REMINDER else one.by
        return not plan.people or by in plan.people


def is_due(time: TimeFilter, due_ns: int) -> bool:
    """Whether it is due in that time; a weekday may be the last or the next one, "at 3" is to come."""
    if any(time.holds(due_ns + weeks * _WEEK_NS) for weeks in (0, -1, 1)):
        return True
    is_by_clock = time.end_ns - time.start_ns <= _CLOCK_NS
    return is_by_clock and any(time.holds(due_ns - halves * _HALF_DAY_NS) for halves in (1, 2, 3))


def _candidate(one: Commitment, score: float) -> Candidate:
    who = f"{one.by or 'somebody'}{f' for {one.for_whom}' if one.for_whom else ''}"
    text = f"{one.kind.value} of {who}: {one.text} ({one.status.value})"
    entities = tuple(name for name in (one.by, one.for_whom, str(one.commitment_id)) if name)
    return Candidate(
        ViewName.COMMITMENT, one.record_ids or (0,), one.made_ns, text, Provenance.REPORTED, score, entities, one
    )
