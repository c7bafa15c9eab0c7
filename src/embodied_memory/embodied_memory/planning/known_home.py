"""What the robot knows of a home, as far as skills need it: things, furniture and rooms (MEMENTO, appendix B.2:
the scene graph as semantic memory), from its memory, or from text observations alone; and how far words that
people use fit a category, a room or a caption of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.memory.personal.request_words import folded, stem, words
from embodied_memory.perception.embedder import Embedder
from embodied_memory.planning.skill_call import SkillCall, SkillKind, SkillResult
from embodied_memory.scene_graph import is_person
from embodied_memory.words.wording.words import split_words

_OPENABLE = frozenset(
    split_words(
        "cabinet cupboard fridge refrigerator wardrobe drawer dresser oven microwave dishwasher chest closet locker"
        " nightstand box washer machine freezer safe"
    )
)


@dataclass(frozen=True)
class KnownObject:
    """A thing that can be moved. category: plain words, as "stuffed toy"; place: id of what it is on or in, "" if
    unknown or held; room: id, "" if unknown; first_place, first_room: where it was when it became known;
    caption: what it looks like, "" if not known yet.
    """

    object_id: str
    category: str
    place: str = ""
    room: str = ""
    caption: str = ""
    first_place: str = ""
    first_room: str = ""

    @property
    def whereabouts(self) -> str:
        """ "table_1 in kitchen_1", "in kitchen_1"; "" if nothing is known of it."""
        return f"{self.place} in {self.room}".strip() if self.room else self.place


@dataclass(frozen=True)
class KnownReceptacle:
    """A piece of furniture, or the floor of a room, that things can be put on or in. category: plain words."""

    receptacle_id: str
    category: str
    room: str = ""


class KnownHome(Protocol):
    """The memory that skills and planners read. Only what was observed: never the truth of a simulator."""

    def objects(self) -> tuple[KnownObject, ...]:
        """The things that were seen, in the order in which they became known."""

    def receptacles(self) -> tuple[KnownReceptacle, ...]:
        """The furniture that is known."""

    def rooms(self) -> tuple[str, ...]:
        """The ids of the rooms that are known."""

    def unexplored(self) -> tuple[str, ...]:
        """The rooms where the robot has not looked around."""

    def held(self) -> str:
        """The id of what the robot holds, "" if nothing."""


def opens(category: str) -> bool:
    """Whether furniture of that kind has an inside that can be shut: "in" it is no place on top of it."""
    return not _OPENABLE.isdisjoint(split_words(category))


def plain_words(entity_id: str) -> str:
    """ "stuffed_toy_1" -> "stuffed toy"; "laundryroom_2" -> "laundryroom"."""
    head, _, number = entity_id.rpartition("_")
    return (head if number.isdigit() and head else entity_id).replace("_", " ").strip()


_FURNITURE_M2 = 0.08
"""What has a larger footprint may be a place."""


class RememberedHome:
    """Everything that memory saw, as it was last seen; first_place and first_room are those of the last sight.

    seen: what memory knows now. held_id: what the robot holds, which memory does not know. People are no things;
    what stays where it is is none either, and a place, as is what is large. Rooms that nobody has seen are not known,
    so that none is unexplored.
    """

    def __init__(self, seen: Callable[[], Sequence[RememberedObject]], held_id: Callable[[], str] = str) -> None:
        self._seen, self._held_id = seen, held_id

    def objects(self) -> tuple[KnownObject, ...]:
        """See KnownHome."""
        things = (one for one in self._seen() if not is_person(one.category))
        return tuple(_known(one) for one in things if not stays_put(one.category))

    def receptacles(self) -> tuple[KnownReceptacle, ...]:
        """See KnownHome."""
        furniture = (one for one in self._seen() if _is_place(one))
        return tuple(KnownReceptacle(one.object_id, one.category.replace("_", " "), one.room) for one in furniture)

    def rooms(self) -> tuple[str, ...]:
        """See KnownHome."""
        return tuple(dict.fromkeys(one.room for one in self._seen() if one.room))

    def unexplored(self) -> tuple[str, ...]:
        """See KnownHome."""
        return ()

    def held(self) -> str:
        """See KnownHome."""
        return self._held_id()


def _is_place(one: RememberedObject) -> bool:
    is_large = one.size[0] * one.size[1] >= _FURNITURE_M2
    return not is_person(one.category) and (stays_put(one.category) or is_large)


def _known(one: RememberedObject) -> KnownObject:
    category = one.category.replace("_", " ")
    return KnownObject(one.object_id, category, one.support_id, one.room, one.caption, one.support_id, one.room)


_WHERE = re.compile(r"^(?:Objects: )?(?P<thing>\w+): (?P<place>\w+) in (?P<room>\w+)$", re.MULTILINE)
_HELD = re.compile(r"^(?:Objects: )?(?P<thing>\w+): held by the agent$", re.MULTILINE)
_FURNITURE = re.compile(r"^Furniture in (?P<room>\w+): (?P<names>[\w, ]*)$", re.MULTILINE)
_DESCRIPTION = re.compile(r"The description of the object '(?P<thing>\w+)' is:\s*(?P<caption>.+)")


class ObservedHome:
    """Fed with every result of a skill. Rooms and furniture come as `Furniture in kitchen_1: table_2, counter_3`,
    things as `cup_3: chair_17 in bedroom_1` or `cup_3: held by the agent`.
    """

    def __init__(self) -> None:
        self._objects: dict[str, KnownObject] = {}
        self._receptacles: dict[str, KnownReceptacle] = {}
        self._explored: dict[str, bool] = {}
        self._held = ""

    def observe(self, text: str) -> None:
        """Take in what a text tells of furniture, things and their looks."""
        for match in _FURNITURE.finditer(text):
            self._explored.setdefault(match["room"], False)
            for name in filter(None, map(str.strip, match["names"].split(","))):
                self._receptacles[name] = KnownReceptacle(name, _category(name), match["room"])
        if "Objects: " in text:
            self._held = ""
        for match in _WHERE.finditer(text):
            self._see(match["thing"], match["place"], match["room"])
        for match in _HELD.finditer(text):
            self._held = match["thing"]
            self._see(match["thing"], "", "")
        for match in _DESCRIPTION.finditer(text):
            known = self._objects.get(match["thing"]) or KnownObject(match["thing"], plain_words(match["thing"]))
            self._objects[match["thing"]] = replace(known, caption=match["caption"].strip())

    def note(self, call: SkillCall, result: SkillResult) -> None:
        """Take in what came of a call: the text, and that a room was explored."""
        if call.kind is SkillKind.EXPLORE:
            self._explored[call.arguments[0]] = True
        self.observe(result.text)

    def objects(self) -> tuple[KnownObject, ...]:
        """See KnownHome."""
        return tuple(self._objects.values())

    def receptacles(self) -> tuple[KnownReceptacle, ...]:
        """See KnownHome."""
        return tuple(self._receptacles.values())

    def rooms(self) -> tuple[str, ...]:
        """See KnownHome."""
        return tuple(self._explored)

    def unexplored(self) -> tuple[str, ...]:
        """See KnownHome."""
        return tuple(room for room, explored in self._explored.items() if not explored)

    def held(self) -> str:
        """See KnownHome."""
        return self._held

    def _see(self, thing: str, place: str, room: str) -> None:
        known = self._objects.get(thing)
        if known is None:
            self._objects[thing] = KnownObject(thing, plain_words(thing), place, room, "", place, room)
        else:
            self._objects[thing] = replace(known, place=place, room=room)


def _category(name: str) -> str:
    return "floor" if name.startswith("floor_") else plain_words(name)


_WORD = re.compile(r"[^\W_]+")
_NOUNS_TOO = frozenset(["can"])
"""Stop words of sentences that are things in a noun phrase."""
_ROOMLIKE = frozenset(["room", "area", "space"])


def phrase_words(phrase: str) -> tuple[str, ...]:
    """The content words of a noun phrase, lower-case: of "the can" too."""
    said = folded(phrase).lower().replace("'s", " ")
    kept = set(words(said)) | _NOUNS_TOO
    return tuple(word for word in _WORD.findall(said) if word in kept)


def has_category(text: str, category: str) -> bool:
    """Whether the text names the category: all of its words occur, as stems ("toys" has "toy")."""
    named = {stem(word) for word in phrase_words(text)}
    wanted = [stem(word) for word in phrase_words(category)]
    return bool(wanted) and all(word in named or _joined(word, text) for word in wanted)


def names_room(text: str, room_words: str) -> bool:
    """Whether the text names a room by its words: "TV table" is in "tv", "laundry room cabinet" in "laundryroom"."""
    said = words(text.replace("/", " "))
    wanted = [word for word in words(room_words) if word not in _ROOMLIKE]
    squeezed = "".join(wanted).removesuffix("room")
    return bool(squeezed) and any("".join(said[start:]).startswith(squeezed) for start in range(len(said)))


class DescriptionMatch:
    """Compares a description with captions, by words and by an embedder's vectors. Asks for each text once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = {}

    def likeness(self, description: str, caption: str) -> float:
        """0 to 1: half the share of the description's words in the caption (and back), half the cosine."""
        asked, told = ({stem(word) for word in words(text)} for text in (description, caption))
        if not asked or not told:
            return 0.0
        shared = len(asked & told)
        by_words = 2 * shared / (len(asked) + len(told))
        cosine = float(self._vector(description) @ self._vector(caption))
        return 0.5 * by_words + 0.5 * max(0.0, cosine)

    def _vector(self, text: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        if text not in self._vectors:
            self._vectors[text] = self._embedder.embed_text([text])[0]
        return self._vectors[text]


def _joined(word: str, text: str) -> bool:
    """ "bookshelf" is named by "book shelf"."""
    return word in "".join(words(text)) and len(word) > 6
