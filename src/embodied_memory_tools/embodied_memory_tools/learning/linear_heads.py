"""Heads learned over the vectors of encoders as they are: what people do after a refusal, need and talk about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from embodied_memory.words.reading_network import LinearHead
from embodied_memory.words.wording.words import content_stems

_MOST_STEPS, _LEAST_SPREAD = 2000, 1e-3
_SEVERAL, _MOST_NO_HINTS, _MOST_OF_ACTS = 3, 1200, 1500
WANTING = (
    "instruct", "remind", "message", "rule", "teach", "remember", "forget", "correct", "cancel", "resume", "promise",
)  # fmt: skip
"""Speech acts that want something of the robot, or tell it something to keep."""
OF_A_TALK = ("reason", "repeat", "progress", "agree", "refuse", "tell", "wish")
"""Those that go on with a talk, or tell something."""
_TELLS = ("tell", "aside", "promise", "wish", "refuse", "confide", "nonsense")
Label = TypeVar("Label", bound=Enum)


def labelled_lines(path: Path, labels: type[Label], texts: int) -> Iterator[tuple[Label, tuple[str, ...]]]:
    """A label and so many texts a line, with tabs between them. ValueError names the bad line."""
    known = {one.value: one for one in labels}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        label, *said = line.split("\t")
        if label not in known or len(said) != texts or not all(map(str.strip, said)):
            wanted = f"one of {', '.join(known)} and {texts} text{'s' * (texts > 1)}, with tabs between them"
            raise ValueError(f"{path.name}, line {number}: wants {wanted}")
        yield known[label], tuple(said)


def no_hints(told: Iterable[tuple[str, str]], hints: Iterable[str]) -> list[str]:
    """Sayings of homes at large that hint at nothing, which writers of hints think of too seldom: of acts that tell
    something, without a word that several hints have. told: (speech act, saying).
    """
    counts = Counter(stem for hint in hints for stem in content_stems(hint))
    of_hints = {stem for stem, count in counts.items() if count >= _SEVERAL}
    fitting = [said for act, said in told if act in _TELLS and not content_stems(said) & of_hints]
    every = max(1, len(fitting) // _MOST_NO_HINTS)
    return fitting[::every][:_MOST_NO_HINTS]


def of_acts(told: Iterable[tuple[str, str]], acts: Collection[str]) -> list[str]:
    """Some sayings of homes at large of these speech acts, as examples of none of the sorts. told: as above."""
    fitting = [said for act, said in told if act in acts]
    every = max(1, len(fitting) // _MOST_OF_ACTS)
    return fitting[::every][:_MOST_OF_ACTS]


def learn_linear(
    rows: Sequence[NDArray[np.float32]],
    labels: Sequence[Label],
    kinds: type[Label],
    strength: float,
) -> LinearHead:
    """A logistic regression. rows: (F,) features, one for each label; strength: the inverse of how much it is held
    back; kinds: three or more. ValueError where one has no example.
    """
    order = list(kinds)
    missing = set(order) - set(labels)
    if missing:
        raise ValueError(f"no example of {', '.join(sorted(one.value for one in missing))}")
    all_rows = np.array(rows)
    mean, scale = all_rows.mean(axis=0), all_rows.std(axis=0) + _LEAST_SPREAD
    model = LogisticRegression(C=strength, max_iter=_MOST_STEPS)
    model.fit((all_rows - mean) / scale, [order.index(one) for one in labels])
    weight = (model.coef_ / scale).astype(np.float32)
    return LinearHead(weight, (model.intercept_ - weight @ mean).astype(np.float32))
