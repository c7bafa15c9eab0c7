"""What was said: who told you, who had told them, who asked, what did they say? And what is promised or to be
reminded of: what, until when, done or not, still on or called off.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.commitment_track import STILL_OPEN, Commitment, CommitmentStatus
from embodied_memory.memory.belief.names.entity_names import PERSON
from embodied_memory.memory.belief.statements.statement_atoms import StatementKind
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.query_plan.annotation import Annotator
from embodied_memory.memory.retrieval.views.candidate import Candidate, HeardUtterance
from embodied_memory.words.wording.phrases import listed, number_word
from embodied_memory.words.wording.words import split_words

_SURELY_SAID = 0.85
_FROM = re.compile(
    r"\b(?i:from|according to|source is|source was|by)\s+(?P<a>[A-Za-z][\w-]*)"
    r"|\b(?P<b>[A-Z][\w-]*) (?:has |had |just |also )*(?:told|says?|said|mentioned|mentions|claims|claimed|reported"
    r"|thinks|thought|believes|knows|knew|wrote|assured|informed)\b"
)
_ASKING = re.compile(
    r"\?\s*$|\b(?:where|have you seen|any idea|cannot find|can't find|looking for|do you know where|lost)\b", re.I
)
_ROBOT = ("robot",)


def answer_who_told(ground: AnswerGround) -> Answer:
    """Who said so, the newest first; each person once."""
    told = [(one, said) for one, said in _said(ground) if not _is_question(said.event.text)]
    found = [(one, said) for one, said in told if _names_it(said.event, ground)] or told
    if not found:
        return ground.unknown("nobody told me that")
    names = list(dict.fromkeys(said.event.actor for _, said in found))
    first = found[0][1].event
    text = f'{listed(names)} told me {ground.when(first.stamp_ns)}: "{first.text}"'
    return ground.known(text, _SURELY_SAID, [one for one, _ in found])


def answer_who_told_teller(ground: AnswerGround) -> Answer:
    """Whom the teller named as the source."""
    teller = ground.plan.person
    found = [(one, said) for one, said in _said(ground) if said.event.actor == teller or not teller]
    for one, said in found:
        source = _source_of(said.event, ground)
        if source:
            text = f'{source}, as {said.event.actor} told me {ground.when(said.event.stamp_ns)}: "{said.event.text}"'
            return ground.known(text, _SURELY_SAID, [one])
    if found:
        one, said = found[0]
        return ground.unknown(f"{said.event.actor} did not say who had told them")
    return ground.unknown(f"{teller or 'nobody'} told me nothing such")


def answer_who_asked(ground: AnswerGround) -> Answer:
    """Who wanted to know from the robot, in the time asked about."""
    plan = ground.plan
    asked = [
        (one, event)
        for one, event in _utterances(ground)
        if _is_question(event.text)
        and (plan.time is None or plan.time.holds(event.stamp_ns))
        and not _is_robot(event)
    ]
    about = [one for one in asked if _is_about(one[1], ground)]
    to_me = [one for one in about if set(_ROBOT) & set(split_words(one[1].text))] or about
    if not to_me:
        return ground.unknown("nobody asked me that")
    names = list(dict.fromkeys(event.actor for _, event in to_me))
    first = to_me[0][1]
    text = f'{listed(names)} asked {ground.when(first.stamp_ns)}: "{first.text}"'
    return ground.known(text, _SURELY_SAID, [one for one, _ in to_me])


def answer_what_said(ground: AnswerGround) -> Answer:
    """The newest things that were said about it."""
    person = ground.plan.person
    by_person = [
        one for one in _utterances(ground) if (not person or one[1].actor == person) and _in_time(one[1], ground)
    ]
    found = [one for one in by_person if _is_about(one[1], ground) or _names_it(one[1], ground)]
    if not found:
        return ground.unknown("I have heard nothing such")
    found.sort(key=lambda one: -one[0].score)
    told = " ".join(f'{event.actor} said {ground.when(event.stamp_ns)}: "{event.text}"' for _, event in found[:3])
    return ground.known(told, _SURELY_SAID, [one for one, _ in found])


def _said(ground: AnswerGround) -> Iterator[tuple[Candidate, HeardUtterance]]:
    for one in sorted(ground.bundle.selected, key=lambda one: (-one.score, -one.stamp_ns)):
        if isinstance(one.content, HeardUtterance):
            yield one, one.content


def _utterances(ground: AnswerGround) -> list[tuple[Candidate, Event]]:
    """All that was found, each utterance once, the newest first."""
    found: dict[int, tuple[Candidate, Event]] = {}
    for one in ground.bundle.candidates:
        event = one.content.event if isinstance(one.content, HeardUtterance) else one.content
        if isinstance(event, Event) and event.kind is EventKind.UTTERANCE:
            found.setdefault(one.record_id, (one, event))
    return sorted(found.values(), key=lambda one: -one[1].stamp_ns)


def _is_about(event: Event, ground: AnswerGround) -> bool:
    words = set(split_words(event.text))
    captions = [set(split_words(ground.caption(thing))) for thing in ground.plan.thing.ids]
    return not captions or any(caption <= words for caption in captions)


def _names_it(event: Event, ground: AnswerGround) -> bool:
    """Whether an utterance names the very thing asked about, not just one of its sort."""
    told = Annotator(ground.beliefs).annotate(event.text, event.stamp_ns).of("THING")
    return any(set(mention.target.ids) <= set(ground.plan.thing.ids) for _, mention in told)


def _is_question(text: str) -> bool:
    return bool(_ASKING.search(text))


def _is_robot(event: Event) -> bool:
    return event.actor in _ROBOT


def _in_time(event: Event, ground: AnswerGround) -> bool:
    return ground.plan.time is None or ground.plan.time.holds(event.stamp_ns)


def _source_of(event: Event, ground: AnswerGround) -> str:
    """The person that an utterance names as the one who said so first."""
    for match in _FROM.finditer(event.text):
        name = match["a"] or match["b"]
        found = ground.beliefs.resolve_among(name, (PERSON,)).entity_id
        if found and found != event.actor:
            return found
    return ""


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

    def not_yet(one: Commitment) -> tuple[str, float]:
        return f"not yet, as far as I have heard, {one.text}{_due(one, ground)}", 0.6

    return _how_it_stands(ground, "yes, it is done", not_yet)


def answer_is_open(ground: AnswerGround) -> Answer:
    """Whether it is still to be done."""

    def still(one: Commitment) -> tuple[str, float]:
        late = ", it is overdue" if one.status is CommitmentStatus.OVERDUE else ""
        return f"yes, it is still open, {one.text}{_due(one, ground)}{late}", _SURE

    return _how_it_stands(ground, "no, it is done", still)


def _how_it_stands(ground: AnswerGround, done: str, still: Callable[[Commitment], tuple[str, float]]) -> Answer:
    """done: of what was done; still: of what has not come to an end, with how sure that is."""
    found = _commitments(ground)
    if not found:
        return ground.unknown("I have heard of nothing such")
    candidate, one = found[0]
    ended = {CommitmentStatus.FULFILLED: done, CommitmentStatus.CANCELLED: "no, it was cancelled"}.get(one.status)
    if ended is not None:
        return ground.known(f"{ended}, {one.text} ({_who(one)})", _SURE, [_settling(candidate)])
    return ground.known(*still(one), [candidate])


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
