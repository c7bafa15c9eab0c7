"""`embodied-memory language ...` with a server of the tests."""

from __future__ import annotations

import json

import fake_language_server as fake
import pytest
from fuzzed_replies import valid_reply
from typer.testing import CliRunner

from embodied_memory.config import LanguageConfig
from embodied_memory.language.server_model import ServerModel
from embodied_memory.language.transcript import read_transcript
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.language.play_roles import play_roles
from embodied_memory_tools.language.role_plays import ROLE_PLAYS, shapes


class First:
    """Always chooses the first of what there is: the shortest life that fits a schema."""

    def choice(self, options):
        return next(iter(options))

    def randrange(self, first, last=None):
        return 0 if (first, last) == (1, None) else 1

    def random(self):
        return 0.9


def plain(asked):
    """A reply of the shape asked for."""
    schema = asked.body["response_format"]["json_schema"]["schema"]
    return json.dumps(valid_reply(First(), schema, schema.get("$defs", {}), "x"))


@pytest.fixture
def server():
    with fake.FakeLanguageServer(plain) as server:
        yield server


def run(*words):
    return CliRunner().invoke(app, ["language", *(str(word) for word in words)], env={"COLUMNS": "200"})


def test_check_lets_a_server_play_every_role(server, tmp_path):
    said = tmp_path / "said.jsonl"
    checked = run("check", "--server", server.url, "--model", "m", "--transcript", said)
    assert checked.exit_code == 0, checked.output
    rows = {line.split("│")[1].strip(): line.split("│")[2:-1] for line in checked.stdout.splitlines() if "│" in line}
    assert set(rows) == set(shapes())
    for role, cells in rows.items():
        asked, valid = int(cells[0]), int(cells[1])
        assert asked == valid >= 1, role
    assert {one.role for one in read_transcript(said)} == set(shapes())
    assert {asked.body["model"] for asked in server.asked} == {"m"}


def test_check_fails_where_nobody_answers(server):
    server.say = lambda asked: fake.status(500)
    checked = run("check", "--server", server.url)
    assert checked.exit_code == 1
    assert "without a valid reply: group and summarise, estimate relevance, " in checked.stdout
    wrong = run("check", "--server", "localhost:8000")
    assert (wrong.exit_code, "give one like http://127.0.0.1:8000/v1" in wrong.stderr) == (2, True)


def test_a_transcript_is_shown_and_replayed(server, tmp_path):
    said = tmp_path / "said.jsonl"
    run("check", "--server", server.url, "--transcript", said)
    shown = run("transcript", "show", said, "--role", "revise rules").stdout
    assert ". revise rules: valid, " in shown
    assert 'said: {"rules": [{"rule": ' in shown
    assert run("transcript", "show", said, "--failed").stdout == ""
    again = run("transcript", "replay", said)
    assert again.exit_code == 0, again.output
    row = next(line for line in again.stdout.splitlines() if "revise rules" in line)
    assert [cell.strip() for cell in row.split("│")[2:-1]] == ["1", "0", "1", "1", "1"]
    server.say = lambda asked: '{"rules": []}' if asked.shape == "RulesReply" else "no"
    anew = run("transcript", "replay", said, "--server", server.url).stdout
    row = next(line for line in anew.splitlines() if "revise rules" in line)
    assert [cell.strip() for cell in row.split("│")[2:-1]] == ["1", "0", "1", "1", "0"]


def test_what_is_no_transcript_is_named(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("milk\n")
    shown = run("transcript", "show", file)
    assert (shown.exit_code, "line 1: this is no line of a transcript" in shown.stderr) == (2, True)


def test_every_role_is_played_by_its_shape(server):
    model = ServerModel(LanguageConfig(server_url=server.url))
    results = play_roles(model, ROLE_PLAYS, rounds=2)
    model.close()
    assert [result.role for result in results] == list(shapes())
    assert {result.role: result.spent.failed for result in results} == dict.fromkeys(shapes(), 0)
    assert {asked.shape for asked in server.asked} == {shape.__name__ for shape in shapes().values()}
    assert all(result.language + result.offline >= 2 for result in results)
