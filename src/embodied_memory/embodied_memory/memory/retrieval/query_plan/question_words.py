"""Small words of questions: which stand before names, which never are names, and which tell a state or a
measure; slips of the keys: a longer word that nobody knows is read as the known one that is one slip away; and
what people do, by whatever words: "sat down to eat lunch" and "having lunch" are one activity.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import ascii_lowercase

from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION
from embodied_memory.words.time_words.local_calendar import MONTHS, WEEKDAYS
from embodied_memory.words.wording.words import content_stems, split_words, stem

DETERMINERS = frozenset(
    split_words("the a an my our your his her their this that these those some any another other")
)
KIND_WORDS = frozenset({"a", "an", "any", "some"})
ASKING_KIND = frozenset({"which", "what"})
ASKING_PERSON = frozenset(split_words("who whom people everyone everybody anyone anybody"))
NOT_ALONE = frozenset(split_words("can will may might must do watch hand back home like rest work call all no so"))
NOT_NAMES = frozenset(
    split_words(
        "is are was were be been at on in of to for the with by did do does has have had who where when how why"
        " open closed off now robot you i me it there thing things place room piece furniture one two first last"
        " before after while time usually like want put"
    )
)
NO_SETTINGS = frozenset({LOCATION, HELD_BY, "open"})
MEASURES = {
    "bright": "brightness", "dim": "brightness", "loud": "volume", "quiet": "volume", "warm": "temperature",
    "hot": "temperature", "cold": "temperature", "fast": "speed", "slow": "speed", "degrees": "temperature",
    "station": "channel", "programme": "channel", "program": "channel", "strong": "strength",
}  # fmt: skip
"""What one asks for an attribute by: "how bright is the lamp"."""
STATE_WORDS = {
    "open": ("open", "true"), "opened": ("open", "true"), "closed": ("open", "false"), "shut": ("open", "false"),
    "on": ("power", "on"), "off": ("power", "off"), "running": ("power", "on"), "active": ("power", "on"),
    "ajar": ("open", "true"), "working": ("power", "on"), "lit": ("power", "on"), "locked": ("locked", "true"),
    "unlocked": ("locked", "false"),
}  # fmt: skip
"""(attribute, value) that a word tells of a thing."""
TAKE_WORDS = frozenset(split_words("take takes took taken pick picks picked grab grabbed fetch fetched get got hold"))
SEEING = frozenset(split_words("look looks see sees saw view views watch watches watched"))
BEFORE_A_DEED = SEEING | frozenset(split_words("for when while during after before or and at finished to of"))
AMOUNTS = frozenset((noun, "of") for noun in ("number", "amount", "level", "value", "count"))
WRITTEN_OUT = (
    (re.compile(r"\b(where|what|who|when|how|there|it|that|which)['’]s\b", re.I), r"\1 is"),
    (re.compile(r"\b(where|what|how|who)['’]re\b", re.I), r"\1 are"),
    (re.compile(r"\b(who|where|what|when)['’]d\b", re.I), r"\1 did"),
    (re.compile(r"n['’]t\b", re.I), " not"),
    (re.compile(r"\b(?:remind|tell) me(?= (?:again )?(?:what|when|where|who|which|how))", re.I), " "),
)
DOUBT = re.compile(
    r"^\W*(?:but |and |so )*(?:are you (?:really |quite |absolutely |still |so )*(?:sure|certain|positive|confident)"
    r"|is it (?:really |quite |absolutely )*(?:sure|certain|true|clear)"
    r"|how (?:sure|certain|confident) are you|do you really (?:think|believe|know)"
    r"|how do you know(?= .*\b(?:on|off|open|closed|locked|unlocked|asleep|awake|home|there)\W*$))"
    r"(?: of it)?,?(?: that| if| whether)?(?= \w)",
    re.I,
)
"""What asks how far a state may be trusted, before the state itself is told."""
HANDLE_WORDS = frozenset(split_words("touch touched touches use used uses handle handled handles using touching"))
PARTS_OF_DAY = {
    part + ending: part
    for part in ("morning", "afternoon", "evening", "night", "noon", "midday", "lunchtime")
    for ending in ("", "s")
}
"""The part of every day that a word names; those of one day are times."""
WHETHER = frozenset(split_words("did does do has have had was were is are"))
"""What begins a question whose answer is yes or no."""
_LEAST_LETTERS = 4
_LEAST_TO_REPLACE = 7
"""Of shorter words another letter makes another word: "plane", "plate"."""
_WORD = re.compile(rf"(?<![\w'’])[A-Za-z]{{{_LEAST_LETTERS},24}}(?![\w'’])")
_FILES = ("cue_words.txt", "intent_examples.txt", "activity_words.txt")
_FURTHER = split_words(
    "yesterday today tomorrow morning afternoon evening night noon midnight week weekend weekday month hour minute"
    " day since until before after between during breakfast lunch dinner"
    " certain sure confident positive definitely really true"
    " brightness channel colour mode quality speed temperature volume"
    " action alongside announce announced began begun behind beyond blame chores condition correct deserted"
    " designated duties errands fault intend intends item items level lost managed misplaced occurred once ought"
    " possession proper reckon rely satisfy serve shall show sooner stay track while"
)


def is_ordinary(word: str) -> bool:
    """Whether a lower-case word, or another form of it, is one of those that questions are asked with."""
    words, stems = _ordinary_words()
    return word in words or stem(word) in stems


def mended(text: str, is_name: Callable[[str], bool]) -> str:
    """The text with its mistyped words put right. is_name: whether a lower-case word is part of a name."""

    def is_known(word: str) -> bool:
        words, stems = _ordinary_words()
        return is_name(word) or word in words or (word not in stems and stem(word) in stems)

    def read(match: re.Match[str]) -> str:
        word = match.group(0).lower()
        return match.group(0) if is_known(word) else next(filter(is_known, _one_slip_away(word)), match.group(0))

    return _WORD.sub(read, text)


def _one_slip_away(word: str) -> Iterator[str]:
    """Two letters swapped, one doubled or too many, one left out, another one; the first letter is always right."""
    parts = [(word[:at], word[at:]) for at in range(1, len(word) + 1)]
    yield from (head + tail[1] + tail[0] + tail[2:] for head, tail in parts if len(tail) > 1)
    if len(word) > _LEAST_LETTERS:
        yield from (head + tail[1:] for head, tail in parts if tail)
    yield from (head + letter + tail for head, tail in parts for letter in ascii_lowercase)
    if len(word) >= _LEAST_TO_REPLACE:
        yield from (head + letter + tail[1:] for head, tail in parts if tail for letter in ascii_lowercase)


@lru_cache(maxsize=1)
def _ordinary_words() -> tuple[frozenset[str], frozenset[str]]:
    """The words by which questions are understood, and their stems."""
    folder = Path(__file__).parent
    texts = ((folder / name).read_text(encoding="utf-8") for name in _FILES)
    read = (word for text in texts for word in split_words(text.replace("_", " ")))
    words = frozenset((*read, *_FURTHER, *WEEKDAYS, *MONTHS))
    return words, frozenset(map(stem, words))


COMING_HOME, LEAVING_HOME = "coming home", "leaving home"
_BETWEEN = frozenset(
    {"a", "an", "the", "some", "his", "her", "their", "my", "our", "daily", "few", "back", "him", "own"}
)
_LIGHT_VERBS = frozenset(
    split_words(
        "having have had doing making make made taking take took playing play played starting started eating eat ate"
    )
)
_WITH_EYES_OR_EARS = frozenset({"watch", "listen", "read"})
_IRREGULAR = {
    "got": "get", "woke": "wake", "came": "come", "went": "go", "ate": "eat", "gone": "go", "goes": "go",
    "left": "leave", "lay": "lie", "laid": "lie", "lying": "lie", "rose": "rise", "slept": "sleep", "made": "make",
    "making": "make", "having": "have", "getting": "get", "going": "go", "coming": "come", "leaving": "leave",
    "gave": "give", "giving": "give", "waking": "wake", "using": "use", "taking": "take", "took": "take",
    "taken": "take", "did": "do", "doing": "do", "done": "do", "returning": "return", "arrived": "arrive",
}  # fmt: skip


@dataclass(frozen=True)
class ActivityMention:
    """An activity named in words[start:end]."""

    name: str
    start: int
    end: int


def activities_in(words: Sequence[str]) -> list[ActivityMention]:
    """The activities named in a sequence of lower-case words, longest phrases first, none overlapping."""
    roots = tuple(map(_root, words))
    found: list[ActivityMention] = []
    starts: dict[str, list[int]] = defaultdict(list)
    for position, root in enumerate(roots):
        starts[root].append(position)
    for name, phrase in _phrases():
        for start in starts.get(phrase[0], ()):
            end = _end_of(phrase, words, roots, start)
            if end and not any(start < other.end and other.start < end for other in found):
                found.append(ActivityMention(name, _with_verb(words, start), end))
    return sorted(found, key=lambda mention: mention.start)


@lru_cache(maxsize=1)
def activity_of_object() -> Mapping[str, str]:
    """What one does with a thing, where the thing may stand for it: "TV" for watching it."""
    return {
        phrase[-1]: name for name, phrase in _phrases()[::-1] if len(phrase) > 1 and phrase[0] in _WITH_EYES_OR_EARS
    }


@lru_cache(maxsize=4096)
def names_of(text: str) -> frozenset[str]:
    """The canonical activities that a sentence tells of."""
    return frozenset(mention.name for mention in activities_in(split_words(text)))


def is_activity(activity: str, text: str) -> bool:
    """Whether a sentence tells of an activity: of a canonical one, or with all content words of another."""
    if activity in _names():
        return activity in names_of(text)
    return content_stems(activity) <= content_stems(text)


def _root(word: str) -> str:
    return stem(_IRREGULAR.get(word, word))


def _with_verb(words: Sequence[str], start: int) -> int:
    """Where it begins with "having a", "playing the" and the like before it."""
    begin = start
    while begin and words[begin - 1] in _BETWEEN:
        begin -= 1
    return begin - 1 if begin and words[begin - 1] in _LIGHT_VERBS else start


def _end_of(phrase: Sequence[str], words: Sequence[str], roots: Sequence[str], start: int) -> int:
    """Where the phrase that begins at start ends, 0 if it does not begin there."""
    position = start
    for number, root in enumerate(phrase):
        while number and position < len(words) and words[position] in _BETWEEN and roots[position] != root:
            position += 1
        if position >= len(words) or roots[position] != root:
            return 0
        position += 1
    return position


@lru_cache(maxsize=1)
def _phrases() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(name, roots) of all phrases, those of most words first."""
    found = []
    for line in (Path(__file__).parent / "activity_words.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, phrases = line.partition(": ")
            found += [(name, tuple(map(_root, split_words(phrase)))) for phrase in phrases.split(",")]
    return tuple(sorted(found, key=lambda one: -len(one[1])))


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(name for name, _ in _phrases())
