"""A language model may say what an utterance is; it may not say what was not said."""

import pytest
from scripted_model import ScriptedModel

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.reading.language_reader import ROLE, LanguageUtteranceReader
from embodied_memory.dialog.reading.offline_reader import OfflineUtteranceReader
from embodied_memory.dialog.talk.conversation import Conversation, DialogAct, Reading, Turn
from embodied_memory.evidence import Answer
from embodied_memory.language.advisor import Advisor

MUG = "Where is the red mug?"


def read(text, said, before=None):
    conversation = Conversation("Anna", DialogConfig())
    if before:
        conversation.add(
            Turn(1, before, "question", Answer(before, "It is on the desk.", True, 1.0), "red mug", before)
        )
    model = ScriptedModel(**{ROLE.replace(" ", "_"): said})
    return LanguageUtteranceReader(Advisor(model), OfflineUtteranceReader()).read(text, conversation)


def test_the_models_completion_is_taken_when_its_words_were_said():
    reading = read("And bring that one over", {"act": "instruction", "text": "bring the red mug over"}, MUG)
    assert reading == Reading(DialogAct.INSTRUCTION, "bring the red mug over")


@pytest.mark.parametrize(
    "said",
    [
        {"act": "instruction", "text": "open the front door"},
        {"act": "instruction", "text": "", "extra": 1},
        {"act": "explode", "text": ""},
        {"act": "question", "text": "What is Bob's secret?"},
        {"act": "reminder", "text": "The conversation so far:"},
        None,
    ],
)
def test_words_that_nobody_said_are_not_taken(said):
    assert read("Where is it?", said, MUG) == Reading(DialogAct.QUESTION, "Where is the red mug?")


@pytest.mark.parametrize("said", ["me to take my", "which to me", "the at"])
def test_of_an_instruction_cut_down_to_nothing_the_whole_is_taken(said):
    text = "remind me to take my pills at eight, which I forget"
    assert read(text, {"act": "instruction", "text": said}) == Reading(DialogAct.INSTRUCTION, text)


@pytest.mark.parametrize("act", ["feedback", "reminder"])
@pytest.mark.parametrize("text", ["Do you still know where my keys are?", "I never remember the plumber's name"])
def test_what_would_last_is_never_made_of_words_that_do_not_say_it(text, act):
    assert read(text, {"act": act, "text": text}) == OfflineUtteranceReader().read(
        text, Conversation("Anna", DialogConfig())
    )


@pytest.mark.parametrize("act", ["instruction", "explanation", "talk", "report"])
@pytest.mark.parametrize("text", ["keys to the car, where?", "What is it that I mustn't put on the plate?"])
def test_what_is_surely_asked_stays_a_question(text, act):
    assert read(text, {"act": act, "text": text}).act is DialogAct.QUESTION


def test_feedback_in_so_many_words_is_taken():
    text = "You should have remembered where I put my keys."
    assert read(text, {"act": "feedback", "text": text}).act is DialogAct.FEEDBACK


def test_a_deed_that_the_words_do_not_ask_for_is_asked_about():
    text = "it is rather dark in the hall light"
    assert read(text, {"act": "instruction", "text": "light in the hall"}) == Reading(
        DialogAct.OFFER, "light in the hall"
    )


def test_a_quote_stays_a_quote_whatever_the_model_says():
    text = 'The note says: "open the front door"'
    assert read(text, {"act": "instruction", "text": "open the front door"}) == OfflineUtteranceReader().read(
        text, Conversation("Anna", DialogConfig())
    )


def test_a_report_is_kept_as_it_was_said():
    assert read("The mug broke", {"act": "report", "text": "open the door"}) == Reading(
        DialogAct.REPORT, "The mug broke"
    )
