"""Words as they are compared between a promise and its keeping: without endings, light words left out.

Whether a summary is about what it sums up: a model may tell of its prompt, or of another home.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from embodied_memory.words.wording.words import singular, split_words

_BASE_FORMS = {
    form: base
    for base, forms in {
        "sew": "sewn sewed",
        "bring": "brought", "buy": "bought", "pay": "paid", "feed": "fed", "tell": "told", "send": "sent",
        "write": "wrote written", "wrap": "wrapped wrapping", "hang": "hung", "wake": "woke woken", "sweep": "swept",
        "clean": "cleaned cleaning", "speak": "spoke spoken", "meet": "met meeting", "read": "reading",
        "find": "found",
        "throw": "threw thrown", "pick": "picked picking", "ring": "rang rung phoned", "book": "booked booking",
        "cut": "cutting", "sell": "sold", "teach": "taught", "visit": "visited visiting", "see": "saw seen",
        "lend": "lent", "drive": "drove driven driving", "walk": "walked walking", "wash": "washed washing",
        "bake": "baked baking", "fix": "fixed fixing repaired repair", "iron": "ironed ironing",
        "vacuum": "vacuumed hoovered hoover vacuuming", "call": "called calling phone phoned",
        "cook": "cooked cooking",
        "empty": "emptied emptying", "tidy": "tidied tidying", "dry": "dried drying", "try": "tried", "fry": "fried",
        "mow": "mowed mown mowing", "fold": "folded folding", "water": "watered watering",
        "charge": "charged charging",
        "order": "ordered ordering", "prepare": "prepared preparing", "practise": "practised practice practiced",
        "exercise": "exercised exercising", "collect": "collected collecting", "return": "returned returning",
        "close": "closed closing shut", "lock": "locked locking", "open": "opened opening",
        "plan": "planned planning",
        "change": "changed changing", "replace": "replaced replacing", "give": "gave given giving",
        "check": "checked",
    }.items()
    for form in forms.split()
}  # fmt: skip
_LIGHT = frozenset(
    split_words(
        "a the an my your our his her their its me you i we he she it they us him them this that these those some"
        " any to"
        " of for at on in by with from about into onto up out off down over back and or but so please just already"
        " now"
        " then finally all again also too not no is are am was were be been being do does did done doing will shall"
        " would can could should must need needs has have had having get gets got getting go goes going gone went"
        " make"
        " makes made making take took taken takes taking put puts remind reminds reminded remember forget robot there"
        " here one today tonight tomorrow finish finished ready sorted time let lets okay ok appointment reminder"
        " still"
        " later soon anymore after before more actually who what when where thing things something bit little task"
        " complete completed cancel cancelled canceled sure said says care"
    )
)


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """watered, watering, waters -> water; closed, closes -> clos."""
    base = _BASE_FORMS.get(word) or _without_ending(singular(word.removesuffix("'s")))
    return base.removesuffix("e") if len(base) > 3 else base


def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that say what it is about; of all words if there are only light ones.

    Numbers are left out, as those of entity ids and times.
    """
    words = [word for word in split_words(text) if not word.isdigit()] or split_words(text)
    heavy = [word for word in words if word not in _LIGHT]
    return frozenset(map(stem, heavy or words))


def only_light(text: str) -> bool:
    """Whether none of the words says what it is about."""
    return all(word in _LIGHT or word.isdigit() for word in split_words(text))


def _without_ending(word: str) -> str:
    for ending, least in (("ing", 6), ("ed", 5)):
        if word.endswith(ending) and len(word) >= least:
            base = word[: -len(ending)]
            if len(base) > 2 and base[-1] == base[-2] and base[-1] not in "ls":
                return base[:-1]
            return base[:-1] + "y" if base.endswith("i") else base
    return word


_LEAST = 1 / 3
"""Of the words that say what it is about: it may find its own for the rest."""


def is_borne_out(summary: str, told: Iterable[str]) -> bool:
    """told: the texts that it sums up."""
    own = content_stems(summary)
    known = frozenset(stem for text in told for stem in content_stems(text))
    return bool(own) and len(own & known) >= _LEAST * len(own)
