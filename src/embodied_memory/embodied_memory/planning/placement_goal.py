"""What an instruction asks for: things that are to be put somewhere, in order (MEMENTO, section 3: g = {(o, l)}),
and what its phrases mean in a home: of what sort a thing is, how many, and which known one by its kind, its
looks and where it is; which words name kinds of furniture and rooms.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from embodied_memory.memory.personal.request_words import stem, word_list, words
from embodied_memory.memory.personal.sentence_role import is_personal
from embodied_memory.planning.known_home import (
    DescriptionMatch,
    KnownHome,
    KnownObject,
    KnownReceptacle,
    names_room,
    phrase_words,
    plain_words,
)


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


_FLOOR = frozenset(["floor", "ground"])
_SAME = {
    "sofa": "couch", "shelf": "shelves", "bookshelf": "shelves", "dresser": "chest of drawers", "desk": "table",
    "refrigerator": "fridge", "cupboard": "cabinet", "drawers": "chest of drawers", "chest": "chest of drawers",
    "nightstand": "stand",
}  # fmt: skip
"""What people call furniture, and what it is called where the first word names nothing known."""
_SAME_ROOM = {
    "foyer": "entryway", "lobby": "entryway", "hall": "hallway", "corridor": "hallway", "gym": "workout",
    "washroom": "bathroom", "restroom": "bathroom", "mudroom": "laundryroom", "study": "office",
}  # fmt: skip
"""The same for rooms."""
_ELSEWHERE = frozenset(["another", "different", "other", "new", "else"])


@dataclass(frozen=True)
class HomeWords:
    """Everything in the home that can be a place. categories and rooms in plain words."""

    receptacles: tuple[KnownReceptacle, ...]
    rooms: tuple[str, ...]

    @cached_property
    def _categories(self) -> dict[str, list[str]]:
        """The stems of each kind of furniture."""
        return {
            kind: [stem(word) for word in words(kind)] for kind in {one.category: None for one in self.receptacles}
        }

    @staticmethod
    def of(home: KnownHome) -> HomeWords:
        """Of what is known of the home now."""
        return HomeWords(home.receptacles(), home.rooms())

    def is_place(self, phrase: str) -> bool:
        """Whether the phrase as a whole names furniture, a floor or a room: its last words do."""
        return bool(self.category(phrase)) or self.is_room(phrase)

    def is_room(self, phrase: str) -> bool:
        """Whether it names a room and no furniture."""
        return not self.category(phrase) and bool(self.room_ids(phrase))

    def category(self, phrase: str) -> str:
        """The kind of furniture that the phrase ends with, the longest name; "" if none."""
        said = [stem(word) for word in words(phrase)]
        known = self._categories
        ends = [name for name, stems in known.items() if stems and said[-len(stems) :] == stems]
        if ends:
            return max(ends, key=len)
        if said and said[-1] in _FLOOR:
            return "floor"
        other = next((_SAME[word] for word in words(phrase)[-1:] if word in _SAME), None)
        return other if other in known else ""

    def room_ids(self, phrase: str) -> tuple[str, ...]:
        """The rooms that the phrase names."""
        named = tuple(room for room in self.rooms if names_room(phrase, plain_words(room)))
        other = " ".join(_SAME_ROOM.get(word, "") for word in words(phrase)).strip()
        return named or (tuple(room for room in self.rooms if names_room(other, plain_words(room))) if other else ())

    def places(self, phrase: str, context: str = "") -> tuple[KnownReceptacle, ...]:
        """The furniture meant: of that kind in the room named; if no room is, in one the context names."""
        kind = self.category(phrase)
        named = [one for one in self.receptacles if one.category == kind]
        for told in (phrase, context):
            rooms = self.room_ids(told)
            here = [one for one in named if one.room in rooms]
            if here:
                return tuple(sorted(here, key=lambda one: rooms.index(one.room)))
        return tuple(named)


def is_elsewhere(phrase: str) -> bool:
    """Whether it asks for a place other than the present one: "another table"."""
    return not _ELSEWHERE.isdisjoint(phrase.lower().split())


LIKE_KIND, _LIKE_LOOKS = 0.5, 0.42
"""From where on a kind fits, and a caption fits a description well enough not to look further."""
_SAME_KIND = 0.7
_SURE_LOOKS = 0.6
"""Looks alone, whatever it is called."""
_TIE = 0.04
"""Scores this close are two readings."""
_BY_KIND, _BY_LOOKS, _BY_SOURCE = 2.0, 1.5, 0.75


@dataclass(frozen=True)
class ObjectFit:
    """kind, looks: 0 to 1; at_source: whether it was where the words say; None if they do not say."""

    known: KnownObject
    kind: float
    looks: float
    at_source: bool | None

    @property
    def score(self) -> float:
        """To compare the candidates for one phrase."""
        return _BY_KIND * self.kind + _BY_LOOKS * self.looks + _BY_SOURCE * bool(self.at_source)


class ThingMatch:
    """Compares phrases with what is known of the home. context: the instruction that they are from."""

    def __init__(self, home: KnownHome, match: DescriptionMatch, context: str = "") -> None:
        self._home, self._match, self.context = home, match, context
        self.words = HomeWords.of(home)
        self._sources: dict[str, frozenset[str] | None] = {}

    def candidates(self, thing: ThingPhrase) -> list[ObjectFit]:
        """Everything that the phrase may mean, best first."""
        found = [self._candidate(thing, known) for known in self._home.objects()]
        fitting = [one for one in found if one.kind >= LIKE_KIND or one.looks >= _SURE_LOOKS]
        return sorted(fitting, key=lambda one: -one.score)

    def undescribed(self, thing: ThingPhrase, is_last_resort: bool) -> list[str]:
        """Ids of what should be looked at closer: things of that kind; anything, if there is none."""
        found = [self._candidate(thing, known) for known in self._home.objects()]
        anything = is_last_resort and not any(one.kind >= LIKE_KIND for one in found)
        return [one.known.object_id for one in found if not one.known.caption and (anything or one.kind > LIKE_KIND)]

    def is_settled(self, thing: ThingPhrase, candidates: list[ObjectFit]) -> bool:
        """Whether the best candidate fits all that was said, so that there is no need to look further."""
        if not candidates:
            return False
        best = candidates[0]
        if best.at_source is not None:
            return best.at_source
        return best.looks >= _LIKE_LOOKS or (best.kind >= _SAME_KIND and not _says_more_than_kind(thing, best.known))

    def is_ambiguous(self, thing: ThingPhrase, candidates: list[ObjectFit]) -> bool:
        """Whether the second candidate is as good, or what tells them apart is only known to a person."""
        if len(candidates) < 2 or candidates[0].known.caption == candidates[1].known.caption:
            return False
        first, second = candidates[:2]
        is_unresolved = is_personal(thing.text) and not thing.description and first.looks < _LIKE_LOOKS
        return first.score - second.score < _TIE or (is_unresolved and first.kind == second.kind)

    def _candidate(self, thing: ThingPhrase, known: KnownObject) -> ObjectFit:
        tells = bool(known.caption) and _says_more_than_kind(thing, known)
        looks = self._match.likeness(_plain(thing), known.caption) if tells else 0.0
        return ObjectFit(known, kind_fit(thing.text, known.category), looks, self._at_source(thing, known))

    def _at_source(self, thing: ThingPhrase, known: KnownObject) -> bool | None:
        if not thing.source:
            return None
        if thing.source not in self._sources:
            self._sources[thing.source] = self._ids_of(thing.source)
        ids = self._sources[thing.source]
        return None if ids is None else known.first_place in ids or known.first_room in ids

    def _ids_of(self, source: str) -> frozenset[str] | None:
        """Furniture, or rooms where no furniture is named; None if the words name nothing that is known."""
        if self.words.category(source):
            return frozenset(one.receptacle_id for one in self.words.places(source, self.context)) or None
        return frozenset(self.words.room_ids(source)) or None


def kind_fit(text: str, category: str) -> float:
    """1: the phrase ends with the category; less where only a part of either does: "toy" for a stuffed toy."""
    said, kind = noun_stems(text), tuple(stem(word) for word in phrase_words(category))
    if not said or not kind:
        return 0.0
    if said[-len(kind) :] == kind:
        return 1.0
    if said[-1] == kind[-1] or _is_short_for(said[-1], kind[-1]):
        return 0.7
    if said[-1] in kind:
        return 0.5
    return 0.6 if set(kind) <= set(said) else 0.0


def _is_short_for(word: str, whole: str) -> bool:
    """ "phone" for a cellphone."""
    return len(word) > 3 and len(whole) > 3 and (whole.endswith(word) or word.endswith(whole))


def _says_more_than_kind(thing: ThingPhrase, known: KnownObject) -> bool:
    kind = {stem(word) for word in phrase_words(known.category)}
    return bool({stem(word) for word in phrase_words(thing.looks)} - kind)


def _plain(thing: ThingPhrase) -> str:
    return " ".join(phrase_words(f"{thing.description} {thing.text}"))
