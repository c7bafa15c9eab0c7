"""What a person means by words for a thing: the thing that memory knows, several that it may be, or nothing known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.evidence import EpistemicStatus, RememberedObject
from embodied_memory.memory.personal.knowledge import ObjectSemantics, UserPattern
from embodied_memory.memory.personal.noun_phrases import object_phrases
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.memory.personal.sentence_role import is_personal
from embodied_memory.memory.wording.description import GROUP_OF_WORD, parse_description
from embodied_memory.memory.wording.word_stems import stem
from embodied_memory.memory.wording.words import split_words
from embodied_memory.planning.body import Body
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.task_report import Ambiguity
from embodied_memory.planning.tasks.task_body import TaskMemory

GOOD_MATCH = 0.6
_SAME_MATCH = 0.05
_ANY = re.compile(r"^(?:a|an|any|some|one of|another)\b", re.I)
_OWNER = re.compile(r"^(?:my|our|your|his|her|their|[A-Z][\w-]*'s)\s+", re.I)
_SURE = 0.25
"""A recollection less likely than this means nothing in particular."""


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
    """Resolves words against what was seen, and against what people told of themselves."""

    def __init__(self, body: Body, memory: TaskMemory) -> None:
        self._body, self._memory = body, memory

    def of(self, phrase: str, speaker: str) -> Meaning:
        """Never guesses between things that look different, unless any of them would do ("a mug").

        Raises BodyError if memory does not answer.
        """
        words, records = phrase, tuple[int, ...]()
        if is_personal(phrase):
            told, records = self._told(phrase, speaker)
            if len(told) > 1:
                return Meaning(phrase, (), Ambiguity(phrase, told), records)
            words = told[0] if told else _OWNER.sub("", phrase)
        return self._seen(phrase, words, records)

    def _told(self, phrase: str, speaker: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The things that a personal name means, in words, with the records that say so."""
        recalled = self._memory.recall_personal(phrase, speaker)
        if not recalled or recalled[0].score < _SURE:
            return (), ()
        best = recalled[0]
        rivals = [one for one in recalled if one.memory.record_id in best.rivals]
        meant = list(dict.fromkeys(words for one in (best, *rivals) for words in _things_of(one, phrase)))
        return tuple(meant), tuple(one.memory.record_id for one in (best, *rivals))

    def _seen(self, phrase: str, words: str, records: tuple[int, ...]) -> Meaning:
        matches = [one for one in self._body.retrieve(words).objects if one.match >= GOOD_MATCH]
        found = [one for one in matches if one.status is not EpistemicStatus.CONTRADICTED] or matches
        best = [one for one in found if one.match >= found[0].match - _SAME_MATCH]
        if len({_look(one) for one in best}) > 1 and not _ANY.match(phrase):
            readings = tuple(dict.fromkeys(in_words(one) for one in best))
            if len(readings) > 1:
                return Meaning(words, tuple(best), Ambiguity(phrase, readings[:4]), records)
        return Meaning(words, tuple(found), None, records)


def in_words(thing: RememberedObject) -> str:
    """Such as "the red mug on the desk in the bedroom"."""
    name = re.sub(r"^(?:a|an|the)\s+", "", describe(thing), flags=re.I)
    place = f" {thing.support_relation or 'on'} the {thing.support_category}" if thing.support_category else ""
    return f"the {name}{place}{f' in the {thing.room}' if thing.room else ''}"


def _things_of(recalled: PersonalRecollection, phrase: str) -> Sequence[str]:
    """The things that a memory tells the phrase to mean, as fully as they are told: those of its sort, if any are.

    What only says the phrase again tells nothing: "my favourite book is the black one" means the black book.
    """
    known = [one for one in recalled.memory.knowledge if isinstance(one, ObjectSemantics | UserPattern)]
    noun, said = parse_description(phrase).noun, set(split_words(phrase))
    objects = [thing for one in known for thing in one.objects]
    named = [
        _with_noun(thing, noun) for thing in (*objects, *(p for one in known for p in object_phrases(one.statement)))
    ]
    told = [thing for thing in named if not set(split_words(thing)) <= said]
    asked = {stem(word) for word in noun}
    alike = [thing for thing in told if asked & {stem(word) for word in split_words(thing)[-1:]}]
    alike = alike or [thing for thing in objects if thing in told]
    words = {thing: set(split_words(thing)) for thing in alike}
    return [thing for thing in words if not any(words[thing] < other for other in words.values())]


def _with_noun(thing: str, noun: tuple[str, ...]) -> str:
    """ "black" of a book is "black book"."""
    only_looks = all(word in GROUP_OF_WORD for word in split_words(thing))
    return f"{thing} {noun[-1]}" if noun and only_looks else thing


def _look(thing: RememberedObject) -> tuple[str, str, str]:
    return thing.caption.lower() or thing.category, thing.support_id, thing.room
