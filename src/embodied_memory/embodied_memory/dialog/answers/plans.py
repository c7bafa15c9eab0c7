"""What the robot has promised, or was told in this talk, where that is asked about: "so what time did we say?", "what
will you do tonight?".
"""

from __future__ import annotations

import re

from embodied_memory.dialog.errands.instruction_queue import deed_of
from embodied_memory.dialog.talk.conversation import Conversation, Turn
from embodied_memory.dialog.talk.dialog_act import DialogAct
from embodied_memory.dialog.talk.dialog_memory import DialogMemory, PromisedDeed
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.words.one_reading import as_read, the_reading
from embodied_memory.words.plain_words import named_things, pointed_at
from embodied_memory.words.said import SURE, AskedKind, Role, Said, SpeechAct
from embodied_memory.words.time_words.describe_time import describe_time
from embodied_memory.words.wording.phrases import listed
from embodied_memory.words.wording.word_stems import content_stems, stem

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
""" "Sorry, what did I just say?" """
_PEOPLE = frozenset({"i", "me", "my", "we", "us", "our", "you", "your", "he", "she", "him", "her", "they", "them"})
_YOU = re.compile(r"\b(?:you|your)\b", re.I)
_OF_ITSELF = re.compile(r"\b(?:are|do|will|have) you\b(?!.*\b(?:think|know|remember)\b)", re.I)
""" "What will you do tonight?" """
_PROMISED = re.compile(r"\b(?:promis|agreed|(?:said|say) (?:that )?you(?:['’]d| would| will))", re.I)
""" "You said you'd wake me"."""
_MAY_TELL = re.compile(
    r"\b(?:(?:can|could|would|will|do|did) you|you (?:can|could)) (?:please |just )?(?:tell|know|say|remember|recall"
    r"|think|see|check|look)\b|\byou (?:know|think|remember)\b|\b(?:thank|if) you\b",
    re.I,
)
""" "Can you tell me what is on today?" """
_ONESELF = re.compile(r"\b(?:i|me|my|we|us|our)\b", re.I)
NOTHING_PROMISED = "I have promised nothing that is still to come."
_SELF = frozenset({"i", "me", "we", "us", "you", "my"})


def told_of_arranged(question: str, conversation: Conversation, memory: DialogMemory) -> Answer | None:
    """In the words in which it was asked for; of a reminder, as it is due. None where something else is asked."""
    reading = the_reading()
    last = conversation.last_of(*_ARRANGED)
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


def told_of_own_plans(question: str, utterance: Utterance, memory: DialogMemory, utc_offset_s: float) -> str:
    """What was promised to who asks, and when it is due; of what others asked for that there is something. "" where
    something else is asked.
    """
    said = as_read(question)
    if said is None or not _asks_for_plans(said):
        return ""
    promised = memory.promised_deeds()
    own = [one for one in promised if one.for_whom.lower() == utterance.speaker.lower()]
    told = [_told(one, utterance.stamp_ns, utc_offset_s) for one in own]
    told += ["do something that somebody else asked me for"] if len(own) < len(promised) else []
    is_own = _is_kept_for(said) and _ONESELF.search(said.text) is not None
    due = _reminders(said, utterance.speaker, memory) if is_own else ""
    nothing = NOTHING_PROMISED if _OF_ITSELF.search(question) and not due else ""
    deeds = f"I am to {listed(told)}." if told else nothing
    return " ".join(filter(None, (deeds, f"I am to remind you: {due}" if due else "")))


def _reminders(said: Said, asker: str, memory: DialogMemory) -> str:
    """As they stand now, of the time that is asked about; "" if there are none, or memory only quotes somebody."""
    when = " ".join(said.of(Role.TIME))
    due = memory.answer(f"{DUE.rstrip('?')} {when}".strip() + "?", asker)
    return due.text if due.known and due.evidence and '"' not in due.text else ""


def _asks_for_plans(said: Said) -> bool:
    """Of the robot, and of nobody else."""
    is_plan = said.asked.get(AskedKind.PLAN, 0.0) >= SURE or _PROMISED.search(said.text) is not None
    others = {one.lower() for one in said.of(Role.PERSON)} - _SELF
    asks = said.share(SpeechAct.ASK, SpeechAct.PROGRESS) >= SURE
    return asks and is_plan and not others and not said.of(Role.THEME) and _YOU.search(said.text) is not None


def _is_kept_for(said: Said) -> bool:
    """Whether the robot is who keeps it, and not only who is asked: "can you tell me what we're doing today?"."""
    return _YOU.search(_MAY_TELL.sub(" ", said.text)) is not None


def _told(one: PromisedDeed, now_ns: int, utc_offset_s: float) -> str:
    when = f" {describe_time(one.due_ns, now_ns, utc_offset_s)}" if one.due_ns is not None else ""
    return f"{deed_of(one.text)}{when}"
