"""What only keeps a talk with the robot going is answered by what it is about, and nothing else is taken for it."""

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.config import PermissionConfig
from embodied_memory.dialog.answers.small_talk import ABILITIES, CANNOT, chat_topic, chatted
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.saying_sorts import ChatTopic

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


class HeardOfRain(KnowsNothing):
    def answer(self, question, asker=""):
        told = 'Tom said today: "It will rain tomorrow."'
        return Answer(question, told, True, 0.9) if "rain" in question else super().answer(question, asker)


def said_to(memory, *texts):
    manager = DialogManager(memory, None, Permissions(PermissionConfig(("*: all",))))
    return [manager.reply(Utterance(k * 10**9, "Anna", text)) for k, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Can you swim?", ChatTopic.CANNOT),
        ("Do you ever get bored of us?", ChatTopic.FEELINGS),
        ("What's your favourite colour then?", ChatTopic.LIKES),
        ("I'm feeling a bit lonely tonight.", ChatTopic.SAD),
        ("You're useless, you are.", ChatTopic.SCORN),
        ("Do you know any jokes?", ChatTopic.JOKE_WANTED),
        ("What's the capital of France?", ChatTopic.WORLD),
        ("Can you bring me the mug?", ChatTopic.NONE),
        ("What's Tom's favourite colour?", ChatTopic.NONE),
        ("Remember that I'm allergic to nuts.", ChatTopic.NONE),
        ("Where are my keys?", ChatTopic.NONE),
        ("Stop!", ChatTopic.NONE),
    ],
)
def test_topics(text, topic):
    assert chat_topic(the_reading().read(text)) is topic


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("What can you do, then?", ABILITIES),
        ("Can you fly?", CANNOT),
        ("How are you today, dear?", "I am well"),
        ("You're sweet. Good night, dear.", "Good night"),
        ("Cheers.", "You are welcome"),
    ],
)
def test_it_is_answered_in_words_alone(text, told):
    (reply,) = said_to(KnowsNothing(("anna",)), text)
    assert reply.act is DialogAct.TALK
    assert reply.answer.text.startswith(told)
    assert not reply.instruction


def test_what_somebody_told_of_the_world_comes_first():
    (nothing,), (told,) = (
        said_to(memory, "Will it rain tomorrow?") for memory in (KnowsNothing(("anna",)), HeardOfRain(("anna",)))
    )
    assert nothing.answer.text == chatted(the_reading().read("Will it rain tomorrow?"))
    assert "Tom said" in told.answer.text


def test_what_it_is_asked_to_do_and_cannot_is_told_at_once():
    texts = "Might I trouble you for my mug?", "And would you be good enough to make some tea in it?"
    *_, reply = said_to(KnowsNothing(("anna",)), *texts)
    assert (reply.answer.text, reply.stops) == (CANNOT, False)


@pytest.mark.parametrize(
    "text",
    [
        "What did I just ask you?", "what did i say i'd get you if i won the lottery",
        "You know what I was christened, don't you?",
    ],
)  # fmt: skip
def test_what_the_speaker_once_said_is_asked_of_memory(text):
    assert chat_topic(the_reading().read(text)) is ChatTopic.NONE
