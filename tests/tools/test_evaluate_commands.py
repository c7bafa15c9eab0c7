"""Commands in HuRIC's format: what the robot would do, judged by the frames."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.commands.command_score import Outcome, judge_commands
from embodied_memory_tools.evaluation.commands.huric import Command, Frame, read_commands

XML = """<huricExample id="1"><commands><command><sentence>{sentence}</sentence><tokens>
<token id="1" lemma="take" pos="VB" surface="take"/>
<token id="2" lemma="mug" pos="NN" surface="mug"/></tokens>
<semantics><frames><frame name="Taking"><lexicalUnit><token id="1"/></lexicalUnit>
<frameElements>
<frameElement type="Theme" semanticHead="2"><token id="2"/></frameElement>
</frameElements></frame></frames></semantics>
</command></commands></huricExample>"""


def judged(sentence, name, verb="", **heads):
    (one,) = judge_commands([Command("x.hrc", sentence, (Frame(name, verb, heads),))])
    return one.outcome


@pytest.mark.parametrize(
    ("sentence", "name", "heads", "outcome"),
    [
        ("take the mug on the table", "Taking", {"Theme": "mug"}, Outcome.RIGHT),
        ("there is a mug on the table can you bring it here", "Bringing", {"Theme": "it"}, Outcome.RIGHT),
        ("Michael go to the kitchen", "Motion", {"Goal": "kitchen"}, Outcome.RIGHT),
        ("move near the window", "Motion", {"Goal": "window"}, Outcome.RIGHT),
        ("bring me the plate", "Bringing", {"Theme": "mug"}, Outcome.WRONG),
        ("put the mug on the table", "Taking", {"Theme": "mug"}, Outcome.WRONG),
        ("follow me", "Cotheme", {"Cotheme": "I"}, Outcome.RIGHT),
        ("put the pan on the stove and control it", "Placing", {"Theme": "pan", "Goal": "stove"}, Outcome.ASKS),
    ],
)
def test_deed_and_head_nouns_decide(sentence, name, heads, outcome):
    assert judged(sentence, name, **heads) is outcome


def test_opening_is_not_closing():
    assert judged("close the fridge", "Closure", "close", Containing_object="fridge") is Outcome.RIGHT
    assert judged("close the fridge", "Closure", "open", Containing_object="fridge") is Outcome.WRONG


def test_the_command_reads_a_folder_and_writes_shares(tmp_path):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "1.hrc").write_text(XML.format(sentence="take the mug"))
    (command,) = read_commands(tmp_path)
    assert command.frames == (Frame("Taking", "take", {"Theme": "mug"}),)
    result = CliRunner().invoke(
        app, ["evaluate", "commands", "--data", str(tmp_path), "--output", str(tmp_path / "out.json")]
    )
    assert result.exit_code == 0, result.output
    told = json.loads((tmp_path / "out.json").read_text())
    assert told["all"]["right"] == told["Taking"]["right"] == 1.0


@pytest.mark.parametrize("text", [None, "<huric"])
def test_what_is_no_corpus_is_refused_in_a_line(tmp_path, text):
    if text:
        (tmp_path / "1.hrc").write_text(text)
    result = CliRunner().invoke(app, ["evaluate", "commands", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "hrc" in result.stderr
