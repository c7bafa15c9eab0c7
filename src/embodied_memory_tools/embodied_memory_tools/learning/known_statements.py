"""Learning which sentence of what is known now answers a question, of folders whose questions people wrote."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from embodied_memory.memory.retrieval.known_now.statement_search import KNOWN_FEATURES, ReadStatement, known_row
from embodied_memory.memory.retrieval.pieces.choice_weights import learned_choice
from embodied_memory.perception.embedder import Embedder
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import AskedKind
from embodied_memory.words.wording.words import content_stems
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder, WordQuestion
from embodied_memory_tools.evaluation.lived_words.word_verdicts import Verdict, first_sight
from embodied_memory_tools.learning.bearing import BearingExample
from embodied_memory_tools.learning.remembered_homes import remembered_folder


@dataclass(frozen=True)
class CertaintyExample:
    """row: as `known_row`."""

    row: tuple[float, float]
    is_right: bool


_YES = "Yes, there is: "


def statement_examples(folder: WordFolder, embedder: Embedder) -> Iterator[BearingExample]:
    """Questions that are asked alone, and for which statements were found. Of one that the log answers, as it tells
    what was said or done, none is right.
    """
    with remembered_folder(folder, embedder) as lived:
        for asked in folder.questions:
            if asked.conv is None and (
                found := lived.memory.questions.read_known(asked.q, lived.now_ns, asked.asker)
            ):
                gold = np.array([_answers(asked, one) for one in found])
                gold &= [not _lists_beside(asked.q, one) for one in found]
                yield BearingExample(asked.q, np.array([one.row for one in found]), gold, bool(gold.any()))


def certainty_examples(folder: WordFolder, embedder: Embedder) -> Iterator[CertaintyExample]:
    """Of the questions that are answered by what is known now."""
    with remembered_folder(folder, embedder) as lived:
        for asked, as_asked in zip(folder.questions, lived.questions, strict=True):
            considered = lived.memory.questions.consider(as_asked.text, lived.now_ns, asked.asker)
            structured = considered.structured
            by_tracks, by_quoting = considered.likely(learned_choice())
            if considered.read and structured.known and by_tracks >= by_quoting and asked.must:
                is_right = first_sight(asked, structured.text, True, False) is Verdict.RIGHT
                yield CertaintyExample(known_row(structured.certainty, by_tracks), is_right)


def learn_certainty(examples: Sequence[CertaintyExample], into: Path) -> None:
    """Writes what `known_certainty` reads (Platt 1999, over both)."""
    rows, right = [one.row for one in examples], [one.is_right for one in examples]
    model = LogisticRegression(C=1.0).fit(np.array(rows), right)
    weights = [*model.coef_[0].round(4).tolist(), round(float(model.intercept_[0]), 4)]
    into.write_text(json.dumps({"features": KNOWN_FEATURES, "weights": weights}) + "\n", encoding="utf-8")


def _answers(asked: WordQuestion, one: ReadStatement) -> bool:
    if asked.is_unknowable:
        return False
    text, about = one.statement.text, content_stems(one.statement.about)
    if first_sight(asked, text, True, False) is Verdict.RIGHT:
        return True
    is_yes = first_sight(asked, f"{_YES}{text}", True, False) is Verdict.RIGHT
    return is_yes and bool(about) and about <= content_stems(asked.gold)  # not just anything that there is


def _lists_beside(question: str, one: ReadStatement) -> bool:
    """Who asks where a thing is wants to hear of that one alone."""
    reading = the_reading()
    assert reading is not None
    asked = reading.read(question).asked
    asks_where = max(asked, key=lambda kind: asked[kind]) is AskedKind.WHERE
    return asks_where and one.statement.kind is not AskedKind.WHERE
