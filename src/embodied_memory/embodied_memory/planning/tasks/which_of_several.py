"""Which of several things is called as it was said, or is believed to be where that says: "the key from the hall
table".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.wording.room_words import are_one_room
from embodied_memory.memory.wording.word_stems import stem
from embodied_memory.memory.wording.words import Words, canonical, split_words

_PLACED = re.compile(
    r"\s(?:from )?(?:in|inside|on|on top of|at|by|near|next to|beside|behind|under|from|off|out of)"
    r"\s+(?:(?:the|my|our|your|his|her|their|that|this) )?",
    re.I,
)


_LEAST = 4
_NO_NAMES = frozenset(split_words("the a an this that these those some any my our your his her their its"))


def called_so(things: Sequence[RememberedObject], phrase: str) -> list[RememberedObject]:
    """Those of the things of which most words of the phrase tell; all of them, where one word only is said: "Theo's
    desk" is not Izzy's, but "the light" may be the floor lamp as well as the porch light.
    """
    wanted = set(split_words(_PLACED.split(phrase)[0])) - _NO_NAMES
    told = [sum(_is_among(word, _words_of(one)) for word in wanted) for one in things]
    most = max(told, default=0)
    return [one for one, words in zip(things, told, strict=True) if words == most] if most > 1 else list(things)


def _is_among(word: str, words: set[str]) -> bool:
    """With or without its ending: the mug with the spots is the spotty one."""
    bare = stem(word)
    return word in words or (len(bare) >= _LEAST and any(one.startswith(bare) for one in words))


def _words_of(one: RememberedObject) -> set[str]:
    looks = " ".join(value for _, value in one.attributes)
    return set(split_words(f"{one.called} {looks}"))


def believed_there(things: Sequence[RememberedObject], phrase: str) -> list[RememberedObject]:
    """Those of the things that are where the phrase says; all of them, where none is, or where it says nothing."""
    left = list(things)
    for place in _PLACED.split(phrase)[1:]:
        left = [one for one in left if is_at(one, place)] or left
    return left


def is_at(one: RememberedObject, place: str) -> bool:
    """Whether it is believed to be in a room, or on or in a piece of furniture, that may be called so."""
    words = split_words(place)
    return bool(words) and (_is_room(one.room, words) or _is_support(one, words))


def _is_room(room: str, place: Words) -> bool:
    """The bedroom may be the front bedroom."""
    return bool(room) and (are_one_room(room, " ".join(place)) or split_words(room)[-len(place) :] == place)


def _is_support(one: RememberedObject, place: Words) -> bool:
    """The table may be the hall table, and the hall table may be a table in the hall."""
    name, room = split_words(one.support_category), split_words(one.room)
    is_short = any(canonical(name[k:]) == canonical(place) for k in range(len(name)))
    return is_short or any(
        canonical(place[k:]) == canonical(name) and set(place[:k]) <= set(room) for k in range(1, len(place))
    )
