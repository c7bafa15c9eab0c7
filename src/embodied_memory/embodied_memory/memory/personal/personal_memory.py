"""A personal memory as the store keeps it and as it is given back, and which thing a personal name means by it.

"My favourite book" means the black one after "my favourite book is the black one".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from embodied_memory.event import ActTrace, Provenance
from embodied_memory.evidence import Evidence
from embodied_memory.memory.personal.knowledge import (
    Knowledge,
    ObjectMeaning,
    ObjectSemantics,
    UserPattern,
    learn_knowledge,
)
from embodied_memory.memory.personal.request_words import object_phrases
from embodied_memory.words.wording.description import GROUP_OF_WORD, parse_description
from embodied_memory.words.wording.words import content_stems, split_words, stem

RECORD_KIND = "personal memory"

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class PersonalMemory:
    """What one person said, what was done then, and what it tells (MEMENTO, section 3 and appendix B.2).

    record_id: the row of the event log it was said in; person: who said it; scene: the home or map, "" if
    unknown; corrects: the record it takes the place of, if any.
    """

    record_id: int
    person: str
    stamp_ns: int
    scene: str
    text: str
    trace: ActTrace = field(default_factory=ActTrace)
    knowledge: tuple[Knowledge, ...] = ()
    corrects: int | None = None

    @staticmethod
    def of_words(record_id: int, person: str, stamp_ns: int, text: str, trace: ActTrace) -> PersonalMemory:
        """What a person said, with what it tells, wherever that was."""
        return PersonalMemory(record_id, person, stamp_ns, "", text, trace, learn_knowledge(person, text))

    def concerns(self, person: str) -> bool:
        """Whether the person said it, is told of, or is named anywhere in it, in whatever case."""
        people = (self.person, *(known.person for known in self.knowledge))
        told = (*people, self.text, *(known.statement for known in self.knowledge), self.trace.as_text())
        return any(name_occurs(person, text) for text in told)

    @property
    def owners(self) -> tuple[str, ...]:
        """Whose it is: whoever it tells of, each once; who said it, if it tells of nobody."""
        return tuple(dict.fromkeys(known.person for known in self.knowledge)) or (self.person,)

    def as_evidence(self) -> Evidence:
        """The citation: it is known because it was said."""
        return Evidence(self.record_id, self.stamp_ns, RECORD_KIND, self.text, Provenance.REPORTED)


@dataclass(frozen=True)
class PersonalRecollection:
    """A memory that a request may mean. reference: the part of the request that means it.

    score: how likely it is the one meant by that part, 0 to 1, if any memory is. rivals: record ids of other
    readings about as likely: ask, do not guess.
    """

    memory: PersonalMemory
    reference: str
    score: float
    rivals: tuple[int, ...] = ()

    @property
    def evidence(self) -> Evidence:
        """What to cite."""
        return self.memory.as_evidence()


class UnknownPersonalMemoryError(KeyError):
    """There is no personal memory of that record. The message names it."""

    def __str__(self) -> str:
        return str(self.args[0])


def name_occurs(name: str, text: str) -> bool:
    """Whether all words of a name stand in the text in a row, in whatever case.

    No pattern is made of them, as patterns stay in a cache.
    """
    part, whole = _WORD.findall(name.casefold()), _WORD.findall(text.casefold())
    return bool(part) and any(whole[start : start + len(part)] == part for start in range(len(whole)))


SURE = 0.25
"""A recollection less likely than this means nothing in particular."""


def all_things_meant(
    recalled: Sequence[PersonalRecollection], phrase: str
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """(the things, in words; the records that say so): of the likeliest memory and of those about as likely."""
    named = next((one for one in recalled if other_name(one, phrase)), None)
    if named is not None:
        return (other_name(named, phrase),), (named.memory.record_id,)
    if not recalled or recalled[0].score < SURE:
        return (), ()
    best = recalled[0]
    meaning = [best, *(one for one in recalled if one.memory.record_id in best.rivals)]
    things = dict.fromkeys(thing for one in meaning for thing in things_meant(one, phrase))
    return tuple(things), tuple(one.memory.record_id for one in meaning)


def other_name(recalled: PersonalRecollection, phrase: str) -> str:
    """What else a thing is called, by somebody who gave it that name; "" if the memory is of another."""
    said = content_stems(phrase)
    for known in recalled.memory.knowledge:
        if isinstance(known, ObjectSemantics) and known.meaning is ObjectMeaning.NAME:
            one, other = known.objects
            if said in (content_stems(one), content_stems(other)):
                return other if said == content_stems(one) else one
    return ""


def things_meant(recalled: PersonalRecollection, phrase: str) -> Sequence[str]:
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
