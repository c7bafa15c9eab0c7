"""What an utterance is taken for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.dialog_manager import DialogManager, ReplyKind
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer


def reply_to(text, config=None):
    return DialogManager(lambda question: Answer(question, "asked memory", True, 0.5), config).reply(
        Utterance(1, "anna", text)
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Where is the kettle?", ReplyKind.ANSWER),
        ("can you tell me where the kettle is", ReplyKind.ANSWER),
        ("show me where the kettle is", ReplyKind.ANSWER),
        ("Did you find the kettle?", ReplyKind.ANSWER),
        ("is the fridge open", ReplyKind.ANSWER),
        ("Really?", ReplyKind.ANSWER),
        ("find the kettle, then the red book", ReplyKind.INSTRUCTION),
        ("Can you find the kettle?", ReplyKind.INSTRUCTION),
        ("please go to the bed", ReplyKind.INSTRUCTION),
        ("Hey robot, could you please bring me the mug", ReplyKind.INSTRUCTION),
        ("Hello!", ReplyKind.GREETING),
        ("good morning robot", ReplyKind.GREETING),
        ("Thank you very much.", ReplyKind.GREETING),
        ("see you later", ReplyKind.GREETING),
        ("colourless green ideas", ReplyKind.NOT_UNDERSTOOD),
        ("", ReplyKind.NOT_UNDERSTOOD),
        ("\x00\ud800 \u202e", ReplyKind.NOT_UNDERSTOOD),
    ],
)
def test_kinds(text, kind):
    assert reply_to(text).kind is kind


def test_an_instruction_is_handed_on_as_said():
    reply = reply_to("  Find the kettle,\nthen the bed! ")
    assert (reply.instruction, reply.answer.text) == (
        "Find the kettle, then the bed!",
        "All right: Find the kettle, then the bed.",
    )


def test_a_question_gets_memorys_answer_and_no_instruction():
    reply = reply_to("where is  the kettle?")
    assert (reply.answer, reply.instruction) == (Answer("where is the kettle?", "asked memory", True, 0.5), "")


def test_a_long_text_is_cut():
    reply = reply_to("find " + "the kettle " * 10_000, DialogConfig(max_characters=15))
    assert reply.instruction == "find the kettle"


@given(st.text(max_size=4000))
def test_any_text_gets_a_reply(text):
    assert reply_to(text).answer.text
