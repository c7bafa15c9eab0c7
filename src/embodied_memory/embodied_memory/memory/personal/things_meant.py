"""Which thing a personal name means: "my favourite book" after "my favourite book is the black one"."""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.memory.personal.knowledge import ObjectMeaning, ObjectSemantics, UserPattern
from embodied_memory.memory.personal.noun_phrases import object_phrases
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.words.wording.description import GROUP_OF_WORD, parse_description
from embodied_memory.words.wording.word_stems import content_stems, stem
from embodied_memory.words.wording.words import split_words

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
