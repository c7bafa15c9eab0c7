"""What people take back: an errand, a reminder, something they said."""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.dialog.errands.errand_edits import errand_without
from embodied_memory.dialog.errands.instruction_queue import Assignment, InstructionQueue, Standing, deed_of, in_order
from embodied_memory.dialog.promises.changed_promises import promised_before
from embodied_memory.dialog.promises.for_later import without_limits
from embodied_memory.dialog.promises.messages import Messages
from embodied_memory.dialog.promises.reminders import taken_back
from embodied_memory.dialog.talk.conversation import Conversation, DialogAct, Reading
from embodied_memory.dialog.talk.dialog_memory import DialogMemory
from embodied_memory.dialog.talk.reply import Reply, saying, stated
from embodied_memory.event import Utterance
from embodied_memory.words.heard import is_confidential
from embodied_memory.words.one_reading import as_read
from embodied_memory.words.plain_words import in_second_person
from embodied_memory.words.said import Role, Said, SpeechAct
from embodied_memory.words.wording.words import content_stems, only_light, split_words, stem

_TOLD = (DialogAct.REPORT.value, DialogAct.REMINDER.value, DialogAct.RULE.value, DialogAct.CORRECTION.value)
_WANTED = (
    DialogAct.INSTRUCTION.value, DialogAct.REMINDER.value, DialogAct.CHOICE.value, DialogAct.MESSAGE.value,
    DialogAct.OFFER.value, DialogAct.LATER.value,
)  # fmt: skip
_OF_SAYING = frozenset(
    map(
        stem,
        split_words(
            "forget said say saying told tell scrap drop"
            " scratch delete erase strike remove lose keep record mention mentioned"
            " cancel message reminder never mind mean meant please sorry actually thing things word words last bit"
        ),
    )
)
_FORGETS = re.compile(r"\b(?:forget|scrap|scratch|delete|erase|wipe|strike|drop)\b", re.I)
""" "scratch that"."""
_ORDERED_OFF = re.compile(r"^.*?\b(?:don['’]t|do not) (?P<deed>.+)$", re.I | re.S)
"""In these words memory is told that a deed is off."""
_OF_TELLING = frozenset({"tell", "telling", "told", "ask", "asking", "message", "pass"})
_OF_REMINDING = frozenset({"reminder", "reminders", "alarm", "timer"})
_QUITS_TELLING = re.compile(
    r"(?:^|[,.;!]\s*)(?:(?:so|and|but|please|just|you can|you may|no|ok(?:ay)?)\b,?\s*)*"
    r"(?:quit|stop|give over|leave off|lay off|no need (?:to|for)|don['’]t (?:bother|keep|need to|have to)"
    r"|you needn['’]t|you don['’]t (?:need|have) to)\s+"
    r"(?:\w+\s+)??(?:remind|holler|nag|shout|call|wake|tell|bug|pester|nudge|yell|bother|buzz|alert)(?:ing)?\s+"
    r"(?:at\s+|on\s+)?(?:me|us)\s+(?:(?:any ?more|again|now)\s+)?(?:about|for|when|over|every|that|of)\b",
    re.I,
)
_LIKELY, _SURELY = 0.6, 0.9
_ALL = frozenset({"all", "both", "everything", "pair", "lot"})


def quits_telling(said: Said) -> bool:
    """ "It's a rerun, so quit hollering at me about it": who no longer wants to hear of it, and passes nothing on."""
    return _QUITS_TELLING.search(said.text) is not None and said.share(SpeechAct.MESSAGE, SpeechAct.ASK) < _LIKELY


class TakingBack:
    """queue: what is being done and what waits; messages: what is still to be told."""

    def __init__(self, memory: DialogMemory, queue: InstructionQueue, messages: Messages) -> None:
        self._memory, self._queue, self._messages = memory, queue, messages

    def cancel(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """The errand of the speaker that the words fit, or the last one; else what they told or asked to be told."""
        lessened = self._lessened(reading, utterance)
        if lessened is not None:
            return lessened
        withdrawn = self._meant(utterance.speaker, reading.text)
        was_doing = [self._queue.withdraw(one.instruction, one.speaker) for one in withdrawn]
        if withdrawn:
            told = f"All right, I leave it: {in_order(withdrawn)}."
            return replace(saying(reading, told), stops=any(was_doing))
        wanted = conversation.last_wanted
        is_of_last = wanted is not None and wanted.act == DialogAct.MESSAGE.value
        words = set(split_words(reading.text))
        if (is_of_last or _OF_TELLING & words) and not _OF_REMINDING & words:
            message = self._messages.withdraw(utterance.speaker, reading.text)
            if message is not None:
                return saying(reading, f"All right, I do not {message.does} {message.whom} that.")
        asked_by = self._of_others(utterance.speaker, reading.text)
        if asked_by:
            return saying(reading, f'{asked_by} asked me for that: say "stop" if I am not to do it.')
        promised = _promised_deed(conversation, reading.text)
        if promised:
            told = f"All right, then I do not {deed_of(promised)}."
            return replace(saying(reading, told), told=f"cancel {promised}")
        reminder = _reminder_off(conversation, reading.text)
        if reminder:
            return replace(saying(reading, "All right, no reminder then."), told=reminder)
        before = conversation.last.act if conversation.last is not None else ""
        is_news = before not in _WANTED and bool(reading.beside)
        is_news = is_news or (before == DialogAct.RULE.value and _is_doubtful(reading.text))
        told = "Thank you, I will remember that." if is_news else "All right, I leave it."
        return replace(saying(reading, told), told=_ORDERED_OFF.sub(r"cancel \g<deed>", reading.text))

    def _lessened(self, reading: Reading, utterance: Utterance) -> Reply | None:
        """ "Leave the ham out", of the milk, the butter and the ham: the others are done."""
        said = as_read(reading.text)
        own = [errand for errand in self._errands() if errand.speaker == utterance.speaker]
        left = ((errand, errand_without(errand.instruction, said)) for errand in reversed(own) if said is not None)
        errand, rest = next((pair for pair in left if pair[1]), (None, ""))
        if errand is None:
            return None
        stops = self._queue.withdraw(errand.instruction, errand.speaker)
        begins = self._queue.give(Assignment(rest, errand.speaker), first=True) is Standing.NOW
        told = stated(reading.text, f"All right, then I only {deed_of(rest)}.")
        return Reply(reading.act, told, rest if begins else "", stops=stops)

    def forget(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """What the speaker told last is erased, word for word; of anything else the robot asks what is meant."""
        if conversation.to_forget:
            return self._forget_what_was_meant(conversation, reading, utterance)
        last = conversation.last_of(*_TOLD)
        topic = _topic(_what_is_to_go(reading.text))
        is_promise = conversation.last is not None and conversation.last.act in _WANTED
        if not topic and (is_promise or "message" in split_words(reading.text)):
            return self.cancel(conversation, reading, utterance)
        if last is not None and (topic & content_stems(last.said) or (not topic and last == conversation.last)):
            if self._memory.forget_said(last.said, utterance.speaker):
                return replace(saying(reading, "All right, I have forgotten what you said."), records=False)
            return saying(reading, "I do not find what you said any more: there is nothing to forget.")
        found = self._memory.said_by(reading.text, utterance.speaker)
        if not found:
            return saying(reading, "I know of nothing like that, so there is nothing to forget.")
        conversation.to_forget = found
        if topic and topic <= content_stems(found) and _surely_forgets(reading.text):
            return self._forget_what_was_meant(conversation, reading, utterance)
        said = (
            "what you told me in confidence"
            if is_confidential(found)
            else f'that you said: "{in_second_person(found)}"'
        )
        return saying(reading, f"Do you mean that I shall forget {said}?")

    def _forget_what_was_meant(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """The speaker said yes to what the robot asked about."""
        said, conversation.to_forget = conversation.to_forget, ""
        if self._memory.forget_said(said, utterance.speaker):
            return replace(saying(reading, "All right, I have forgotten it."), records=False)
        return saying(reading, "I do not find it any more: there is nothing to forget.")

    def _meant(self, speaker: str, text: str) -> tuple[Assignment, ...]:
        own = [one for one in self._errands() if one.speaker == speaker]
        if _ALL & set(text.lower().split()):
            return tuple(own)
        words = content_stems(text)
        fitting = [one for one in own if words & content_stems(one.instruction)]
        return tuple((fitting or own)[-1:]) if fitting or not self._of_others(speaker, text) else ()

    def _errands(self) -> tuple[Assignment, ...]:
        """What is being done and what waits."""
        return (*filter(None, (self._queue.current,)), *self._queue.waiting)

    def _of_others(self, speaker: str, text: str) -> str:
        """Who asked for what the words name; "" if nobody else did."""
        others = (one for one in self._errands() if one.speaker != speaker)
        return next((one.speaker for one in others if content_stems(text) & content_stems(one.instruction)), "")


def _what_is_to_go(text: str) -> str:
    """ "What I said about it", of "he's packed up now, forget what I said about it"."""
    said = as_read(text)
    contents = said.of(Role.CONTENT) if said is not None and said.surely(SpeechAct.FORGET) else ()
    sentences = [one for one in re.split(r"(?<=[.!?])\s+", text) if _FORGETS.search(one)]
    return contents[0] if contents else (sentences or [text])[-1]  # "just paid him. You can forget it"


def _surely_forgets(text: str) -> bool:
    """Whether it is plainly asked for: "forget what I said about the bass"."""
    said = as_read(text)
    return said is not None and said.share(SpeechAct.FORGET) >= _SURELY and bool(said.of(Role.CONTENT))


def _is_doubtful(text: str) -> bool:
    """Whether it may as well take nothing back: "well, Tom can", after a rule for all."""
    said = as_read(text)
    return said is not None and said.share(SpeechAct.CANCEL, SpeechAct.FORGET) < _LIKELY


def _topic(text: str) -> frozenset[str]:
    """What is to be forgotten, by its words; nothing where it is only pointed at ("forget that")."""
    return frozenset() if only_light(text) else content_stems(text) - _OF_SAYING


def _promised_deed(conversation: Conversation, text: str) -> str:
    """What was promised for later and is now called off: by what it names, or right before."""
    last = conversation.last_wanted
    is_last = last is not None and last.act == DialogAct.LATER.value
    found = promised_before(conversation, content_stems(text)) or (last if is_last else None)
    return without_limits(found.said) if found is not None else ""


def _reminder_off(conversation: Conversation, text: str) -> str:
    """What memory is told of a reminder that is called off; "" where none is."""
    last, said = conversation.last_of(*_TOLD), as_read(text)
    told = last.said if last is not None and last.act == DialogAct.REMINDER.value else ""
    if said is not None and quits_telling(said):
        reminders = [one.said for one in conversation.turns if one.act == DialogAct.REMINDER.value]
        named = [one for one in reminders if content_stems(text) & content_stems(one)]
        if named or (told and last == conversation.last):
            return taken_back((named or [told])[-1])
        about = next(iter((*said.of(Role.CONTENT), *said.of(Role.THEME))), "")
        return f"cancel my reminder that {about}" if about else "cancel my reminder"
    if "remind" in text.lower():
        return taken_back(told) if told else text
    return taken_back(told) if told and last == conversation.last_wanted else ""
