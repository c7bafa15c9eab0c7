"""Reads what somebody says, learned from what people said: the act, with how sure that is, and the roles of words."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.minilm_embedder import MiniLmEmbedder
from embodied_memory.perception.model_folder import MissingModelError
from embodied_memory.words.reading_network import ReadingNetwork, best_tags, read_network
from embodied_memory.words.said import Filler, Role, Said, SpeechAct
from embodied_memory.words.spoken_words import TokensInContext, spoken_words

_KEPT = 256
"""The same utterance is read at several doors."""
_MOST_CHARACTERS = 1000
"""Of a longer text, as much of the beginning is read."""


class OneReading:
    """Deterministic; never fails for a text. Safe to call from several threads."""

    def __init__(self, network: ReadingNetwork, tokens_of: TokensInContext) -> None:
        self._network, self._tokens_of = network, tokens_of
        self._read: OrderedDict[str, Said] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, text: str) -> Said:
        """text: of any content; of one without words nothing can be made."""
        with self._lock:
            if text not in self._read:
                self._read[text] = self._anew(text)
                while len(self._read) > _KEPT:
                    self._read.popitem(last=False)
            return self._read[text]

    def _anew(self, text: str) -> Said:
        spoken = spoken_words(text[:_MOST_CHARACTERS], self._tokens_of)
        if not any(word[0].isalnum() for word in spoken.words):
            return Said(text, SpeechAct.NONSENSE, 1.0, {SpeechAct.NONSENSE: 1.0})
        probabilities, scores = self._network.read(spoken)
        shares = {SpeechAct(act): float(p) for act, p in zip(self._network.acts, probabilities, strict=True)}
        act = max(shares, key=lambda one: shares[one])
        fillers = fillers_of(text, spoken.spans, best_tags(scores, self._network.tags))
        return Said(text, act, shares[act], shares, fillers)


def fillers_of(text: str, spans: Sequence[tuple[int, int]], tags: Sequence[str]) -> tuple[Filler, ...]:
    """Of tags "B-role", "I-role" and "O", one a word."""
    number, marked = 0, []
    for span, tag in zip(spans, tags, strict=True):
        number += not tag.startswith("I-")
        marked.append((number, tag[2:], span))
    found = []
    for (_, role), group in groupby(marked, key=lambda one: one[:2]):
        inside = [span for _, _, span in group]
        if role:
            begin, end = inside[0][0], inside[-1][1]
            found.append(Filler(Role(role), text[begin:end], begin, end))
    return tuple(found)


@lru_cache(maxsize=1)
def the_reading() -> OneReading | None:
    """The one of this process; None where the language model's files are not installed: then rules alone read."""
    try:
        embedder = MiniLmEmbedder()
    except (MissingExtraError, MissingModelError):
        return None
    return OneReading(read_network(Path(__file__).with_name("one_reading.npz")), embedder.tokens_in_context)
