"""Messages for who comes in are said as soon as they are seen, all others when they talk."""

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.event import Utterance
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
S = 10**9


@pytest.fixture
def manager():
    return DialogManager(KnowsNothing(("anna", "tom", "mia")), None, Permissions(PermissionConfig(("*: all",))))


def told_on_arrival(manager):
    return [one.answer.text for one in manager.is_time((), 60 * S)]


def test_who_comes_in_is_told_at_once_what_was_left_for_then(manager):
    reply = manager.reply(Utterance(S, "Anna", "When Tom comes in, tell him it's Wednesday for the boiler"))
    assert "when I see them come in" in reply.answer.text
    manager.came("Mia", 2 * S)
    assert told_on_arrival(manager) == []
    manager.came("Tom", 3 * S)
    (told,) = told_on_arrival(manager)
    assert told.startswith("Tom: Anna asked me to tell you")
    assert "Wednesday for the boiler" in told
    manager.came("Tom", 4 * S)
    assert told_on_arrival(manager) == []


def test_other_messages_wait_until_they_talk(manager):
    manager.reply(Utterance(S, "Anna", "Tell Tom that dinner is ready"))
    manager.came("Tom", 2 * S)
    assert told_on_arrival(manager) == []
    assert "dinner is ready" in manager.reply(Utterance(3 * S, "Tom", "Hello")).answer.text


def test_a_message_that_goes_on_is_for_the_same_person(manager):
    manager.reply(Utterance(S, "Anna", "Tell Tom I'm ever so grateful about the knife, would you?"))
    manager.reply(Utterance(2 * S, "Anna", "And say there's goulash in the fridge if he's peckish."))
    told = manager.reply(Utterance(3 * S, "Tom", "Hello")).answer.text
    assert "grateful" in told
    assert "goulash in the fridge" in told
