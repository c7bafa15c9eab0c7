"""Which sentence of what is known now answers a question, learned of homes whose questions people wrote."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from embodied_memory.memory.retrieval.known_now import statement_search as told
from embodied_memory.memory.retrieval.known_now.statement_search import FEATURES
from embodied_memory.perception.text_embedders import MiniLmEmbedder
from embodied_memory.words.one_reading import the_reading
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.lived_words.word_folder import read_word_folder
from embodied_memory_tools.learning.known_statements import (
    CertaintyExample,
    certainty_examples,
    learn_certainty,
    statement_examples,
)

SEEN = Path(__file__).parents[2] / "words/seen"


@pytest.mark.parametrize("folder", sorted(SEEN.glob("?")), ids=lambda path: path.name)
def test_the_homes_that_come_with_the_project_can_be_read(folder):
    home = read_word_folder(folder)
    assert len(home.questions) == 120
    assert 10 <= sum(one.is_unknowable for one in home.questions) <= 20
    assert len(home.home.objects_at_start) >= 30


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
def test_what_answers_is_told_from_what_does_not():
    folder = read_word_folder(SEEN / "a")
    asked = [one for one in folder.questions if one.fam in ("where", "unknowable")][:6]
    examples = list(statement_examples(replace(folder, questions=tuple(asked)), MiniLmEmbedder()))
    assert examples
    assert all(one.rows.shape == (len(one.gold), len(FEATURES)) for one in examples)
    wanted = {one.question: one.gold.any() for one in examples}
    assert any(wanted.values())
    assert not any(wanted.get(one.q, False) for one in asked if one.is_unknowable)
    assert np.isfinite(np.concatenate([one.rows for one in examples])).all()


def test_a_folder_that_is_none_is_named(tmp_path):
    result = CliRunner().invoke(app, ["learn-known", "--folder", str(tmp_path / "no home")])
    assert result.exit_code != 0
    assert "no home" in str(result.exception) + result.output


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
def test_how_sure_is_learned_of_what_is_answered_by_what_is_known():
    folder = read_word_folder(SEEN / "a")
    asked = tuple(one for one in folder.questions if one.fam == "where")[:4]
    examples = list(certainty_examples(replace(folder, questions=asked), MiniLmEmbedder()))
    assert 1 <= len(examples) <= 4
    assert any(one.is_right for one in examples)
    assert all(len(one.row) == len(told.KNOWN_FEATURES) for one in examples)


def test_certainty_is_as_often_right_as_the_examples(tmp_path, monkeypatch):
    rows = [(told.known_row(0.5, 0.9), k % 10 != 0) for k in range(200)]
    rows += [(told.known_row(0.5, 0.2), k % 10 == 0) for k in range(200)]
    learn_certainty([CertaintyExample(row, right) for row, right in rows], tmp_path / "learned.json")
    monkeypatch.setattr(told, "KNOWN_WEIGHTS", tmp_path / "learned.json")
    told._learned.cache_clear()
    try:
        assert told.known_certainty(0.5, 0.9) == pytest.approx(0.9, abs=0.03)
        assert told.known_certainty(0.5, 0.2) == pytest.approx(0.1, abs=0.03)
        (tmp_path / "learned.json").write_text('{"features": ["other"], "weights": [1.0]}')
        told._learned.cache_clear()
        with pytest.raises(ValueError, match="learn-known"):
            told.known_certainty(0.5, 0.5)
    finally:
        told._learned.cache_clear()
