"""What is promised or to be reminded of: what, until when, done or not, still on or called off."""

from __future__ import annotations

from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.commitments.commitment import STILL_OPEN, Commitment, CommitmentStatus
from embodied_memory.memory.belief.statements.statement import StatementKind
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.words.wording.phrases import listed, number_word

_SURE, _FAIR, _UNHEARD = 0.85, 0.7, 0.5
_LATELY_NS = 86_400 * 10**9
_FITTING = 0.7
"""What the person named owes, or whose reminder it is, rather than what somebody owes to them."""


def answer_due(ground: AnswerGround) -> Answer:
    """What is to be done, at that time or at all."""
    found = _commitments(ground)
    best = [one for one in found if one[0].score >= found[0][0].score - 0.01] if found else []
    to_come = [one for one in best if not _is_past(one[1])]
    best = to_come or [one for one in best if not _is_past(one[1], _since_ns(ground))]
    if not best:
        return ground.known(f"nothing that I have heard of{_for_whom(ground)}", _UNHEARD)
    told = listed([f"{one.text}{_due(one, ground)}" for _, one in best[:5]])
    return ground.known(told, _SURE, [candidate for candidate, _ in best])


def answer_who_promised(ground: AnswerGround) -> Answer:
    """Who owes it, or wants to be reminded of it."""
    found = _commitments(ground)
    if not found:
        return ground.unknown("I have heard nobody say so")
    candidate, one = found[0]
    who = (one.for_whom if one.kind is StatementKind.REMINDER else one.by) or "somebody"
    return ground.known(f"{who}, {one.text}{_due(one, ground)} ({_who(one)}, {one.status.value})", _SURE, [candidate])


def answer_due_time(ground: AnswerGround) -> Answer:
    """Until when it is to be done, or when the reminder is due."""
    found = _commitments(ground)
    timed = [one for one in found if one[1].due_ns is not None]
    if not timed:
        return ground.unknown("I have not heard a time" if found else "I have heard of nothing such")
    candidate, one = timed[0]
    assert one.due_ns is not None
    return ground.known(f"{ground.when(one.due_ns)}, {one.text} ({_who(one)})", _SURE, [candidate])


def answer_how_many_due(ground: AnswerGround) -> Answer:
    """How many promises and reminders are still to be kept."""
    found = [(one, one.content) for one in ground.bundle.candidates if isinstance(one.content, Commitment)]
    fitting = [one for one in found if one[1].status in STILL_OPEN and one[0].score >= _FITTING]
    still = [one for one in fitting if one[1].kind is not StatementKind.RULE]  # which are kept to, and never done
    told = listed([f"{one.text}{_due(one, ground)}" for _, one in still[:5]])
    text = f"{number_word(len(still)) if still else 'none'}{': ' + told if told else ', as far as I have heard'}"
    return ground.known(text, _FAIR, [candidate for candidate, _ in still])


def answer_is_done(ground: AnswerGround) -> Answer:
    """Yes if it was said or seen to be done."""
    found = _commitments(ground)
    if not found:
        return ground.unknown("I have heard of nothing such")
    candidate, one = found[0]
    if one.status is CommitmentStatus.FULFILLED:
        return ground.known(f"yes, it is done, {one.text} ({_who(one)})", _SURE, [_settling(candidate)])
    if one.status is CommitmentStatus.CANCELLED:
        return ground.known(f"no, it was cancelled, {one.text} ({_who(one)})", _SURE, [_settling(candidate)])
    return ground.known(f"not yet, as far as I have heard, {one.text}{_due(one, ground)}", 0.6, [candidate])


def answer_is_open(ground: AnswerGround) -> Answer:
    """Whether it is still to be done."""
    found = _commitments(ground)
    if not found:
        return ground.unknown("I have heard of nothing such")
    candidate, one = found[0]
    if one.status is CommitmentStatus.CANCELLED:
        return ground.known(f"no, it was cancelled, {one.text} ({_who(one)})", _SURE, [_settling(candidate)])
    if one.status is CommitmentStatus.FULFILLED:
        return ground.known(f"no, it is done, {one.text} ({_who(one)})", _SURE, [_settling(candidate)])
    late = ", it is overdue" if one.status is CommitmentStatus.OVERDUE else ""
    return ground.known(f"yes, it is still open, {one.text}{_due(one, ground)}{late}", _SURE, [candidate])


def _commitments(ground: AnswerGround) -> list[tuple[Candidate, Commitment]]:
    """Best first; of equals the one made last."""
    found = [(one, one.content) for one in ground.bundle.selected if isinstance(one.content, Commitment)]
    return sorted(found, key=lambda one: (-one[0].score, -one[1].made_ns))


def _is_past(one: Commitment, since_ns: int | None = None) -> bool:
    """A reminder whose time is over, or was before a stamp, is none any more."""
    is_over = one.kind is StatementKind.REMINDER and one.status is CommitmentStatus.OVERDUE
    return is_over and (since_ns is None or (one.due_ns or 0) < since_ns)


def _since_ns(ground: AnswerGround) -> int:
    """From when on a reminder whose time is over is told: of a time that is asked for, or lately."""
    time, lately_ns = ground.plan.time, ground.now_ns - _LATELY_NS
    return min(time.start_ns, lately_ns) if time is not None and time.start_ns else lately_ns


def _settling(candidate: Candidate) -> Candidate:
    """Cited by what settled it before what made it."""
    ids = candidate.record_ids
    return Candidate(
        candidate.view, (ids[-1], *ids[:-1]), candidate.stamp_ns, candidate.text, candidate.provenance,
        candidate.score, candidate.entities, candidate.content,
    )  # fmt: skip


def _for_whom(ground: AnswerGround) -> str:
    return f" is open for {listed(ground.plan.people)}" if ground.plan.people else " is to be done"


def _due(one: Commitment, ground: AnswerGround) -> str:
    return f", {ground.when(one.due_ns)}" if one.due_ns is not None else ""


def _who(one: Commitment) -> str:
    if one.kind is StatementKind.REMINDER:
        return f"a reminder for {one.for_whom}" if one.for_whom else "a reminder"
    return f"promised by {one.by}" if one.by else "as was said"
