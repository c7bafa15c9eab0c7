"""Did you find the kettle? What did you do, today or last?"""

from __future__ import annotations

import re
import time

from embodied_memory.event import EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.log.event_log import LogRecord
from embodied_memory.memory.retrieval.answers.answer_parts import event_answer
from embodied_memory.memory.retrieval.answers.whereabouts_seen import answer_is_there
from embodied_memory.memory.retrieval.seen.question import SeenQuestion
from embodied_memory.memory.retrieval.seen.recollection import Recollection
from embodied_memory.words.time_words.local_calendar import MONTHS, WEEKDAYS
from embodied_memory.words.wording.description import parse_description
from embodied_memory.words.wording.phrases import ago, listed, sentence
from embodied_memory.words.wording.word_stems import content_stems
from embodied_memory.words.wording.words import singular, split_words

_DEEDS = (EventKind.INSTRUCTION_ENDED, EventKind.GOAL_ENDED, EventKind.SKILL_ENDED)
_BEGINNINGS = (EventKind.INSTRUCTION_STARTED, EventKind.GOAL_STARTED, EventKind.SKILL_STARTED)
_MOST_TOLD = 8
_OF_ONE = re.compile(r"\W*(?:(?:and|so|but) )*(?:who|did|have)\b(?!.*\b(?:any|some)thing\b)", re.I)
"""Of a thing that is named: "who did you give the keys to?"."""
_OF_DOING = content_stems(
    "do did done bring brought give given hand handed fetch fetched carry carried take taken lend pass put move moved"
    " get got today yesterday day anything something already last"
)
_NAME = re.compile(r"(?<=\w )[A-Z]\w+")
"""Anywhere but at the beginning."""
_NS = 1_000_000_000
_WALL_CLOCK_FROM_NS = 1_000_000_000 * _NS
"""Stamps below this (the year 2001) are a simulator's, which has no days."""


def answer_did_you_find(plan: SeenQuestion, recollection: Recollection) -> Answer:
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


def answer_what_did_you_do(plan: SeenQuestion, recollection: Recollection) -> Answer:
    """What was ended, oldest first; where nothing was, what was begun; of who is named, what they had part in."""
    since_ns = _midnight_ns(recollection.now_ns) if plan.value == "today" else 0
    limit = 1 if plan.value in ("last", "just now") else _MOST_TOLD
    records = recollection.events(_DEEDS, since_ns, limit) or recollection.events(_BEGINNINGS, since_ns, limit)
    people = {name for name in _NAME.findall(plan.question) if name.lower() not in (*WEEKDAYS, *MONTHS)}
    records = [one for one in records if not people or people & set(_NAME.findall(one.summary))]
    about = content_stems(plan.question) - content_stems(" ".join(people)) - _OF_DOING
    of_it = [one for one in records if about & content_stems(one.summary)]
    records = of_it or ([] if about and _OF_ONE.match(plan.question) else records)
    if not records:
        when = " today" if plan.value == "today" else ""
        whom = f" for {listed(sorted(people))}" if people else ""
        text = f"I don't know of anything I was asked to do{whom}{when}."
        return Answer(plan.question, text, False, 0.0)
    told = [_told(record, recollection.now_ns) for record in reversed(records)]
    return event_answer(plan, " ".join(told), records)


def _told(record: LogRecord, now_ns: int) -> str:
    return sentence(f"{ago(record.stamp_ns, now_ns)}: {record.summary.strip().rstrip('.')}")


def _midnight_ns(now_ns: int) -> int:
    """The start of the local day; of a simulator's time, its start."""
    if now_ns < _WALL_CLOCK_FROM_NS:
        return 0
    now = time.localtime(now_ns // _NS)
    return int(time.mktime((now.tm_year, now.tm_mon, now.tm_mday, 0, 0, 0, 0, 0, -1))) * _NS
