"""Words: splitting, singular forms and synonyms, and their stems, as they are compared between a promise and
its keeping: without endings, light words left out. English, by rules and one table; no model.

Whether a summary is about what it sums up: a model may tell of its prompt, or of another home.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

_WORD = re.compile(r"[^\W_]+(?:'[^\W\d_]+)?")
_IRREGULAR = {
    "knives": "knife", "shelves": "shelf", "bookshelves": "bookshelf", "loaves": "loaf", "leaves": "leaf",
    "people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse", "feet": "foot",
    "teeth": "tooth", "wolves": "wolf", "scarves": "scarf", "potatoes": "potato", "tomatoes": "tomato",
    "dishes": "dish", "couches": "couch", "toothbrushes": "toothbrush", "movies": "movie", "cookies": "cookie",
    "shoes": "shoe", "vases": "vase", "houses": "house", "purses": "purse", "cases": "case", "hoses": "hose",
    "pillowcases": "pillowcase", "bookcases": "bookcase", "suitcases": "suitcase", "briefcases": "briefcase",
    "mangoes": "mango", "tvs": "tv", "avocadoes": "avocado", "keys": "key",
}  # fmt: skip
_ALREADY_SINGULAR = frozenset({
    "glass", "dress", "mattress", "bus", "gas", "canvas", "iris", "cactus", "compass", "grass", "brass",
    "scissors", "trousers", "pants", "jeans", "shorts", "headphones", "tongs", "pyjamas", "blinds", "stairs",
    "clothes", "glasses", "sunglasses", "binoculars", "pliers", "is", "this", "was", "has", "does", "christmas",
})  # fmt: skip

Words = tuple[str, ...]


def split_words(text: str) -> Words:
    """Lower-case words in order; digits count as words, punctuation and underscores separate."""
    return tuple(_WORD.findall(text.lower()))


def bare_words(text: str) -> Words:
    """The same without what follows an apostrophe: "Ana's do" -> ana, do."""
    return tuple(word.partition("'")[0] for word in split_words(text))


@lru_cache(maxsize=4096)
def singular(word: str) -> str:
    """cups -> cup, knives -> knife, glass -> glass."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _ALREADY_SINGULAR or len(word) <= 3 or not word.endswith("s"):
        return word
    if word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "zes", "ches", "shes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=4096)
def plural(phrase: str) -> str:
    """The last word in the plural: "red book" -> "red books"."""
    head, _, last = phrase.rpartition(" ")
    for many, one in _IRREGULAR.items():
        if last == one:
            ending = many
            break
    else:
        if last in _ALREADY_SINGULAR and last not in ("glass", "bus", "cactus", "mattress", "dress"):
            ending = last
        elif last.endswith("s") and not last.endswith(("ss", "us", "is")):
            ending = last  # shoes, curtains: there are several already
        elif last.endswith(("s", "x", "z", "ch", "sh")):
            ending = last + "es"
        elif last.endswith("y") and last[-2:-1] not in "aeiou":
            ending = last[:-1] + "ies"
        else:
            ending = last + "s"
    return f"{head} {ending}".strip()


def noun_words(words: Words) -> Words:
    """The words of a noun phrase with its head in the singular."""
    return (*words[:-1], singular(words[-1])) if words else ()


@lru_cache(maxsize=1)
def _vocabulary() -> tuple[dict[str, str], dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    same: dict[str, str] = {}
    alike: dict[str, frozenset[str]] = {}
    uses: dict[str, frozenset[str]] = {}
    for line in (Path(__file__).parent / "vocabulary.txt").read_text(encoding="utf-8").splitlines():
        kind, _, rest = line.partition(":")
        if kind == "same":
            first, *others = (joined(split_words(name)) for name in rest.split(","))
            same.update(dict.fromkeys(others, first))
        elif kind == "alike":
            group = frozenset(joined(split_words(name)) for name in rest.split(","))
            for name in group:
                alike[name] = alike.get(name, frozenset()) | group
        elif kind.startswith("for "):
            uses[kind[4:]] = frozenset(joined(split_words(name)) for name in rest.split(","))
    return same, alike, uses


def joined(words: Words) -> str:
    """One string for a noun phrase, so that "night stand" is "nightstand" and "cups" is "cup"."""
    return "".join(noun_words(words))


def canonical(words: Words) -> str:
    """The joined noun phrase, or the one that stands for all its synonyms."""
    name = joined(words)
    return _vocabulary()[0].get(name, name)


def is_known(words: Words) -> bool:
    """Whether it is the name of a kind of thing, or of a room, that the vocabulary has."""
    same, alike, uses = _vocabulary()
    name = canonical(words)
    return name in alike or name in same.values() or any(name in served for served in uses.values())


def are_alike(one: Words, other: Words) -> bool:
    """Whether two nouns are near in meaning without being the same, as cup and mug are."""
    return canonical(other) in alike_to(one)


def alike_to(words: Words) -> frozenset[str]:
    """The nouns near in meaning, each as `canonical` writes it; nearness is mutual."""
    return _vocabulary()[1].get(canonical(words), frozenset())


def serves(use: str, words: Words) -> bool:
    """Whether a thing of this name is something to `use`, for example to drink from or to sit on."""
    return canonical(words) in _vocabulary()[2].get(use, frozenset())


def known_uses() -> frozenset[str]:
    """The verbs that `serves` knows."""
    return frozenset(_vocabulary()[2])


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
