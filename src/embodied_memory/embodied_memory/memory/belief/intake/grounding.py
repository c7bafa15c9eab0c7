"""From the words of a statement to entities that memory knows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from embodied_memory.memory.belief.names.entity_names import (
    PERSON,
    ROOM,
    THING,
    TOLD,
    EntityNames,
    LocationOf,
    Resolution,
)
from embodied_memory.memory.belief.statements.statement import SPEAKER, Statement
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION
from embodied_memory.memory.belief.states.whereabouts import relation_and_landmark
from embodied_memory.words.wording.words import split_words

_ROOM_WORDS = frozenset(
    split_words(
        "room kitchen bedroom bathroom hallway hall study office balcony garage toilet gym basement cellar attic"
        " pantry nursery corridor laundry lounge library terrace garden porch patio yard shed lobby entrance"
    )
)
_DETERMINER = re.compile(r"^(?:(?:the|a|an|my|our|your|his|her|their|this|that|some|all|both) )+", re.I)
_OWNER = re.compile(r"^[A-Za-z][\w-]*'s\s+")
_ROOM_THEN = re.compile(
    r"^(?P<room>.+?),? (?P<rest>(?:on top of|on|in|under|inside|next to|behind|beside) .+)$", re.I
)


@dataclass(frozen=True)
class GroundedStatement:
    """entity: what it is about; value: with entity ids in the place of words where they are known."""

    entity: Resolution
    value: str


class StatementGrounding:
    """Resolves within what one speaker says. changes nothing."""

    def __init__(self, names: EntityNames, location_of: LocationOf, speaker: str) -> None:
        self._names = names
        self._location_of = location_of
        self._speaker = speaker

    def ground(self, said: Statement) -> GroundedStatement:
        """The entity and value of a fact or a preference."""
        entity = self.entity(said.subject)
        if said.attribute == LOCATION:
            return GroundedStatement(entity, self.location(said.value))
        if said.attribute == HELD_BY:
            return GroundedStatement(entity, self.person(said.value))
        return GroundedStatement(entity, said.value)

    def entity(self, phrase: str) -> Resolution:
        """A person by name, a thing by description; what was only ever spoken of if nothing known fits."""
        person = self._known_person(phrase)
        if person:
            return Resolution(phrase, person, (person,))
        plain = bare(phrase)
        found = self._names.resolve(plain, (THING,), self._location_of)
        if found.is_ambiguous:
            return self._met_last(found)
        return found if found.candidates else self._names.resolve(plain, (TOLD,), self._location_of)

    def _met_last(self, found: Resolution) -> Resolution:
        """Of several that are known by the same words, the one met last: it may be the others, moved."""
        known = [one for one in map(self._names.get, found.candidates) if one is not None]
        if len({(one.category, one.caption) for one in known}) != 1 or not known[0].caption:
            return found
        newest = max(known, key=lambda one: one.record_id)
        return Resolution(found.phrase, newest.entity_id, found.candidates)

    def person(self, name: str) -> str:
        """The id of a person; the name as it was said for one not known; "" for a mere "he" or "she"."""
        if name.lower() in ("he", "she", "they", "him", "her", "them"):
            return ""
        return self._known_person(name) or name

    def location(self, value: str) -> str:
        """ "on the dresser" -> "on dresser_1"; the name of a room alone for "in the kitchen"."""
        relation, landmark = relation_and_landmark(value.split(",", 1)[0].strip())
        nested = _ROOM_THEN.match(landmark)
        if nested and relation in ("", "in") and self._room(bare(nested["room"])):
            return self.location(nested["rest"])
        plain = bare(landmark)
        room = self._room(plain) if relation in ("", "in", "on") else ""
        if room:
            return room
        thing = self._names.resolve(plain, (THING,), self._location_of).entity_id or plain
        return f"{relation or 'on'} {thing}" if relation or thing != plain else plain

    def _room(self, plain: str) -> str:
        """A room's name in memory, or the name as said if it is one of a room that memory has not heard of."""
        known = self._names.resolve(plain, (ROOM,))
        if known.entity_id:
            return known.entity_id
        words = split_words(plain)
        is_room = bool(words) and words[-1] in _ROOM_WORDS and not known.candidates and len(words) <= 3
        return " ".join(words) if is_room else ""

    def _known_person(self, phrase: str) -> str:
        if phrase.lower() in (SPEAKER, "i", "me", "we", "us"):
            return self._speaker
        found = self._names.resolve(bare(phrase), (PERSON,))
        return found.entity_id if found.entity_id else ""


def bare(phrase: str) -> str:
    """Without articles and owners: "my keys" and "Bob's keys" are "keys"."""
    plain = _DETERMINER.sub("", " ".join(phrase.split()))
    return _DETERMINER.sub("", _OWNER.sub("", plain)).strip() or phrase.strip()
