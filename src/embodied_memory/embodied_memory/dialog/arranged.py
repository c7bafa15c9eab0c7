"""What was arranged with the robot in this talk, where that is asked about: "so what time did we say?" """

from __future__ import annotations

import re

from embodied_memory.dialog.conversation import Conversation, Turn
from embodied_memory.dialog.dialog_act import DialogAct
from embodied_memory.dialog.dialog_memory import DialogMemory
from embodied_memory.evidence import Answer
from embodied_memory.memory.wording.word_stems import content_stems, stem
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_words import named_things, pointed_at
from embodied_memory.words.said import AskedKind, Role, Said

DUE = "What reminders do I have?"
_OF_IT = (AskedKind.WHEN, AskedKind.PLAN, AskedKind.SAID, AskedKind.DONE, AskedKind.DID)
_ARRANGED = {
    DialogAct.REMINDER.value: (*_OF_IT, AskedKind.WHY),
    DialogAct.MESSAGE.value: _OF_IT,
    DialogAct.RULE.value: (AskedKind.SAID, AskedKind.MAY, AskedKind.PLAN, AskedKind.DONE, AskedKind.NAME),
}
"""What may be asked about each."""
_ITSELF = frozenset(map(stem, ("reminder", "alarm", "message", "rule", "word", "time", "thing", "it", "that")))
_OF_ARRANGING = re.compile(r"\b(?:remind\w*|alarm|message|rule|tell|told|ask|asked|say|said|you|we)\b", re.I)
_OF_REMINDERS = re.compile(r"\b(?:remind\w*|alarms?|timers?)\b", re.I)
_JUST_SAID = re.compile(
    r"(?:(?:sorry|wait|so|now|and|ok(?:ay)?|right|hang on),? )*what (?:did|was it) i (?:just )?"
    r"(?:say|said|tell you|told you)(?: just now)?\W*",
    re.I,
)
_PEOPLE = frozenset({"i", "me", "my", "we", "us", "our", "you", "your", "he", "she", "him", "her", "they", "them"})


def told_of_arranged(question: str, conversation: Conversation, memory: DialogMemory) -> Answer | None:
    """In the words in which it was asked for; of a reminder, as it is due. None where something else is asked."""
    reading = the_reading()
    last = next((turn for turn in reversed(conversation.turns) if turn.act in _ARRANGED), None)
    said = _what_i_said(question, conversation)
    if said:
        return Answer(question, f'You said: "{said}"', True, 1.0)
    if reading is None or last is None or not _is_about(reading.read(question), last):
        return None
    due = memory.answer(DUE, conversation.person) if last.act == DialogAct.REMINDER.value else None
    if due is not None and due.known:
        return due
    told = last.answer.text.removeprefix("All right, ") if last.act == DialogAct.MESSAGE.value else ""
    return Answer(question, told or f'You told me: "{last.heard.strip()}"', True, 1.0)


def _what_i_said(question: str, conversation: Conversation) -> str:
    """ "What did I just say?": the last that was said, over questions; "" where something else is asked."""
    if not _JUST_SAID.fullmatch(question.strip()):
        return ""
    told = (turn.heard for turn in reversed(conversation.turns) if not turn.heard.rstrip().endswith("?"))
    return next(told, "").strip()


def _is_about(said: Said, last: Turn) -> bool:
    """Whether it names nothing and nobody that was not spoken of in that, and no time: "what else tomorrow?"."""
    if last.act != DialogAct.REMINDER.value and _OF_REMINDERS.search(said.text):
        return False
    asked = max(said.asked, key=lambda kind: said.asked[kind])
    is_of_time = bool(said.of(Role.TIME)) and not pointed_at(said)
    if is_of_time or (named_things(said) and not _OF_ARRANGING.search(said.text)):
        return False  # "when is the exam, anyway?" is of the exam
    known = content_stems(f"{last.said} {last.heard}") | _ITSELF
    named = (word for one in named_things(said) for word in content_stems(one.text))
    people = {re.split("['’]", one.lower())[0] for one in said.of(Role.PERSON)} - _PEOPLE
    spoken_of = last.heard.lower()
    return asked in _ARRANGED[last.act] and known.issuperset(named) and all(one in spoken_of for one in people)
