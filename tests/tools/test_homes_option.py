"""`--homes`: a count, a kind of homes, or both."""

import pytest
import typer
from typer.testing import CliRunner

from embodied_memory_tools.command_line.homes_option import chosen_homes
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.command_line.request_error import RequestError

USUAL = "generated:3"


@pytest.mark.parametrize(
    ("homes", "kind", "count"),
    [
        ("2", "generated", 2),
        ("lived", "lived", 3),
        ("lived:5", "lived", 5),
        (" lived : 5 ", "lived", 5),
        ("generated:1", "generated", 1),
        (":4", "generated", 4),
        ("", "generated", 3),
    ],
)
def test_kind_and_count_are_read_and_what_is_left_out_is_as_usual(homes, kind, count):
    chosen = chosen_homes(homes, USUAL, 40, "")
    assert (chosen.kind.name, chosen.seeds) == (kind, tuple(range(40, 40 + count)))


def test_seeds_are_taken_instead_of_the_count():
    chosen = chosen_homes("lived:5", USUAL, 40, "8,3-4")
    assert (chosen.kind.name, chosen.seeds) == ("lived", (8, 3, 4))


@pytest.mark.parametrize(
    ("homes", "told"),
    [
        ("haunted", 'there are no "haunted" homes; choose from generated, lived, such as lived or lived:10'),
        ("Lived", 'there are no "Lived" homes'),
        ("10:lived", 'there are no "10" homes'),
        ("lived,6", 'there are no "lived,6" homes'),
        ("lived:0", '"0" is no number of homes; write one from 1 on, such as 10 or lived:10'),
        ("lived:", '"" is no number of homes'),
        ("lived:many", '"many" is no number of homes'),
        ("-3", '"-3" is no number of homes'),
        ("2.5", '"2.5" is no number of homes'),
        ("1:2:3", 'there are no "1" homes'),
        ("lived:2:3", '"2:3" is no number of homes'),
        ("²", 'there are no "²" homes'),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_remedy(homes, told):
    with pytest.raises(RequestError) as refused:
        chosen_homes(homes, USUAL, 40, "")
    assert told in str(refused.value)


def test_seeds_that_are_none_are_refused():
    with pytest.raises(typer.BadParameter, match="no list of seeds"):
        chosen_homes("lived", USUAL, 40, "few")


@pytest.mark.parametrize("command", ["search", "exploration", "tasks"])
def test_every_command_knows_the_option_and_refuses_what_it_cannot_read(command):
    runner = CliRunner()
    assert "lived" in runner.invoke(app, ["evaluate", command, "--help"]).output
    refused = runner.invoke(app, ["evaluate", command, "--homes", "haunted"])
    assert refused.exit_code == 2
    assert "generated, lived" in " ".join(refused.output.split())


def test_tasks_of_generated_homes_are_no_tasks_of_homes_that_are_lived_in():
    refused = CliRunner().invoke(app, ["evaluate", "tasks", "--homes", "lived", "--kinds", "switch"])
    assert refused.exit_code == 2
    assert "put away" in refused.output
