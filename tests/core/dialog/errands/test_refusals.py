"""Somebody without a right has done what somebody with it said that they may have, and nothing else."""

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.event import Utterance
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")
BOOK = "From today on Tasha may ask you for her library book."


class Rules(KnowsNothing):
    def __init__(self, *rules):
        super().__init__(("renee", "tasha", "olga"))
        self.rules = tuple(StandingRule(words, by) for words, by in rules)

    def standing_rules(self):
        return self.rules


def reply_to(who, text, *rules):
    rights = Permissions(PermissionConfig(("renee: all", "*: ask")))
    return DialogManager(Rules(*rules), DialogConfig(), rights).reply(Utterance(10**9, who, text))


@pytest.mark.parametrize(
    ("rule", "asked", "done"),
    [
        (BOOK, "Bring me my library book then!", "library book"),
        ("Tasha can have the tablet whenever she wants.", "Could you bring me the tablet?", "tablet"),
        ("It's fine if Tasha asks you to bring her things.", "Please bring me a flashlight.", "flashlight"),
    ],
)
def test_what_was_allowed_is_done_for_who_allowed_it(rule, asked, done):
    reply = reply_to("Tasha", asked, (rule, "Renee"))
    assert done in reply.instruction
    assert "Tasha" in reply.instruction
    assert reply.asker == "Renee"


@pytest.mark.parametrize(
    ("who", "asked", "rules"),
    [
        ("Tasha", "Bring me the tablet.", [(BOOK, "Renee")]),
        ("Olga", "Bring me the library book.", [(BOOK, "Renee")]),
        ("Tasha", "Bring me my library book.", [(BOOK, "Tasha")]),
        ("Tasha", "Bring me my library book.", [(BOOK, "Olga")]),
        ("Tasha", "Bring me my library book.", [(BOOK, "Renee"), ("Tasha may not have her library book.", "Renee")]),
        ("Tasha", "Bring me my library book.", [("Tasha may have her library book today.", "Renee")]),
        ("Tasha", "Bring me my library book.", [("Tasha may not ask you for her library book.", "Renee")]),
        ("Tasha", "Bring me my library book and a knife.", [(BOOK, "Renee")]),
        ("Tasha", "Bring me the tablet.", [("Tasha can have the tablet if she has done her homework.", "Renee")]),
        ("Tasha", "Bring me the tablet.", [("Tasha can have the tablet once I'm home.", "Renee")]),
        ("Tasha", "Bring me the tablet.", [("Tasha may ask you for the tablet after school.", "Renee")]),
        ("Tasha", "Bring me the tablet.", [("On Saturdays Tasha may have the tablet.", "Renee")]),
        ("Tasha", "Bring me my library book.", []),
    ],
)
def test_nothing_else_is(who, asked, rules):
    reply = reply_to(who, asked, *rules)
    assert reply.instruction == ""
    assert "may not take instructions" in reply.answer.text


def test_what_hurts_a_child_is_brought_to_none_whoever_allows_it():
    rights = Permissions(PermissionConfig(("renee: all", "*: ask")))
    memory = Rules(("Tasha may ask you for anything.", "Renee"))
    manager = DialogManager(memory, DialogConfig(children=("Tasha",)), rights)
    assert manager.reply(Utterance(10**9, "Tasha", "Bring me the kitchen knife.")).instruction == ""
    assert manager.reply(Utterance(2 * 10**9, "Tasha", "Bring me the teddy.")).instruction
