"""Answers as the robot gives them: MiniLM's vectors, question and evidence read together; and reading an utterance.

Beside the bare search that any memory over the same embedder does: one product over all pieces.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from figure import Figure
from household_events import perceived_events
from numpy.typing import NDArray
from process_figures import cpu_ms, resident_mb, spread
from scale import Scale

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.offline_reader import OfflineReader
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.retrieval.pieces.piece_vectors import is_telling, searched_words
from embodied_memory.perception.minilm_embedder import MiniLmEmbedder
from measurements.answer import questions

LONGEST_ANSWER_MS, LONGEST_READING_MS, FULL_SIZE = 150.0, 40.0, 100_000
_DAYS, _READ = 60, 400
_UTTERANCES = Path(__file__).parents[3] / "tests" / "words" / "asked"


class RecallingEmbedder(MiniLmEmbedder):
    """A household says and does the same again and again: each text is embedded once while the memory grows."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, NDArray[np.float32]] = {}
        self.recalls = True

    def embed_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if not self.recalls:
            return super().embed_text(texts)
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= dict(zip(new, super().embed_text(new), strict=True))
        return np.stack([self._known[text] for text in texts])


def measure(scale: Scale, folder: Path, seed: int) -> list[Figure]:
    """Every question is asked twice, and the second time counts: the first one loads what all others share."""
    embedder = RecallingEmbedder()
    events = list(itertools.islice(perceived_events(seed, _DAYS), scale.answered_events))
    with Memory(folder / "answered.db", embedder) as memory:
        for event in (event for _, event in events):
            memory.record_event(event)
        embedder.recalls = False
        asked = questions(seed)
        known = [memory.answer(question).known for question in asked]
        times = [cpu_ms(lambda q=question: memory.answer(q)) for question in asked]
    bare = _bare_search(embedder, [searched_words(event) for _, event in events if is_telling(event)], asked)
    return _figures(len(events), times, bare, _reading_ms(), sum(known) / len(known))


def _bare_search(embedder: RecallingEmbedder, texts: list[str], asked: list[str]) -> list[float]:
    embedder.recalls = True
    vectors = np.concatenate([embedder.embed_text(texts[at : at + 512]) for at in range(0, len(texts), 512)])
    embedder.recalls = False
    return [
        cpu_ms(lambda q=question: np.argsort(-(vectors @ embedder.embed_text([q])[0]))[:20]) for question in asked
    ]


def _reading_ms() -> list[float]:
    """Of what people asked who had read no code; nothing was learned from how fast it is."""
    lines = (line for path in sorted(_UTTERANCES.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines())
    said = [line.split('"q": "', 1)[1].split('", "', 1)[0] for line in lines if '"q": "' in line][:_READ]
    reader, conversation = OfflineReader(), Conversation("Anna", DialogConfig())
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
        Figure("one product over all pieces, the question embedded before: median", bare_ms, "ms"),
        Figure("reading an utterance: 95 of 100 within", reading_ms, "ms", ("at most", LONGEST_READING_MS)),
        Figure(f"{label}: RSS", resident_mb(), "MB"),
    ]
