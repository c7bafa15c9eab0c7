"""Reads what somebody says, learned from what people said: the act, with how sure that is, the roles of words, what
is to be done with each thing, and what is to be carried where.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Protocol

from embodied_memory.words.moves import name_within, read_moves, told_apart
from embodied_memory.words.reading_network import (
    Encoded,
    Matrix,
    ReadingHeads,
    best_tags,
    installed_encoder,
    read_heads,
    record_features,
)
from embodied_memory.words.said import AskedKind, DeedKind, Filler, RecordSort, Role, Said, SpeechAct, Wanted

HEADS = Path(__file__).with_name("reading_heads.npz")
_KEPT = 256
"""The same utterance is read at several doors."""
_MOST_CHARACTERS = 1000
"""Of a longer text, as much of the beginning is read."""
_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")


class Encoder(Protocol):
    """Turns a text into vectors of its tokens in context."""

    def encode(self, text: str) -> Encoded:
        """Of a long text, the beginning."""


class OneReading:
    """Deterministic; never fails for a text. Safe to call from several threads."""

    def __init__(self, heads: ReadingHeads, encoder: Encoder) -> None:
        self._heads, self._encoder = heads, encoder

    def read(self, text: str) -> Said:
        """text: of any content; of one without words nothing can be made."""
        return _read(self, text)

    def for_records(self, text: str) -> Matrix:
        """What is learned from about the sort of record that answers: see `record_features`; not remembered."""
        beginning = text[:_MOST_CHARACTERS]
        encoded = self._encoder.encode(beginning)
        deeds = deed_rows(encoded.spans, self._fillers(beginning, encoded))
        return record_features(encoded.vectors, deeds)

    def acts(self, text: str) -> dict[SpeechAct, float]:
        """How likely each act is, without what is said by it; not remembered."""
        encoded = self._encoded(text[:_MOST_CHARACTERS])
        return {SpeechAct.NONSENSE: 1.0} if encoded is None else self._shares(encoded)

    def _encoded(self, beginning: str) -> Encoded | None:
        encoded = self._encoder.encode(beginning) if any(map(str.isalnum, beginning)) else None
        return encoded if encoded and encoded.spans else None

    def _shares(self, encoded: Encoded) -> dict[SpeechAct, float]:
        probabilities = self._heads.act_shares(encoded.vectors)
        return {SpeechAct(act): float(p) for act, p in zip(self._heads.acts, probabilities, strict=True)}

    def read_anew(self, text: str) -> Said:
        """The same, whether or not it is remembered."""
        beginning = text[:_MOST_CHARACTERS]
        encoded = self._encoded(beginning)
        if encoded is None:
            return Said(text, SpeechAct.NONSENSE, 1.0, {SpeechAct.NONSENSE: 1.0})
        shares = self._shares(encoded)
        act = max(shares, key=lambda one: shares[one])
        moves, arranged = read_moves(beginning, encoded, self._heads)
        fillers = self._fillers(beginning, encoded)
        wanted = self._wanted(beginning, encoded, fillers)
        likely = zip(self._heads.asked, self._heads.asked_shares(encoded.vectors), strict=True)
        asked = {AskedKind(kind): float(share) for kind, share in likely}
        deeds = deed_rows(encoded.spans, fillers)
        records = zip(self._heads.records, self._heads.record_shares(encoded.vectors, deeds), strict=True)
        by = {RecordSort(sort): float(share) for sort, share in records}
        return Said(text, act, shares[act], shares, fillers, moves, arranged, wanted, asked, by)

    def _fillers(self, text: str, encoded: Encoded) -> tuple[Filler, ...]:
        """A word is read by its first token, as it was learned."""
        rows = first_tokens(text, encoded.spans)
        spans = [word.span() for word in _WORD.finditer(text) if word.start() in rows]
        if not spans:
            return ()
        scores = self._heads.role_scores(encoded.vectors[[rows[begin] + 1 for begin, _ in spans]])
        return fillers_of(text, spans, best_tags(scores, self._heads.tags))

    def _wanted(self, text: str, encoded: Encoded, fillers: Sequence[Filler]) -> tuple[Wanted, ...]:
        """In the order of the words. What is said of it is learned from the words that name it, in their context."""
        rows = first_tokens(text, encoded.spans)
        found = []
        for one in things_of(fillers):
            shares = self._heads.deed_shares(encoded.vectors[rows[one.start] + 1])
            best = int(shares.argmax())
            found.append(Wanted(DeedKind(self._heads.deeds[best]), float(shares[best]), one))
        return tuple(one for one in found if one.kind is not DeedKind.NONE)


def things_of(fillers: Sequence[Filler]) -> list[Filler]:
    """What something may be to be done with: the themes; where none is named, the first deed stands for it."""
    themes = [one for one in fillers if one.role is Role.THEME]
    return themes or [one for one in fillers if one.role is Role.DEED][:1]


def deed_rows(spans: Sequence[tuple[int, int]], fillers: Sequence[Filler]) -> list[int]:
    """The rows of an encoder's vectors that stand for the words of deeds."""
    deeds = [one for one in fillers if one.role is Role.DEED]
    return [k + 1 for k, (begin, _) in enumerate(spans) if any(one.start <= begin < one.end for one in deeds)]


def first_tokens(text: str, spans: Sequence[tuple[int, int]]) -> dict[int, int]:
    """The token with which each word begins, by the first character of the word."""
    begins = {word.start() for word in _WORD.finditer(text)}
    found: dict[int, int] = {}
    for token, (begin, _) in enumerate(spans):
        if begin in begins:
            found.setdefault(begin, token)
    return found


def fillers_of(text: str, spans: Sequence[tuple[int, int]], tags: Sequence[str]) -> tuple[Filler, ...]:
    """Of tags "B-role", "I-role" and "O", one a word."""
    number, marked = 0, []
    for span, tag in zip(spans, tags, strict=True):
        number += not tag.startswith("I-")
        marked.append((number, tag[2:], span))
    found = []
    for (_, role), group in groupby(marked, key=lambda one: one[:2]):
        inside = [span for _, _, span in group]
        if role:
            begin, end = name_within(text, inside[0][0], inside[-1][1])
            end = told_apart(text, begin, end)
            found.append(Filler(Role(role), text[begin:end], begin, end))
    return tuple(found)


@lru_cache(maxsize=_KEPT)
def _read(reading: OneReading, text: str) -> Said:
    return reading.read_anew(text)


@lru_cache(maxsize=1)
def the_reading() -> OneReading | None:
    """The one of this process; None where the language model's files are not installed: then rules alone read."""
    encoder = installed_encoder()
    return OneReading(read_heads(HEADS), encoder) if encoder is not None else None


def as_read(text: str) -> Said | None:
    """What `the_reading` reads; None where there is none."""
    reading = the_reading()
    return reading.read(text) if reading is not None else None
