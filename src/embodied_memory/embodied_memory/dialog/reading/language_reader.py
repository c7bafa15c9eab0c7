"""Reads utterances with a language model; what it says is checked against what was said (H2-EMV, dialog manager)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from embodied_memory.dialog.talk.conversation import Conversation, DialogAct, Reading, UtteranceReader
from embodied_memory.dialog.utterance.spoken_parts import own_sentences
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import asking
from embodied_memory.planning.tasks.request_frame import asks_for_a_deed
from embodied_memory.words.one_reading import as_read
from embodied_memory.words.said import SpeechAct
from embodied_memory.words.wording.words import only_light, split_words, stem

ROLE = "read utterance"
_TURNS_SHOWN = 4
_CHANGES_THINGS = (DialogAct.INSTRUCTION, DialogAct.FEEDBACK)
_LASTS = (DialogAct.FEEDBACK, DialogAct.REMINDER)
"""A rule of memory, and what the robot is to say some day."""
_WANTED = (DialogAct.INSTRUCTION, DialogAct.OFFER, DialogAct.REMINDER)
_BY_RULES = (DialogAct.STOP, DialogAct.REPEAT, DialogAct.MESSAGE)
_FREE = frozenset(
    split_words("the a an of to in on at is was did does do has have it that what where when who which")
)


class UtteranceReply(BaseModel):
    """What the model says an utterance is."""

    model_config = ConfigDict(extra="forbid")
    act: Literal[
        "question", "feedback", "instruction", "progress", "reason", "explanation", "reminder", "report",
        "talk", "unclear",
    ]  # fmt: skip
    text: str = Field(max_length=2000)


class LanguageUtteranceReader:
    """The model decides what was meant; it cannot put words into the speaker's mouth, nor make an order of a quote.

    What it takes for an instruction must be one that the speaker says for themselves, and its words must have been
    said in this conversation; where these words ask for no deed, the person is asked. A rule of memory and a reminder
    last, and so are for the words alone to make. Otherwise, and where there is no reply, the offline reader reads.
    Who says "stop" does not wait for a model.
    """

    def __init__(self, advisor: Advisor, offline: UtteranceReader) -> None:
        self._advisor = advisor
        self._offline = offline

    def read(self, text: str, conversation: Conversation) -> Reading:
        """See `UtteranceReader`."""
        by_rules = self._offline.read(text, conversation)
        if not split_words(text) or by_rules.act in _BY_RULES:
            return by_rules
        request = asking(ROLE, utterance=text, conversation=_shown(conversation))
        return self._advisor.advice(
            request,
            UtteranceReply,
            lambda reply: _borne_out(_checked(reply, text, conversation), by_rules, text),
            lambda: by_rules,
        )


def _checked(reply: UtteranceReply, text: str, conversation: Conversation) -> Reading:
    """Raises ValueError for words that nobody said, and for orders that the speaker only passes on."""
    act, said = DialogAct(reply.act), " ".join(reply.text.split())
    own = " ".join(own_sentences(text))
    if act in _CHANGES_THINGS and not split_words(own):
        raise ValueError("what the speaker only passes on changes nothing")
    if not _were_said(said, text, conversation):
        raise ValueError("words that nobody said")
    if act is DialogAct.FEEDBACK:
        return Reading(act, own)
    if act not in (DialogAct.QUESTION, DialogAct.INSTRUCTION):
        return Reading(act, text)
    if act is DialogAct.INSTRUCTION and not _were_said(said, own, conversation):
        raise ValueError("an instruction that the speaker does not give")
    telling = [word for word in split_words(said) if word not in _FREE]
    if act is DialogAct.INSTRUCTION:
        return Reading(act, own if only_light(" ".join(telling)) else said)
    return Reading(act, said if telling else text)


def _borne_out(reading: Reading, by_rules: Reading, text: str) -> Reading:
    """Raises ValueError for what would last and the words do not bear out; a deed that they do not is asked about.

    What is surely a question stays one: a model of 1.5B took every fifth for an order ("keys to the car, where?").
    """
    if reading.act in _LASTS and by_rules.act is not reading.act:
        raise ValueError("the words do not bear that out")
    if by_rules.act is DialogAct.QUESTION and reading.act is not DialogAct.QUESTION and _surely_asks(text):
        raise ValueError("it is a question")
    is_borne = by_rules.act in _WANTED or asks_for_a_deed(reading.text)
    if reading.act is DialogAct.INSTRUCTION and not is_borne:
        return Reading(DialogAct.OFFER, reading.text)
    return reading


def _surely_asks(text: str) -> bool:
    said = as_read(text)
    return said is not None and said.surely(SpeechAct.ASK)


def _were_said(said: str, text: str, conversation: Conversation) -> bool:
    """In the text, or by the person for themselves in the turns before: what was only passed on lends no words."""
    before = (" ".join(own_sentences(turn.heard)) for turn in conversation.turns)
    known = {stem(word) for word in split_words(" ".join([text, *before]))}
    return bool(split_words(text)) and all(word in _FREE or stem(word) in known for word in split_words(said))


def _shown(conversation: Conversation) -> str:
    turns = conversation.turns[-_TURNS_SHOWN:]
    lines = [f"{conversation.person or 'somebody'}: {turn.said}\nrobot: {turn.answer.text}" for turn in turns]
    return "\n".join(lines) or "(nothing yet)"
