"""The summary and the end table of a run, and the metrics in them."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from embodied_memory.evidence import Answer, Evidence
from embodied_memory_tools.report.end_table import end_table
from embodied_memory_tools.report.metrics import mean, spl
from embodied_memory_tools.report.run_summary import (
    GoalSummary,
    NodeSummary,
    RunSummary,
    SummaryError,
    question_summary,
    read_summary,
    write_summary,
)

metres = st.floats(0, 1e4)


@given(st.booleans(), metres, metres)
def test_spl_lies_between_0_and_success(success, shortest, taken):
    assert 0 <= spl(success, shortest, taken) <= success


@given(st.floats(0.1, 100), st.floats(1, 10))
def test_spl_is_the_share_of_the_path_that_was_needed(shortest, detour):
    assert spl(True, shortest, shortest * detour) == pytest.approx(1 / detour)


def test_spl_of_special_paths():
    assert [spl(True, 0, 0), spl(True, 5, 4), spl(False, 5, 5), spl(True, 0, 3)] == [1, 1, 0, 0]
    with pytest.raises(ValueError, match="no negative length"):
        spl(True, -1, 1)


def test_the_mean_of_nothing_is_0():
    assert [mean([]), mean([1, 2, 6])] == [0, 3]


def example():
    answer = Answer(
        "Where is the mug?",
        "On the [table].",
        True,
        0.9,
        (Evidence(7, 2_500_000_000, "instant", "saw a mug"),),
        ("mug_1",),
        ((1.0, 2.0, 0.8),),
        "kitchen",
    )
    unknown = Answer("Where is the cat?", "I don't know.", False, 0.0)
    return RunSummary.of(
        scene="household",
        seed=7,
        policy="semantic",
        wall_s=20.0,
        goals=[
            GoalSummary(text="mug", found=True, claimed=True, steps=10, path_length_m=8, shortest_path_m=4, spl=0.5),
            GoalSummary(text="cat", found=False, claimed=True, steps=50, path_length_m=30, message="step limit"),
        ],
        questions=[question_summary(answer, True), question_summary(unknown)],
        nodes={"memory": NodeSummary(pid=42, messages_published=3)},
        files={"bag": "bag"},
    )


def test_a_summary_computes_its_totals():
    run = example()
    assert (run.goals_total, run.goals_found, run.spl, run.steps, run.steps_per_s) == (2, 1, 0.25, 60, 3.0)
    assert run.questions_right == 1


def test_a_summary_is_read_as_it_was_written(tmp_path):
    assert read_summary(write_summary(example(), tmp_path / "runs" / "now")) == example()
    assert [file.name for file in (tmp_path / "runs" / "now").iterdir()] == ["summary.json"]


@pytest.mark.parametrize("text", ["", "[]", '{"scene": 1}', '{"scene": "a", "surprise": 1}'])
def test_another_file_is_no_summary(tmp_path, text):
    (tmp_path / "summary.json").write_text(text)
    with pytest.raises(SummaryError, match="is no summary of a run"):
        read_summary(tmp_path / "summary.json")


def test_the_end_table_shows_goals_questions_and_totals():
    console = Console(width=140, file=io.StringIO(), color_system=None)
    console.print(end_table(example()))
    text = console.file.getvalue()
    for shown in ("mug", "claimed only", "0.50", "On the [table].", "#7", "right", "not judged"):
        assert shown in text
    assert text.rstrip().endswith(
        "1 of 2 goals found, SPL 0.25; 1 of 1 questions right; 60 steps, 3.0 a second; 20.0 s"
    )
