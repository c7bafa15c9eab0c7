"""Which words name places of a home: its kinds of furniture and its rooms."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from embodied_memory.memory.personal.request_words import stem, words
from embodied_memory.planning.skills.known_home import KnownHome, KnownReceptacle, plain_words
from embodied_memory.planning.skills.word_match import names_room

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
