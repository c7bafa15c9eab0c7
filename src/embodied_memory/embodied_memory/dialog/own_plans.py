"""What the robot has promised to do later, and is to remind somebody of, where they ask about that: "what will you do
tonight?", "what have I got booked in with you?".
"""

from __future__ import annotations

import re

from embodied_memory.dialog.agreeing import deed_of
from embodied_memory.dialog.arranged import DUE
from embodied_memory.dialog.dialog_memory import DialogMemory
from embodied_memory.dialog.promised_deed import PromisedDeed
from embodied_memory.event import Utterance
from embodied_memory.memory.retrieval.time_words.describe_time import describe_time
from embodied_memory.memory.wording.phrases import listed
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import SURE, AskedKind, Role, Said, SpeechAct

_YOU = re.compile(r"\b(?:you|your)\b", re.I)
_OF_ITSELF = re.compile(r"\b(?:are|do|will|have) you\b(?!.*\b(?:think|know|remember)\b)", re.I)
_PROMISED = re.compile(r"\b(?:promis|agreed|(?:said|say) (?:that )?you(?:['’]d| would| will))", re.I)
_MAY_TELL = re.compile(
    r"\b(?:(?:can|could|would|will|do|did) you|you (?:can|could)) (?:please |just )?(?:tell|know|say|remember|recall"
    r"|think|see|check|look)\b|\byou (?:know|think|remember)\b|\b(?:thank|if) you\b",
    re.I,
)
_ONESELF = re.compile(r"\b(?:i|me|my|we|us|our)\b", re.I)
NOTHING_PROMISED = "I have promised nothing that is still to come."
_SELF = frozenset({"i", "me", "we", "us", "you", "my"})


def told_of_own_plans(question: str, utterance: Utterance, memory: DialogMemory, utc_offset_s: float) -> str:
    """What was promised to who asks, and when it is due; of what others asked for that there is something. "" where
    something else is asked.
    """
    reading = the_reading()
    said = reading.read(question) if reading is not None else None
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
