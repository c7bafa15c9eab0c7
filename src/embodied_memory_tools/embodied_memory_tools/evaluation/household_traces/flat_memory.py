"""The baseline: a flat memory of sentences with their vectors, of which the five most similar are quoted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.embedder import Embedder
from embodied_memory.words.time_words.local_calendar import describe_time
from embodied_memory_tools.evaluation.household_traces.trace_memory import TraceAnswer
from household.residents.trace import TraceRecord

TOP = 5


class TextVectors:
    """The vectors of sentences, each embedded once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: dict[str, NDArray[np.float32]] = {}

    def of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(N, dimension), normalised."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, self._embedder.embed_text(new), strict=True))
        return np.array([self._vectors[text] for text in texts], np.float32).reshape(len(texts), -1)


class FlatMemory:
    """Every event's sentence, as it is."""

    def __init__(self, vectors: TextVectors) -> None:
        self._vectors = vectors
        self._records: list[TraceRecord] = []
        self._rows: list[NDArray[np.float32]] = []

    def record(self, record: TraceRecord) -> None:
        """See TraceMemory. Embedded when it is asked next, many at a time."""
        self._records.append(record)

    def settle(self) -> None:
        """Embed what is new."""
        missing = [one.event.text for one in self._records[len(self._rows) :]]
        self._rows.extend(self._vectors.of(missing) if missing else ())

    def answer(self, question: str, now_ns: int) -> TraceAnswer:
        """The most similar sentences, best first."""
        self.settle()
        if not self._records:
            return TraceAnswer("I don't know.", ())
        similarity = np.array(self._rows) @ self._vectors.of([question])[0]
        best = np.argsort(-similarity, kind="stable")[:TOP]
        return quoted([self._records[k] for k in best], now_ns)


def quoted(records: Sequence[TraceRecord], now_ns: int) -> TraceAnswer:
    """An answer that says what was found with its time: who asks can read the answer out of it."""
    told = [f"{one.event.text} {describe_time(one.event.stamp_ns, now_ns).capitalize()}." for one in records]
    return TraceAnswer(" ".join(told), tuple(one.evidence_id for one in records))
