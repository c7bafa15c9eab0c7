"""What the one reading is learned from, as tokens: utterances with acts and roles, instructions with moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.words.moves import Link, SpanKind
from embodied_memory.words.one_reading import first_tokens, things_of
from embodied_memory.words.reading_network import ReadingTokens, Spans
from embodied_memory.words.said import AskedKind, DeedKind, Filler, Role, SpeechAct
from embodied_memory_tools.learning.labelled_moves import Characters, LabelledMoves
from embodied_memory_tools.learning.labelled_utterances import MarkedUtterance

ACTS = tuple(act.value for act in SpeechAct)
TAGS = ("O", *(f"{part}-{role.value}" for role in Role for part in "BI"))
SPAN_TAGS = ("O", *(f"{part}-{kind.value}" for kind in SpanKind for part in "BI"))
RELATIONS = tuple(link.value for link in Link)
DEEDS = tuple(kind.value for kind in DeedKind)
ASKED = tuple(kind.value for kind in AskedKind)
UNKNOWN = -1
"""Of a token of which nothing is told."""
_ORDER = (SpanKind.THING, SpanKind.PLACE, SpanKind.ARRANGED, SpanKind.LOOK)
"""Where spans overlap, the first kind counts."""


@dataclass(frozen=True)
class ActExample:
    """ids with begin and end; act: its number; tags: as many as ids, UNKNOWN for all but the first token of a word,
    and for all where only the act is told; deeds: as many, UNKNOWN but where a thing is named that is told of;
    asked: the number of what is asked, UNKNOWN if nothing is.
    """

    ids: tuple[int, ...]
    act: int
    tags: tuple[int, ...]
    deeds: tuple[int, ...]
    asked: int = UNKNOWN


@dataclass(frozen=True)
class MoveExample:
    """tags: of spans; spans: (first, last) rows of each in the order of the words; links: (thing, other, relation)
    for each thing and each other span.
    """

    ids: tuple[int, ...]
    tags: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    links: tuple[tuple[int, int, int], ...]


def act_example(
    utterance: MarkedUtterance,
    tokens: ReadingTokens,
    wanted: Sequence[DeedKind] = (),
    asked: AskedKind | None = None,
) -> ActExample:
    """wanted: what is to be done with each thing that it names; asked: if it asks, what. ValueError for an act or a
    role that there is none of, or where there are not as many things.
    """
    act = SpeechAct(utterance.label).value
    ids, spans = tokens.split(utterance.words)
    tags = ["O"] * len(spans)
    for name, begin, end in utterance.marks:
        _mark(tags, _inside(spans, (begin, end)), Role(name).value)
    begins = set(first_tokens(utterance.words, spans).values())
    told = [TAGS.index(tag) if k in begins and utterance.has_all_roles else UNKNOWN for k, tag in enumerate(tags)]
    deeds = _deeds(utterance, spans, wanted) if wanted else [UNKNOWN] * len(spans)
    what = ASKED.index(asked.value) if asked else UNKNOWN
    return ActExample(ids, ACTS.index(act), (UNKNOWN, *told, UNKNOWN), (UNKNOWN, *deeds, UNKNOWN), what)


def _deeds(utterance: MarkedUtterance, spans: Spans, wanted: Sequence[DeedKind]) -> list[int]:
    things = things_of([Filler(Role(role), "", begin, end) for role, begin, end in utterance.marks])
    if len(things) != len(wanted):
        raise ValueError(f'"{utterance.words}" names {len(things)} things, and {len(wanted)} deeds are told')
    rows = first_tokens(utterance.words, spans)
    deeds = [UNKNOWN] * len(spans)
    for thing, kind in zip(things, wanted, strict=True):
        if thing.start in rows:
            deeds[rows[thing.start]] = DEEDS.index(kind.value)
    return deeds


def move_example(labelled: LabelledMoves, tokens: ReadingTokens) -> MoveExample:
    """Of a long text, as much as is read."""
    ids, spans = tokens.split(labelled.text)
    tags = ["O"] * len(spans)
    rows: dict[Characters, tuple[int, int]] = {}
    for words in sorted(labelled.kinds, key=lambda one: (_ORDER.index(labelled.kinds[one]), one[0] - one[1])):
        inside = _inside(spans, words)
        if inside and all(tags[k] == "O" for k in inside):
            _mark(tags, inside, labelled.kinds[words].value)
            rows[words] = (inside[0] + 1, inside[-1] + 1)
    named = sorted(rows, key=lambda one: rows[one])
    links = tuple(
        (one, other, RELATIONS.index(labelled.links.get((named[one], named[other]), Link.NONE).value))
        for one in range(len(named))
        for other in range(len(named))
        if one != other
        and labelled.kinds[named[one]] is SpanKind.THING
        and labelled.kinds[named[other]] is not SpanKind.ARRANGED
    )
    told = (UNKNOWN, *(SPAN_TAGS.index(tag) for tag in tags), UNKNOWN)
    return MoveExample(ids, told, tuple(rows[one] for one in named), links)


def padded(ids: Sequence[tuple[int, ...]], tags: Sequence[tuple[int, ...]]) -> tuple[NDArray[np.int64], ...]:
    """(ids, mask, tags), each (B, longest)."""
    longest = max(map(len, ids))
    numbers, mask = np.zeros((2, len(ids), longest), np.int64)
    told = np.full((len(ids), longest), UNKNOWN, np.int64)
    for row, (own, own_tags) in enumerate(zip(ids, tags, strict=True)):
        numbers[row, : len(own)], mask[row, : len(own)], told[row, : len(own)] = own, 1, own_tags
    return numbers, mask, told


def _inside(spans: Spans, words: Characters) -> list[int]:
    return [k for k, (begin, _) in enumerate(spans) if words[0] <= begin < words[1]]


def _mark(tags: list[str], inside: Sequence[int], name: str) -> None:
    for k in inside:
        tags[k] = f"{'B' if k == inside[0] else 'I'}-{name}"
