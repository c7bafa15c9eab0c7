"""Answering what is asked: by the clock and the calendar, by what others left to be told, else by memory."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timezone

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.answers.asking_memory import GONE_ON, RATHER_RIGHT, answer_of, as_meant
from embodied_memory.dialog.answers.reasons import NOTHING_PROMISED, how_known, told_of_arranged, told_of_own_plans
from embodied_memory.dialog.answers.small_talk import CANNOT, WHO_I_AM, chatted
from embodied_memory.dialog.errands.misgivings import told_of_leave
from embodied_memory.dialog.promises.messages import Messages, asks_for_messages
from embodied_memory.dialog.talk.conversation import Conversation, DialogAct, Reading
from embodied_memory.dialog.talk.dialog_memory import DialogMemory
from embodied_memory.dialog.talk.reply import Reply, saying
from embodied_memory.dialog.utterance.completion import asks_when_that_was
from embodied_memory.dialog.utterance.spoken_parts import is_look
from embodied_memory.dialog.utterance.wanted_deeds import only_wants_a_yes
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer, EpistemicStatus
from embodied_memory.planning.tasks.request_frame import asks_for_a_deed
from embodied_memory.words.one_reading import as_read
from embodied_memory.words.said import SURE, AskedKind, DeedKind, Said
from embodied_memory.words.time_words.spoken_time import NS, LocalTime, read_due
from embodied_memory.words.wording.words import split_words

_MAY_ASK = (DialogAct.UNCLEAR, DialogAct.ASIDE, DialogAct.REPORT)
"""What a question that is put in an unheard-of way is taken for."""
_STATE_ASKED = re.compile(
    r"(?P<is>is|are) (?P<thing>.+?) (?P<state>on|off|open|closed|shut|locked|unlocked)[?.! ]*", re.I
)
""" "Is the stove on?": states change without the robot, and one look shows them."""
_OLD_NS = 10 * 60 * 1_000_000_000
_DOUBTED = (EpistemicStatus.STALE, EpistemicStatus.UNCERTAIN, EpistemicStatus.CONTRADICTED)
_SURELY_RIGHT = 0.8
_NAMES_WHAT = 3
"""So many words ask why something is."""
_TIME = re.compile(
    r"^(?:(?:then|so|and|right|oh|well|ok|okay|now|robot) )*(?:please )?"
    r"(?:(?:can|could) you )?(?:please )?(?:tell me )?(?:do you (?:know|have) )?"
    r"(?:what(?:'s| is)? )?(?:the )?"
    r"(?P<asked>time|day|date|weekday|day of the week)(?: (?:is it|it is|do (?:you|we) have|is))?"
    r"(?: (?:now|today|right now|please|exactly|at least|then|by the way|robot))*$"
)
""" "what time is it now"."""

_UNTIL = re.compile(
    r"^(?:(?:then|so|and) )*how long (?:have (?:i|we) got|do (?:i|we) have|is it|is there|is left|now)(?: left)?"
    r" (?:until|till|to|before) (?P<when>.+)$"
)
""" "how long have we got till half past seven"."""
_OF_IT = re.compile(r"^(?:(?:then|so|and|ok|okay) )*what (?:time|day|date)(?: then)?$")
""" "and what time then"."""


class Answering:
    """may_look: whether the robot may go and look for a person, as an instruction."""

    def __init__(
        self, memory: DialogMemory, config: DialogConfig, messages: Messages, may_look: Callable[[str, str], bool]
    ) -> None:
        self._memory, self._messages, self._may_look = memory, messages, may_look
        self._utc_offset_s = config.utc_offset_h * 3600

    def answer(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """With an offer to go and look, where memory is not sure of a state."""
        at_once = self._without_memory(conversation, reading, utterance)
        if at_once is not None and at_once.answer.text != NOTHING_PROMISED:
            return at_once
        if at_once is None and (said := _of_what_it_cannot_do(reading.text)):
            return saying(reading, said)
        meant, answer = self._of_memory(conversation, reading, utterance)
        if at_once is not None and answer.certainty <= RATHER_RIGHT:
            return at_once
        if answer.certainty < RATHER_RIGHT and (said := _of_itself(reading.text)):
            return saying(reading, said)
        look = _look_offered(meant, answer, utterance.stamp_ns)
        if look and self._may_look(look, utterance.speaker):
            conversation.offered = look
            answer = replace(answer, text=f"{answer.text} Shall I go and look?")
        return Reply(reading.act, answer)

    def _without_memory(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply | None:
        """What the clock tells, messages, the robot's own plans, and what was just said."""
        is_spoken_of = conversation.last is not None and conversation.last.act in GONE_ON
        by_clock = told_by_clock(reading.text, utterance.stamp_ns, self._utc_offset_s, is_spoken_of)
        by_clock = by_clock or self._messages.told_again(reading.text, utterance.speaker)
        asks = asks_for_messages(reading.text)
        if by_clock or (asks and self._messages.are_left_for(utterance.speaker)):  # these are told with any reply
            return saying(reading, by_clock)
        if asks:
            return saying(reading, "Nobody left a message for you.")
        told = told_of_own_plans(reading.text, utterance, self._memory, self._utc_offset_s)
        told = told or told_of_leave(reading.text, utterance.speaker, self._memory.standing_rules)
        if told:
            return saying(reading, told)
        spoken_of = self._when_that_was(conversation, reading, utterance)
        spoken_of = spoken_of or told_of_arranged(reading.text, conversation, self._memory)
        return Reply(reading.act, spoken_of) if spoken_of is not None else None

    def _when_that_was(self, conversation: Conversation, asked: Reading, utterance: Utterance) -> Answer | None:
        """The evidence of the answer before, with its times."""
        last = conversation.last
        is_told = last is not None and last.act in GONE_ON and last.answer.known and bool(last.answer.evidence)
        if last is None or not is_told or not asks_when_that_was(utterance.text):
            return None
        text = how_known(last.answer, utterance.stamp_ns, self._utc_offset_s)
        return replace(last.answer, question=asked.text, text=text)

    def perhaps_asked(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply | None:
        """The answer to what ends like a question, though it was read as none, or asks why something is that was just
        told; None if memory hardly knows one.
        """
        said = utterance.text.rstrip()
        asks_why = _asks_why_of_it(conversation, reading)
        may_ask = reading.act in _MAY_ASK and said.endswith("?") and not only_wants_a_yes(said)
        if not asks_why and (not may_ask or asks_for_a_deed(said)):
            return None
        _, answer = self._of_memory(conversation, reading, utterance)
        least = _SURELY_RIGHT if asks_why else RATHER_RIGHT
        return Reply(DialogAct.QUESTION, answer) if answer.known and answer.certainty >= least else None

    def _of_memory(self, conversation: Conversation, asked: Reading, utterance: Utterance) -> tuple[str, Answer]:
        """(the question as it is meant, what memory says)."""
        meant = as_meant(asked.text, utterance.speaker, self._memory)
        return meant, answer_of(
            self._memory, asked, meant, utterance.speaker, conversation.asked_after, utterance.text
        )


def _of_what_it_cannot_do(text: str) -> str:
    """ "I suppose you can't brew one, can you?"; "" where it is asked for no deed that is none of its own."""
    said = as_read(text)
    wanted = said.wanted if said is not None and _is_of_robot(said) else ()
    is_other = bool(wanted) and all(one.kind is DeedKind.OTHER and one.certainty >= SURE for one in wanted)
    return CANNOT if is_other else ""


def _of_itself(text: str) -> str:
    """What the robot says of itself, or of what it cannot know; "" where the home is asked about."""
    said = as_read(text)
    return chatted(said) or (WHO_I_AM if said is not None and _is_of_robot(said) else "")


def _is_of_robot(said: Said) -> bool:
    return said.asked.get(AskedKind.ROBOT, 0.0) >= SURE


def _asks_why_of_it(conversation: Conversation, reading: Reading) -> bool:
    """ "Why only three?", of the nights that were just told; "why?" may as well ask how that is known."""
    last = conversation.last
    is_of_answer = last is not None and last.act == DialogAct.QUESTION.value and last.answer.known
    return reading.act is DialogAct.REASON and is_of_answer and len(split_words(reading.text)) >= _NAMES_WHAT


def _look_offered(question: str, answer: Answer, now_ns: int) -> str:
    """The instruction that would tell what memory does not know, or knows of long ago; "" where none would.

    Of states alone ("is the stove on?"): they change without the robot, and one look shows them.
    """
    asked = _STATE_ASKED.fullmatch(question.strip())
    if asked is None or not _is_in_doubt(answer, now_ns):
        return ""
    look = f"go and see whether {asked['thing']} {asked['is'].lower()} {asked['state']}"
    return look if is_look(look) else ""


def _is_in_doubt(answer: Answer, now_ns: int) -> bool:
    """Not known, or not seen lately; of a thing whose state the robot could not tell, no other look tells it."""
    if not answer.known:
        return not answer.object_ids
    if answer.status is not None:
        return answer.status in _DOUBTED
    return bool(answer.evidence) and now_ns - max(one.stamp_ns for one in answer.evidence) > _OLD_NS


def told_by_clock(question: str, now_ns: int, utc_offset_s: float, is_spoken_of: bool = False) -> str:
    """Such as "It is 12:05 on Tuesday, 3 March 2026."; "" for what is no question for the clock.

    utc_offset_s: seconds that the people's clock is ahead of UTC; is_spoken_of: whether something was told or asked
    right before, of which "what time?" may be said.
    """
    words = " ".join(split_words(question))
    if until := _UNTIL.match(words):
        return _time_left(until["when"], LocalTime(now_ns, utc_offset_s / 3600))
    if not _TIME.match(words) or (is_spoken_of and _OF_IT.match(words)):
        return ""
    now = datetime.fromtimestamp(now_ns // 10**9 + utc_offset_s, timezone.utc)
    return f"It is {now:%H:%M} on {now:%A}, {now.day} {now:%B %Y}."


def _time_left(when: str, local: LocalTime) -> str:
    """ "Half past seven": in 42 minutes; "" for what is no time of the clock."""
    due = read_due(f"at {when}", local)
    if due is None or split_words(due.rest):
        return ""
    minutes = max(0, round((due.start_ns - local.now_ns) / (60 * NS)))
    hours, minutes = divmod(minutes, 60)
    parts = [f"{hours} hour{'s' if hours != 1 else ''}"] if hours else []
    parts += [f"{minutes} minute{'s' if minutes != 1 else ''}"] if minutes or not hours else []
    return f"{' and '.join(parts)[:1].upper()}{' and '.join(parts)[1:]}."
