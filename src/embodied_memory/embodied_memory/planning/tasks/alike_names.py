"""What is called by none of its names: "my little pill thing" is the pill organizer, "that bag" the gray backpack.

By the vectors that find what answers a question (`perception/dual_encoder.py`), as if it was asked where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.wording.description import parse_description
from embodied_memory.memory.wording.word_stems import content_stems, stem
from embodied_memory.memory.wording.words import are_alike, is_known, split_words
from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.dual_encoder import DualEncoder
from embodied_memory.perception.model_folder import MissingModelError
from embodied_memory.planning.tasks.short_names import head_of

_ALIKE, _AHEAD, _BESIDE = 0.45, 0.12, 0.08
"""Of 279 phrases by others for things that are called otherwise 87 are so sure, nine in ten of them rightly."""
_MOST = 3


def meant_alike(phrase: str, things: Sequence[RememberedObject]) -> tuple[RememberedObject, ...]:
    """The one thing that is surely meant, or up to three that may be, the likeliest first; empty where none is called
    anything like it.
    """
    things = [one for one in things if _may_be_called(phrase, one)]
    names = tuple(sorted({one.called for one in things}))
    likely = dict(zip(names, _likeness(phrase, names), strict=False)) if names and phrase.strip() else {}
    ranked = sorted(likely, key=lambda name: -likely[name])
    if not ranked:
        return ()
    best, second = (*(likely[name] for name in ranked[:2]), 0.0)[:2]
    least = best if best - second >= _AHEAD else best - _BESIDE
    meant = [name for name in ranked[:_MOST] if likely[name] >= max(least, _ALIKE)]
    return tuple(one for name in meant for one in things if one.called == name)


def _may_be_called(phrase: str, thing: RememberedObject) -> bool:
    """A word that names a sort of things means one much the same that looks as it was said: the gray bag is the gray
    backpack, and a violin no guitar. Nor is a phone the phone charger.
    """
    head, name = head_of(phrase), head_of(thing.called)
    if is_known((head,)):
        looks = set(parse_description(phrase).attributes)
        return bool(looks) and are_alike((head,), (name,)) and looks <= set(split_words(thing.called))
    return stem(head) not in content_stems(thing.called)


@lru_cache(maxsize=32)
def _likeness(phrase: str, names: tuple[str, ...]) -> tuple[float, ...]:
    """Of each name; none where the language model's files are not installed. A task asks for the same at every step.

    The encoder is read anew each time, in some tenths of a second: it is seldom needed, and a small computer spares
    the memory.
    """
    try:
        encoder = DualEncoder()
    except (MissingExtraError, MissingModelError):
        return ()
    asked = encoder.embed_text([f"Where is {phrase}?"])[0]
    return tuple(map(float, encoder.embed_text([f"The {name} is there." for name in names]) @ asked))
