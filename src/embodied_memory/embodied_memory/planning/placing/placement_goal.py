"""What an instruction asks for: things that are to be put somewhere, in order (MEMENTO, section 3: g = {(o, l)}), and
what a phrase for a thing says: of what sort it is, and of how many.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from embodied_memory.memory.personal.noun_phrases import word_list
from embodied_memory.memory.personal.request_words import stem
from embodied_memory.planning.skills.word_match import phrase_words


class Relation(str, Enum):
    """How a thing is to be there. ROOM: anywhere in that room."""

    ON = "on"
    WITHIN = "within"
    FLOOR = "floor"
    ROOM = "room"


@dataclass(frozen=True)
class ThingPhrase:
    """A thing in words. text: as named; description: what else is said of its looks; ordinal: 0, 1, ... of several
    things of the same words; source: words for where it is now, "" if not said, and no part of what it is.
    """

    text: str
    description: str = ""
    ordinal: int = 0
    source: str = field(default="", compare=False)

    @property
    def looks(self) -> str:
        """Everything that tells it from others of its kind."""
        return f"{self.text} {self.description}".strip()


@dataclass(frozen=True)
class PlacePhrase:
    """A place in words. place_id: if it is known which one is meant; is_other: not where the thing is now."""

    text: str
    place_id: str = ""
    is_other: bool = False


@dataclass(frozen=True)
class PlacementGoal:
    """One thing to one place. beside: what it is to be next to, if anything."""

    thing: ThingPhrase
    place: PlacePhrase
    relation: Relation = Relation.ON
    beside: ThingPhrase | None = None


_DETERMINERS = word_list("determiner") | {"another", "its", "that", "those", "any", "every", "all", "two", "three"}
_LOOKS = word_list("looks")
_DETAIL = word_list("detail")
_MEANING = word_list("meaning")
_NO_NAME = _DETERMINERS | _LOOKS | _MEANING
_MOST = 10
_NUMBERS = {"two": 2, "both": 2, "three": 3, "four": 4, "pair": 2}


def count_of(text: str) -> int:
    """How many things the words ask for; 1 if they do not say."""
    numbers = (int(word) if word.isdigit() else _NUMBERS.get(word, 0) for word in text.lower().split()[:2])
    return min(next((number for number in numbers if number), 1), _MOST)


def head_of(text: str) -> str:
    """The words up to the details: "the book with a red cover" -> "the book"."""
    tokens = text.split()
    named = False
    for index, token in enumerate(tokens):
        if named and token.lower() in _DETAIL:
            return " ".join(tokens[:index])
        named = named or token.lower() not in _NO_NAME
    return text


def noun_stems(phrase: str) -> tuple[str, ...]:
    """The words that say what sort of thing it is: "my favourite red coffee cup" -> ("coffe", "cup")."""
    said = phrase_words(head_of(phrase))
    return tuple(stem(word) for word in said if word not in _LOOKS and word not in _MEANING and not word.isdigit())


def same_thing(one: str, other: str) -> bool:
    """Whether two phrases may name one thing: the shorter one's words end the longer one."""
    first, second = noun_stems(one), noun_stems(other)
    length = min(len(first), len(second))
    return bool(length) and first[-length:] == second[-length:]
