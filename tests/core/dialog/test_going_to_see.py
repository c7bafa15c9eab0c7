"""Looks that somebody wishes for are instructions, also where the words sound like what others say."""

import pytest

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.dialog_act import DialogAct
from embodied_memory.dialog.going_to_see import is_look
from embodied_memory.dialog.offline_reader import OfflineReader
from embodied_memory.dialog.reasons import told_of
from embodied_memory.evidence import Answer, Evidence
from embodied_memory.planning.task_report import TaskReport, TaskStatus


@pytest.mark.parametrize(
    "text",
    [
        "Go and see whether the TV is on", "check if the stove is off and tell me",
        "Hey robot, have a look whether there is milk in the fridge, please", "see what channel the TV is set to",
        "please go to the kitchen and tell me if the stove is on", "can you see whether the light is on?",
    ],
)  # fmt: skip
def test_a_look_is_an_instruction(text):
    assert OfflineReader().read(text, Conversation("anna", DialogConfig())).act is DialogAct.INSTRUCTION


@pytest.mark.parametrize(
    "text",
    [
        "is the stove on?", "Tom said go and check whether the stove is on", "see what Tom said",
        "the TV says: go and see whether the door is open", "check what the letter says and open the door",
        "I will see whether the stove is off", "tell me whether the stove is off",
    ],
)  # fmt: skip
def test_what_others_say_and_plain_questions_are_none(text):
    assert not is_look(text)


def test_what_was_looked_at_is_told_with_what_it_rests_on():
    seen = Evidence(7, 70, "instant", "saw the stove")
    answer = Answer(
        "Is the stove off?", "Yes, the stove is off.", True, 0.9, (seen,), ("stove_1",), ((1.0, 2.0, 0.5),)
    )
    report = TaskReport(
        "see if the stove is off", "anna", TaskStatus.SUCCEEDED, "", "Yes, the stove is off", answers=(answer,)
    )
    assert told_of(report) == answer
