"""Living through traces and answering at each cutoff: one run for each memory and seed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.household_traces.flat_memory import FlatMemory, TextVectors
from embodied_memory_tools.evaluation.household_traces.judge import Judgement, judge_answer
from embodied_memory_tools.evaluation.household_traces.mine_questions import mine_questions
from embodied_memory_tools.evaluation.household_traces.peer_memory import PEERS, peer_memory
from embodied_memory_tools.evaluation.household_traces.trace_memory import (
    ABLATIONS,
    TraceAnswer,
    TraceMemory,
    our_memory,
    perceived,
)
from embodied_memory_tools.evaluation.household_traces.trace_question import TraceQuestion
from embodied_memory_tools.evaluation.household_traces.wordings import PLAIN, Wordings
from household.residents.life import generate_trace
from household.residents.phrasebook import reworded
from household.residents.trace import TraceRecord
from household.residents.trace_truth import TraceTruth

OURS, FLAT = "ours", "flat"
MEMORIES = (OURS, *(f"{OURS} {ablation}" for ablation in ABLATIONS), FLAT, *PEERS)


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question, what a memory answered, how that was judged, and how long it took."""

    seed: int
    question: TraceQuestion
    answer: TraceAnswer
    judgement: Judgement
    latency_s: float


@dataclass
class MemoryRun:
    """All answers of one memory."""

    memory: str
    answered: list[AnsweredQuestion] = field(default_factory=list)


@dataclass(frozen=True)
class TracePlan:
    """What is measured. peers: the interpreter of their environment; per_family: questions of each a seed.

    style: one of STYLES; typos: the share of questions with a mistyped word. sayings, questions: files with other
    wordings of what people say and of what is asked, in the form of ours.
    """

    seeds: Sequence[int]
    days: int
    memories: Sequence[str]
    per_family: int
    peers: Path
    style: str = PLAIN
    typos: float = 0.0
    sayings: Path | None = None
    questions: Path | None = None


def evaluate_traces(plan: TracePlan, embedder: Embedder, tell: Callable[[str], None]) -> list[MemoryRun]:
    """Every memory lives through every trace. tell: one line for each."""
    runs = {name: MemoryRun(name) for name in plan.memories}
    vectors, wordings = TextVectors(embedder), Wordings.of(plan.style, plan.typos, plan.questions)
    for seed in plan.seeds:
        truth = TraceTruth()
        with reworded("sayings", plan.sayings) if plan.sayings else nullcontext():
            records = list(generate_trace(seed, plan.days, truth=truth))
        questions = mine_questions(records, truth, seed, plan.per_family, wordings=wordings)
        for name, run in runs.items():
            with _opened(name, truth, embedder, vectors, plan.peers) as memory:
                answered = list(live_through(seed, records, questions, memory))
            run.answered += answered
            right = sum(one.judgement.correct for one in answered)
            tell(f"seed {seed}, {name}: {right} of {len(answered)} right")
    return list(runs.values())


def live_through(
    seed: int, records: Sequence[TraceRecord], questions: Sequence[TraceQuestion], memory: TraceMemory
) -> Iterator[AnsweredQuestion]:
    """Each question is asked when everything before its cutoff is recorded, and nothing after it."""
    waiting = sorted(questions, key=lambda question: question.cutoff_ns)
    for record in records:
        while waiting and waiting[0].cutoff_ns <= record.event.stamp_ns:
            yield _ask(seed, waiting.pop(0), memory)
        if perceived(record):
            memory.record(record)
    for question in waiting:
        yield _ask(seed, question, memory)


def _ask(seed: int, question: TraceQuestion, memory: TraceMemory) -> AnsweredQuestion:
    memory.settle()
    began = time.perf_counter()
    answer = memory.answer(question.question, question.cutoff_ns)
    latency_s = time.perf_counter() - began
    judgement = judge_answer(question, answer.text, answer.cited, answer.status)
    return AnsweredQuestion(seed, question, answer, judgement, latency_s)


def _opened(
    name: str, truth: TraceTruth, embedder: Embedder, vectors: TextVectors, peers: Path
) -> AbstractContextManager[TraceMemory]:
    if name == FLAT:
        return nullcontext(FlatMemory(vectors))
    if name in PEERS:
        return peer_memory(peers, name, vectors)
    return our_memory(truth.entities, embedder, name.removeprefix(OURS).strip())
