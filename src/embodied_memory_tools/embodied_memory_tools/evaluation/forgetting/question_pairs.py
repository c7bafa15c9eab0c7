"""Pairs of questions about what happens twice (H2-EMV, section 4.2.1, dataset).

Something that occurs early and late in a life is asked for after each: both times so late that by default all low
nodes of the tree that held it are forgotten. Between them people may tell the robot to remember it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from embodied_memory.event import Event
from embodied_memory_tools.evaluation.forgetting.topics import Topic, topics_of
from embodied_memory_tools.evaluation.household_traces.naming import Naming
from embodied_memory_tools.evaluation.household_traces.seen_history import SeenHistory
from household.home import ROBOT_ID
from household.residents.life import generate_trace
from household.residents.phrasebook import Phrasebook
from household.residents.trace import TraceRecord
from household.residents.trace_truth import TraceTruth

DAY_NS = 86_400_000_000_000
ASKED_AFTER_NS = 2 * DAY_NS
"""The paper's "offset greater than the default lifespan of low-level nodes": a goal lives for a day."""
_ONE_OCCURRENCE_NS = 1_800_000_000_000
_FIRST_PART = 0.4
_LEAST_BETWEEN_NS = 5 * DAY_NS
_WORDINGS = Path(__file__).parent / "texts" / "questions.txt"


@dataclass(frozen=True)
class Life:
    """What the robot perceived, in order of time, and what is asked of it."""

    seed: int
    events: tuple[Event, ...]
    pairs: tuple[QuestionPair, ...]


@dataclass(frozen=True)
class Asking:
    """A question that is put at asked_ns. events: places in the life that tell the answer, any of them does."""

    asked_ns: int
    question: str
    events: tuple[int, ...]


@dataclass(frozen=True)
class QuestionPair:
    """The same kind of question twice; feedback: what is said after the first, "" if nobody cares."""

    kind: str
    first: Asking
    second: Asking
    feedback: str


def live(seed: int, days: int, looks_per_hour: float, asked: int, unasked: int) -> Life:
    """A life of the residents with pairs of questions: some with feedback, some that nobody gives feedback on.

    asked, unasked: at most so many pairs; fewer if less happened twice.
    """
    truth = TraceTruth()
    records = [
        record
        for record in generate_trace(seed, days, looks_per_hour=looks_per_hour, truth=truth)
        if ROBOT_ID in record.event.observers
    ]
    pairs = question_pairs(records, truth, random.Random(f"{seed} two rounds"), asked, unasked)
    return Life(seed, tuple(record.event for record in records), pairs)


def question_pairs(
    records: Sequence[TraceRecord], truth: TraceTruth, rng: random.Random, asked: int, unasked: int
) -> tuple[QuestionPair, ...]:
    """Pairs of all kinds in turn. No two have the same subject, so that no feedback is about what is unasked."""
    wordings = Phrasebook.read(_WORDINGS)
    chosen = _of_all_kinds(_candidates(records, truth), rng)[: asked + unasked]
    without = set(rng.sample(range(len(chosen)), min(unasked, len(chosen))))
    return tuple(
        _pair(topic, occurrences, records, wordings, rng, place not in without)
        for place, (topic, occurrences) in enumerate(chosen)
    )


_Occurrences = tuple[list[int], list[int]]


def _candidates(records: Sequence[TraceRecord], truth: TraceTruth) -> list[tuple[Topic, _Occurrences]]:
    naming = Naming(truth)
    places = {record.evidence_id: place for place, record in enumerate(records)}
    found: dict[Topic, list[int]] = defaultdict(list)
    for seen in SeenHistory(records, truth).events:
        for topic in topics_of(seen, naming):
            found[topic].append(places[seen.evidence_id])
    stamps = [record.event.stamp_ns for record in records]
    pairs = [(topic, _first_and_last(list(dict.fromkeys(each)), stamps)) for topic, each in found.items()]
    return [(topic, pair) for topic, pair in pairs if pair is not None]


def _first_and_last(told: list[int], stamps: Sequence[int]) -> _Occurrences | None:
    """The first occurrence after which there is none before it is asked for, and the very last one."""
    occurrences: list[list[int]] = []
    for place in told:
        if occurrences and stamps[place] - stamps[occurrences[-1][-1]] <= _ONE_OCCURRENCE_NS:
            occurrences[-1].append(place)
        else:
            occurrences.append([place])
    latest_first_ns = stamps[0] + _FIRST_PART * (stamps[-1] - stamps[0])
    last = occurrences[-1]
    for one, following in pairwise(occurrences):
        asked_ns = stamps[one[-1]] + ASKED_AFTER_NS
        if stamps[one[0]] > latest_first_ns:
            return None
        if stamps[following[0]] > asked_ns and stamps[last[0]] - asked_ns >= _LEAST_BETWEEN_NS:
            return one, last
    return None


def _of_all_kinds(
    candidates: Iterable[tuple[Topic, _Occurrences]], rng: random.Random
) -> list[tuple[Topic, _Occurrences]]:
    """In turn one of each kind, by chance; of those of one subject only one."""
    by_kind: dict[str, list[tuple[Topic, _Occurrences]]] = defaultdict(list)
    for candidate in candidates:
        by_kind[candidate[0].kind].append(candidate)
    for waiting in by_kind.values():
        rng.shuffle(waiting)
    chosen: list[tuple[Topic, _Occurrences]] = []
    subjects: set[str] = set()
    while any(by_kind.values()):
        for kind in sorted(by_kind):
            fresh = [each for each in by_kind[kind] if each[0].subject not in subjects]
            by_kind[kind] = fresh[1:]
            if fresh:
                subjects.add(fresh[0][0].subject)
                chosen.append(fresh[0])
    return chosen


def _pair(
    topic: Topic, occurrences: _Occurrences, records: Sequence[TraceRecord], wordings: Phrasebook,
    rng: random.Random, is_told: bool,
) -> QuestionPair:  # fmt: skip
    words = dict(topic.words)
    first, second = (
        Asking(
            records[places[-1]].event.stamp_ns + ASKED_AFTER_NS,
            wordings.say(rng, f"{topic.kind} {part}", **words),
            tuple(places),
        )
        for part, places in zip(("first", "second"), occurrences, strict=True)
    )
    feedback = wordings.say(rng, f"{topic.kind} feedback", **words) if is_told else ""
    return QuestionPair(topic.kind, first, second, feedback)
