"""What an utterance is taken for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.dialog_manager import DialogAct, DialogManager
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory_tools.language.knows_nothing import KnowsNothing


class AskedMemory(KnowsNothing):
    def answer(self, question, asker=""):
        return Answer(question, "asked memory", True, 0.5)

    def give_feedback(self, text, person, about):
        return f"{person} taught: {text}"


def reply_to(text, config=None):
    return DialogManager(AskedMemory({"anna", "bob"}), config).reply(Utterance(1, "anna", text))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Where is the kettle?", DialogAct.QUESTION),
        ("can you tell me where the kettle is", DialogAct.QUESTION),
        ("show me where the kettle is", DialogAct.QUESTION),
        ("Did you find the kettle?", DialogAct.QUESTION),
        ("is the fridge open", DialogAct.QUESTION),
        ("Really?", DialogAct.QUESTION),
        ("find the kettle, then the red book", DialogAct.INSTRUCTION),
        ("Can you find the kettle?", DialogAct.INSTRUCTION),
        ("please go to the bed", DialogAct.INSTRUCTION),
        ("Hey robot, could you please bring me the mug", DialogAct.INSTRUCTION),
        ("Hello!", DialogAct.TALK),
        ("good morning robot", DialogAct.TALK),
        ("Thank you very much.", DialogAct.TALK),
        ("see you later", DialogAct.TALK),
        ("colourless green ideas", DialogAct.UNCLEAR),
        ("", DialogAct.UNCLEAR),
        ("\x00\ud800 \u202e", DialogAct.UNCLEAR),
    ],
)
def test_kinds(text, kind):
    assert reply_to(text).act is kind


def test_an_instruction_is_handed_on_as_said():
    reply = reply_to("  Find the kettle,\nthen the bed! ")
    assert (reply.instruction, reply.answer.text) == (
        "Find the kettle, then the bed!",
        "All right: find the kettle, then the bed.",
    )


def test_a_question_gets_memorys_answer_and_no_instruction():
    reply = reply_to("where is  the kettle?")
    assert (reply.answer, reply.instruction) == (Answer("where is the kettle?", "asked memory", True, 0.5), "")


def test_of_a_text_that_is_too_long_nothing_is_done():
    reply = reply_to("find " + "the kettle " * 10_000, DialogConfig(max_characters=15))
    assert (reply.instruction, reply.answer.text) == (
        "",
        "That is too much at once: tell me in fewer than 15 letters.",
    )


@pytest.mark.parametrize(
    "text", ["\u202efind the kettle", "\x07find\x00 the kettle\n", "🙂 find the 🫖 kettle!", "find\tthe\u200bkettle"]
)
def test_what_cannot_be_read_aloud_is_not_read(text):
    assert reply_to(text).instruction.rstrip("!") == "find the kettle"


@given(st.text(max_size=4000))
def test_any_text_gets_a_reply(text):
    assert reply_to(text).answer.text


FAMILY = DialogConfig(people=("Pip: lives here, 6", "Anna: Pip's mother", "Bob: her husband, Pip's father"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Bring the red mug to Dad.", "Bob"),
        ("please give my husband the mug", "Bob"),
        ("take the mug to my boss", "my boss"),
    ],
)
def test_whom_something_is_brought_to_is_named(text, told):
    reply = DialogManager(AskedMemory(), FAMILY).reply(Utterance(1, "anna", text))
    assert told in reply.instruction


def test_what_is_only_heard_stays_as_it_was_said():
    reply = DialogManager(AskedMemory(), FAMILY).reply(Utterance(1, "anna", "my husband is allergic to nuts"))
    assert reply.act is DialogAct.REPORT
    assert "husband" in reply.told


class KnowsOfTheJourney(AskedMemory):
    def answer(self, question, asker=""):
        is_known = "Odile" in question and "when" in question.lower()
        return Answer(question, "on the twentieth" if is_known else "I don't know.", is_known, 0.5 * is_known)


def test_what_is_not_known_by_itself_may_go_on_with_the_question_before():
    manager = DialogManager(KnowsOfTheJourney())
    assert not manager.reply(Utterance(1, "anna", "Where is Odile off to?")).answer.known
    assert manager.reply(Utterance(2, "anna", "From when is that?")).answer.text == "on the twentieth"
    assert not manager.reply(Utterance(3, "bob", "From when is that?")).answer.known
