"""Did you find the kettle?"""

from __future__ import annotations

from embodied_memory.event import EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.log.event_log import LogRecord
from embodied_memory.memory.retrieval.answers.answer_parts import event_answer
from embodied_memory.memory.retrieval.answers.is_there import answer_is_there
from embodied_memory.memory.retrieval.seen.question import QuestionPlan
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.memory.wording.description import parse_description
from embodied_memory.memory.wording.phrases import ago
from embodied_memory.memory.wording.words import singular, split_words


def answer_did_you_find(plan: QuestionPlan, recollection: Recollection) -> Answer:
    """What became of the latest search for it; if there was none, whether it was seen."""
    ended = recollection.events((EventKind.GOAL_ENDED,), limit=200)
    about = [record for record in ended if _is_about(record, plan.subject)]
    if not about:
        return answer_is_there(plan, recollection)
    latest = about[0]
    verdict = {True: "Yes", False: "No", None: "I looked for it"}[latest.succeeded]
    when = ago(latest.stamp_ns, recollection.now_ns)
    return event_answer(plan, f"{verdict}, {when}: {latest.summary.strip().rstrip('.')}", [latest])


def _is_about(record: LogRecord, subject: str) -> bool:
    """Whether the record's sentence has every word of the description."""
    wanted = parse_description(subject)
    said = {singular(word) for word in split_words(record.summary)}
    return bool(wanted.noun) and {*wanted.noun, *wanted.attributes} <= said
