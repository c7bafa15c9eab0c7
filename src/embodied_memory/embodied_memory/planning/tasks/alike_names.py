"""What is called by none of its names: "my shades" are the sunglasses, "the gray bag" is the gray backpack.

By what reads whether words mean a thing of some name (`words/pair_reader.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.wording.description import parse_description
from embodied_memory.memory.wording.word_stems import content_stems, stem
from embodied_memory.memory.wording.words import are_alike, is_known, split_words
from embodied_memory.planning.tasks.short_names import head_of
from embodied_memory.scene_graph import is_person
from embodied_memory.words.pair_reader import the_name_reader

_MEANT, _PERHAPS = 0.8, 0.3
"""Of 149 orders of three homes by others for things that they do not name six are so sure, five of them rightly; by
the vectors that find answers seven rightly and seventeen wrongly."""
_MOST = 3


def meant_alike(phrase: str, things: Sequence[RememberedObject]) -> tuple[RememberedObject, ...]:
    """The one thing that is surely meant, or up to three that may be, the likeliest first; empty where none is called
    anything like it.
    """
    things = [one for one in things if not is_person(one.category) and _may_be_called(phrase, one)]
    names, reader = tuple(sorted({one.called for one in things})), the_name_reader()
    if reader is None or not names or not phrase.strip():
        return ()
    likely = dict(zip(names, reader.likely(phrase, names), strict=True))
    ranked = sorted((name for name in names if likely[name] >= _PERHAPS), key=lambda name: -likely[name])
    if not ranked or likely[ranked[0]] < _MEANT:
        return ()
    return tuple(one for name in ranked[:_MOST] for one in things if one.called == name)


def _may_be_called(phrase: str, thing: RememberedObject) -> bool:
    """A word that names a sort of things means one much the same that looks as it was said: the gray bag is the gray
    backpack, and a violin no guitar. Nor is a phone the phone charger.
    """
    head, name = head_of(phrase), head_of(thing.called)
    if is_known((head,)):
        looks = set(parse_description(phrase).attributes)
        return bool(looks) and are_alike((head,), (name,)) and looks <= set(split_words(thing.called))
    return stem(head) not in content_stems(thing.called)
