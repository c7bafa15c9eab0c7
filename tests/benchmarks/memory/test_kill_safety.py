"""The killer counts what a careless writer loses, and nothing of a careful one. The writers are real processes."""

import sys

import pytest
from kill_safety import KillSafety, kill_many_times

WRITER = """
import json, os, sys
from pathlib import Path

careful, folder = sys.argv[1] == "careful", Path(sys.argv[2])
options = dict(zip(sys.argv[3::1], sys.argv[4::1]))
file = folder / "numbers"
found = [int(line) for line in file.read_text().split()] if file.exists() else []
first, last = (int(text) for text in sys.argv[sys.argv.index("--check") + 1 :][:2])
missing = [number for number in range(first, last) if number not in found]
os.write(1, json.dumps({"numbers": found, "not_searchable": missing}).encode() + b"\\n")
waiting = []
for number in range(int(options["--first"]), int(options["--first"]) + int(options.get("--count", 10**6))):
    if sys.argv[1] == "tired" and len(waiting) == 5:
        sys.exit()
    waiting.append(number)
    if careful:
        with file.open("a") as out:
            out.write("".join(f"{n}\\n" for n in waiting))
        waiting = []
    os.write(1, f"{number}\\n".encode())
"""


@pytest.fixture
def kill(tmp_path):
    script, folder = tmp_path / "writer.py", tmp_path / "store"
    script.write_text(WRITER)
    folder.mkdir()
    return lambda kind, kills=3: kill_many_times([sys.executable, str(script), kind], folder, 1, kills, {})


def test_a_writer_that_writes_before_it_acknowledges_loses_nothing(kill):
    figures = kill("careful")

    assert figures["acknowledged"] >= 3 * 10
    assert figures == {**figures, "lost": 0, "not_searchable": 0, "not_opened": 0, "stopped": 0}
    assert figures["searched_for"] >= 3 * 10


def test_a_writer_that_acknowledges_before_it_writes_loses(kill):
    figures = kill("careless")

    assert figures["lost"] == figures["acknowledged"] > 0


def test_a_writer_that_stops_by_itself_is_noticed(kill):
    assert kill("tired", 2)["stopped"] == 2


def test_a_writer_that_cannot_open_what_it_left_has_lost_everything(tmp_path):
    folder = tmp_path / "store"
    folder.mkdir()

    figures = kill_many_times([sys.executable, "-c", "raise SystemExit(1)"], folder, 1, 2, {})

    assert {name: count for name, count in figures.items() if count} == {"not_opened": 3}


def test_each_loss_counts_once():
    result = KillSafety(kept={1, 2, 3})

    result.take_stock({1}, range(1, 1), [])
    result.take_stock({1}, range(1, 4), [1, 2])

    assert (result.lost, result.searched_for, result.not_searchable, result.kept) == (2, 1, 1, {1})
