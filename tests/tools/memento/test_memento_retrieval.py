"""`embodied-memory evaluate memento --retrieval`: figures for any folder of episodes, clear errors for a bad one."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from embodied_memory.perception.embedder import make_embedder
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.memento.dataset import (
    ACQUISITION,
    JOINT,
    SINGLE,
    TRACES,
    MementoDataError,
    UtilizationEpisode,
    load_memento,
    read_episodes,
)
from embodied_memory_tools.evaluation.memento.retrieval_score import Found, Recall, RetrievalScore, score_retrieval
from embodied_memory_tools.evaluation.memento.retrievers import hybrid, personal_memory

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data" / "memento"

TOLD = {
    "1": ("flat", "Put the mug on the shelf. The mug is red. The mug was a gift from my aunt.", "Pick[mug_0]"),
    "2": ("flat", "Move the lamp to the desk. I like having the lamp there for late writing.", "Pick[lamp_0]"),
    "3": ("cottage", "Put the mug on the stove. I always have the mug there for tea.", "Pick[mug_1]"),
    "4": ("cottage", "Bring the hat to the bed. The hat is blue. The hat is part of my travel kit.", "Pick[hat_0]"),
}
ASKED = {
    "21": ("flat", "Put my aunt's gift mug on the shelf.", "1"),
    "22": ("flat", "Set up for late writing.", "2"),
    "23": ("cottage", "Set the mug as always for tea.", "3"),
    "24": ("cottage", "Bring my travel kit to the bed.", "4"),
}


def episode(episode_id, scene, instruction, related=None):
    metadata = {} if related is None else {"related_episode_id": related}
    return {"episode_id": episode_id, "scene_id": scene, "instruction": instruction, "metadata": metadata}


def write(folder, stage, episodes):
    (folder / stage).write_text(json.dumps({"episodes": episodes}))


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    (folder / TRACES).mkdir(parents=True)
    for episode_id, (_, _, action) in TOLD.items():
        (folder / TRACES / f"{episode_id}.txt").write_text(f"Thought: Now.\n\n{action}\nAssigned!\n")
    write(folder, ACQUISITION, [episode(key, scene, text) for key, (scene, text, _) in TOLD.items()])
    write(folder, SINGLE, [episode(key, *rest) for key, rest in ASKED.items()])
    both = "Put my aunt's gift mug on the shelf. Then, can you set up for late writing?"
    write(folder, JOINT, [episode("31", "flat", both, "['1', '2']")])
    return folder


@pytest.fixture(scope="module")
def minilm():
    return make_embedder("minilm")


def run(*words):
    return CliRunner().invoke(app, ["evaluate", "memento", *(str(word) for word in words)])


def test_the_command_prints_and_writes_all_methods_in_both_settings(data, tmp_path):
    file = tmp_path / "out.json"
    result = run("--retrieval", "--data", data, "--embedder", "hashing", "--output", file, "--leave-scenes-out")
    assert result.exit_code == 0, result.output
    written = json.loads(file.read_text())
    assert [written[key] for key in ("scenes", "memories", "single_requests", "joint_requests")] == [2, 4, 4, 1]
    methods = [(score["setting"], score["method"]) for score in written["scores"]]
    assert len(methods) == len(set(methods)) == 10
    ours = next(score for score in written["scores"] if score["method"] == "personal memory")
    assert ours["single_recall_at_1"] == {"mean": 1.0, "low": 1.0, "high": 1.0}
    assert ours["joint_both_at_5"]["mean"] == 1.0
    assert set(ours["requests"][-1]["retrieved"][:2]) == {"1", "2"}


def test_a_literal_in_a_string_is_read_as_data(data):
    (joint,) = load_memento(data).joint
    assert joint == UtilizationEpisode("31", "flat", joint.instruction, ("1", "2"))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda d: (d / SINGLE).unlink(), f"there is no {SINGLE} in .*: give --data a folder"),
        (lambda d: (d / TRACES / "3.txt").unlink(), "trace .*3.txt of acquisition episode 3 is missing"),
        (lambda d: (d / JOINT).write_text("{"), f"{JOINT} is no JSON"),
        (lambda d: (d / JOINT).write_text("[]"), "no list of episodes under the key episodes"),
        (
            lambda d: write(d, JOINT, [episode("31", "flat", "Do it.", "[__import__('os').getcwd()]")]),
            "episode 31: metadata.related_episode_id is no Python literal",
        ),
        (lambda d: write(d, JOINT, [episode("31", "flat", "Do it.", "[1, 2")]), "is no Python literal"),
        (lambda d: write(d, SINGLE, [episode("21", "flat", "Do it.")]), "metadata.related_episode_id is missing"),
        (lambda d: write(d, SINGLE, [episode("21", "flat", "Do it.", "77")]), "refers to 77, not in"),
        (lambda d: write(d, SINGLE, [episode("21", "flat", " ", "1")]), "episode 21: instruction is missing"),
        (lambda d: write(d, SINGLE, [episode("21", "flat", "Do it.", [])]), "refers to no memory"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_folder_is_said_in_one_line(data, spoil, message):
    spoil(data)
    with pytest.raises(MementoDataError, match=message):
        load_memento(data)
    result = run("--retrieval", "--data", data, "--embedder", "hashing")
    assert (result.exit_code, result.stderr.count("error:")) == (2, 1)


def test_one_of_two_memories_counts_a_half_and_not_as_both():
    request = UtilizationEpisode("31", "flat", "Do both.", ("1", "2"))
    score = RetrievalScore("any", "all scenes", (), (Found(request, ("1", "3", "4", "5", "6")),))
    assert (score.recall("joint", 5), score.all_found(5)) == (Recall(0.5, 0.5, 0.5), Recall(0.0, 0.0, 0.0))


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"the MEMENTO episodes are not in {SHARED}")
@pytest.mark.parametrize(
    ("setting", "single", "joint", "hybrid_single"),
    [("all scenes", 0.90, 0.99, 0.85), ("same scene", 0.97, 0.99, 0.91)],
)
def test_personal_memory_is_clearly_better_than_the_hybrid(setting, single, joint, hybrid_single, minilm):
    episodes, make, make_hybrid = load_memento(SHARED), personal_memory(minilm), hybrid(minilm)
    ours = score_retrieval("ours", setting, episodes, lambda scene: make)
    theirs = score_retrieval("hybrid", setting, episodes, lambda scene: make_hybrid)
    assert ours.recall("single", 1).mean >= single
    assert ours.recall("joint", 5).mean >= joint
    assert theirs.recall("single", 1).mean <= hybrid_single


def test_other_wordings_take_the_place_of_the_instructions(tmp_path):
    folder = tmp_path / "words"
    folder.mkdir()
    with pytest.raises(MementoDataError, match="no other wordings"):
        read_episodes(_written(tmp_path / ACQUISITION, [{"episode_id": "7", "instruction": "Put it."}]), folder)
    lines = [{"id": "7", "instruction": "It goes there."}, {"id": 8, "instruction": "That too."}]
    (folder / "single.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    first, other = read_episodes(
        _written(
            tmp_path / ACQUISITION, [{"episode_id": "7", "instruction": "a"}, {"episode_id": "9", "instruction": "b"}]
        ),
        folder,
    )
    assert (first["instruction"], other["instruction"]) == ("It goes there.", "b")
    joint = {"episode_id": "10000", "instruction": "c", "original_data_info": "{'episode_id': ['7', '8']}"}
    (both,) = read_episodes(_written(tmp_path / JOINT, [joint]), folder)
    assert both["instruction"] == "It goes there. Then, That too."


def _written(path, episodes):
    path.write_text(json.dumps({"episodes": episodes}), encoding="utf-8")
    return path
