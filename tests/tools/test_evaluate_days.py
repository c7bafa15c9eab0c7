"""What happened while a robot lived among residents, asked of a memory that heard only what the robot perceived."""

import json
from functools import partial

import pytest
from typer.testing import CliRunner

from embodied_memory.evidence import Answer
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.household_traces import QuestionFamily
from embodied_memory_tools.evaluation.lived_days import ask_about_days, write_days
from household.generation import generate_home
from household.home import ROBOT_ID
from household.residents import FIRST_DAY_NS, LivedDays
from household.residents.spoken import HOUR_NS
from household.residents.trace_files import read_life, write_life

START_NS, HOURS = FIRST_DAY_NS + 16 * HOUR_NS, 6


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A folder as `make live` leaves it; the robot is in another room every quarter of an hour."""
    folder, home = tmp_path_factory.mktemp("run"), generate_home(7)
    days = LivedDays(home, 7, START_NS)
    rooms = home.world.rooms
    with Memory(folder / "memory.db", HashingEmbedder()) as memory:
        for quarter in range(HOURS * 4):
            home.world.move_actor(ROBOT_ID, *rooms[quarter % len(rooms)].center, 0.0)
            for event in days.pass_time(START_NS + (quarter + 1) * HOUR_NS // 4):
                memory.record_event(event)
    write_life(folder / "days", days.records, days.truth)
    return folder


@pytest.fixture(scope="module")
def answered(run):
    records, truth = read_life(run / "days")
    with Memory(run / "memory.db", HashingEmbedder(), read_only=True) as memory:
        return ask_about_days(records, truth, partial(memory.answer, now_ns=START_NS + HOURS * HOUR_NS), 0, 6)


def test_what_happened_is_answered_and_cited(answered):
    assert len(answered) >= 15
    assert sum(one.judgement.correct for one in answered) >= 0.8 * len(answered)
    assert sum(one.judgement.event_recall_at_5 for one in answered) >= 0.7 * len(answered)


def test_what_the_camera_may_have_seen_since_is_not_asked_as_hidden(answered):
    assert QuestionFamily.HIDDEN not in {one.question.family for one in answered}
    assert len({one.question.family for one in answered}) >= 4


def test_a_memory_that_knows_nothing_is_right_in_nothing(run):
    records, truth = read_life(run / "days")
    ignorant = [
        one.judgement
        for one in ask_about_days(records, truth, lambda q: Answer(q, "I don't know.", False, 0.0), 0, 6)
    ]
    assert not any(judgement.correct or judgement.event_recall_at_5 for judgement in ignorant)


def test_nothing_is_asked_if_the_robot_perceived_nothing(run):
    records, truth = read_life(run / "days")
    hidden = [record for record in records if ROBOT_ID not in record.event.observers]
    assert ask_about_days(hidden, truth, lambda question: pytest.fail(question), 0, 6) == []


def test_the_answers_are_written_with_their_verdicts(run, answered, tmp_path):
    records, _ = read_life(run / "days")
    write_days(answered, records, tmp_path / "answers.json")
    written = json.loads((tmp_path / "answers.json").read_text())
    assert written["records"] == len(records) > written["perceived"] > 0
    assert [row["correct"] for row in written["answers"]] == [one.judgement.correct for one in answered]


def test_a_run_is_asked_again_without_ros(run, answered):
    ended = CliRunner().invoke(app, ["evaluate", "days", str(run), "--per-family", "6", "--embedder", "hashing"])
    assert ended.exit_code == 0, ended.output
    assert f"{sum(one.judgement.correct for one in answered)} of {len(answered)} right" in ended.output


def test_a_folder_that_is_no_finished_run_is_named(tmp_path):
    ended = CliRunner().invoke(app, ["evaluate", "days", str(tmp_path)])
    assert ended.exit_code != 0
    assert "is not a finished run of make live" in " ".join(ended.output.split())
