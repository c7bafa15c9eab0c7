"""What is called by none of its names: "my little pill thing" is the pill organizer, "that bag" the gray backpack.

By the vectors that find what answers a question (`perception/dual_encoder.py`), as if it was asked where it is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.wording.description import parse_description
from embodied_memory.memory.wording.word_stems import content_stems, stem
from embodied_memory.memory.wording.words import are_alike, is_known, singular, split_words
from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.dual_encoder import DualEncoder
from embodied_memory.perception.model_folder import MissingModelError

_ALIKE, _AHEAD, _BESIDE = 0.45, 0.12, 0.08
"""Of 279 phrases by others for things that are called otherwise 87 are so sure, nine in ten of them rightly."""
_MOST = 3


def meant_alike(phrase: str, things: Sequence[RememberedObject]) -> tuple[RememberedObject, ...]:
    """The one thing that is surely meant, or up to three that may be, the likeliest first; empty where none is called
    anything like it.
    """
    things = [one for one in things if _may_be_called(phrase, one)]
    names = sorted({_name(one) for one in things})
    encoder = _encoder() if names and phrase.strip() else None
    if encoder is None:
        return ()
    asked = encoder.embed_text([f"Where is {phrase}?"])[0]
    likely = encoder.embed_text([f"The {name} is there." for name in names]) @ asked
    order = np.argsort(-likely)
    best, second = (*likely[order[:2]], 0.0)[:2]
    least = best if best - second >= _AHEAD else best - _BESIDE
    meant = [names[k] for k in order[:_MOST] if likely[k] >= max(least, _ALIKE)]
    return tuple(one for name in meant for one in things if _name(one) == name)


def _may_be_called(phrase: str, thing: RememberedObject) -> bool:
    """A word that names a sort of things means one much the same that looks as it was said: the gray bag is the gray
    backpack, and a violin no guitar. Nor is a phone the phone charger.
    """
    head, name = _last(phrase), _last(_name(thing))
    if is_known((head,)):
        looks = set(parse_description(phrase).attributes)
        return bool(looks) and are_alike((head,), (name,)) and looks <= set(split_words(_name(thing)))
    return stem(head) not in content_stems(_name(thing))


def _last(name: str) -> str:
    words = split_words(name)
    return singular(words[-1]) if words else ""


def _name(thing: RememberedObject) -> str:
    return thing.caption or thing.category


def _encoder() -> DualEncoder | None:
    """Read anew each time, in some tenths of a second: it is seldom needed, and a small computer spares the memory.
    None where the language model's files are not installed.
    """
    try:
        return DualEncoder()
    except (MissingExtraError, MissingModelError):
        return None
