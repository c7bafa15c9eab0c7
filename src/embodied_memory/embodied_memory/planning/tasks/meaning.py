"""What a person means by words for a thing: the thing that memory knows, several that it may be, or nothing known."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from embodied_memory.evidence import EpistemicStatus, RememberedObject
from embodied_memory.memory.personal.personal_memory import all_things_meant, other_name
from embodied_memory.memory.personal.request_words import place_phrases
from embodied_memory.memory.personal.sentence_role import is_personal
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.instruction import Ambiguity
from embodied_memory.planning.tasks.robot_skills import TaskMemory
from embodied_memory.words.wording.phrases import are_one_room
from embodied_memory.words.wording.words import Words, canonical, split_words, stem

_PLACED = re.compile(
    r"\s(?:from )?(?:in|inside|on|on top of|at|by|near|next to|beside|behind|under|from|off|out of)"
    r"\s+(?:(?:the|my|our|your|his|her|their|that|this) )?",
    re.I,
)


_LEAST = 4
_NO_NAMES = frozenset(split_words("the a an this that these those some any my our your his her their its"))


def called_so(things: Sequence[RememberedObject], phrase: str) -> list[RememberedObject]:
    """Those of the things of which most words of the phrase tell; all of them, where one word only is said: "Theo's
    desk" is not Izzy's, but "the light" may be the floor lamp as well as the porch light.
    """
    wanted = set(split_words(_PLACED.split(phrase)[0])) - _NO_NAMES
    told = [sum(_is_told(word, _words_of(one)) for word in wanted) for one in things]
    most = max(told, default=0)
    return [one for one, words in zip(things, told, strict=True) if words == most] if most > 1 else list(things)


def _is_told(word: str, words: set[str]) -> bool:
    """With or without its ending: the mug with the spots is the spotty one."""
    bare = stem(word)
    return word in words or (len(bare) >= _LEAST and any(one.startswith(bare) for one in words))


def _words_of(one: RememberedObject) -> set[str]:
    looks = " ".join(value for _, value in one.attributes)
    return set(split_words(f"{one.called} {looks}"))


def believed_there(things: Sequence[RememberedObject], phrase: str) -> list[RememberedObject]:
    """Those of the things that are where the phrase says; all of them, where none is, or where it says nothing."""
    left = list(things)
    for place in _PLACED.split(phrase)[1:]:
        left = [one for one in left if is_at(one, place)] or left
    return left


def is_at(one: RememberedObject, place: str) -> bool:
    """Whether it is believed to be in a room, or on or in a piece of furniture, that may be called so."""
    words = split_words(place)
    return bool(words) and (_is_room(one.room, words) or _is_support(one, words))


def _is_room(room: str, place: Words) -> bool:
    """The bedroom may be the front bedroom."""
    return bool(room) and (are_one_room(room, " ".join(place)) or split_words(room)[-len(place) :] == place)


def _is_support(one: RememberedObject, place: Words) -> bool:
    """The table may be the hall table, and the hall table may be a table in the hall."""
    name, room = split_words(one.support_category), split_words(one.room)
    is_short = any(canonical(name[k:]) == canonical(place) for k in range(len(name)))
    return is_short or any(
        canonical(place[k:]) == canonical(name) and set(place[:k]) <= set(room) for k in range(1, len(place))
    )


IsMissed: TypeAlias = Callable[[RememberedObject], bool]
GOOD_MATCH = 0.6
_SAME_MATCH = 0.04
"""Less than what a synonym loses: who says "photo frame" does not mean a painting."""
ANY = re.compile(r"^(?:a|an|any|some|one of|another)\b", re.I)
_OTHER = re.compile(r"^(?:(?:the|my|our) )?other (?P<noun>.+)", re.I)
_PLAIN = re.compile(r"[^\W_][\w' -]{0,60}")
_OWNER = re.compile(r"^(?:my|our|your|his|her|their|[A-Z][\w-]*'s)\s+", re.I)

_TOLD_OF_IT = re.compile(
    r",?\s+(?:where|which|that|who|(?:he|she|I|we|they|you)(?:['’]\w+)? \w{3,}"
    r"|for (?:my|our|your|his|her|their|the|an?|me|us))\b.*$"
)
"""What tells of a thing or place is no part of its name: "the cabinet where it belongs", "the glue for my kite"."""


@dataclass(frozen=True)
class Meaning:
    """things: what may be meant, nearest to the words first; ambiguity: two or more remain. words: the description
    to look for it by, once what the person means by it is put in. records: what that rests on.
    """

    words: str
    things: tuple[RememberedObject, ...] = ()
    ambiguity: Ambiguity | None = None
    records: tuple[int, ...] = ()

    @property
    def thing(self) -> RememberedObject | None:
        """The thing meant, None if none is known."""
        return self.things[0] if self.things else None


class Meanings:
    """Resolves words against what was seen, and against what people told of themselves.

    meant: the id of the thing that each person meant last, by name; "the other mug" is not that one.
    """

    def __init__(self, memory: TaskMemory, meant: dict[str, str] | None = None) -> None:
        self._memory = memory
        self.meant = {} if meant is None else meant

    def of(self, phrase: str, speaker: str, is_missed: IsMissed = lambda thing: False) -> Meaning:
        """Never guesses between things that look different, unless any of them would do ("a mug").

        is_missed: whether a thing was just looked for in vain where memory has it; those are left out.
        Raises BodyError if memory does not answer.
        """
        other, last = _OTHER.match(phrase), self.meant.get(speaker, "")
        if other and last:
            return self.of(other["noun"], speaker, lambda one: one.object_id == last or is_missed(one))
        meaning = self._of_all(phrase, speaker, is_missed)
        name = _TOLD_OF_IT.sub("", phrase)
        is_known = bool(meaning.things) or meaning.ambiguity is not None or name == phrase
        return meaning if is_known else self.of(name, speaker, is_missed)

    def _of_all(self, phrase: str, speaker: str, is_missed: IsMissed) -> Meaning:
        """Of the phrase as it stands."""
        if not is_personal(phrase):
            seen = self._seen(phrase, phrase, (), is_missed)
            return seen if seen.things or seen.ambiguity else self._by_other_name(phrase, speaker, is_missed) or seen
        recalled = self._memory.recall_personal(phrase, speaker)
        told, records = all_things_meant(recalled, phrase)
        told = self._of_that_sort(told, phrase)
        if len(told) > 1:
            return Meaning(phrase, (), Ambiguity(phrase, told), records)
        words = told[0] if told else _OWNER.sub("", phrase)
        meaning = of_owner(self._seen(phrase, words, records if told else (), is_missed), phrase, speaker)
        return _as_told(meaning, [one.memory.text for one in recalled if one.memory.record_id in records])

    def _by_other_name(self, phrase: str, speaker: str, is_missed: IsMissed) -> Meaning | None:
        """Of what nobody knows by this name: what somebody said that it is called besides."""
        for one in self._memory.recall_personal(phrase, speaker):
            if other := other_name(one, phrase):
                return self._seen(phrase, other, (one.memory.record_id,), is_missed)
        return None

    def _of_that_sort(self, told: tuple[str, ...], phrase: str) -> tuple[str, ...]:
        """What people told, as far as it is a thing of the sort that is named, or one that was seen if none such was.

        After "my knee talks to me all night" a knee is not what "my spectacles" means.
        """
        sort = split_words(phrase)[-1:]
        alike = tuple(one for one in told if canonical(split_words(one)[-1:]) == canonical(sort))
        if alike or self._is_seen(_OWNER.sub("", phrase)):
            return alike
        seen = tuple(one for one in told if self._is_seen(one))
        return seen if len(seen) == 1 else ()

    def _is_seen(self, words: str) -> bool:
        return any(one.match >= GOOD_MATCH for one in self._memory.retrieve(words).objects)

    def _seen(self, phrase: str, words: str, records: tuple[int, ...], is_missed: IsMissed) -> Meaning:
        retrieved = self._memory.retrieve(words).objects
        matches = [one for one in retrieved if one.match >= GOOD_MATCH and not is_missed(one)]
        found = [one for one in matches if one.status is not EpistemicStatus.CONTRADICTED] or matches
        found = called_so(believed_there(found, words), words if records else phrase)
        best = _newest_sights([one for one in found if one.match >= found[0].match - _SAME_MATCH])
        found = [*best, *(one for one in found if one not in best)]
        if len({_look(one) for one in best}) > 1 and not ANY.match(phrase):
            readings = tuple(dict.fromkeys(in_words(one) for one in best))
            if len(readings) > 1:
                return Meaning(words, tuple(best), Ambiguity(phrase, readings[:4]), records)
        return Meaning(words, tuple(found), None, records)


def of_owner(meaning: Meaning, phrase: str, speaker: str) -> Meaning:
    """Of several, the speaker's own where it is called so, or the one that is called nobody else's."""
    if meaning.ambiguity is None or not re.match(r"my\b", phrase, re.I):
        return meaning
    owners = {one.object_id: _OWNER.match(one.called) for one in meaning.things}
    own = [
        one
        for one in meaning.things
        if (found := owners[one.object_id]) and found[0].lower().startswith(speaker.lower())
    ]
    left = own or [one for one in meaning.things if owners[one.object_id] is None]
    is_one = bool(speaker) and len({_look(one) for one in left}) == 1
    return replace(meaning, things=tuple(left), ambiguity=None) if is_one else meaning


def _as_told(meaning: Meaning, statements: Sequence[str]) -> Meaning:
    """Of several that look alike, the one that lies where it was told whose it is: "the mug on the desk is mine"."""
    places = [split_words(place) for text in statements for place in place_phrases(text)]
    there = [one for one in meaning.things if _is_among(one.support_category or one.room, places)]
    in_room = [one for one in there if _is_among(one.room, places)]
    there = in_room or there
    is_one = meaning.ambiguity is not None and len({_look(one) for one in there}) == 1
    return replace(meaning, things=tuple(there), ambiguity=None) if is_one else meaning


def _is_among(place: str, told: Sequence[Words]) -> bool:
    """Whether somebody told of it, with more words ("white tv stand") or fewer ("bedroom" of bedroom 2)."""
    words = set(split_words(place))
    return bool(words) and any(words <= set(one) or set(one) <= words for one in told)


def in_words(thing: RememberedObject) -> str:
    """Such as "the red mug on the desk in the bedroom"; with its looks only where these are looks of such a thing."""
    name = re.sub(r"^(?:a|an|the)\s+", "", describe(thing), flags=re.I)
    if not _PLAIN.fullmatch(name) or not set(split_words(thing.category)) & set(split_words(name)):
        name = " ".join(split_words(thing.category))
    place = f" {thing.support_relation or 'on'} {_the(thing.support_category)}" if thing.support_category else ""
    return f"{_the(name)}{place}{f' in {_the(thing.room)}' if thing.room else ''}"


def _the(name: str) -> str:
    """ "The desk", but "Anna's desk"."""
    is_owned = re.match(r"\w+['’]s\b", name) is not None
    return f"{name[0].upper()}{name[1:]}" if is_owned else f"the {name}"


def _newest_sights(things: list[RememberedObject]) -> list[RememberedObject]:
    """Without those that may since have become another: one that looks the same, first seen after they were last."""
    return [one for one in things if not any(_may_have_become(one, other) for other in things)]


def _may_have_become(one: RememberedObject, other: RememberedObject) -> bool:
    is_alike = (one.category, one.caption.lower()) == (other.category, other.caption.lower())
    return is_alike and other.first_seen_ns > one.last_seen_ns


def _look(thing: RememberedObject) -> tuple[str, str, str]:
    return thing.caption.lower() or thing.category, thing.support_id, thing.room
