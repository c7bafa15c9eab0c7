"""What residents asked a robot for that lived among them: what it said became of it, and what really did."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from household.home import ROBOT_ID
from household.residents.acts import Meaning
from household.residents.lived_days import ROBOT_SAYS
from household.residents.requests import INSTRUCTS
from household.residents.robot_words import News, news_in, words_of
from household.residents.trace import TraceRecord
from household.residents.trace_truth import TraceTruth

_SOON = 8
"""So many records after the thanks the robot may still tell of it."""
_ENDS = ("never mind robot", "thank robot", "wrong thing")


@dataclass(frozen=True)
class JudgedRequest:
    """An instruction. said: what the robot last said of how it came out, before they asked for something else, "" if
    nothing. done: whether the robot made true what they wanted.
    """

    person: str
    stamp_ns: int
    instruction: str
    said: str
    done: bool


def judge_requests(records: Sequence[TraceRecord], truth: TraceTruth) -> list[JudgedRequest]:
    """Every instruction of a resident to the robot, in order, judged with what became true of its thing.

    Right is what the robot itself made so (handed over, put, opened, set) before the person gave it up or asked for
    something else, or what was so already when they asked.
    """
    return [_judged(records, truth, number, wanted) for number, wanted in _instructions(records, truth)]


def _instructions(records: Sequence[TraceRecord], truth: TraceTruth) -> Iterator[tuple[int, Meaning]]:
    for number, record in enumerate(records):
        meaning = truth.meanings.get(record.evidence_id)
        if meaning is not None and meaning.intent.startswith(INSTRUCTS) and ROBOT_ID in record.event.observers:
            yield number, meaning


def _judged(records: Sequence[TraceRecord], truth: TraceTruth, number: int, wanted: Meaning) -> JudgedRequest:
    asked = records[number].event
    talk = list(_until_next(records[number + 1 :], truth, asked.actor))
    until = list(takewhile(lambda r: r.event.actor != asked.actor or _intent(r, truth) not in _ENDS, talk))
    thing = words_of(truth.entities[wanted.subject].category)
    told = [record.event.text for record in talk[: len(until) + _SOON] if _intent(record, truth) == ROBOT_SAYS]
    said = [text for text in told if _is_about(text, thing)] or [
        text for text in told if news_in(text) is News.OCCUPIED
    ]
    by_robot = {r.evidence_id for r in until if r.event.actor == ROBOT_ID}
    made = any(
        change.evidence_id in by_robot and change.value == wanted.value
        for change in truth.history(wanted.subject, wanted.attribute)
    )
    was_so = truth.state(wanted.subject, wanted.attribute, asked.stamp_ns) == wanted.value
    return JudgedRequest(asked.actor, asked.stamp_ns, asked.text, said[-1] if said else "", made or was_so)


def _is_about(text: str, thing: frozenset[str]) -> bool:
    """Whether it tells how work on such a thing came out."""
    return news_in(text) in (News.DONE, News.FAILED) and thing <= words_of(text)


def _until_next(records: Sequence[TraceRecord], truth: TraceTruth, person: str) -> Iterator[TraceRecord]:
    """What happened until the person asked for something else."""
    return takewhile(
        lambda one: one.event.actor != person or not _intent(one, truth).startswith(INSTRUCTS), iter(records)
    )


def _intent(record: TraceRecord, truth: TraceTruth) -> str:
    meaning = truth.meanings.get(record.evidence_id)
    return meaning.intent if meaning is not None else ""


def requests_table(judged: Sequence[JudgedRequest]) -> Table:
    """A row for each instruction."""
    table = Table(title=f"residents gave {len(judged)} instructions", title_justify="left")
    table.add_column("who", style="dim")
    table.add_column("instruction", ratio=2)
    table.add_column("what the robot said became of it", ratio=3)
    table.add_column("in truth")
    for one in judged:
        verdict = "[green]done[/]" if one.done else "[red]not done[/]"
        table.add_row(one.person, escape(one.instruction), escape(one.said or "(nothing)"), verdict)
    table.caption = f"{sum(one.done for one in judged)} of {len(judged)} done"
    return table


def add_requests(judged: Sequence[JudgedRequest], file: Path) -> None:
    """To the JSON of the days, as `requests`."""
    content = json.loads(file.read_text(encoding="utf-8"))
    content["requests"] = [asdict(one) for one in judged]
    file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
