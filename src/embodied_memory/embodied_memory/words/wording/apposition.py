"""What is said of a thing after its name, put into its name: "the torch, the big red one" -> "the big red torch"."""

from __future__ import annotations

import re

from embodied_memory.words.wording.description import GROUP_OF_WORD
from embodied_memory.words.wording.words import split_words

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
