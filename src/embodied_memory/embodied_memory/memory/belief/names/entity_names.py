"""Which entity is meant by "the blue mug": among those that memory knows, by id, category and caption; and by
the id of an object that turned out to be another: evidence that cites it stays valid.

Names stand in the words of an event, too: "Bob took the red mug", about mug_3, says that mug_3 is a red mug. A
phrase names an entity if it is the only phrase of that category and the entity the only one of it, or if there
are as many phrases as entities: then they are taken in their order.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from embodied_memory.scene_graph import is_person
from embodied_memory.words.wording.description import GROUP_OF_WORD, parse_description
from embodied_memory.words.wording.words import Words, alike_to, are_alike, canonical, split_words

TABLES = (
    """CREATE TABLE belief_entity (
        entity_id TEXT PRIMARY KEY, category TEXT NOT NULL, caption TEXT NOT NULL,
        sort TEXT NOT NULL, record_id INTEGER NOT NULL) WITHOUT ROWID""",
)

THING, PERSON, ROOM, TOLD = "thing", "person", "room", "told"
_LEAST_MATCH = 0.5
_SYNONYM = 0.98
"""Of what is called so, and what may be called so, the former is meant."""


@dataclass(frozen=True)
class NamedEntity:
    """An entity and its words. sort: thing, person, room, or told of but never met.

    record_id: where memory last learned of its name.
    """

    entity_id: str
    category: str = ""
    caption: str = ""
    sort: str = THING
    record_id: int = 0


@dataclass(frozen=True)
class Resolution:
    """What a phrase may mean. entity_id is "" if nothing fits or several fit equally: then candidates says which."""

    phrase: str
    entity_id: str = ""
    candidates: tuple[str, ...] = ()

    @property
    def is_ambiguous(self) -> bool:
        """Whether several entities fit equally well."""
        return not self.entity_id and len(self.candidates) > 1


LocationOf = Callable[[str], tuple[str, str]]
"""entity_id -> (location, room), both "" if unknown: for phrases such as "the mug in the kitchen"."""


class EntityNames:
    """All named entities in memory, found by their last noun."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._entities: dict[str, NamedEntity] = {}
        self._by_word: dict[str, set[str]] = defaultdict(set)
        self._alike: dict[Words, set[str]] = {}
        self._goes_on_as = merged_ids(connection)
        rows = connection.execute("SELECT entity_id, category, caption, sort, record_id FROM belief_entity")
        self.adopt([NamedEntity(*row) for row in rows])

    def get(self, entity_id: str) -> NamedEntity | None:
        """What is known of that id."""
        return self._entities.get(self.alive(entity_id))

    def with_new(self, entity_id: str, new: Mapping[str, NamedEntity]) -> NamedEntity | None:
        """As `get`; new: what is about to be known, by id."""
        return new.get(entity_id) or self.get(entity_id)

    def is_person(self, entity_id: str, new: Mapping[str, NamedEntity]) -> bool:
        """As `with_new`."""
        known = self.with_new(entity_id, new)
        return known is not None and known.sort == PERSON

    def alive(self, entity_id: str) -> str:
        """The id itself, or that of the entity which it turned out to be."""
        return self._goes_on_as.get(entity_id, entity_id)

    def knows_word(self, word: str) -> bool:
        """Whether a word, or the one that stands for its synonyms, is part of any name."""
        return word in self._by_word and bool(self._by_word[word])

    def with_word(self, word: str) -> list[NamedEntity]:
        """All in whose category or id the word is, as `canonical` gives it, in the order of their ids."""
        return [self._entities[entity_id] for entity_id in sorted(self._by_word.get(word, ()))]

    def is_known_as(self, entity_id: str, category: str, caption: str) -> bool:
        """Whether something met is known by just these names."""
        known = self._entities.get(entity_id)
        return (
            known is not None
            and known.category == category
            and known.caption == caption != ""
            and known.sort == sort_of(category)
        )

    def is_news(self, entity: NamedEntity) -> bool:
        """Whether its names differ from those known."""
        known = self._entities.get(entity.entity_id)
        if known is None:
            return True
        if known.sort == PERSON and entity.sort != PERSON:
            return False
        return (entity.category or known.category, entity.caption or known.caption, entity.sort) != (
            known.category, known.caption, known.sort,
        )  # fmt: skip

    def ids(self, sort: str) -> list[str]:
        """All of one sort."""
        return [entity.entity_id for entity in self._entities.values() if entity.sort == sort]

    def resolve(
        self, phrase: str, sorts: Iterable[str] = (THING,), location_of: LocationOf | None = None
    ) -> Resolution:
        """The entity that fits the phrase best. Never fails."""
        exact = self._by_id(phrase, sorts)
        if exact:
            return Resolution(phrase, exact, (exact,))
        wanted = parse_description(phrase)
        if not wanted.noun:
            return Resolution(phrase)
        matches = {
            entity_id: self._match(wanted.noun, wanted.attributes, self._entities[entity_id])
            for entity_id in self._candidates(wanted.noun)
            if self._entities[entity_id].sort in sorts
        }
        best = max(matches.values(), default=0.0)
        found = tuple(sorted(entity_id for entity_id, match in matches.items() if match == best >= _LEAST_MATCH))
        if len(found) > 1 and wanted.landmark and location_of is not None:
            found = self._at_landmark(found, wanted.landmark, location_of) or found
        return Resolution(phrase, found[0] if len(found) == 1 else "", found)

    def write(self, connection: sqlite3.Connection, entities: Iterable[NamedEntity]) -> None:
        """Into the database, as part of the record's transaction."""
        rows = [(one.entity_id, one.category, one.caption, one.sort, one.record_id) for one in entities]
        if rows:
            connection.executemany("INSERT OR REPLACE INTO belief_entity VALUES (?, ?, ?, ?, ?)", rows)

    def adopt(self, entities: Iterable[NamedEntity]) -> None:
        """Take over changes that were committed."""
        for entity in entities:
            self._forget_words(entity.entity_id)
            self._entities[entity.entity_id] = entity
            for word in _index_words(entity):
                self._by_word[word].add(entity.entity_id)

    def merge(self, connection: sqlite3.Connection, merged: Mapping[str, str]) -> None:
        """Into the database: what turned out to be another entity has no name of its own any more."""
        if not merged:
            return
        connection.executemany("DELETE FROM belief_entity WHERE entity_id = ?", [(gone,) for gone in merged])

    def adopt_merged(self, merged: Mapping[str, str]) -> None:
        """Take over what was committed."""
        for gone, kept in merged.items():
            self._goes_on_as.update({one: kept for one, by in self._goes_on_as.items() if by == gone})
            self._goes_on_as[gone] = kept
            self._forget_words(gone)
            self._entities.pop(gone, None)

    def _forget_words(self, entity_id: str) -> None:
        """By none of the names that it had until now is it found any more."""
        self._alike.clear()
        entity = self._entities.get(entity_id)
        for word in _index_words(entity) if entity else ():
            self._by_word[word].discard(entity_id)

    def merged(self, entity: NamedEntity) -> NamedEntity:
        """With what was known before and is not told now."""
        known = self._entities.get(entity.entity_id)
        if known is None:
            return entity
        category, caption = entity.category or known.category, entity.caption or known.caption
        return NamedEntity(entity.entity_id, category, caption, entity.sort, entity.record_id)

    def _by_id(self, phrase: str, sorts: Iterable[str]) -> str:
        for name in (phrase, "_".join(split_words(phrase))):
            known = self.get(name)
            if known is not None and known.sort in sorts:
                return known.entity_id
        return ""

    def _candidates(self, noun: Words) -> set[str]:
        return {
            entity_id
            for word in {canonical(noun), canonical(noun[-1:]), noun[-1]}
            for entity_id in self._by_word.get(word, ())
        } or self._alike_to(noun)

    def _alike_to(self, noun: Words) -> set[str]:
        """Cups for mugs. Looked up once for each noun until new names come."""
        if noun not in self._alike:
            near = alike_to(noun)  # of most nouns nothing is, and a question has hundreds of them, misspelt ones too
            words = [word for word in self._by_word if canonical((word,)) in near] if near else []
            self._alike[noun] = {entity_id for word in words for entity_id in self._by_word[word]}
        return self._alike[noun]

    def _match(self, noun: Words, attributes: Words, entity: NamedEntity) -> float:
        names = [_bare_words(name) for name in _telling_names(entity)]
        nouns = [words for words in names if words]
        known = set(split_words(f"{entity.category} {entity.entity_id} {entity.caption}"))
        match = max((_noun_match(noun, words) for words in nouns), default=0.0)
        known_nouns = {canonical((word,)) for word in known}
        extra = [word for word in noun[:-1] if canonical((word,)) not in known_nouns]
        if extra and match < 1.0:
            match *= 0.8
        for word in attributes:
            if word in known:
                match *= 1.01
            else:
                rivals = {other for other in known if GROUP_OF_WORD.get(other) == GROUP_OF_WORD.get(word)}
                match *= 0.4 if rivals else 0.9
        return match

    def _at_landmark(self, found: tuple[str, ...], landmark: str, location_of: LocationOf) -> tuple[str, ...]:
        place = self.resolve(landmark, (THING, ROOM)).entity_id
        if not place:
            return ()
        return tuple(
            one for one in found if location_of(one)[1] == place or location_of(one)[0].endswith(f" {place}")
        )


def sort_of(category: str) -> str:
    """thing or person."""
    return PERSON if is_person(category) else THING


def _noun_match(noun: Words, words: Words) -> float:
    if words == noun:
        return 1.0
    if canonical(words) == canonical(noun):
        return _SYNONYM
    if canonical(words[-1:]) == canonical(noun[-1:]):
        shared = len(set(noun[:-1]) & set(words[:-1]))
        return 0.4 if len(noun) > 1 and len(words) > 1 and not shared else 0.8 + 0.05 * shared
    if set(noun) <= set(words):
        return 0.7
    return 0.5 if are_alike(noun, words) else 0.0


def _bare_words(name: str) -> Words:
    """The words of a name without numbers: "mug_blue_2" -> ("mug", "blue")."""
    words = tuple(word for word in split_words(name) if not word.isdigit())
    plain = tuple(word for word in words if word not in GROUP_OF_WORD)
    return plain or words


def _telling_names(entity: NamedEntity) -> tuple[str, ...]:
    """Its category, and its id; not an id of when it was taken for something else, bowl_3 of a mug."""
    category, by_id = _bare_words(entity.category), _bare_words(entity.entity_id)
    is_old = bool(category) and entity.entity_id[-1:].isdigit() and not _share_noun(category, by_id)
    return (entity.category,) if is_old and entity.sort == THING else (entity.category, entity.entity_id)


def _share_noun(one: Words, other: Words) -> bool:
    nouns = {canonical((word,)) for word in one}
    return canonical(one) == canonical(other) or any(canonical((word,)) in nouns for word in other)


def _index_words(entity: NamedEntity) -> set[str]:
    found: set[str] = set()
    for name in _telling_names(entity):
        words = _bare_words(name)
        if words:
            found |= {canonical(words), *(canonical((word,)) for word in words), *words}
    return found


_DETERMINER = r"\b(?:an?|the|my|his|her|their|our)\s+"
_MODIFIERS = r"((?:[a-z][\w-]*\s+){0,3}?)"
_NOT_MODIFIERS = frozenset(
    split_words("and or of in on at to from with into out by near under the a an is are was were")
)


def captions_in(text: str, entity_ids: Iterable[str]) -> dict[str, str]:
    """Entity id -> "red mug", for those that the text names."""
    by_noun: dict[str, list[str]] = defaultdict(list)
    for entity_id in dict.fromkeys(entity_ids):
        noun = noun_of(entity_id)
        if noun:
            by_noun[noun].append(entity_id)
    found: dict[str, str] = {}
    for noun, ids in by_noun.items():
        phrases = list(dict.fromkeys(_phrases(text, noun)))
        if len(phrases) == len(ids):
            found.update(zip(ids, phrases, strict=True))
    return found


@lru_cache(maxsize=4096)
def noun_of(entity_id: str) -> str:
    """mug of mug_3, kitchen counter of kitchen_counter_33; "" for an id without a number at its end."""
    words = split_words(entity_id)
    return " ".join(words[:-1]) if len(words) > 1 and words[-1].isdigit() else ""


@lru_cache(maxsize=1024)
def _pattern(noun: str) -> re.Pattern[str]:
    return re.compile(rf"{_DETERMINER}{_MODIFIERS}{re.escape(noun)}\b", re.I)


def _phrases(text: str, noun: str) -> Iterator[str]:
    pattern = _plural_pattern(noun) if noun.endswith("s") else _pattern(noun)
    for match in pattern.finditer(text):
        modifiers = split_words(match.group(1))
        if not _NOT_MODIFIERS.intersection(modifiers):
            yield " ".join((*modifiers, noun))


@lru_cache(maxsize=256)
def _plural_pattern(noun: str) -> re.Pattern[str]:
    """Red shoes, with an article or without: then only looks are taken for modifiers."""
    return re.compile(rf"\b((?:(?:{'|'.join(GROUP_OF_WORD)})\s+){{1,3}}){re.escape(noun)}\b", re.I)


def merged_ids(connection: sqlite3.Connection) -> dict[str, str]:
    """The id that went -> the id of the object that goes on, which names itself."""
    rows = connection.execute(
        "SELECT gone.object_id, kept.object_id FROM object gone JOIN object kept ON kept.object_key = gone.goes_on_as"
    )
    return dict(rows.fetchall())


def ids_that_went(connection: sqlite3.Connection, object_id: str) -> list[str]:
    """All ids that an object once had beside its own."""
    rows = connection.execute(
        "SELECT gone.object_id FROM object kept JOIN object gone ON gone.goes_on_as = kept.object_key"
        " WHERE kept.object_id = ? ORDER BY gone.object_key",
        (object_id,),
    )
    return [one for (one,) in rows]
