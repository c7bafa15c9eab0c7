"""What was declined for want of a right is done once somebody who has it says so, and for nobody else's word."""

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.event import Utterance
from embodied_memory.planning.permissions import Permissions


class Talk:
    def __init__(self):
        rights = Permissions(PermissionConfig(("renee: all", "*: ask")))
        self._manager = DialogManager(KnowsNothing(("renee", "tasha")), DialogConfig(), rights)
        self._now_ns = 0

    def say(self, who, text, minutes=0.1):
        self._now_ns += int(minutes * 60 * 10**9)
        return self._manager.reply(Utterance(self._now_ns, who, text))


@pytest.mark.parametrize("word", ["It's fine, get it for her.", "let her have it", "she may", "yes, bring her that"])
def test_who_may_ask_for_it_takes_it_up(word):
    talk = Talk()
    declined = talk.say("Tasha", "Could you bring me a flashlight?")
    assert declined.instruction == ""
    assert "ask somebody of this home" in declined.answer.text
    assert talk.say("Renee", word).instruction == "bring Tasha a flashlight"
    assert talk.say("Renee", word).answer.text != "I am on it.", "once is enough"


def test_who_was_declined_loses_nothing_by_vouching_for_themselves():
    talk = Talk()
    talk.say("Tasha", "Could you bring me a flashlight?")
    assert talk.say("Tasha", "Let her have it.").instruction == ""
    assert talk.say("Renee", "Let her have it.").instruction == "bring Tasha a flashlight"


@pytest.mark.parametrize(
    ("who", "word", "minutes"),
    [
        ("Tasha", "let her have it", 0.1),
        ("Olga", "let her have it", 0.1),
        ("Renee", "let her have it", 60.0),
        ("Renee", "The soup is on the stove.", 0.1),
        ("Renee", "I was talking to her about the cake.", 0.1),
        ("Renee", "Let her know that supper is ready.", 0.1),
        ("Renee", "She can wait for the rain to stop.", 0.1),
        ("Renee", "Don't get it for her.", 0.1),
        ("Renee", "Did you get it for her?", 0.1),
    ],
)
def test_nobody_else_s_word_nor_any_word_will_do(who, word, minutes):
    talk = Talk()
    talk.say("Tasha", "Bring me a flashlight")
    assert talk.say(who, word, minutes).instruction == ""
