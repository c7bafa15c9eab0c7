"""What is meant for the robot is passed on; its own voice and what others tell each other are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.config import ListeningConfig
from embodied_memory.dialog.speech.speech_roles import Attention, Transcription


def heard(text, confidence=0.9):
    return Transcription(text, confidence)


@pytest.mark.parametrize(
    ("text", "passed_on"),
    [
        ("robot find the kettle", "find the kettle"),
        ("hey Robot, find the kettle", "find the kettle"),
        ("find the kettle", ""),
        ("the robots are coming", ""),
        ("whoa, don't move, and bring the milk", "stop"),
        ("robot", ""),
        ("", ""),
    ],
)
def test_the_robot_is_called_by_its_name(text, passed_on):
    assert Attention(ListeningConfig()).admitted(heard(text), 0.0) == passed_on


def test_without_a_name_everything_is_meant_for_the_robot():
    assert Attention(ListeningConfig(wake_word="")).admitted(heard("find the kettle"), 0.0) == "find the kettle"


def test_a_name_may_have_several_words():
    attention = Attention(ListeningConfig(wake_word="Hey you"))
    assert [attention.admitted(heard(text), 0.0) for text in ("hey find it", "hey you find it")] == ["", "find it"]


def test_whoever_answers_the_robot_need_not_call_it():
    attention = Attention(ListeningConfig(window_s=8.0))
    attention.robot_speaks(True, 10.0)
    attention.robot_speaks(False, 12.0)
    assert [attention.admitted(heard("the red one"), at_s) for at_s in (13.0, 20.0, 20.1)] == [
        "the red one", "the red one", "",
    ]  # fmt: skip


def test_called_by_its_name_alone_the_robot_listens():
    attention = Attention(ListeningConfig(window_s=8.0))
    said = [(0.0, "go on"), (1.0, "robot"), (5.0, "go on"), (9.5, "go on")]
    assert [attention.admitted(heard(text), at_s) for at_s, text in said] == ["", "", "go on", ""]


def test_that_the_robot_is_silent_from_the_start_opens_no_window():
    attention = Attention(ListeningConfig())
    attention.robot_speaks(False, 1.0)
    assert attention.admitted(heard("find the kettle"), 1.5) == ""
    assert not attention.is_deaf(1.1)


def test_the_robot_does_not_hear_itself_nor_its_echo():
    attention = Attention(ListeningConfig(echo_s=0.5))
    attention.robot_speaks(True, 10.0)
    during = attention.is_deaf(11.0)
    attention.robot_speaks(False, 12.0)
    assert (during, attention.is_deaf(12.4), attention.is_deaf(12.6)) == (True, True, False)


def test_a_speaker_that_died_while_speaking_does_not_make_the_robot_deaf_for_ever():
    attention = Attention(ListeningConfig(longest_speech_s=60.0))
    attention.robot_speaks(True, 10.0)
    assert (attention.is_deaf(69.0), attention.is_deaf(71.0)) == (True, False)


@given(st.text(max_size=40), st.floats(0.0, 0.49))
def test_what_was_not_heard_surely_is_never_passed_on(text, confidence):
    assert Attention(ListeningConfig(wake_word="")).admitted(Transcription(text, confidence), 0.0) == ""


@given(st.lists(st.text("abcdefghij", min_size=1, max_size=6), min_size=1, max_size=8))
def test_all_that_is_said_after_the_name_is_passed_on(words):
    said = " ".join(words)
    assert Attention(ListeningConfig()).admitted(heard(f"robot {said}"), 0.0) == said
