"""How likely each intent is: by cues, read from `plan_patterns.txt`, and as learned from examples, of whose words
and names every feature is one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve
from scipy.sparse import csr_matrix

from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent
from embodied_memory.memory.wording.word_stems import stem

TAGS = ("THING", "PERSON", "ROOM", "DOING", "SETTING")
_MOST_ALIKE = 2
_NEAR = 3
"""Of cues and names, each is paired with so many that follow it."""
_RIDGE = 0.2
_AT_ONCE = 256
_LEAST_COUNT = 2
"""A feature of one example alone tells nothing about others."""
Example = tuple[QueryIntent, tuple[str, ...]]


@dataclass(frozen=True)
class CuePattern:
    """Cues that occur in their order, and cues that must not occur. may_turn: in any other order they tell the same.

    is_telling: it does not fit nearly every question that names a thing.
    """

    intent: QueryIntent
    cues: tuple[re.Pattern[str], ...]
    in_order: re.Pattern[str]
    never: re.Pattern[str] | None
    is_telling: bool
    may_turn: bool

    def fits(self, text: str) -> bool:
        """text: tokens with a space on both sides of each."""
        return self.in_order.search(text) is not None and self._is_allowed(text)

    def fits_in_any_order(self, text: str) -> bool:
        """Whether all cues occur."""
        return self.may_turn and all(cue.search(text) for cue in self.cues) and self._is_allowed(text)

    def _is_allowed(self, text: str) -> bool:
        return self.never is None or self.never.search(text) is None


def intents_of(text: str) -> list[QueryIntent]:
    """All intents whose cues occur, each once: telling cues in order, then in any order, then the weak ones."""
    fitting = [pattern for pattern in _patterns() if pattern.fits(text)]
    telling = [pattern for pattern in fitting if pattern.is_telling]
    loose = [pattern for pattern in _patterns() if pattern.fits_in_any_order(text)]
    weak = [pattern for pattern in fitting if not pattern.is_telling]
    return list(dict.fromkeys(pattern.intent for pattern in (*telling, *loose, *weak)))


def cue_classes() -> dict[str, str]:
    """A regular expression for each @class, to be searched in tokens with a space on both sides of each."""
    classes = _words_of_classes()
    return {name: _alternatives(name, classes) for name in classes}


@lru_cache(maxsize=1)
def _words_of_classes() -> dict[str, str]:
    pairs = (line.partition(" = ") for line in _lines() if line.startswith("@"))
    return {name: words for name, _, words in pairs}


@lru_cache(maxsize=1)
def _lines() -> tuple[str, ...]:
    return tuple(Path(__file__).with_name("plan_patterns.txt").read_text(encoding="utf-8").splitlines())


@lru_cache(maxsize=1)
def _patterns() -> tuple[CuePattern, ...]:
    classes = _words_of_classes()
    patterns: list[CuePattern] = []
    is_telling = True
    for line in _lines():
        if line.startswith("----"):
            is_telling = False
        elif line and not line.startswith(("#", "@")):
            intent, _, cues = line.partition(": ")
            may_turn = is_telling and not intent.endswith("!")
            patterns.append(_pattern(QueryIntent(intent.rstrip("!")), cues.split(), classes, is_telling, may_turn))
    return tuple(patterns)


def _pattern(
    intent: QueryIntent, cues: list[str], classes: dict[str, str], is_telling: bool, may_turn: bool
) -> CuePattern:
    wanted = [_alternatives(cue, classes) for cue in cues if not cue.startswith("!")]
    never = [_alternatives(cue[1:], classes) for cue in cues if cue.startswith("!")]
    return CuePattern(
        intent,
        tuple(map(re.compile, wanted)),
        re.compile(".*?".join(wanted)),
        re.compile("|".join(never)) if never else None,
        is_telling,
        may_turn,
    )


def _alternatives(cue: str, classes: dict[str, str]) -> str:
    """@put|hide -> one group of all words. A space stands on both sides; the last one may be the next cue's."""
    words = cue
    while "@" in words:
        words = "|".join(classes[part] if part.startswith("@") else part for part in words.split("|"))
    return f" (?:{'|'.join(re.escape(word).replace('_', ' ') for word in words.split('|'))})(?= )"


def features_of(tokens: Sequence[str]) -> frozenset[str]:
    """tokens: lower-case words, with each name replaced by its tag."""
    return frozenset(_features(tokens))


def _features(tokens: Sequence[str]) -> Iterator[str]:
    counts = Counter(tokens)
    yield from (f"{tag} {min(counts[tag], _MOST_ALIKE)}" for tag in TAGS)
    stems = [token if token in TAGS else stem(token) for token in tokens]
    yield from (word for word in stems if word not in TAGS)
    yield from (f"{one}_{other}" for one, other in pairwise(stems))
    yield from (f"^{first}" for first in stems[:1])
    marks = [(position, token) for position, token in enumerate(tokens) if token in TAGS]
    marks += _classes_in(tokens)
    yield from {name for _, name in marks}
    names = [name for _, name in sorted(marks)]
    yield from (f"{one}<{other}" for k, one in enumerate(names) for other in names[k + 1 : k + 1 + _NEAR])


def _classes_in(tokens: Sequence[str]) -> list[tuple[int, str]]:
    """(position, class) of every word of a class of cues."""
    text = f" {' '.join(tokens)} "
    return [(text.count(" ", 0, m.start()), name) for name, cue in _classes().items() for m in cue.finditer(text)]


@lru_cache(maxsize=1)
def _classes() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(pattern) for name, pattern in cue_classes().items()}


class IntentScores:
    """Linear in the features, each weighed by how rare it is; about 1 for an example's own intent, 0 for others."""

    def __init__(self, examples: Sequence[Example]) -> None:
        """ValueError without examples."""
        if not examples:
            raise ValueError("there are no examples to learn intents from")
        found = [features_of(tokens) for _, tokens in examples]
        counts = Counter(feature for one in found for feature in one)
        kept = sorted(feature for feature, count in counts.items() if count >= _LEAST_COUNT)
        self._columns = {feature: column for column, feature in enumerate(kept)}
        self._rarity = np.array([np.log1p(len(found) / counts[feature]) for feature in kept], np.float32)
        self._intents = sorted({intent for intent, _ in examples}, key=lambda intent: intent.value)
        rows = self._rows(found)
        wanted = np.array([[intent is one for one in self._intents] for intent, _ in examples], np.float32)
        shares = solve(_alike(rows), wanted, assume_a="pos", overwrite_a=True, check_finite=False)
        self._weights: NDArray[np.float32] = rows.T @ shares

    def of(self, tokens: Sequence[str]) -> Mapping[QueryIntent, float]:
        """The score of every intent that has examples. tokens: as of an `AnnotatedQuestion`."""
        scores = (self._rows([features_of(tokens)]) @ self._weights)[0]
        return dict(zip(self._intents, map(float, scores), strict=True))

    def _rows(self, found: Sequence[Collection[str]]) -> csr_matrix:
        """(N, columns), each row of length 1; features that no example has are left out."""
        known = [sorted(self._columns[feature] for feature in one if feature in self._columns) for one in found]
        told = [self._rarity[columns] for columns in known]
        lengths = (float(np.linalg.norm(one)) or 1.0 for one in told)
        values = np.concatenate([one / length for one, length in zip(told, lengths, strict=True)])
        begins = np.cumsum([0, *map(len, known)])
        return csr_matrix((values, np.concatenate(known).astype(np.int32), begins), (len(known), len(self._columns)))


def _alike(rows: csr_matrix) -> NDArray[np.float32]:
    """(N, N), how alike the examples are, and the ridge; piece by piece, as a small computer spares little memory."""
    alike = np.empty((rows.shape[0], rows.shape[0]), np.float32, order="F")
    for first in range(0, rows.shape[0], _AT_ONCE):
        some = rows[first : first + _AT_ONCE].toarray().T
        alike[:, first : first + _AT_ONCE] = rows @ some
    alike[np.diag_indices_from(alike)] += _RIDGE
    return alike


@lru_cache(maxsize=1)
def learned_scores() -> IntentScores:
    """Of the examples that come with this package."""
    files = (Path(__file__).with_name(name) for name in ("intent_examples.txt", "intent_examples_of_others.txt"))
    return IntentScores([example for file in files for example in read_examples(file)])


def read_examples(path: Path) -> list[Example]:
    """ "[intent]" begins a section, each line after it is one question. ValueError for what is no intent."""
    found: list[Example] = []
    intent = QueryIntent.UNKNOWN
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            intent = QueryIntent(line.strip("[]"))
        elif line and not line.startswith("#"):
            found.append((intent, tuple(line.split())))
    return found
