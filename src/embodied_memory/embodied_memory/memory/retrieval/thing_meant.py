"""Which thing a question about a place means by words that are none of its names: "my board" is the skateboard."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from embodied_memory.memory.retrieval.pieces.word_vectors import Embed
from embodied_memory.memory.wording.word_stems import content_stems, stem
from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.plain_words import as_own, named_things
from embodied_memory.words.said import AskedKind, Said, SpeechAct

_ASKS_WHERE, _ALIKE, _AHEAD = 0.6, 0.42, 0.09
"""Of 187 questions by others that ask where something is, 74 call it by none of its names; of these some twenty are
so sure, and four in five of them are right.
"""
_MOST = 400


def where_is_meant(said: Said, names: Mapping[str, str], embed: Embed) -> str:
    """The question put plainly, by the name of the thing that is most like what was said; "" where that is not sure.

    names: entity -> what it is called; embed: (N, D), of length 1.
    """
    themes = [as_own(one.text) for one in named_things(said)]
    if said.asked.get(AskedKind.WHERE, 0.0) < _ASKS_WHERE or not said.surely(SpeechAct.ASK) or not themes:
        return ""
    known = {name.lower() for name in names.values() if name}
    called = sorted(one for one in known if not any(_is_other(one, theme) for theme in themes))[:_MOST]
    if not called:
        return ""
    alike = (embed(called) @ embed(themes).T).max(axis=1)
    best, second = (*np.sort(alike)[::-1][:2], 0.0)[:2]
    is_sure = best >= _ALIKE and best - second >= _AHEAD
    return f"where is the {called[int(alike.argmax())]}?" if is_sure else ""


def _is_other(name: str, theme: str) -> bool:
    """Whether it is another one of the same kind: the car keys are no spare key."""
    own, told = [*map(stem, split_words(name))], content_stems(theme)
    is_called_fully = len(own) > 1 and len(told) > 1
    return is_called_fully and own[-1] == stem(split_words(theme)[-1]) and told.isdisjoint(own[:-1])
