"""What is read as a reminder, or only sounds like one, by the roles of its words."""

from __future__ import annotations

import re

from embodied_memory.dialog.completion import completed
from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.dialog.for_later import wants_later
from embodied_memory.words.conditions import UNNOTICED, depends_on
from embodied_memory.words.plain_orders import is_doable
from embodied_memory.words.plain_words import plain_reminder, tells_before
from embodied_memory.words.said import Role, Said, SpeechAct

_HALF = 0.5
_ASKS_WHEN = re.compile(
    r"(?:\w+[,.]* ){0,2}remind (?:me|us) (?=when (?!(?:you|i|we|it)\b))"
    r"(?!.*\b(?:ready|done|here|finished|over|back|home|in|up|there)\W*$)",
    re.I,
)
""" "Remind me when they're doing my brakes" wants to hear it; "when you see Tom" says when to be reminded."""
_REMINDS = re.compile(
    r"\b(?:remind\w*|wake\w*|woken|alarm|timer|forget|remember|shout|call|holler|yell|nudge|knock|poke|buzz|ping"
    r"|prompt|warn|make sure|mind (?:me|us)|(?:tell|let|set|give|say to) (?:me|us)|(?:i['’]?m|be) up)\b",
    re.I,
)


def asks_when(said: Said) -> bool:
    """Whether it wants to hear when something is."""
    return not said.of(Role.CONTENT) and _ASKS_WHEN.match(said.text) is not None


def reminded(by_forms: Reading, said: Said, conversation: Conversation) -> Reading | None:
    """What has the form of a reminder, or of feedback, where its roles tell more of it."""
    if by_forms.act is DialogAct.REMINDER and asks_when(said):
        return Reading(DialogAct.QUESTION, completed(_ASKS_WHEN.sub("", said.text), conversation))
    if by_forms.act is DialogAct.REMINDER and tells_before(said):
        return Reading(DialogAct.REMINDER, plain_reminder(said))
    if by_forms.act is DialogAct.FEEDBACK and said.share(SpeechAct.REMIND) >= _HALF:
        return Reading(DialogAct.REMINDER, plain_reminder(said) or said.text)  # "don't forget to water the plants"
    return None


def is_deed_unnoticed(said: Said) -> bool:
    """ "When the dishwasher's finished, switch it off and let me know": nothing to remind anybody of."""
    is_deed = is_doable(said) and said.is_surely_wanted and not said.of(Role.CONTENT)
    return is_deed and bool(said.of(Role.CONDITION)) and depends_on(said.text, *UNNOTICED)


def reminder_of(said: Said, conversation: Conversation) -> Reading:
    """What only sounds like one is a deed for later ("put it on at six") or a question; nobody is reminded of it."""
    is_later = wants_later(said)
    plain = "" if is_later else plain_reminder(said)
    if plain or _REMINDS.search(said.text):
        return Reading(DialogAct.REMINDER, plain or said.text)
    if is_later:
        return Reading(DialogAct.INSTRUCTION, completed(said.text, conversation))
    if said.text.rstrip().endswith("?"):
        return Reading(DialogAct.QUESTION, said.text)
    last = conversation.last
    if last is not None and last.act == DialogAct.REPORT.value:  # "at half past eight in the morning", of the exam
        return Reading(DialogAct.REPORT, said.text)
    return Reading(DialogAct.REMINDER, said.text)
