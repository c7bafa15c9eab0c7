"""Looks that somebody wishes for are instructions, also where the words sound like what others say."""

from dataclasses import replace

import pytest

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.answers.reasons import told_of
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.reading.offline_reader import OfflineUtteranceReader
from embodied_memory.dialog.talk.conversation import Conversation, DialogAct
from embodied_memory.dialog.utterance.spoken_parts import is_look
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer, EpistemicStatus, Evidence
from embodied_memory.planning.instruction import TaskReport, TaskStatus
from embodied_memory.planning.skill_call import Permissions
from embodied_memory_tools.language.knows_nothing import KnowsNothing


@pytest.mark.parametrize(
    "text",
    [
        "Go and see whether the TV is on", "check if the stove is off and tell me",
        "Hey robot, have a look whether there is milk in the fridge, please", "see what channel the TV is set to",
        "please go to the kitchen and tell me if the stove is on", "can you see whether the light is on?",
    ],
)  # fmt: skip
def test_a_look_is_an_instruction(text):
    assert OfflineUtteranceReader().read(text, Conversation("anna", DialogConfig())).act is DialogAct.INSTRUCTION


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


class Remembers(KnowsNothing):
    """A memory that says the same to everything."""

    def __init__(self, said):
        super().__init__()
        self.said = said

    def answer(self, question, asker=""):
        return replace(self.said, question=question)


MINUTE_NS = 60 * 10**9
LONG_AGO = Answer("", "No, the stove was off.", True, 0.9, (Evidence(1, 0, "instant", "saw it"),), ("stove_1",))


def talk(said, *texts, grants=("*: all",), config=None):
    """(reply, instruction for the planner) of each, an hour later."""
    manager = DialogManager(Remembers(said), config, Permissions(PermissionConfig(grants)))
    replies = [manager.reply(Utterance(60 * MINUTE_NS, "anna", text)) for text in texts]
    return [(one.answer.text, one.instruction) for one in replies]


@pytest.mark.parametrize("yes", ["yes please", "Yes.", "sure, go ahead", "please do", "go and look", "OK"])
def test_a_look_is_offered_for_a_state_of_long_ago_and_begun_when_it_is_wished(yes):
    offered, begun = talk(LONG_AGO, "Is the stove on?", yes)
    assert offered == ("No, the stove was off. Shall I go and look?", "")
    assert begun == ("All right: go and see whether the stove is on.", "go and see whether the stove is on")


def test_a_look_is_offered_for_a_thing_that_nobody_has_seen():
    unknown = Answer("", "I don't know: I have not seen a stove.", False, 0.0)
    assert talk(unknown, "is the stove off?")[0][0].endswith("Shall I go and look?")


@pytest.mark.parametrize(
    ("said", "question", "more"),
    [
        (replace(LONG_AGO, evidence=(Evidence(1, 59 * MINUTE_NS, "instant", "saw it"),)), "Is the stove on?", {}),
        (replace(LONG_AGO, status=EpistemicStatus.FRESH), "Is the stove on?", {}),
        (LONG_AGO, "Where is the stove?", {}),
        (LONG_AGO, "Who turned the stove on?", {}),
        (LONG_AGO, "Is the stove on?", {"grants": ("*: ask",)}),
        (LONG_AGO, "Is the stove on?", {"config": DialogConfig(offers_looks=False)}),
        (replace(LONG_AGO, known=False), "Is the stove on?", {}),
    ],
    ids=[
        "seen just now",
        "sure",
        "no state",
        "no state now",
        "not permitted",
        "switched off",
        "seen, but not its state",
    ],
)
def test_a_look_is_offered_only_where_it_helps_and_may_be(said, question, more):
    assert "Shall I" not in talk(said, question, **more)[0][0]


@pytest.mark.parametrize("other", ["no thanks", "where is the mug?", "thank you"])
def test_an_offer_that_is_not_taken_up_is_forgotten(other):
    replies = talk(replace(LONG_AGO, object_ids=()), "Is the stove on?", other, "yes")
    assert [instruction for _, instruction in replies] == ["", "", ""]
