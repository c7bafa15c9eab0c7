"""A stop stops everything and loses nothing: what was stopped is told, and goes on when somebody says so."""

from pathlib import Path

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.event import Utterance
from embodied_memory.planning.instruction import TaskReport, TaskStatus
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.words.one_reading import the_reading

NOT_STOP = Path(__file__).parents[3] / "words" / "stop" / "not_stop.txt"


@pytest.fixture
def say():
    """A function: the reply to what somebody says."""
    manager, now = (
        DialogManager(KnowsNothing(("anna", "tom")), DialogConfig(), Permissions(PermissionConfig(("*: all",)))),
        [0],
    )

    def hear(text, who="Anna"):
        now[0] += 10**9
        return manager.reply(Utterance(now[0], who, text))

    hear.manager = manager
    return hear


@pytest.mark.parametrize("text", ["Stop right now!", "don't move", "Whoa, freeze!", "that's enough", "halt"])
def test_what_was_stopped_is_told_and_goes_on(say, text):
    assert say("Bring me the red mug.").instruction
    say("Then bring the book to Tom.", "Tom")
    stopped = say(text, "Tom")
    assert stopped.stops
    assert 'I have stopped: Bring Anna the red mug; Then bring the book to Tom. Say "go on"' in stopped.answer.text
    again = say("OK, go on please", "Tom")
    assert (again.instruction, again.asker) == ("Bring me the red mug.", "Anna")
    said = [one.instruction for one in say.manager._queue.waiting]
    assert said == ["Then bring the book to Tom."]


def test_what_is_asked_for_besides_is_done(say):
    say("Bring me the red mug.")
    reply = say("Stop that and bring me the blue bowl.")
    assert (reply.stops, reply.instruction.rstrip(".")) == (True, "bring me the blue bowl")
    assert reply.answer.text.endswith("All right: bring you the blue bowl.")


@pytest.mark.parametrize("text", ["Don't drive to the kitchen!", "don't go there", "never turn around"])
def test_what_is_not_to_be_done_is_not_done(say, text):
    say("Bring me the red mug.")
    reply = say(text)
    assert reply.stops
    assert not reply.instruction


def test_who_stops_a_robot_that_does_nothing_is_told_so(say):
    reply = say("stop it")
    assert reply.stops
    assert reply.answer.text == "I am not doing anything."
    assert not say("go on").instruction


def test_a_correction_leaves_what_waits(say):
    say("Bring me the red mug.")
    say("bring the book to Tom", "Tom")
    reply = say("no wait, the blue mug")
    assert "blue mug" in reply.instruction
    assert [one.speaker for one in say.manager._queue.waiting] == ["Tom"]


def test_what_a_button_stopped_goes_on_as_well(say):
    reply = say("Bring me the red mug.")
    say.manager.task_changed(TaskReport(reply.instruction, "Anna", TaskStatus.CANCELED))
    assert say("continue").instruction == "Bring me the red mug."


def test_who_may_not_have_things_done_may_stop_them_and_not_have_them_go_on():
    rights = Permissions(PermissionConfig(("*: ask", "anna: all")))
    manager = DialogManager(KnowsNothing(("anna", "tom")), DialogConfig(), rights)
    manager.reply(Utterance(1, "anna", "Bring me the red mug."))
    assert manager.reply(Utterance(2, "stranger", "Stop!")).stops
    assert not manager.reply(Utterance(3, "stranger", "go on")).instruction
    assert manager.reply(Utterance(4, "anna", "go on")).instruction


def test_the_words_in_another_sense_do_no_harm_but_a_stop(say):
    for text in NOT_STOP.read_text(encoding="utf-8").splitlines():
        say("Bring me the red mug.")
        stopped = say(text)
        waits = say.manager._queue.current is not None or say.manager._standstill.told()
        assert waits or stopped.instruction, text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Stop! Go back to the kitchen", "Go back to the kitchen"),
        ("no, leave it, I need my keys first", "I need my keys first"),
    ],
)
def test_the_end_may_want_something_else(say, text, wanted):
    say("Bring me the red mug.")
    assert say(text).instruction == wanted


def test_a_question_besides_is_answered(say):
    say("Bring me the red mug.")
    reply = say("Stop. Where is the red mug?")
    assert (reply.stops, reply.act) == (True, DialogAct.QUESTION)
    assert "I do not know." in reply.answer.text


@pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")
def test_why_somebody_cannot_is_no_not(say):
    told = say("Put the keys in the freezer so Dad can't go to work.")
    assert told.instruction == "put the keys in the freezer"
