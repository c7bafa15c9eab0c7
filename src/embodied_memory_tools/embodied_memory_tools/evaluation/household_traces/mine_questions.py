"""Questions from a trace and its truth, found by program (WorldLines, section 3.3); wordings come from a file."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from embodied_memory_tools.evaluation.household_traces.count_questions import (
    counted_devices,
    counted_promises,
    counted_puts,
)
from embodied_memory_tools.evaluation.household_traces.episode_questions import episode
from embodied_memory_tools.evaluation.household_traces.habit_questions import preference, routine
from embodied_memory_tools.evaluation.household_traces.hidden_questions import hidden_state
from embodied_memory_tools.evaluation.household_traces.mining import DAY_NS, HOUR_NS, Mining
from embodied_memory_tools.evaluation.household_traces.multi_hop_questions import multi_hop
from embodied_memory_tools.evaluation.household_traces.seen_history import SeenHistory
from embodied_memory_tools.evaluation.household_traces.span_questions import spans
from embodied_memory_tools.evaluation.household_traces.state_questions import current_state, overwritten_state
from embodied_memory_tools.evaluation.household_traces.talk_questions import commitment, source
from embodied_memory_tools.evaluation.household_traces.time_questions import temporal
from embodied_memory_tools.evaluation.household_traces.trace_question import AnswerKind, QuestionFamily, TraceQuestion
from embodied_memory_tools.evaluation.household_traces.wordings import Wordings
from household.residents.trace import TraceRecord
from household.residents.trace_truth import TraceTruth

Miner = Callable[[Mining, int], Iterator[TraceQuestion]]
MINERS: Mapping[QuestionFamily, tuple[Miner, ...]] = {
    QuestionFamily.CURRENT_STATE: (current_state, counted_devices),
    QuestionFamily.OVERWRITTEN_STATE: (overwritten_state,),
    QuestionFamily.MULTI_HOP: (multi_hop,),
    QuestionFamily.TEMPORAL: (temporal, spans, counted_puts),
    QuestionFamily.PREFERENCE: (preference,),
    QuestionFamily.ROUTINE: (routine,),
    QuestionFamily.COMMITMENT: (commitment, counted_promises),
    QuestionFamily.SOURCE: (source,),
    QuestionFamily.EPISODE: (episode,),
}
"""What is asked at a cutoff. Hidden questions have cutoffs of their own."""
_CUTOFFS = 5


def mine_questions(
    records: Iterable[TraceRecord], truth: TraceTruth, seed: int = 0, per_family: int = 20,
    cutoffs_ns: Sequence[int] | None = None, wordings: Wordings | None = None,
) -> tuple[TraceQuestion, ...]:  # fmt: skip
    """At most per_family questions of each family, in order of their cutoffs, no two the same at one cutoff.

    Each can be answered from what the robot saw and heard before its cutoff, its answer follows from its evidence,
    and is what was really so (section 8.2); hidden questions ask for what the robot could know at best.
    cutoffs_ns: when to ask; None takes some moments of the second half of the trace. wordings: None for our own.
    Deterministic.
    ValueError if the robot saw nothing.
    """
    history = SeenHistory(records, truth)
    first_ns, last_ns = history.span_ns
    rng = random.Random(f"{seed} questions")
    wordings = wordings or Wordings.of()
    mining = Mining(history, truth, rng, wordings)
    half_ns = (first_ns + last_ns) // 2
    cutoffs = sorted(cutoffs_ns) if cutoffs_ns is not None else _some_cutoffs(rng, half_ns, last_ns)
    chosen: list[TraceQuestion] = []
    for miners in MINERS.values():
        found = [question for miner in miners for cutoff_ns in cutoffs for question in miner(mining, cutoff_ns)]
        chosen += _choose(found, per_family, rng)
    hidden = [question for question in hidden_state(mining, half_ns) if question.cutoff_ns <= cutoffs[-1]]
    chosen += _choose(hidden, per_family, rng)
    chosen = [_unblamed(question) for question in chosen]
    chosen = [replace(one, question=wordings.reword(one.question, rng)) for one in chosen]
    return tuple(sorted(chosen, key=lambda question: (question.cutoff_ns, question.question)))


def _unblamed(question: TraceQuestion) -> TraceQuestion:
    """What a question names is no wrong answer, unless it names the right one as well (which came first?)."""
    asked, answer = question.question.lower(), question.answer
    if answer.kind is not AnswerKind.WORDS or any(phrase.lower() in asked for phrase in answer.accepted):
        return question
    wrong = tuple(phrase for phrase in answer.distractors if phrase.lower() not in asked)
    return replace(question, answer=replace(answer, distractors=wrong))


def _some_cutoffs(rng: random.Random, first_ns: int, last_ns: int) -> list[int]:
    """Moments of the day, when people are about."""
    days = range(first_ns // DAY_NS, last_ns // DAY_NS + 1)
    moments = [day * DAY_NS + int(rng.uniform(8.0, 22.0) * HOUR_NS) for day in days]
    fitting = [moment for moment in moments if first_ns < moment <= last_ns] or [last_ns]
    return sorted(rng.sample(fitting, min(_CUTOFFS, len(fitting))))


def _choose(found: Sequence[TraceQuestion], count: int, rng: random.Random) -> list[TraceQuestion]:
    """A fair mixture: certainties, kinds of answers and cutoffs in turn, none asked twice."""
    by_sort: dict[tuple[object, ...], list[TraceQuestion]] = {}
    for question in rng.sample(found, len(found)):
        sort = (question.answer.kind, question.expected_statuses, len(question.evidence) > 1)
        by_sort.setdefault(sort, []).append(question)
    chosen: list[TraceQuestion] = []
    asked: set[tuple[str, ...]] = set()
    while len(chosen) < count and any(by_sort.values()):
        for waiting in by_sort.values():
            if not waiting or len(chosen) >= count:
                continue
            question = waiting.pop()
            key = (*question.answer.accepted, *question.gold_evidence_ids, str(question.answer.kind))
            wording = (question.question, str(question.cutoff_ns))
            if key not in asked and wording not in asked:
                asked |= {key, wording}
                chosen.append(question)
    return chosen
