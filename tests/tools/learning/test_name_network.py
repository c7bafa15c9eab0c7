"""What is said beside the names of things, as it is read to be learned from."""

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.learning.name_network import pairs_of, read_named
from embodied_memory_tools.learning.named_things import asked_for, pairs_of_names, read_named_things

NAMED = Path(__file__).parents[2] / "words/named"
HOME = '{"things": ["white mug", "red mug", "sofa"], "said": [{"s": "my green mug?", "means": [%s]}]}'


@pytest.mark.parametrize("path", sorted(NAMED.glob("?/*.json")), ids=lambda path: f"{path.parent.name}{path.stem}")
def test_the_homes_that_come_with_the_project_can_be_read(path):
    home = read_named(path)
    assert len(home.things) == 45
    assert sum(not one.means for one in home.said) in (30, 40)


def test_a_name_that_is_none_of_the_things_is_told(tmp_path):
    wrong = tmp_path / "wrong.json"
    wrong.write_text(HOME % '"green mug"')
    with pytest.raises(ValueError, match=r"wrong\.json.*green mug"):
        read_named(wrong)
    result = CliRunner().invoke(app, ["learn-names", "--home", str(wrong)])
    assert result.exit_code != 0
    assert "green mug" in str(result.exception) + result.output


def test_what_is_nearly_said_is_always_learned_from(tmp_path):
    path = tmp_path / "home.json"
    path.write_text(HOME % "")
    pairs = list(pairs_of(read_named(path), random.Random(1)))
    assert {"the white mug", "the red mug"} <= {one.second for one in pairs}
    assert not any(one.bears for one in pairs)


def test_what_is_meant_stands_beside_the_others_of_its_sort(tmp_path):
    path = tmp_path / "home.json"
    path.write_text(
        '{"things": ["white mug", "red mug", "sofa"], "said": [{"s": "the crimson one", "means": ["red mug"]}]}'
    )
    pairs = {one.second: one.bears for one in pairs_of(read_named(path), random.Random(1))}
    assert pairs["the red mug"] is True
    assert pairs["the white mug"] is False


@pytest.mark.parametrize("path", sorted(NAMED.glob("names/*.jsonl")), ids=lambda path: path.stem)
def test_how_things_are_called_can_be_read(path):
    things = read_named_things(path)
    assert len({one.name for one in things}) == len(things) > 100
    assert all(len(one.also) >= 6 and len(one.others) >= 3 for one in things)


THINGS = """\
{"name": "reading glasses", "also": ["specs"], "not": ["sunglasses"]}
{"name": "glasses case", "also": ["specs pouch"], "not": ["pencil case"]}
{"name": "sofa", "also": ["the settee"], "not": ["armchair"]}
"""


def test_what_a_thing_is_called_stands_beside_its_name_and_those_of_others(tmp_path):
    path = tmp_path / "names.jsonl"
    path.write_text(THINGS)
    things = read_named_things(path)
    pairs = {(one.first.lower(), one.second, one.bears) for seed in range(40)
             for one in pairs_of_names(things, random.Random(seed))}  # fmt: skip
    assert any("specs" in said and name == "the reading glasses" and bears for said, name, bears in pairs)
    assert any("specs" in said and name == "the sunglasses" and not bears for said, name, bears in pairs)
    assert any("sunglasses" in said and name == "the reading glasses" and not bears for said, name, bears in pairs)
    assert any("settee" in said and name == "the reading glasses" for said, name, _ in pairs)
    assert not any("specs" in said and name == "the glasses case" and "pouch" not in said for said, name, _ in pairs)


def test_nobody_says_two_articles():
    said = [asked_for(words, random.Random(seed)) for words in ("the settee", "my other eyes") for seed in range(20)]
    assert not any("the the" in one.lower() or "the my" in one.lower() for one in said)


def test_a_line_of_names_without_others_is_told(tmp_path):
    path = tmp_path / "names.jsonl"
    path.write_text('{"name": "sofa", "also": ["settee"]}\n')
    with pytest.raises(ValueError, match=r"names\.jsonl, line 1: not"):
        read_named_things(path)
