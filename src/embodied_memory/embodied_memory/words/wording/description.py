"""What a description such as "the red book on the desk" says, in parts; what is said of a thing after its name
is put into its name: "the torch, the big red one" -> "the big red torch".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from embodied_memory.words.wording.words import Words, known_uses, singular, split_words

_GROUPS = {
    "color": "red green blue yellow orange purple pink brown black white gray beige gold silver cyan teal navy"
    " turquoise violet maroon cream golden magenta tan",
    "material": "wooden metal glass plastic ceramic leather fabric stone marble paper cardboard steel cotton",
    "size": "big small large little tiny huge tall short",
    "state": "open closed full empty on off lit unlit dirty clean",
}
_SAME_WORD = {
    "grey": "gray", "wood": "wooden", "golden": "gold", "metallic": "metal", "opened": "open", "shut": "closed",
    "large": "big", "huge": "big", "little": "small", "tiny": "small", "coloured": "colored",
}  # fmt: skip
GROUP_OF_WORD = {word: group for group, words in _GROUPS.items() for word in words.split()}
_DETERMINERS = frozenset(
    [
        "the",
        "a",
        "an",
        "my",
        "your",
        "our",
        "his",
        "her",
        "their",
        "its",
        "some",
        "any",
        "this",
        "that",
        "these",
        "those",
        "one",
        "another",
        "all",
        "other",
        "every",
    ]
)
_FILLERS = frozenset(["there", "please", "now", "here", "robot", "currently"])
_SHADES = frozenset(["dark", "light", "bright", "pale"])
_PREPOSITION = re.compile(
    r"\s(?:that (?:is|are|was|were) |which (?:is|are|was|were) )?"
    r"(on top of|next to|close to|inside of|on|in|inside|at|near|beside|by|under|below|with|from|behind|of)\s"
)
_RELATION_OF = {
    "on": "on", "on top of": "on", "in": "in", "inside": "in", "inside of": "in", "at": "in", "next to": "next to",
    "close to": "next to", "near": "next to", "beside": "next to", "by": "next to", "under": "under",
    "below": "under",
}  # fmt: skip
_USE = re.compile(r"^(?:something|anything|a thing|a place|somewhere|things?) to (\w+)")


@dataclass(frozen=True)
class Description:
    """noun: the words of the name, its head last and singular. attributes: colours, materials and the like.

    relation and landmark: "on" and "the desk" of "the book on the desk", else "". use: "drink" of "something
    to drink from", else "".
    """

    text: str
    noun: Words
    attributes: Words = ()
    relation: str = ""
    landmark: str = ""
    use: str = ""


@lru_cache(maxsize=4096)
def parse_description(text: str) -> Description:
    """Never fails; a text without words gives a description without a noun."""
    plain = " ".join(split_words(text)[:40])
    use = _USE.match(plain)
    if use and use.group(1) in known_uses():
        return Description(plain, (), use=use.group(1))
    parts = _PREPOSITION.split(f" {plain} ", maxsplit=1)
    relation = landmark = ""
    if len(parts) == 3 and parts[0].strip():
        relation, landmark = _RELATION_OF.get(parts[1], ""), parts[2].strip()
        plain = parts[0].strip()
    noun, attributes = _noun_and_attributes(split_words(plain))
    return Description(plain, noun, attributes, relation, landmark if relation else "")


def attribute_words(text: str) -> Words:
    """The colours, materials and the like in a text, each in its usual form."""
    return tuple(word for word in map(_usual, split_words(text)) if word in GROUP_OF_WORD)


def _noun_and_attributes(words: Words) -> tuple[Words, Words]:
    kept = [word for word in words if word not in _DETERMINERS and word not in _FILLERS]
    modifiers, head = kept[:-1], kept[-1:]
    attributes = tuple(_usual(word) for word in modifiers if _usual(word) in GROUP_OF_WORD)
    noun = [word for word in modifiers if _usual(word) not in GROUP_OF_WORD and not (word in _SHADES and attributes)]
    return (*noun, *map(singular, head)), attributes


def _usual(word: str) -> str:
    return _SAME_WORD.get(word, word)


_NAME = (
    r"\b(?P<article>(?:the|an?|my|our|your|his|her|their|that|this|those|these|\w+['’]s)\s+)"
    r"(?P<name>(?:[\w'’-]+\s+){0,2}?[\w'’-]+)\s*(?:[,.!]|\s[-–—])\s*"
)
_ENDS = r"(?=\s*(?:$|[,.!?;]|(?:please|thanks|and|from|off|for|to|then)\b))"
"""Not "the mug, the red one is dirty"."""
_CHOOSES = r"(?:first|second|third|fourth|fifth|last|other|next|same|only)\b"
"""It tells which of those that were named, and nothing of its looks."""
_LOOKS = re.compile(
    rf"{_NAME}(?:the|that|my|our)\s+(?P<look>(?!{_CHOOSES})(?:[\w'’-]+\s+){{1,3}})ones?\b{_ENDS}", re.I
)
_PLACE = re.compile(
    rf"{_NAME}(?:the|that)\s+ones?\s+(?=(?:in|on|at|by|from|under|with|near|next to|beside|behind)\b)", re.I
)


def in_one_name(text: str) -> str:
    """As it is where another thing may be meant: "the red mug, the blue one" are two."""
    return _PLACE.sub(lambda found: f"{found['article']}{found['name']} ", _LOOKS.sub(_named, text))


def _named(found: re.Match[str]) -> str:
    before, look = (
        {GROUP_OF_WORD[word] for word in split_words(found[part]) if word in GROUP_OF_WORD}
        for part in ("name", "look")
    )
    if before & look:
        return found[0]
    article = "the " if found["article"].strip().lower() in ("a", "an") else found["article"]
    return f"{article}{found['look']}{found['name']}"
