"""What is said beside the names of things, as it is read to be learned from."""

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.learning.name_network import pairs_of, read_named

NAMED = Path(__file__).parents[2] / "words/named"
HOME = '{"things": ["white mug", "red mug", "sofa"], "said": [{"s": "my green mug?", "means": [%s]}]}'


@pytest.mark.parametrize("path", sorted(NAMED.glob("*/*.json")), ids=lambda path: f"{path.parent.name}{path.stem}")
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
