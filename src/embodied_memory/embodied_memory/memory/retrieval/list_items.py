"""What stands on a list, by what it is and by how much of it: "two tins of salmon" are salmon."""

from __future__ import annotations

import re
from collections.abc import Sequence

from embodied_memory.memory.wording.word_stems import content_stems
from embodied_memory.memory.wording.words import plural, singular

_MANY = (
    r"(?:\d+|half a dozen|(?:a|one|two|three) dozen|a couple(?: of)?|a few|two|three|four|five|six|seven|eight|nine"
    r"|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|one)"
)
_AMOUNT = re.compile(rf"^(?:(?:{_MANY}|an?|some|any|more|the)\s+)*(?:[\w-]+\s+of\s+)?", re.I)
_COUNTED = re.compile(rf"^(?:{_MANY}|an?|some|the)\s+(?=\w)", re.I)
_CONTAINER = re.compile(
    r"(?:pack|packet|tin|can|box|bottle|bag|jar|tub|carton|loaf|loave|pint|litre|liter|kilo|pound|roll|bunch|bunche"
    r"|tube|sack|case|crate|pair|piece|slice|boxe|punnet|multipack)s?",
    re.I,
)
_MOST_CHARACTERS = 100
_FIRST = (
    r"(?:(?:no|oh|and|actually|sorry|wait|hang on|well|hmm|yeah|but|so|i mean|or rather"
    r"|in fact|on second thoughts?)\b[,.!]?\s*)*"
)
_WANTS = (
    r"(?:(?:better |just |can you |please |you can )*(?:make|call|let['’]s (?:say|make|have)|say|get|put"
    r"|(?:we|i)(?:['’]ll| will)?(?: only)? (?:need|want|meant?))\s+)?(?:(?:it|that|those|them|the [\w ]+?)\s+)?"
)
_OF_WHAT = (
    r"(?:\s+of\b(?! (?:them|those|it|these)\b))?"
    r"(?:\s+(?P<what>(?!(?:will|would|should|do|is|please|then|actually|instead|of)\b)[\w'’ -]+?))??"
)
_LAST = (
    r"(?:,?\s+(?:(?:will|would|should) (?:do|be enough)|is (?:enough|plenty)|please|then|actually|instead|rather"
    r"|in fact|on second thoughts?|sorry|i think|of (?:them|those|it|these)))*\W*"
)
_SAID = re.compile(rf"{_FIRST}{_WANTS}(?P<many>{_MANY})\b{_OF_WHAT}{_LAST}", re.I)
""" "No, make it three", "better make that two tins", "six would do, actually"."""


def item_stems(words: str) -> frozenset[str]:
    """What it is, without how much of it."""
    bare = _AMOUNT.sub("", words)
    return content_stems(bare) or content_stems(words)


def is_same_item(one: str, other: str) -> bool:
    """Whatever the amount."""
    return item_stems(one) == item_stems(other)


def items_meant(words: str, items: Sequence[str]) -> list[int]:
    """Which of what stands on a list is named so: the very thing, else what has all its words, else some of them."""
    named = item_stems(words)
    of_each = [item_stems(one) for one in items]
    tiers = (
        [k for k, one in enumerate(of_each) if one == named],
        [k for k, one in enumerate(of_each) if named <= one],
        [k for k, one in enumerate(of_each) if named & one],
    )
    return next(filter(None, tiers), [])


def in_other_amount(text: str, items: Sequence[str]) -> tuple[str, str] | None:
    """(what stood there, what is to stand there instead), where nothing but an amount is said of what was just put on
    it, be it twice ("two lemons. No, three"); None for all else. items: the newest last.
    """
    changed: tuple[str, str] | None = None
    for sentence in re.split(r"(?<=[.!?;])\s+", text.strip()):
        found = _amount_of(sentence, [changed[1]] if changed else items)
        if found is None:
            return None
        changed = (changed or found)[0], found[1]
    return changed


def _amount_of(text: str, items: Sequence[str]) -> tuple[str, str] | None:
    said = _SAID.fullmatch(text) if len(text) <= _MOST_CHARACTERS else None
    what = (said["what"] or "").strip() if said else ""
    if said is None or not items:
        return None
    is_contained = _CONTAINER.fullmatch(what) is not None
    named = [one for one in items if not what or is_contained or is_same_item(what, one)]
    if not named:
        return None
    many = said["many"].lower()
    is_whole = bool(what) and not is_contained
    return named[-1], f"{many} {what}" if is_whole else _counted(named[-1], many, what)


def _counted(item: str, many: str, container: str) -> str:
    """ "Three lemons" of "a lemon", "two tins of salmon" of "a tin of salmon"."""
    bare = _COUNTED.sub("", item)
    head, of, rest = bare.partition(" of ")
    if container:
        return f"{many} {container} of {rest or bare}"
    head = singular(head) if many in ("one", "1") else plural(head)
    return f"{many} {head}{of}{rest}"
