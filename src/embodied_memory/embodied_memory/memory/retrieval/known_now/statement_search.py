"""Which sentence of what is known answers a question: found by meaning, then read with the question together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.retrieval.known_now.known_statement import KnownStatement
from embodied_memory.memory.retrieval.pieces.bearing_weights import BearingWeights
from embodied_memory.memory.retrieval.pieces.piece_features import telling
from embodied_memory.memory.retrieval.pieces.reranking import asked_by
from embodied_memory.memory.retrieval.pieces.word_vectors import WordVectors
from embodied_memory.memory.wording.description import GROUP_OF_WORD
from embodied_memory.memory.wording.word_stems import content_stems
from embodied_memory.memory.wording.words import split_words
from embodied_memory.perception.readers import Readers
from embodied_memory.words.said import AskedKind, Role, Said

_ASKED = (
    AskedKind.WHERE, AskedKind.EXISTS, AskedKind.CONTENTS, AskedKind.COUNT, AskedKind.STATE, AskedKind.DID,
)  # fmt: skip
_ASKED_SO_TOO = (AskedKind.NAME, AskedKind.LIST, AskedKind.AMOUNT, AskedKind.OTHER)
_TOLD = (AskedKind.WHERE, AskedKind.CONTENTS, AskedKind.COUNT, AskedKind.STATE)
FEATURES = (
    "read closely", "read quickly", "alike", "less read than best", "words asked told", "least word asked told",
    "names told", "least name told", "stems of name asked", "stems asked by name", "another is called so",
    "of a room", "of the room asked", "called like it", "least called like it", "head called like it",
    "looks otherwise", "lacks a look",
    *(f"asks {asked.value}, tells {told.value}" for asked in _ASKED for told in _TOLD),
    *(f"tells {told.value}" for told in _TOLD),
)  # fmt: skip
WEIGHTS = Path(__file__).with_name("statement_weights.json")
_QUICKLY, _CLOSELY = 24, 8
_LEAST_ASKED = 0.3
_POINTING = frozenset({"one", "ones", "thing", "things", "other", "others", "same", "lot"})
"""Names of nothing: "which one is it again?" goes on with what was spoken of."""
_ROLES = (Role.THEME, Role.SOURCE, Role.GOAL, Role.PERSON, Role.VALUE, Role.CONTENT)


@dataclass(frozen=True)
class ReadStatement:
    """A statement, and how likely it answers the question. row: `FEATURES`."""

    statement: KnownStatement
    probability: float
    row: tuple[float, ...] = ()
    closely: float = 0.0


@lru_cache(maxsize=1)
def learned_statements() -> BearingWeights:
    """As they come with this package. ValueError if they are of other features."""
    return BearingWeights.read(WEIGHTS, FEATURES)


class StatementSearch:
    """sentences: vectors of whole sentences near those of questions that they answer; words: of single words."""

    def __init__(self, readers: Readers, sentences: WordVectors, words: WordVectors) -> None:
        self._readers, self._sentences, self._words = readers, sentences, words

    def read_closely(self, question: str, asker: str, text: str) -> float:
        """How well a text answers, as the close reader has it: above 0 if it likelier does than not."""
        return float(self._readers.close.logits(asked_by(question, asker), [(text, "")])[0])

    def search(
        self, question: str, asker: str, said: Said, known_now: Callable[[], Sequence[KnownStatement]]
    ) -> list[ReadStatement]:
        """The likeliest first; empty where none of that is asked for. said: the question as it was read."""
        is_named = any(set(telling(one.text)) - _POINTING for one in said.fillers if one.role in _ROLES)
        known = known_now() if is_named and asked_of_now(said) >= _LEAST_ASKED else ()
        if not known:
            return []
        asked = asked_by(question, asker)
        alike = self._sentences.of([one.text for one in known]) @ self._sentences.unkept(asked)
        first = np.argsort(-alike, kind="stable")[:_QUICKLY]
        quick = self._readers.quick.logits(asked, [(known[k].text, "") for k in first])
        kept = np.argsort(-quick, kind="stable")[:_CLOSELY]
        first, quick = first[kept], quick[kept]
        close = self._readers.close.logits(asked, [(known[k].text, "") for k in first])
        found = [known[k] for k in first]
        rows = self._rows(question, said, found, np.column_stack((close, quick, alike[first])))
        likely = learned_statements().probabilities(rows)
        order = np.argsort(-likely, kind="stable")
        return [ReadStatement(found[k], float(likely[k]), tuple(rows[k]), float(close[k])) for k in order]

    def _rows(
        self, question: str, said: Said, found: Sequence[KnownStatement], read: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        words = telling(question)
        names = [one.text for one in said.fillers if one.role in _ROLES]
        asked_words = frozenset(split_words(question))
        named = tuple(dict.fromkeys(word for name in names for word in telling(name)))
        asked = content_stems(" ".join(names)) if names else content_stems(question)
        overlaps = [len(content_stems(one.about) & asked) for one in found]
        rows = []
        for k, one in enumerate(found):
            told = tuple(split_words(one.text))
            by_question, by_names = self._words.told_by(words, told), self._words.told_by(named, told)
            own = content_stems(one.about)
            same = [n for other, n in zip(found, overlaps, strict=True) if other.kind is one.kind]
            rows.append((
                *read[k], float(read[k, 0] - read[:, 0].max()),
                *_mean_and_least(by_question), *_mean_and_least(by_names),
                len(own & asked) / max(1, len(own)), len(own & asked) / max(1, len(asked)),
                float(max(same) > overlaps[k]),
                float(bool(one.place)), float(bool(content_stems(one.place) & content_stems(question))),
                *self._called(names, tuple(split_words(one.about))), *_looks(asked_words, one),
                *(said.asked.get(kind, 0.0) * (one.kind is told) for kind in _ASKED for told in _TOLD),
                *(float(one.kind is told) for told in _TOLD),
            ))  # fmt: skip
        return np.array(rows, np.float64)

    def _called(self, names: Sequence[str], about: tuple[str, ...]) -> tuple[float, float, float]:
        """(mean, least, of the last word) how nearly what is named by the question is called what is told of."""
        found = [(1.0, 1.0, 1.0)]
        for words in filter(None, map(telling, names)):
            told = self._words.told_by(words, about)
            found.append((float(told.mean()), float(told.min()), float(told[-1])))
        return max(found[1:], default=found[0])


def statements_beside(readers: Readers | None, sentences: WordVectors, words: WordVectors) -> StatementSearch | None:
    """None where nobody reads."""
    return StatementSearch(readers, sentences, words) if readers is not None else None


def asked_of_now(said: Said) -> float:
    """How likely something is asked for that statements may tell, in whatever words."""
    return sum(said.asked.get(one, 0.0) for one in (*_ASKED, *_ASKED_SO_TOO))


def _looks(asked: frozenset[str], one: KnownStatement) -> tuple[float, float]:
    """(whether it looks otherwise than what is asked for, how many looks that are asked for it lacks)."""
    own = frozenset(split_words(one.about if one.kind is not AskedKind.CONTENTS else one.text))
    lacking = [word for word in asked - own if word in GROUP_OF_WORD]
    others = {GROUP_OF_WORD[word] for word in own - asked if word in GROUP_OF_WORD}
    return float(any(GROUP_OF_WORD[word] in others for word in lacking)), float(len(lacking))


def _mean_and_least(told: NDArray[np.float32]) -> tuple[float, float]:
    return (float(told.mean()), float(told.min())) if len(told) else (1.0, 1.0)
