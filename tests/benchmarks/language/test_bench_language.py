"""`make bench-language` with a server of the tests: every role is played, the report says what became of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from fake_language_server import FakeLanguageServer

from embodied_memory_tools.language.role_plays import shapes

PROGRAM = Path(__file__).parents[3] / "benchmarks" / "language" / "run.py"


def run(output, *words):
    return subprocess.run(
        [sys.executable, str(PROGRAM), *words, "--output", str(output)], capture_output=True, text=True, timeout=100
    )  # fmt: skip


@pytest.fixture
def output(tmp_path):
    return tmp_path / "report.json"


def test_replies_of_no_shape_are_reported_and_the_rules_play_every_role(output):
    with FakeLanguageServer(lambda asked: '{"no": "shape"}') as server:
        done = run(output, "--server", server.url, "--model", "babbler", "--rounds", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(output.read_text())
    assert (report["model"], report["rounds"]) == ("babbler", 2)
    assert [row["role"] for row in report["roles"]] == list(shapes())
    for row in report["roles"]:
        assert row["requests"] == row["retries"] == row["failures"]["unusable"] == row["offline"] >= 1, row
        assert (row["valid"], row["used"], row["prompt_tokens"]) == (0, 0, 14 * row["requests"])
    assert len(output.with_suffix(".jsonl").read_text().splitlines()) == sum(
        row["requests"] for row in report["roles"]
    )


def test_a_model_that_is_not_there_is_said_so(output):
    done = run(output, "--server", "not a url")
    assert (done.returncode, output.exists()) == (2, False)
    assert "give one like http://127.0.0.1:8000/v1" in done.stdout
