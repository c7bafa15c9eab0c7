"""What of a question tells its intent: its words, the sorts of its names, and the order of both."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from embodied_memory.memory.retrieval.query_plan.plan_patterns import cue_classes
from embodied_memory.memory.wording.word_stems import stem

TAGS = ("THING", "PERSON", "ROOM", "DOING", "SETTING")
_MOST_ALIKE = 2
_NEAR = 3
"""Of cues and names, each is paired with so many that follow it."""


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
