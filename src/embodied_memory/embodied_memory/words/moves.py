"""What is to be carried where: things, places and looks in the words, and which of them belong together.

Where a name in an utterance really begins and ends, whatever was marked of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import zip_longest

import numpy as np

from embodied_memory.words.reading_network import Encoded, Matrix, Probabilities, ReadingHeads, Spans, best_tags
from embodied_memory.words.said import Move, MoveRelation

_AND = re.compile(r"(?:,|\s+(?:and|or))+$", re.I)
_KNOWN = r"(?:the|this|that|these|those|my|your|our|his|her|their)"
_SOME_OF = re.compile(
    r"(?:some|any|one|two|three|both|all|most|half|plenty|lots"
    rf"|(?:a|the) (?:bit|little|drop|piece|slice|few|couple|lot|rest)) of (?={_KNOWN}\b)",
    re.I,
)
"""How much of it: "some of this bread" is this bread."""
_IS = re.compile(rf"(?:{_KNOWN}\b.*\w|it|that|there|he|she|who|what)(?=['’]s$)", re.I | re.S)
""" "the laptop's"."""
_WILL = re.compile(r"(?<=\w)['’](?:ll|d|re)\b.*", re.I | re.S)
""" "the hall cabinet'll do"."""
_TO = re.compile(r"(?<!next)(?<!close)\s+(?:in|at|of|from|to|by|for|with|under|behind)$", re.I)
_VAGUE = re.compile(r"(?:the|that|this|a|some) (?:things?|thingy|stuff|one)$", re.I)
""" "the thing"."""
_TELLING_WHICH = re.compile(r" (?:for \w+ing|(?:that|which|you|we|i|one) \w+|with (?:the|a) \w+)\b[^,.;:!?]*", re.I)
""" " for measuring"."""
_GOES_ON = re.compile(r"\s+\w")
_WHERE = re.compile(r"\bwhere(?:ver)?\s+$", re.I)
_CLAUSE = re.compile(r"(?:it|they|that|those|these|you|i|we|he|she)(?:['’]\w+)?\s+\w", re.I)
""" "it lives"."""


def name_within(text: str, begin: int, end: int) -> tuple[int, int]:
    """Without an "and" that follows, without how much of it, and without the verb of "the laptop's all sticky" or
    "the hall cabinet'll do"; with the "where" of "where it lives".
    """
    where = _WHERE.search(text, 0, begin) if _CLAUSE.match(text, begin, end) else None
    if where is not None:
        return where.start(), end
    end = begin + len(_AND.sub("", text[begin:end]))
    some = _SOME_OF.match(text, begin, end)
    begin = some.end() if some else begin
    will = _WILL.search(text, begin, end)
    end = will.start() if will else end
    end = begin + len(_TO.sub("", text[begin:end])) if _GOES_ON.match(text, end) else end
    is_so = _IS.match(text[begin:end])
    return begin, begin + is_so.end() if is_so and _GOES_ON.match(text, end) else end


def told_apart(text: str, begin: int, end: int) -> int:
    """Where a name ends that is none by itself, with what tells which thing is meant: "the thing for measuring"."""
    told = _TELLING_WHICH.match(text, end) if _VAGUE.match(text[begin:end]) else None
    return told.end() if told else end


class SpanKind(str, Enum):
    """What words name."""

    THING = "thing"
    PLACE = "place"
    LOOK = "look"
    ARRANGED = "arrange"


class Link(str, Enum):
    """What another span is to a thing. TO ...: where it goes, and how it is to be there."""

    NONE = "none"
    SOURCE = "from"
    TO_ON = "to on"
    TO_IN = "to in"
    TO_AT = "to at"
    TO_PERSON = "to person"
    BESIDE = "beside"
    ROOM = "room"
    LOOKS = "looks"


_GOES = {
    Link.TO_ON: MoveRelation.ON,
    Link.TO_IN: MoveRelation.IN,
    Link.TO_AT: MoveRelation.AT,
    Link.TO_PERSON: MoveRelation.PERSON,
}

_LIKELY, _MAY_BE = 0.5, 0.25
_PRONOUNS = frozenset({"her", "him", "them", "she", "he", "they"})


@dataclass(frozen=True)
class MarkedSpan:
    """first, last: tokens, the last one with it; words: as said."""

    kind: SpanKind
    first: int
    last: int
    words: str


def marked_spans(text: str, spans: Spans, tags: Sequence[str]) -> tuple[MarkedSpan, ...]:
    """tags: "B-kind", "I-kind" and "O", one a token."""
    found: list[MarkedSpan] = []
    for token, tag in enumerate(tags):
        begin, end = spans[token]
        is_within = bool(found) and found[-1].last == token - 1 and _is_within_word(text, begin)
        if tag.startswith("B-") and not is_within:
            found.append(MarkedSpan(SpanKind(tag[2:]), token, token, text[begin:end]))
        elif tag != "O":
            found[-1] = replace(found[-1], last=token)
    return tuple(replace(one, words=_named(text, spans, one)) for one in found)


def _named(text: str, spans: Spans, marked: MarkedSpan) -> str:
    begin, end = name_within(text, spans[marked.first][0], spans[marked.last][1])
    return text[begin:end]


def _is_within_word(text: str, begin: int) -> bool:
    """Whether a token is the rest of a word, as the "s" of "Tom's" is: nothing begins there."""
    before = text[:begin][-1:]
    return before.isalnum() or before in ("'", "’")


def read_moves(text: str, encoded: Encoded, heads: ReadingHeads) -> tuple[tuple[Move, ...], tuple[str, ...]]:
    """(what is to be carried, in the order in which it is to be; what is asked for by the name of a habit).

    What goes to one place and on to another does so once everything is at its first one.
    """
    if not encoded.spans:
        return (), ()
    tags = best_tags(heads.span_scores(encoded.vectors[1:-1]), heads.span_tags)
    marked = marked_spans(text, encoded.spans, tags)
    arranged = tuple(one.words for one in marked if one.kind is SpanKind.ARRANGED)
    linked = _Linked(marked, encoded.vectors[1:-1], heads)
    moves = [linked.moves_of(k) for k, one in enumerate(marked) if one.kind is SpanKind.THING]
    return tuple(move for stage in zip_longest(*moves) for move in stage if move), arranged


class _Linked:
    """The spans of a text and what each is to the others."""

    def __init__(self, marked: Sequence[MarkedSpan], vectors: Matrix, heads: ReadingHeads) -> None:
        self._marked, self._vectors, self._heads = marked, vectors, heads
        self._ends = np.array([np.concatenate([vectors[one.first], vectors[one.last]]) for one in marked], np.float32)

    def moves_of(self, thing: int) -> tuple[Move, ...]:
        """One for each place that it goes to; none for a thing that goes nowhere: it is only spoken of."""
        shares = {k: self._shares(thing, k) for k, one in enumerate(self._marked) if self._may_belong(thing, k)}
        source, room, beside = (self._likeliest(shares, link) for link in (Link.SOURCE, Link.ROOM, Link.BESIDE))
        looks = tuple(self._marked[k].words for k, of in shares.items() if self._best(of) is Link.LOOKS)
        words = self._marked[thing].words
        goals = self._goals(shares) or ([("", MoveRelation.ON)] if beside else [])
        return tuple(Move(words, goal, relation, source, room, beside, looks) for goal, relation in goals)

    def _may_belong(self, thing: int, other: int) -> bool:
        return other != thing and self._marked[other].kind is not SpanKind.ARRANGED

    def _shares(self, thing: int, other: int) -> Probabilities:
        one, two = sorted((self._marked[thing], self._marked[other]), key=lambda span: span.first)
        between = self._vectors[one.last + 1 : two.first]
        mean = between.mean(axis=0) if len(between) else np.zeros(self._vectors.shape[1], np.float32)
        return self._heads.relation_shares(self._ends, thing, other, mean)

    def _best(self, shares: Probabilities) -> Link:
        return Link(self._heads.relations[int(shares.argmax())])

    def _goals(self, shares: dict[int, Probabilities]) -> list[tuple[str, MoveRelation]]:
        """Where it likely goes, in the order of the words; if nothing is likely, the likeliest that may be.

        It is handed to one person: "for Grandma, hand it to her" names her twice.
        """
        goes = [self._heads.relations.index(link.value) for link in _GOES]
        likely = {k: float(of[goes].sum()) for k, of in shares.items()}
        best = max(likely, key=lambda k: likely[k], default=None)
        places = [k for k, share in likely.items() if share >= _LIKELY or (k == best and share >= _MAY_BE)]
        how = {k: _GOES[Link(self._heads.relations[goes[int(shares[k][goes].argmax())]])] for k in places}
        people = [k for k in places if how[k] is MoveRelation.PERSON]
        named = max(people, key=lambda k: (self._marked[k].words.lower() not in _PRONOUNS, likely[k]), default=None)
        return [(self._marked[k].words, how[k]) for k in places if k not in people or k == named]

    def _likeliest(self, shares: dict[int, Probabilities], link: Link) -> str:
        number = self._heads.relations.index(link.value)
        fitting = {k: float(of[number]) for k, of in shares.items() if self._best(of) is link}
        return self._marked[max(fitting, key=lambda k: fitting[k])].words if fitting else ""
