"""`embodied-memory evaluate memento`: episodes carried out in a home made of the episode files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_language_server import FakeLanguageServer
from typer.testing import CliRunner

from embodied_memory.perception.embedder import make_embedder
from embodied_memory.planning.known_home import ObservedHome
from embodied_memory.planning.skill_call import parse_skill_call
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.memento.dataset import ACQUISITION, JOINT, SINGLE, MementoDataError
from embodied_memory_tools.evaluation.memento.episode_file import load_execution
from embodied_memory_tools.evaluation.memento.episodic_memory import NONE, OURS
from embodied_memory_tools.evaluation.memento.execution import execute_memento
from embodied_memory_tools.evaluation.memento.execution_score import execution_scores
from embodied_memory_tools.evaluation.memento.home_naming import name_scene
from embodied_memory_tools.evaluation.memento.symbolic_home import SymbolicHome

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data" / "memento"

THINGS = (
    ("Mug_1", "mug", "A red mug with white dots.", "desk_:0000"),
    ("Mug_2", "mug", "A blue mug with a lid.", "desk_:0000"),
    ("Vase_1", "vase", "A tall green vase.", "desk_:0000"),
)
TABLE = ["low_:0000", "high_:0000"]


def pose(x, y):
    return [[1, 0, 0, x], [0, 1, 0, 0.8], [0, 0, 1, y], [0, 0, 0, 1]]


def on(model, handles=TABLE):
    arguments = {"object_handles": [f"{model}_:0000"], "receptacle_handles": handles, "number": 1}
    return {"function_name": "is_on_top", "args": arguments}


def episode(episode_id, instruction, propositions, kind="object_semantics", needs=None, order=()):
    metadata = {
        "episode_type": kind,
        "target_objects": [
            {"id": model, "category": kind_, "caption": caption} for model, kind_, caption, _ in THINGS
        ],
    }
    if needs is not None:
        metadata["related_episode_id"] = needs
    indices = list(range(len(propositions)))
    return {
        "episode_id": episode_id,
        "scene_id": "flat",
        "instruction": instruction,
        "rigid_objs": [[f"{model}.object_config.json", pose(number, 0)] for number, (model, *_) in enumerate(THINGS)],
        "name_to_receptacle": {f"{model}_:0000": f"{place}|mesh" for model, _, _, place in THINGS},
        "evaluation_propositions": propositions,
        "evaluation_proposition_dependencies": [],
        "evaluation_constraints": [
            {"type": "TemporalConstraint", "args": {"dag_edges": list(order), "n_propositions": len(propositions)}},
            {"type": "TerminalSatisfactionConstraint", "args": {"proposition_indices": indices}},
        ],
        "info": {
            "initial_state": [
                {"object_classes": ["mug"], "furniture_names": ["desk_0"], "allowed_regions": ["office_0"]}
            ]
        },
        "metadata": metadata,
    }


LEARN_1 = "Put the mug on the kitchen table. The mug is red with white dots. The mug was a gift from my aunt."
LEARN_2 = "Move the vase to the kitchen table. I like to have the vase there for my tea time."


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    stages = {
        ACQUISITION: [episode("1", LEARN_1, [on("Mug_1")]), episode("2", LEARN_2, [on("Vase_1")], "user_pattern")],
        SINGLE: [
            episode("21", "Put the gift mug from my aunt on the kitchen table.", [on("Mug_1")], needs="1"),
            episode("22", "Can you set up my tea time?", [on("Vase_1")], "user_pattern", needs="2"),
        ],
        JOINT: [
            episode(
                "31", "Put the gift mug from my aunt on the kitchen table. Then, can you set up my tea time?",
                [on("Mug_1"), on("Vase_1")], "combined", needs="['1', '2']", order=[[0, 1]],
            )
        ],
    }  # fmt: skip
    for stage, episodes in stages.items():
        (folder / stage).write_text(json.dumps({"episodes": episodes}))
    return folder


@pytest.fixture
def world(data):
    episodes = load_execution(data)
    return SymbolicHome(episodes[0], name_scene(episodes))


def test_a_home_is_made_of_the_files_alone(world):
    known = ObservedHome()
    known.observe(world.furniture_text)
    assert known.objects() == ()
    assert {one.category for one in known.receptacles() if one.category != "floor"} == {"desk", "table"}


def test_only_what_was_seen_can_be_taken_and_one_thing_at_a_time(world):
    desk = next(one for one in world.furniture_text.replace(",", " ").split() if one.startswith("desk_"))
    steps = [
        ("Pick[mug_0]", False), ("DescribeObject[mug_0]", False), (f"Navigate[{desk}]", True), ("Pick[mug_0]", True),
        ("Pick[vase_2]", False), (f"Place[mug_0, on, {desk}]", True), ("Place[mug_0, on, desk_999]", False),
        ("Explore[cellar_1]", False), (f"Open[{desk}]", False), ("SetDeviceState[a, b, c]", False),
    ]  # fmt: skip
    assert [world.execute(parse_skill_call(call)).succeeded for call, _ in steps] == [fine for _, fine in steps]


def test_with_memory_all_is_done_and_without_it_is_not(data):
    results = execute_memento(load_execution(data), make_embedder("hashing"))
    success = {(one.stage, one.method): one.success.mean for one in execution_scores(results) if one.kind == "all"}
    assert [success["acquisition", NONE], success["single", OURS], success["joint", OURS]] == [1.0, 1.0, 1.0]
    assert success["single", NONE] < 1.0


def test_the_robot_is_told_nothing_of_the_goal(data):
    """The same words with another goal lead to the same deeds."""
    stage = data / ACQUISITION
    before = execute_memento(load_execution(data), make_embedder("hashing"), methods=())
    content = json.loads(stage.read_text())
    for one in content["episodes"]:
        one["evaluation_propositions"] = [on("Mug_2")]
        one["metadata"]["memory"] = "another"
    stage.write_text(json.dumps(content))
    after = execute_memento(load_execution(data), make_embedder("hashing"), methods=())
    assert [one.result.trace for one in before] == [one.result.trace for one in after]
    assert [one.result.succeeded for one in after] == [False, False]


def run(*words):
    return CliRunner().invoke(app, ["evaluate", "memento", *(str(word) for word in words)])


def test_the_command_writes_every_trace_and_a_picture(data, tmp_path):
    file = tmp_path / "out.json"
    result = run("--data", data, "--embedder", "hashing", "--memory", "ours,none", "--output", file)
    assert result.exit_code == 0, result.output
    written = json.loads(file.read_text())
    assert len(written["episodes"]) == 2 + 2 * 3
    assert "Place[mug_0, on, " in written["episodes"][0]["trace"]
    failed = [one for one in written["episodes"] if not one["succeeded"]]
    assert failed
    assert all(one["why_not"]["unmet"] for one in failed)
    assert file.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_a_language_model_plans_where_a_server_is_named(data, tmp_path):
    """It says one thing again and again; after that the rules go on, as the robot's agent does."""

    def say(asked):
        step = {"thought": "So says the server.", "action": "FindReceptacle[desk]"}
        return json.dumps(step if asked.shape == "StepReply" else {})

    file = tmp_path / "out.json"
    with FakeLanguageServer(say) as server:
        words = ("--data", data, "--embedder", "hashing", "--memory", "ours", "--output", file)
        result = run(*words, "--server", server.url, "--model", "little")
    assert result.exit_code == 0, result.output
    written = json.loads(file.read_text())
    assert written["planned_by"] == "little"
    assert all(written["by_role"]["react step"].values())
    assert written["by_role"]["read instruction"]["model"] == 0
    trace = written["episodes"][0]["trace"]
    assert "Thought: So says the server.\nFindReceptacle[desk]\nThe furniture that fit are:" in trace
    assert all(one["succeeded"] for one in written["episodes"] if one["stage"] == "acquisition")


@pytest.mark.parametrize(("option", "value", "message"), [("--memory", "magic", "magic"), ("--scenes", "x", "in x")])
def test_what_is_not_there_is_said(data, option, value, message):
    result = run("--data", data, "--embedder", "hashing", option, value)
    assert (result.exit_code, message in result.stderr) == (2, True)


def test_a_malformed_episode_is_named(data):
    content = json.loads((data / SINGLE).read_text())
    content["episodes"][1]["evaluation_propositions"] = "[{'function_name': __import__('os')}]"
    (data / SINGLE).write_text(json.dumps(content))
    with pytest.raises(MementoDataError, match=f"{SINGLE}, episode 22"):
        load_execution(data)


@pytest.mark.skipif(not SHARED.is_dir(), reason=f"the MEMENTO episodes are not in {SHARED}")
def test_most_of_a_real_scene_is_done():
    episodes = [one for one in load_execution(SHARED) if one.scene == "104348010_171512832"]
    results = execute_memento(episodes, make_embedder("minilm"), methods=(OURS,))
    success = {(one.stage, one.method): one.success.mean for one in execution_scores(results) if one.kind == "all"}
    assert success["acquisition", NONE] >= 0.9
    assert success["single", OURS] >= 0.9
