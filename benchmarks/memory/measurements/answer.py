"""Answers in a great memory, without a language model, and how long it takes to open it."""

from __future__ import annotations

from pathlib import Path

from big_memory import BigMemory, ready
from figure import Figure
from household_events import LOOKS_PER_HOUR
from process_figures import cpu_ms, resident_mb, spread
from scale import Scale

from embodied_memory.memory.memory import Memory
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory_tools.evaluation.household_traces.mine_questions import mine_questions
from household.residents import TraceTruth, generate_trace

LONGEST_ANSWER_MS, LONGEST_OPENING_S = 150.0, 10.0
_MINED_DAYS, _QUESTIONS_A_FAMILY = 2, 12
_OF_VIEWS = (
    "Where is the red mug?",
    "When did you last see the blue book?",
    "How many lamps are there?",
    "What is on the table?",
    "What did you do yesterday?",
    "Is the lamp on?",
    "Where is the telescope?",
)


def measure(scale: Scale, folder: Path, seed: int) -> list[Figure]:
    """Open, ask every question twice, and take the second time: the first one loads what all others share."""
    big = ready(scale.grown_events, seed, scale.grow_longest_s)
    opened: list[Memory] = []
    opening_ms = cpu_ms(lambda: opened.append(Memory(big.path, HashingEmbedder())))
    with opened[0] as memory:
        asked = questions(seed)
        known = [memory.answer(question).known for question in asked]
        times = spread([cpu_ms(lambda q=question: memory.answer(q)) for question in asked])
    return figures(big, times, opening_ms, sum(known) / len(known))


def questions(seed: int) -> list[str]:
    """Mined from the first days of the household: all families; and some about the views between the events."""
    truth = TraceTruth()
    records = list(generate_trace(seed, _MINED_DAYS, looks_per_hour=LOOKS_PER_HOUR, truth=truth))
    mined = mine_questions(records, truth, seed, per_family=_QUESTIONS_A_FAMILY)
    return [*dict.fromkeys(question.question for question in mined), *_OF_VIEWS]


def figures(big: BigMemory, times: dict[str, float], opening_ms: float, known: float) -> list[Figure]:
    label, full, note = f"an answer at {big.events:,} events", big.events >= 1_000_000, big.note
    return [
        Figure(f"{label}: 99 of 100 within", times["p99_ms"], "ms", ("at most", LONGEST_ANSWER_MS), full, note),
        Figure(
            f"{label}: median", times["median_ms"], "ms", note=f"{times['calls']} questions, {known:.0%} answered"
        ),
        Figure("opening it", opening_ms / 1e3, "CPU s", ("at most", LONGEST_OPENING_S), full, note),
        Figure("opening it: RSS", resident_mb(), "MB"),
    ]
