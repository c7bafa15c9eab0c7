"""Pieces of plain English that answers and summaries are made of, and lists that people say, taken apart.

Whether two names may mean one room, and the number in "bedroom 2".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from embodied_memory.words.wording.words import canonical, plural, split_words


def are_one_room(one: str, other: str) -> bool:
    """Whether two names may mean one room: "living room" may be "living room 1"; "", the unknown, may be any."""
    if not one or not other or one == other:
        return True
    (name, number), (other_name, other_number) = numbered(one), numbered(other)
    is_one_word = name == other_name or canonical(split_words(name)) == canonical(split_words(other_name))
    return is_one_word and not (number and other_number)


def numbered(room: str) -> tuple[str, str]:
    """(name, number), "" for no number."""
    head, _, last = room.rpartition(" ")
    return (head, last) if head and last.isdecimal() else (room, "")


def the_room(room: str) -> str:
    """the hall, but bedroom 2, and Anna's room as they are."""
    first = room.split(" ")[0]
    is_somebodys = room[:1].isupper() and first.endswith(("'s", "’s", "s'", "s’"))
    return room if is_somebodys or room[-1:].isdigit() else f"the {room}"


_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"))


def are_several(name: str) -> bool:
    """Whether a name is of several, or of what is spoken of as several: "keys", "scissors"."""
    return name.endswith("s") and not name.endswith("ss") and plural(name) == name


def with_article(name: str) -> str:
    """a mug, an oven, and "scissors" as they are."""
    if are_several(name):
        return name
    sounds_like_a_vowel = name[:1].lower() in tuple("aeiou") and not name.lower().startswith(("uni", "use", "one"))
    return f"{'an' if sounds_like_a_vowel else 'a'} {name}"


def number_word(count: int) -> str:
    """two, three, ... and figures from 13 on."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def counted(count: int, name: str) -> str:
    """one mug, two mugs, no mugs."""
    return f"{number_word(count)} {name if count == 1 else plural(name)}"


def listed(parts: Sequence[str]) -> str:
    """a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


_JOINT = re.compile(r"\s*(,)\s*(?:and\s+)?|\s+(and)\s+", re.I)
_IS_ANOTHER = re.compile(
    r"(?:the|an?|my|our|your|his|her|their|some|two|three|(?!(?:that|it|he|she|there|here|what|who)['’])\w+['’]s)\s",
    re.I,
)

_ARE_TWO_OWNERS = re.compile(r"[A-Z]\w+|my|our|your|his|her|their|mum|mom|dad|grandma|grandpa")
_IS_OWNED = re.compile(r"(?:my|our|your|his|her|their|\w+['’]s)\s", re.I)


def each_listed(words: str, bare_after: Collection[str] = (",", "and")) -> list[str]:
    """a, b and c, one by one: `listed` turned round.

    bare_after: behind what a thing is another one without an article, or whose it is: where that is the comma alone,
    "the salt and pepper" is one thing, and "the salt and the pepper" are two.
    """
    parts, begin = [], 0
    for joint in _JOINT.finditer(words):
        if _ARE_TWO_OWNERS.fullmatch(words[begin : joint.start()]) and _IS_OWNED.match(words, joint.end()):
            continue  # "Mum and Dad's keys", "his and her towels": of both
        if (joint[1] or joint[2].lower()) in bare_after or _IS_ANOTHER.match(words, joint.end()):
            parts.append(words[begin : joint.start()])
            begin = joint.end()
    return [*parts, words[begin:]]


def tallied(names: Iterable[str], limit: int = 8) -> str:
    """a mug, two books and 3 other things: the most frequent first."""
    tally = Counter(names).most_common()
    shown = [with_article(name) if count == 1 else counted(count, name) for name, count in tally[:limit]]
    rest = sum(count for _, count in tally[limit:])
    if rest:
        shown.append(f"{number_word(rest)} other thing{'s' if rest > 1 else ''}")
    return listed(shown)


def ago(stamp_ns: int, now_ns: int) -> str:
    """just now, 5 minutes ago, 2 days ago."""
    seconds = max(0, now_ns - stamp_ns) // 1_000_000_000
    for length, unit in _UNITS:
        if seconds >= length:
            count = seconds // length
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now" if seconds < 10 else f"{seconds} seconds ago"


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    text = text.strip()
    ending = "" if text.endswith((".", "!", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{ending}"
