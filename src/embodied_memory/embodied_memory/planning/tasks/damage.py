"""Common sense about damage: what a person is asked about before it is done, and what a child is not given."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path

from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.words.wording.words import singular, split_words

_HURTS = (
    ("electric", "water", "water and electricity do not go together"),
    ("living", "water", "that may hurt it"),
    ("living", "heat", "that would hurt it"),
    ("living", "washing", "that would hurt it"),
    ("electric", "heat", "the heat may ruin it"),
    ("spoilt by washing", "washing", "washing would ruin it"),
    ("spoilt by washing", "water", "the water may ruin it"),
    ("food", "dirty", "food does not belong there"),
    ("heats", "bedding", "it may set that on fire"),
)
"""(what, where, why not)."""
_FALLS = re.compile(
    r"\b(?:throw|chuck|toss|hurl|fling|drop|shove|push|tip|sling)\b[^.!?]{1,40}?\b(?:off|out of|over|down)"
    r" (?:the|a|my|our|your) (?:\w+ )?(?:balcony|window|roof|stairs?|steps|ledge|wall|railing|banisters?|edge)\b",
    re.I,
)
_ITSELF = frozenset({"me", "us", "him", "her", "them"})


def danger_to(
    goals: Iterable[TaskGoal], children: Collection[str], speaker: str, people: Collection[str] = ()
) -> str:
    """What a child is not to have of all this: "a knife is nothing for Mia"; "" for nothing.

    children, people: names in lower case; speaker: who asks, and who gets what is for "me", or for nobody known.
    """
    for goal in goals:
        whom = goal.to if goal.to.lower() in {*people, *children} or _is_child(goal.to) else speaker
        is_given = goal.deed in (Deed.FETCH, Deed.SEEK) or (goal.deed is Deed.PLACE and goal.to.lower() in children)
        if is_given and (whom.lower() in children or _is_child(whom)) and _is("not for children", goal.thing):
            return f"{_some(goal.thing)} nothing for {whom}"
        is_hot = _is("heat", goal.thing) or _is("heats", goal.thing)
        if goal.deed is Deed.SET and goal.value != "off" and is_hot and speaker.lower() in children:
            return f"{speaker} is not to be alone with {_named(goal.thing)} that is hot"
    return ""


def _is_child(whom: str) -> bool:
    """ "The boy", "the little one"."""
    return bool({"boy", "girl", "child", "kid", "baby", "toddler", "little"} & set(split_words(whom)))


def may_be_allergen(thing: str) -> bool:
    """Whether people are at times allergic to it."""
    return _is("allergens", thing)


def falls(text: str) -> str:
    """Why nothing should be thrown from where it falls deep; "" where nobody asks for that."""
    return "it would fall and break" if _FALLS.search(text) else ""


def damage_by(goals: Iterable[TaskGoal]) -> str:
    """Why somebody should be asked again before it is done; "" for no reason."""
    return next(filter(None, map(_damage, goals)), "")


def _damage(goal: TaskGoal) -> str:
    if goal.deed is not Deed.PLACE or not goal.to or goal.relation not in ("in", "on"):
        return ""
    found = [why for what, where, why in _HURTS if _is(what, goal.thing) and _is(where, goal.to)]
    if found:
        return found[0]
    burns = _is("heat", goal.to) and not _is("stands heat", goal.thing)
    return "it may burn there" if burns and not _is("food", goal.thing) else ""


def _is(kind: str, words: str) -> bool:
    """By the name's last nouns: a phone charger is a charger, a fish tank no fish."""
    named = [word for word in split_words(words) if word not in _ITSELF]
    said, known = list(map(singular, named)), _kinds()[kind]
    return bool(said) and not known.isdisjoint({said[-1], " ".join(said[-2:]), f"={named[-1]}"})


def _some(thing: str) -> str:
    named = _named(thing)
    return f"{named} is" if named.startswith(("a ", "an ")) else f"{named} are"


def _named(thing: str) -> str:
    """As any of its kind: "a knife", "scissors"."""
    words = split_words(thing)
    name = " ".join(words[1:] if words and words[0] in ("the", "a", "an", "my", "your", "our") else words)
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}" if singular(name) == name else name


def _as_compared(name: str) -> str:
    """Its words in the singular; "=tablets" as it is: one tablet is a computer."""
    return name.strip() if name.strip().startswith("=") else " ".join(map(singular, split_words(name)))


def may_come_to_harm(word: str) -> bool:
    """Whether it is named among what takes damage from something, or does some."""
    return any(singular(word) in names for names in _kinds().values())


@lru_cache(maxsize=1)
def _kinds() -> dict[str, frozenset[str]]:
    kinds = {}
    for line in Path(__file__).with_name("damage_kinds.txt").read_text(encoding="utf-8").splitlines():
        kind, colon, listed = line.partition(":")
        if colon and not line.startswith("#"):
            names = map(_as_compared, listed.split(","))
            kinds[kind.strip()] = frozenset(names)
    return kinds
