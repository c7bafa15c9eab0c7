"""What the robot says about its tasks and about its own answers: progress, why something failed, how it knows."""

from __future__ import annotations

from embodied_memory.event import Provenance
from embodied_memory.evidence import Answer, EpistemicStatus, Evidence
from embodied_memory.memory.retrieval.time_words.describe_time import describe_time
from embodied_memory.planning.task_report import TaskReport, TaskStatus

_STATUS = {
    EpistemicStatus.STALE: "That was some time ago, so it may have changed.",
    EpistemicStatus.UNCERTAIN: "I am not sure of it.",
    EpistemicStatus.CONTRADICTED: "Something else speaks against it.",
}
_MOST_REASONS = 3


def progress_of(task: TaskReport | None, waiting: str = "") -> str:
    """What is being done now, and what comes after it."""
    then = f" After that: {_sentence(waiting)}" if waiting else ""
    if task is None:
        return f"I am not doing anything for anybody at the moment.{then}"
    if task.status is TaskStatus.RUNNING:
        return f"I am on it: {_sentence(task.doing or task.instruction)}{then}"
    return f"{outcome_of(task)}{then}"


def outcome_of(task: TaskReport) -> str:
    """How it ended, with the decisive reason if it failed."""
    if task.status is TaskStatus.RUNNING:
        return progress_of(task)
    if task.status is TaskStatus.SUCCEEDED:
        return _sentence(task.summary or f"I have done it: {task.instruction}")
    if task.status is TaskStatus.CANCELED:
        return _sentence(task.summary or f'I stopped "{task.instruction}", as I was asked to')
    told = f"I could not do that: {task.reasons[0]}" if task.reasons else f'I could not do "{task.instruction}"'
    return _sentence(task.summary or told)


def told_of(task: TaskReport) -> Answer:
    """How it ended; where something was looked at, with what was asked, and with what the answers rest on."""
    text, known = outcome_of(task), task.status is TaskStatus.SUCCEEDED
    sure = [one for one in task.answers if one.known]
    if not sure:
        return Answer(task.instruction, text, known and not task.answers, 1.0)
    evidence = tuple(dict.fromkeys(cited for one in sure for cited in one.evidence))
    ids = tuple(name for one in sure for name in one.object_ids)
    places = tuple(place for one in sure for place in one.positions)
    return Answer(sure[-1].question, text, True, min(one.certainty for one in sure), evidence, ids, places)


def reason_for(task: TaskReport) -> str:
    """Why a task failed or stopped; what the critic objected to, if that is all there is to say."""
    if task.status is TaskStatus.SUCCEEDED:
        remarked = f" On the way I changed my plan: {task.remarks[-1]}." if task.remarks else ""
        asked = f"Because {task.speaker} asked me to" if task.speaker else "Because I was asked to"
        return f"{asked}. {_sentence(task.summary or task.instruction)}{remarked}"
    if task.status is TaskStatus.CANCELED:
        return "Somebody told me to stop."
    reasons = [*task.reasons, *task.remarks][:_MOST_REASONS]
    if not reasons:
        return f'I do not know why "{task.instruction}" did not work.'
    return " ".join(_sentence(f"{'Also,' if number else 'Because'} {_in_midst(reason)}")
                    for number, reason in enumerate(reasons))  # fmt: skip


def how_known(answer: Answer, now_ns: int, utc_offset_s: float = 0.0) -> str:
    """What an answer rests on, and how far it can be trusted."""
    if not answer.known:
        return "I do not know it: nothing that I remember tells me."
    if not answer.evidence:
        return "I have nothing in particular to go by."
    told = [_because(evidence, now_ns, utc_offset_s) for evidence in answer.evidence[:2]]
    sure = f"I am {round(100 * answer.certainty)} % sure."
    return " ".join([f"{told[0][0].upper()}{told[0][1:]}.", *(f"Also, {one}." for one in told[1:]), sure,
                     *([_STATUS[answer.status]] if answer.status in _STATUS else [])])  # fmt: skip


def _because(evidence: Evidence, now_ns: int, utc_offset_s: float) -> str:
    how = "I was told" if evidence.provenance is Provenance.REPORTED else "I saw it"
    when = describe_time(evidence.stamp_ns, now_ns, utc_offset_s)
    return f'{how} {when}: "{evidence.summary.rstrip(".")}" (#{evidence.record_id})'


def _in_midst(reason: str) -> str:
    """ "The mug was not found", after a "because"."""
    return f"t{reason[1:]}" if reason.startswith("The ") else reason


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")
