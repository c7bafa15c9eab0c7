"""Learning which sort of record answers a question, over the vectors of the one reading as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from embodied_memory.event import Event
from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.answer_sort import sort_of
from embodied_memory.words.one_reading import OneReading
from embodied_memory.words.plain_words import in_third_person
from embodied_memory.words.reading_network import ReadingHeads
from embodied_memory.words.said import RecordSort
from embodied_memory.words.who_is_meant import WhoIsMeant
from embodied_memory_tools.evaluation.lived_words.lived_home import LivedHome
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder
from embodied_memory_tools.learning.asked_homes import AskedHome
from embodied_memory_tools.learning.linear_heads import labelled_lines
from embodied_memory_tools.learning.remembered_homes import questions_of

_C, _MOST_STEPS, _LEAST_SPREAD = 3e-3, 200, 1e-3
_OF_FOLDERS, _LABELLED = 3.0, 2.0
"""A question about lived days, or labelled by hand, counts for so many about talks: few of those ask for deeds."""


@dataclass(frozen=True)
class RecordExample:
    """A question with the sorts of the records that answer it, each once."""

    question: str
    sorts: tuple[RecordSort, ...]
    weight: float = 1.0


def records_of_folder(folder: WordFolder) -> Iterator[RecordExample]:
    """Its questions that something answers, as memory is asked them."""
    home, who = LivedHome(folder.home), WhoIsMeant.read(folder.home.who_is_who)
    perceived = {one.id: home.perceived(one) for one in folder.life}
    sorts = {number: _sort(one) for number, one in perceived.items() if isinstance(one, Event)}
    for asked in folder.questions:
        found = tuple(dict.fromkeys(sorts[one] for one in asked.ev if one in sorts))
        if found:
            yield RecordExample(
                who.with_names(in_third_person(asked.q, asked.asker), asked.asker), found, _OF_FOLDERS
            )


def records_of_home(home: AskedHome) -> Iterator[RecordExample]:
    """The same of a home of examples."""
    sorts = [_sort(event) for event in home.events]
    for asked in questions_of(home, range(len(sorts))):
        if asked.gold:
            yield RecordExample(asked.text, tuple(dict.fromkeys(sorts[one] for one in sorted(asked.gold))))


def _sort(event: Event) -> RecordSort:
    return sort_of(Piece(0, event.stamp_ns, event.kind.value, event.actor, event.text))


def labelled_records(path: Path) -> list[RecordExample]:
    """A sort, a tab and a question a line. ValueError names the bad line."""
    lines = labelled_lines(path, RecordSort, 1)
    return [RecordExample(question.strip(), (sort,), _LABELLED) for sort, (question,) in lines]


def encoded(examples: Sequence[RecordExample], reading: OneReading) -> NDArray[np.float32]:
    """(N, F) what the head is learned over, a row an example."""
    return np.array([reading.for_records(one.question) for one in examples], np.float32)


def learn_records(examples: Sequence[RecordExample], rows: NDArray[np.float32], heads: ReadingHeads) -> ReadingHeads:
    """The heads with that one. rows: of `encoded`, one an example."""
    pairs = [(k, sort.value, one.weight / len(one.sorts)) for k, one in enumerate(examples) for sort in one.sorts]
    chosen, sorts, weights = map(list, zip(*pairs, strict=True))
    mean, scale = rows.mean(axis=0), rows.std(axis=0) + _LEAST_SPREAD
    model = LogisticRegression(C=_C, max_iter=_MOST_STEPS)
    model.fit(((rows - mean) / scale)[chosen], sorts, sample_weight=np.array(weights, np.float32))
    weight = (model.coef_ / scale).astype(np.float32)
    bias = (model.intercept_ - weight @ mean).astype(np.float32)
    learned = {**heads.weights, "record.weight": weight, "record.bias": bias}
    return replace(heads, weights=learned, records=tuple(map(str, model.classes_)))
