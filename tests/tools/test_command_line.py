"""The program `embodied-memory` does what its help says and ends errors in one line with exit code 2."""

import json
import urllib.request

import pytest
from typer.testing import CliRunner

from embodied_memory_tools import __version__
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.command_line.main import app

GROUPS = {
    "convert": ["rgbd"], "memory": ["show", "verify", "forget", "export", "import", "compact", "erase", "restamp"],
    "memory rules": ["list", "add", "edit", "remove", "undo"], "bag": ["check", "recover"],
}  # fmt: skip
COMMANDS = [
    ["replay"],
    ["ask"],
    ["page"],
    *([*group.split(), name] for group, names in GROUPS.items() for name in names),
]


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def bag(bag_of, observation):
    return bag_of(*(observation(float(second), x=0.1 * second, instances=True) for second in range(1, 6)))


@pytest.fixture
def replayed(bag, tmp_path):
    result = run("replay", bag, "--output", tmp_path / "out", "--embedder", "hashing", "--ask", "Where is the mug?")
    return result, tmp_path / "out"


def test_version():
    assert run("version").stdout.strip() == __version__


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_explains_itself_with_an_example(words):
    result = run(*words, "--help")
    assert result.exit_code == 0
    assert f"Example: embodied-memory {' '.join(words)} " in " ".join(result.stdout.split())


def test_replay_writes_memory_map_and_summary(replayed):
    result, folder = replayed
    assert result.exit_code == 0, result.output
    assert "5 observations used" in result.stdout
    assert {"map.png", "memory.db", "summary.json"} <= {file.name for file in folder.iterdir()}
    summary = json.loads((folder / "summary.json").read_text())
    assert [question["question"] for question in summary["questions"]] == ["Where is the mug?"]
    assert summary["files"]["database"] == str(folder / "memory.db")


def test_replay_adds_to_a_memory_only_if_told_to(replayed, bag):
    _, folder = replayed
    words = ("replay", bag, "--output", folder, "--embedder", "hashing")
    refused = run(*words)
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert "exists already; give --append" in refused.stderr
    assert run(*words, "--append").exit_code == 0


def test_ask_and_memory_show_read_what_replay_wrote(replayed):
    _, folder = replayed
    asked = run("ask", folder / "memory.db", "Where is the piano?", "--embedder", "hashing")
    assert asked.exit_code == 0
    assert "Where is the piano?" in asked.stdout
    assert "don't know" in asked.stdout
    shown = run("memory", "show", folder / "memory.db", "--embedder", "hashing")
    assert shown.exit_code == 0
    assert "instants 5" in " ".join(shown.stdout.split())


def test_bag_check_says_what_is_there_and_what_is_missing(bag, tmp_path):
    good = run("bag", "check", bag)
    assert good.exit_code == 0
    assert "can be replayed" in good.stdout
    with BagWriter(tmp_path / "poor") as writer:
        writer.write("tf", writer.types.message("tf2_msgs/msg/TFMessage", transforms=[]), 1)
    poor = run("bag", "check", tmp_path / "poor")
    assert poor.exit_code == 1
    for topic in ("/camera/color/image_raw", "/camera/depth/image_raw", "/camera/color/camera_info"):
        assert f"missing: no messages on {topic}" in poor.stdout


def test_bag_recover_saves_a_cut_off_bag(bag, tmp_path):
    file = next(bag.glob("*.mcap"))
    file.write_bytes(file.read_bytes()[:-40])
    refused = run("bag", "check", bag)
    assert refused.exit_code == 2
    assert "bag recover" in refused.stderr
    saved = run("bag", "recover", bag, tmp_path / "saved")
    assert saved.exit_code == 0
    assert "30 messages saved" in saved.stdout
    assert run("bag", "check", tmp_path / "saved").exit_code == 0


def test_page_serves_a_memory(replayed, monkeypatch):
    from embodied_memory_tools.command_line import page_command

    _, folder = replayed
    answered = []

    def visit(seconds):
        page = made[-1]
        with urllib.request.urlopen(page.url, timeout=10) as response:
            answered.append(response.status)
        page._page.say("Where is the mug?")
        answered.append(page._page._conversation.content.count("robot"))

    made = []
    kind = page_command.MemoryPage
    monkeypatch.setattr(page_command, "MemoryPage", lambda *words: made.append(kind(*words)) or made[-1])
    monkeypatch.setattr(page_command, "_wait", visit)
    result = run("page", folder / "memory.db", "--embedder", "hashing", "--port", 18000)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("http://127.0.0.1:")
    assert answered[0] == 200
    assert answered[1] >= 1


ERRORS = [
    (["replay", "NOWHERE"], "there is no bag at"),
    (["replay", "NOWHERE", "--detector", "wizard"], "there is no 'wizard'; choose one of ground_truth"),
    (["bag", "check", "NOWHERE"], "there is no bag at"),
    (["bag", "recover", "NOWHERE", "NEW"], "there is no .mcap file at"),
    (["convert", "rgbd", "NOWHERE", "NEW"], "there is no folder"),
    (["ask", "NOWHERE", "Where?", "--embedder", "hashing"], "there is no memory at"),
    (["ask", "NOWHERE", "Where?", "--embedder", "wizard"], "there is no embedder 'wizard'"),
    (["memory", "show", "NOWHERE", "--embedder", "hashing"], "there is no memory at"),
    (["memory", "verify", "NOWHERE"], "there is no memory at"),
    (["memory", "compact", "NOWHERE"], "there is no memory at"),
    (["memory", "export", "NOWHERE", "NEW"], "there is no memory at"),
    (["memory", "import", "NOWHERE", "NEW"], "there is no memory at"),
    (["memory", "forget", "NOWHERE", "--embedder", "hashing"], "there is no memory at"),
    (["memory", "rules", "NOWHERE", "--embedder", "hashing"], "there is no memory at"),
    (["memory", "rules", "edit", "NOWHERE", "1"], "nothing was to be changed"),
    (["memory", "erase", "NOWHERE", "--person", "anna"], "there is no memory at"),
    (["memory", "erase", "NOWHERE", "--person", "anna", "--bag", "GONE"], "there is no bag at GONE"),
    (["page", "NOWHERE", "--embedder", "hashing"], "there is no memory at"),
]


@pytest.mark.parametrize(("words", "said"), ERRORS, ids=[" ".join(words) for words, _ in ERRORS])
def test_an_error_is_one_line_with_exit_code_2(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
    assert "Traceback" not in result.output
    assert list(tmp_path.iterdir()) == []


def test_debug_shows_all_of_an_error(tmp_path):
    result = run("--debug", "bag", "check", tmp_path / "nothing")
    assert type(result.exception).__name__ == "BagError"


def test_a_file_that_is_no_memory_is_refused(tmp_path):
    (tmp_path / "memory.db").write_text("not a database, but long enough to look like a file of some kind" * 20)
    result = run("ask", tmp_path / "memory.db", "Where?", "--embedder", "hashing")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
