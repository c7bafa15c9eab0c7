"""Questions about what was said: promises and reminders and what became of them, and who told whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from embodied_memory_tools.evaluation.household_traces.mining import DAY_NS, Mining, choice, day_words
from embodied_memory_tools.evaluation.household_traces.seen_history import SeenEvent
from embodied_memory_tools.evaluation.household_traces.trace_question import (
    AnswerKind,
    ExpectedAnswer,
    QuestionFamily,
    TraceQuestion,
)
from household.home import ROBOT_ID
from household.residents.acts import Meaning
from household.residents.phrasebook import phrasebook
from household.residents.scene import task_forms
from household.residents.spoken import clock_words, moment

_KEPT, _NOT_KEPT = ("has done", "it is done", "has kept"), ("not yet", "has not", "cancelled", "canceled")
_OPEN, _ENDED = ("still open", "still stands"), ("cancelled", "canceled", "not any more", "no longer")

_ENDS = {"promise": ("fulfil", "cancel promise"), "remind": ("cancel reminder", "reminder")}
"""By what they end."""


def commitment(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """Promises and reminders that the robot heard: what, when, and what became of them."""
    heard = [s for s in mining.history.before(cutoff_ns) if s.meaning.due_ns]
    count = Counter((s.meaning.intent, s.meaning.subject) for s in heard)
    for seen in heard:
        said = seen.meaning
        if said.intent not in ("promise", "remind") or count[said.intent, said.subject] > 1:
            continue
        later = [s for s in heard if s.meaning.subject == said.subject and s.event.stamp_ns > seen.event.stamp_ns]
        ended = [s for s in later if s.meaning.intent in _ENDS[said.intent]]
        if _ended_unheard(mining, said, cutoff_ns):
            continue
        if said.intent == "promise":
            yield from _promise_questions(mining, seen, ended, cutoff_ns)
        else:
            yield from _reminder_questions(mining, seen, ended, cutoff_ns)
        if not ended:
            yield from _what_is_due(mining, seen, heard, cutoff_ns)


def _ended_unheard(mining: Mining, said: Meaning, cutoff_ns: int) -> bool:
    """Whether it was kept or taken back where the robot was not."""
    heard = mining.history.before(cutoff_ns)
    heard_ids = {seen.evidence_id for seen in heard if seen.meaning.subject == said.subject}
    ends = (
        e for e, m in mining.truth.meanings.items() if m.subject == said.subject and m.intent in _ENDS[said.intent]
    )
    return any(end not in heard_ids and end < heard[-1].evidence_id for end in ends)


def _promise_questions(
    mining: Mining, seen: SeenEvent, ended: Sequence[SeenEvent], cutoff_ns: int
) -> Iterator[TraceQuestion]:
    person, task = seen.event.actor, seen.meaning.subject
    question = mining.ask("when promised", person=person, task=task)
    yield _promise_question(question, cutoff_ns, _due(seen), [seen])
    if ended:
        is_kept = ended[-1].meaning.intent == "fulfil"
        question = mining.ask("is kept", person=person, task=task)
        yield _promise_question(question, cutoff_ns, choice(is_kept, _KEPT, _NOT_KEPT), [ended[-1]])
    if not ended or ended[-1].meaning.intent == "cancel promise":
        question = mining.ask("is promise open", person=person, task=task)
        if ended or seen.meaning.due_ns > cutoff_ns:
            yield _promise_question(question, cutoff_ns, choice(not ended, _OPEN, _ENDED), [(ended or [seen])[-1]])


def _reminder_questions(
    mining: Mining, seen: SeenEvent, ended: Sequence[SeenEvent], cutoff_ns: int
) -> Iterator[TraceQuestion]:
    person, task = seen.event.actor, seen.meaning.subject
    question = mining.ask("when reminder", person=person, task=task)
    yield _promise_question(question, cutoff_ns, _due(seen), [seen])
    if ended or seen.meaning.due_ns > cutoff_ns:
        question = mining.ask("is reminder open", person=person, task=task)
        yield _promise_question(question, cutoff_ns, choice(not ended, _OPEN, _ENDED), [(ended or [seen])[-1]])


def _what_is_due(
    mining: Mining, seen: SeenEvent, heard: Sequence[SeenEvent], cutoff_ns: int
) -> Iterator[TraceQuestion]:
    """What is due at a time, if that person has nothing else due then."""
    said, person = seen.meaning, seen.event.actor
    alike = [s for s in heard if s.event.actor == person and s.meaning.due_ns == said.due_ns
             and s.meaning.intent == said.intent]  # fmt: skip
    if len(alike) > 1 or abs(said.due_ns - cutoff_ns) > 3 * DAY_NS:
        return
    section = "what promised" if said.intent == "promise" else "what reminder"
    when = f"{day_words(said.due_ns, cutoff_ns)} at {clock_words(said.due_ns)}"
    if said.due_ns // DAY_NS > cutoff_ns // DAY_NS:
        when = f"on {moment(said.due_ns):%A} at {clock_words(said.due_ns)}"
    question = mining.ask(section, person=person, due=when)
    others = [task for task in _all_tasks() if task != said.subject]
    distractors = tuple(phrase for task in others for phrase in _task_phrases(task))
    answer = ExpectedAnswer(AnswerKind.WORDS, _task_phrases(said.subject), distractors)
    yield _promise_question(question, cutoff_ns, answer, [seen])


def _promise_question(
    question: str, cutoff_ns: int, answer: ExpectedAnswer, events: Sequence[SeenEvent]
) -> TraceQuestion:
    groups = tuple((seen.evidence_id,) for seen in events)
    return TraceQuestion(question, QuestionFamily.COMMITMENT, cutoff_ns, answer, groups)


def _due(seen: SeenEvent) -> ExpectedAnswer:
    return ExpectedAnswer(AnswerKind.TIME, stamp_ns=seen.meaning.due_ns, tolerance_s=60.0)


def source(mining: Mining, cutoff_ns: int) -> Iterator[TraceQuestion]:
    """Who told the robot, who told that one, and who asked."""
    heard = [s for s in mining.history.before(cutoff_ns) if s.event.actor != ROBOT_ID]
    told = [s for s in heard if s.meaning.intent in ("report", "hearsay") and s.meaning.attribute == "location"]
    for seen in told:
        said = seen.meaning
        if not mining.naming.is_unique(said.subject) or not mining.naming.is_nameable(said.value):
            continue
        alike = [s for s in told if (s.meaning.subject, s.meaning.value) == (said.subject, said.value)]
        words = {**mining.naming.words(said.subject), "place": mining.naming.place_words(said.value)}
        if len({s.event.actor for s in alike}) == 1 and not _was_answered(mining, said, cutoff_ns):
            question = mining.ask("who told", **words)
            yield _source_question(question, cutoff_ns, mining.person_answer(seen.event.actor), alike)
        if said.intent == "hearsay" and len(alike) == 1:
            question = mining.ask("who told teller", person=seen.event.actor, **words)
            yield _source_question(question, cutoff_ns, mining.person_answer(said.person), alike)
    asked = [s for s in heard if s.meaning.intent == "ask where" and s.meaning.person == ROBOT_ID]
    for seen in asked:
        yield from _who_asked(mining, seen, asked, cutoff_ns)


def _was_answered(mining: Mining, said: Meaning, cutoff_ns: int) -> bool:
    """Whether somebody said the same as an answer to another, which would make two tellers."""
    facts = mining.history.facts_of(said.subject, "location", cutoff_ns)
    return len({f.teller for f in facts if f.teller and f.value == said.value}) > 1


def _who_asked(
    mining: Mining, seen: SeenEvent, asked: Sequence[SeenEvent], cutoff_ns: int
) -> Iterator[TraceQuestion]:
    day = seen.event.stamp_ns // DAY_NS
    alike = [s for s in asked if s.meaning.subject == seen.meaning.subject and s.event.stamp_ns // DAY_NS == day]
    is_recent = cutoff_ns // DAY_NS - day < 7
    if len({s.event.actor for s in alike}) == 1 and is_recent and mining.naming.is_unique(seen.meaning.subject):
        words = mining.naming.words(seen.meaning.subject)
        question = mining.ask("who asked", day=day_words(seen.event.stamp_ns, cutoff_ns), **words)
        yield _source_question(question, cutoff_ns, mining.person_answer(seen.event.actor), alike[:1])


def _source_question(
    question: str, cutoff_ns: int, answer: ExpectedAnswer, events: Sequence[SeenEvent]
) -> TraceQuestion:
    groups = (tuple(seen.evidence_id for seen in reversed(events)),)
    return TraceQuestion(question, QuestionFamily.SOURCE, cutoff_ns, answer, groups)


def _all_tasks() -> list[str]:
    return [task_forms(line)[0] for line in phrasebook("tasks").variants("tasks")]


def _task_phrases(task: str) -> tuple[str, ...]:
    """A task in its forms, and what it is about: "call the dentist", "called the dentist", "the dentist"."""
    forms = {task_forms(line)[0]: task_forms(line) for line in phrasebook("tasks").variants("tasks")}
    return (*forms.get(task, (task,)), task.partition(" ")[2])
