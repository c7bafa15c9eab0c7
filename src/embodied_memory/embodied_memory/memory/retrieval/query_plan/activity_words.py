"""What people do, by whatever words: "sat down to eat lunch" and "having lunch" are one activity."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from embodied_memory.words.wording.word_stems import content_stems, stem
from embodied_memory.words.wording.words import split_words

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
