"""Which sort of record answers is learned from questions with their evidence, and from labelled ones."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from embodied_memory.words.one_reading import HEADS
from embodied_memory.words.reading_network import read_heads
from embodied_memory.words.said import RecordSort
from embodied_memory_tools.evaluation.lived_words.word_folder import read_word_folder
from embodied_memory_tools.learning.record_sorts import (
    RecordExample,
    labelled_records,
    learn_records,
    records_of_folder,
)

FOLDER = Path(__file__).parents[2] / "words/days/first"


def test_a_question_is_answered_by_the_sort_of_its_evidence():
    found = {one.question: one.sorts for one in records_of_folder(read_word_folder(FOLDER))}
    assert len(found) > 80
    assert {sort for sorts in found.values() for sort in sorts} >= {RecordSort.SAID, RecordSort.PUT, RecordSort.CAME}
    assert all(len(set(sorts)) == len(sorts) for sorts in found.values())


def test_labels_are_read(tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text("came\twhen did she get in?\nsaid\twhen does the train leave?\n", encoding="utf-8")
    assert [(one.question, one.sorts) for one in labelled_records(path)] == [
        ("when did she get in?", (RecordSort.CAME,)),
        ("when does the train leave?", (RecordSort.SAID,)),
    ]


@pytest.mark.parametrize("line", ["flew\twhen?", "came when?", "came\t "])
def test_a_line_that_is_none_is_named(tmp_path, line):
    path = tmp_path / "a.tsv"
    path.write_text(f"came\twhen?\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.tsv, line 2"):
        labelled_records(path)


def test_what_tells_the_sorts_apart_is_learned():
    random = np.random.default_rng(3)
    sorts = [RecordSort.CAME, RecordSort.SAID, RecordSort.PUT] * 30
    rows = random.normal(size=(90, 12)).astype(np.float32)
    for first in range(3):
        rows[first::3, first] += 4.0
    examples = [RecordExample("?", (sort,)) for sort in sorts]
    heads = learn_records(examples, rows, replace(read_heads(HEADS), records=()))
    scores = rows @ heads.weights["record.weight"].T + heads.weights["record.bias"]
    told = [heads.records[k] for k in scores.argmax(axis=1)]
    assert np.mean([one == sort.value for one, sort in zip(told, sorts, strict=True)]) > 0.9
