"""What is called otherwise: by a part of its name ("my crossword" is the crossword book), by none of its names
("my shades" are the sunglasses), by what reads whether words mean a thing of some name
(`words/pair_reader.py`), or by the name of who speaks: "my room" is Theo's room, if there is one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.belief.names.entity_kinds import are_plenty, stays_put
from embodied_memory.planning.tasks.damage import may_come_to_harm
from embodied_memory.planning.tasks.known_things import KnownThings, can_be_shut
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.scene_graph import is_person
from embodied_memory.words.pair_reader import the_name_reader
from embodied_memory.words.wording.description import parse_description
from embodied_memory.words.wording.words import (
    are_alike,
    canonical,
    content_stems,
    is_known,
    noun_words,
    split_words,
    stem,
)

_LEAST = 3
"""Letters of each part of a compound: "suit" and "case"; no scar is a car."""
_KINDS_TOO = frozenset(
    split_words("tea coffee milk water juice sugar salt pepper oil hair face hand dog cat guitar violin")
)
"""Sorts of things besides those that are known to be such."""


def is_for(deed: Deed, thing: RememberedObject) -> bool:
    """Whether a thing is of a sort that this is done with."""
    if deed in (Deed.OPEN, Deed.CLOSE):
        return can_be_shut(thing)
    return not is_person(thing.category) and not (deed in (Deed.FETCH, Deed.PLACE) and stays_put(thing.category))


def short_for(words: str, things: Iterable[RememberedObject]) -> tuple[RememberedObject, ...]:
    """What the words may be short for: the things whose name has all of them and more, else those whose name is a
    compound that ends so.
    """
    said, each = content_stems(words), tuple(things)
    longer = tuple(one for one in each if said and said < content_stems(one.called))
    return longer or tuple(one for one in each if len(said) == 1 and _ends_so(head_of(one.called), head_of(words)))


def is_surely_short_for(words: str, thing: RememberedObject) -> bool:
    """Whether nothing else may be meant. A word that names a sort of thing itself means one of that sort: a phone is
    no phone charger, and an apple no pineapple; but a cup may be a teacup, which is much the same.
    """
    said, name = head_of(words), head_of(thing.called)
    is_compound = stem(said) not in content_stems(thing.called)
    return not _is_sort(said) or (is_compound and are_alike((said,), (name,)))


def _is_sort(word: str) -> bool:
    return (
        is_known((word,)) or are_plenty(canonical((word,))) or stays_put(word) or may_come_to_harm(word)
    ) or word in _KINDS_TOO


def _ends_so(name: str, word: str) -> bool:
    return name.endswith(word) and min(len(word), len(name) - len(word)) >= _LEAST


def head_of(name: str) -> str:
    """ "Pill" of "my pills"; "" of no words."""
    return "".join(noun_words(split_words(name))[-1:])


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


_NAME_ENDS = r"(?=$|[,.;!?]|\s(?:in|on|at|of|from|to|by|under|near|next|behind|beside|inside|with|off|out)\b)"
"""Not "my room key", where only a room has that name."""


def with_owner(goal: TaskGoal, speaker: str, things: KnownThings) -> TaskGoal:
    """The goal with the speaker's own things and rooms by the names that they are known by."""
    if not speaker:
        return goal
    named = _by_short_name(speaker, things)
    own = re.compile(rf"\bmy (?:own )?(?P<what>{'|'.join(map(re.escape, named))}){_NAME_ENDS}", re.I)

    def in_full(words: str) -> str:
        return own.sub(lambda found: named[found["what"].lower()], words) if named else words

    return replace(goal, thing=in_full(goal.thing), to=in_full(goal.to), question=in_full(goal.question))


def _by_short_name(speaker: str, things: KnownThings) -> dict[str, str]:
    """ "writing desk" and "desk" -> "Anna's writing desk", the longest first; "desk" only where one may be meant."""
    own = re.compile(rf"(?:the )?{re.escape(speaker)}['’]s (?P<what>.+)", re.I)
    names = {name for one in things.all() for name in (one.room, one.called)}
    whats = {found["what"].lower(): name for name in sorted(names) if (found := own.fullmatch(name))}
    ending: dict[str, set[str]] = defaultdict(set)
    for what, name in whats.items():
        words = what.split()
        for k in range(1, len(words)):
            ending[" ".join(words[k:])].add(name)
    short = {tail: min(found) for tail, found in ending.items() if len(found) == 1}
    return {what: (short | whats)[what] for what in sorted(short | whats, key=len, reverse=True)}
