"""Homes with questions, and lived days, become examples for the cross-encoder."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path

import pytest
from typer.testing import CliRunner

from embodied_memory.event import EventKind
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.learning.asked_homes import read_asked_homes
from embodied_memory_tools.learning.bearing import examples_of_home as bearing_examples
from embodied_memory_tools.learning.dual_network import dual_home
from embodied_memory_tools.learning.remembered_homes import remembered_home
from embodied_memory_tools.learning.reranker_examples import RerankExample, examples_of

ASKED = Path(__file__).parents[2] / "words" / "asked"
LINES = (
    {"home": "two flats", "people": {"Ana": "lives here, 40", "Hugo": "lives here, 70, Ana's father"}},
    {"id": "p1", "t": "Sun 22:10", "room": "kitchen", "who": "Ana", "to": "all", "say": "The tap drips."},
    {"id": "p2", "t": "Mon 07:00", "room": "kitchen", "who": "Hugo", "did": "Hugo put the wrench on the sill."},
    {"q": "what drips?", "asker": "Hugo", "ev": ["p1"], "a": "the tap"},
    {"q": "and what did I put on the sill?", "asker": "Hugo", "ev": ["p2"], "a": "the wrench", "goes_on": True},
    {"q": "What does Dad say about the tap?", "asker": "Ana", "ev": [], "a": None},
)


def written(tmp_path, lines=LINES):
    path = tmp_path / "asked.jsonl"
    path.write_text("\n".join(map(json.dumps, [*lines, *lines])))
    return path


def test_a_home_is_read_with_days_one_after_the_other(tmp_path):
    home, _ = read_asked_homes(written(tmp_path))
    said, done = home.events
    assert (said.kind, done.kind) == (EventKind.UTTERANCE, EventKind.ACTIVITY)
    stamps = [
        datetime.fromtimestamp(event.stamp_ns / 1e9, timezone.utc).strftime("%a %H:%M") for event in home.events
    ]
    assert stamps == ["Sun 22:10", "Mon 07:00"]
    assert done.stamp_ns > said.stamp_ns
    assert home.who_is_who == ("Ana: lives here, 40", "Hugo: lives here, 70, Ana's father")


def test_questions_are_worded_as_memory_is_asked(tmp_path):
    home, _ = read_asked_homes(written(tmp_path))
    with remembered_home(home, HashingEmbedder()) as lived:
        first, second, third = lived.questions
    assert second.text == "what drips? and what did Hugo put on the sill?"
    assert "Hugo" in third.text
    assert "Dad" not in third.text
    assert (len(first.gold), len(third.gold)) == (1, 0)


def test_what_answers_is_among_the_passages(tmp_path):
    home, _ = read_asked_homes(written(tmp_path))
    with remembered_home(home, HashingEmbedder()) as lived:
        first, second, third = examples_of(lived)
    assert dict(zip(first.passages, first.answers, strict=True))[("yesterday at 22:10: Ana: The tap drips.", "")]
    assert second.question.startswith("hugo: ")
    assert not any(third.answers)
    for one in bearing_examples(home, HashingEmbedder()):
        assert len(one.rows) == len(one.gold) == 2


def test_a_line_that_is_none_is_told_with_its_number(tmp_path):
    path = tmp_path / "asked.jsonl"
    path.write_text(json.dumps(LINES[0]) + "\nnot json\n")
    with pytest.raises(ValueError, match="asked.jsonl, line 2"):
        list(read_asked_homes(path))


def test_a_home_is_what_was_said_and_done_there_with_what_answers_each_question(tmp_path):
    home, _ = read_asked_homes(written(tmp_path))
    with remembered_home(home, HashingEmbedder()) as lived:
        found = dual_home(lived)
    assert found.pieces == ("Ana: The tap drips.", "Hugo put the wrench on the sill in the kitchen.")
    assert [gold for _, gold in found.questions] == [{0}, {1}, frozenset()]
    assert found.questions[0][0] == "hugo: what drips?"


@pytest.mark.parametrize("path", sorted(ASKED.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_homes_that_come_with_the_project_can_be_read(path):
    homes = list(read_asked_homes(path))
    assert len(homes) in (4, 5, 8)
    for home in homes:
        names = {one.partition(":")[0] for one in home.who_is_who}
        stamps = [event.stamp_ns for event in home.events]
        assert stamps == sorted(stamps)
        assert {asked.asker for asked in home.questions} <= names
        assert 0.1 < sum(not asked.gold for asked in home.questions) / len(home.questions) <= 0.5


def test_the_command_names_a_file_that_it_cannot_read(tmp_path):
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("not json\n")
    for command in ("learn-reranker", "learn-dual-encoder"):
        result = CliRunner().invoke(app, [command, "--asked", str(wrong)])
        assert result.exit_code != 0
        assert "wrong.jsonl, line 1" in str(result.exception) + result.output


def test_what_answers_is_learned_beside_none_of_these():
    torch = pytest.importorskip("torch", reason="torch (extra reranker) is not installed")
    from embodied_memory_tools.learning.reranker_network import _loss

    step = [RerankExample("?", (("a", ""), ("b", "")), (True, False)), RerankExample("?", (("c", ""),), (False,))]
    right, wrong = torch.tensor([5.0, -5.0, -5.0]), torch.tensor([-5.0, 5.0, 5.0])
    assert _loss(torch, right, step) < 0.02 < _loss(torch, wrong, step)
