"""What is offered to who only says how it is, by what memory knows of the home."""

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
OPEN_WINDOW = {"Is the window open?": "Yes, the study window is open; I saw that today."}
HEATER_ON = {"Is the heater on?": "Yes, the heater is on."}


class Knows(KnowsNothing):
    """Where all things are, and these answers."""

    def __init__(self, answers):
        super().__init__(("anna",))
        self._answers = answers

    def answer(self, question, asker=""):
        if question.startswith("Where is"):
            thing = question.removeprefix("Where is ").rstrip("?")
            return Answer(question, f"The {thing} is in the study.", True, 1.0, object_ids=("thing_1",))
        return Answer(question, self._answers.get(question, "I do not know."), question in self._answers, 1.0)


def said_to(answers, text):
    manager = DialogManager(Knows(answers), DialogConfig(), Permissions(PermissionConfig(("*: all",))))
    return manager.reply(Utterance(10**9, "Anna", text))


@pytest.mark.parametrize(
    ("answers", "offered"),
    [
        ({}, "turn on the heater"),
        (OPEN_WINDOW, "close the study window"),
        (HEATER_ON, "bring you the blanket"),
        ({"Is the window open?": "No, the window is shut, not open."}, "turn on the heater"),
    ],
)
def test_what_it_is_by_comes_before_what_helps(answers, offered):
    assert said_to(answers, "It's freezing in here.").answer.text == f"Shall I {offered}?"


@pytest.mark.parametrize(
    ("said", "offered"),
    [
        ("Somebody's left the radio on.", "turn off the radio"),
        ("Tom has left the gate open again.", "close the gate"),
        ("The oven's still on.", "turn off the oven"),
        ("You left the fridge hanging open, pal.", "close the fridge"),
    ],
)
def test_what_was_left_so_is_offered_to_be_ended(said, offered):
    reply = said_to({}, said)
    assert (reply.act, reply.answer.text, reply.told) == (DialogAct.OFFER, f"Shall I {offered}?", said)


@pytest.mark.parametrize("said", ["I've left the oven on for the pie.", "Tom left the book on the table."])
def test_what_is_meant_so_is_not(said):
    assert said_to({}, said).act is DialogAct.REPORT


@pytest.mark.parametrize(
    ("said", "offered"),
    [
        ("it's perishing in here", "turn on the heater"),
        ("bit warm in here isn't it", "turn on the fan"),
        ("I'm gasping", "turn on the kettle"),
    ],
)
def test_idioms_tell_what_is_needed(said, offered):
    assert said_to({}, said).answer.text == f"Shall I {offered}?"


def test_nothing_that_is_not_named_is_offered():
    """It is a warning: no "mind" is to be switched off."""
    assert said_to({}, "mind out").act is DialogAct.STOP


def test_what_one_is_without_is_offered_before_what_only_helps():
    said = "I'm useless in this gloom without my glasses."
    assert said_to({}, said).answer.text == "Shall I bring you your glasses?"


def test_a_lamp_that_is_on_elsewhere_gives_no_light_here():
    on = {"Is the lamp on?": "Yes, the lamp is on.", "Is the light on?": "Yes, the light is on."}
    assert said_to(on, "It's ever so dim in here.").answer.text == "Shall I turn on the lamp?"


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("Ow, I've cut my thumb.", "plasters"), ("I'm parched.", "kettle"),
        ("I can't make out this small print.", "glasses"),
        ("It's a bit dark in here for reading.", "lamp"), ("I've knocked my tea all over the floor.", "cloth"),
    ],
)  # fmt: skip
def test_what_somebody_needs_is_offered(text, offered):
    reply = said_to({}, text)
    assert reply.act is DialogAct.OFFER
    assert offered in reply.answer.text


@pytest.mark.parametrize(
    "text", ["I usually have breakfast in the kitchen.", "He cut his hand on that saw last year."]
)
def test_who_only_tells_is_offered_nothing(text):
    assert said_to({}, text).act is not DialogAct.OFFER
