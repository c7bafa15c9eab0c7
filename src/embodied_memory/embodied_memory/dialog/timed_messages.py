"""What somebody else is to be told at a time: "tomorrow at seven tell Steph that I took the car" reminds her then."""

from __future__ import annotations

from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.messages import message_in
from embodied_memory.memory.belief.statements.spoken_time import LocalTime, read_due
from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.first_person import in_third_person
from embodied_memory.words.plain_messages import EVERYBODY, plain_message
from embodied_memory.words.said import Role, Said

_NOT_NAMED = frozenset({"him", "her", "them"})


def as_timed(said: Said, conversation: Conversation) -> str:
    """Such as "remind Steph that Marta took the car tomorrow at seven"; "" where no time of telling is told, or where
    somebody is to be asked, or is none who is named: then it is told when they talk next.
    """
    message = message_in(plain_message(said), conversation.person)
    when = _when_told(said)
    if message is None or not when or message.asks or message.to.lower() in _NOT_NAMED:
        return ""
    words = in_third_person(message.words, conversation.person)
    link = "" if split_words(words)[:1] in (("to",), ("about",)) else "that "
    return "" if message.to.startswith(EVERYBODY) else f"remind {message.to} {link}{words} {when}"


def _when_told(said: Said) -> str:
    """The time of telling; a time in what is to be told is a part of that."""
    when = " ".join(said.of(Role.TIME))
    when = f"{when[:1].lower()}{when[1:]}"
    due = read_due(when, LocalTime(0)) if when else None
    return when if due is not None and not split_words(due.rest) else ""
