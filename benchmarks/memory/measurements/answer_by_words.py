"""Answers as the robot gives them: MiniLM's vectors, question and evidence read together; and reading an utterance.

Beside the bare search that any memory over the same embedder does: one embedding, one product over all pieces.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
from figure import Figure
from household_events import perceived_events
from process_figures import cpu_ms, resident_mb, spread
from scale import Scale

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.reading.offline_reader import OfflineUtteranceReader
from embodied_memory.dialog.talk.conversation import Conversation
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.retrieval.pieces.piece_rows import is_telling, searched_words
from embodied_memory.perception.text_embedders import MiniLmEmbedder
from embodied_memory_tools.learning.asked_homes import read_asked_homes
from measurements.answer import questions

LONGEST_ANSWER_MS, LONGEST_READING_MS, FULL_SIZE = 150.0, 40.0, 100_000
_DAYS, _READ = 60, 400
_ASKED = Path(__file__).parents[3] / "tests" / "words" / "asked"


def measure(scale: Scale, folder: Path, seed: int) -> list[Figure]:
    """Every question is asked twice, and the second time counts: the first one loads what all others share."""
    embedder = MiniLmEmbedder()
    events = [event for _, event in itertools.islice(perceived_events(seed, _DAYS), scale.answered_events)]
    with Memory(folder / "answered.db", embedder) as memory:
        for event in events:
            memory.record_event(event)
        asked = questions(seed)
        known = [memory.answer(question).known for question in asked]
        times = [_anew_ms(embedder, lambda q=question: memory.answer(q)) for question in asked]
    vectors = embedder.embed_text([searched_words(event) for event in events if is_telling(event)])
    bare = [
        _anew_ms(embedder, lambda q=question: np.argsort(-(vectors @ embedder.embed_text([q])[0]))[:20])
        for question in asked
    ]
    return _figures(len(events), times, bare, _reading_ms(), sum(known) / len(known))


def _anew_ms(embedder: MiniLmEmbedder, call: Callable[[], object]) -> float:
    """As if nobody had asked that before: the embedder keeps the vectors of the last texts."""
    embedder.forget_texts()
    return cpu_ms(call)


def _reading_ms() -> list[float]:
    """Of what people asked who had read no code; nothing was learned from how fast it is."""
    homes = (home for path in sorted(_ASKED.glob("*.jsonl")) for home in read_asked_homes(path))
    said = [asked.text for asked in itertools.islice((one for home in homes for one in home.questions), _READ)]
    reader, conversation = OfflineUtteranceReader(), Conversation("Anna", DialogConfig())
    reader.read(said[0], conversation)
    return [cpu_ms(lambda s=one: reader.read(s, conversation)) for one in said]


def _figures(
    events: int, answers: list[float], bare: list[float], readings: list[float], known: float
) -> list[Figure]:
    label, is_full = f"an answer by words at {events:,} events", events >= FULL_SIZE
    p95_ms, bare_ms = float(np.percentile(answers, 95)), float(np.median(bare))
    reading_ms, note = float(np.percentile(readings, 95)), f"{len(answers)} questions, {known:.0%} answered"
    return [
        Figure(f"{label}: 95 of 100 within", p95_ms, "ms", ("at most", LONGEST_ANSWER_MS), is_full, note),
        Figure(f"{label}: median", spread(answers)["median_ms"], "ms"),
        Figure("embedding and one product over all pieces: median", bare_ms, "ms"),
        Figure("reading an utterance: 95 of 100 within", reading_ms, "ms", ("at most", LONGEST_READING_MS)),
        Figure(f"{label}: RSS", resident_mb(), "MB"),
    ]
