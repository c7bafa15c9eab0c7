"""Goals are read out of plain words, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.planning.instruction import MAX_GOALS, Goal, GoalKind, InstructionError, parse_instruction


def described(text):
    return [goal.description for goal in parse_instruction(text)]


@pytest.mark.parametrize(
    ("text", "goals"),
    [
        ("find the kettle, then the red book, then go to the bed", ["kettle", "red book", "bed"]),
        ("Find the TV and the sofa and then look for my keys.", ["tv", "sofa", "keys"]),
        ("Please go to the mug next to the sink!", ["mug next to the sink"]),
        ("could you find me a towel; afterwards visit the bathtub", ["towel", "bathtub"]),
        ("salt and pepper", ["salt and pepper"]),
        (
            "Check the towel in the bathroom, then go see the bed, and finally inspect the television.",
            ["towel in the bathroom", "bed", "television"],
        ),
    ],
)
def test_goals_are_read_in_order(text, goals):
    assert described(text) == goals


@pytest.mark.parametrize("text", ["", "   ", "please", "find the", "?!,;", "then then"])
def test_an_instruction_without_a_goal_is_refused_with_an_example(text):
    with pytest.raises(InstructionError, match="no goal in .* try:"):
        parse_instruction(text)


def test_too_long_and_too_many_are_refused():
    with pytest.raises(InstructionError, match="characters"):
        parse_instruction("find the kettle " * 1000)
    with pytest.raises(InstructionError, match=f"at most {MAX_GOALS}"):
        parse_instruction(", ".join(["find the kettle"] * (MAX_GOALS + 1)))


@given(st.text(max_size=300))
def test_any_text_gives_goals_or_a_clear_refusal(text):
    try:
        goals = parse_instruction(text)
    except InstructionError as error:
        assert str(error)
    else:
        assert all(goal.description.strip() == goal.description != "" for goal in goals)


@given(st.lists(st.sampled_from(["kettle", "red book", "bed", "tv", "potted plant"]), min_size=1, max_size=8))
def test_joining_with_then_is_undone_by_parsing(things):
    assert described("find " + ", then ".join(f"the {thing}" for thing in things)) == things


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("find the kettle", Goal("kettle", GoalKind.CATEGORY)),
        ("go to the red mug next to the sink", Goal("red mug next to the sink", GoalKind.DESCRIPTION)),
        ("find a place to sleep", Goal("a place to sleep", GoalKind.DESCRIPTION)),
        ("look for something to sit on", Goal("something to sit on", GoalKind.DESCRIPTION)),
    ],
)
def test_goals_are_named_or_described(text, goal):
    assert parse_instruction(text) == (goal,)
