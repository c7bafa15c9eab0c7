"""What people asked for and is not done yet: one instruction at a time, the rest in the order it was asked for;
and what was stopped, and how it goes on: nothing is lost by a stop that nobody wanted.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

from embodied_memory.dialog.talk.conversation import DialogAct, Reading
from embodied_memory.dialog.talk.stop_words import asks_to_stop
from embodied_memory.dialog.utterance.wanted_deeds import deeds_in
from embodied_memory.planning.tasks.request_frame import bare_request
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.words.one_reading import as_read
from embodied_memory.words.plain_words import in_second_person, in_third_person
from embodied_memory.words.said import TELLING, SpeechAct
from embodied_memory.words.wording.words import split_words

_PLEASE = re.compile(r"[\s,]+(?:please|(?:would|will|could|can) you\b[^.!?;]*)$", re.I)
""" "bring me the mug, would you"."""
_MAY_HAVE = re.compile(r"^(?:can|could|may|might) (?:i|we) (?:please |just )?(?:have|get) ", re.I)
""" "can i have the mug"."""


@dataclass(frozen=True)
class Assignment:
    """instruction: as the planner gets it. speaker: who asked for it, and whose permissions count."""

    instruction: str
    speaker: str


class Standing(Enum):
    """What becomes of an instruction that is given. KNOWN: it is being done, or waits, already. FULL: not taken."""

    NOW = "now"
    LATER = "later"
    KNOWN = "known"
    FULL = "full"


class InstructionQueue:
    """current: what the planner has; None while it has nothing."""

    def __init__(self, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._waiting: deque[Assignment] = deque()
        self.current: Assignment | None = None

    @property
    def waiting(self) -> tuple[Assignment, ...]:
        """What comes after the current one, in order."""
        return tuple(self._waiting)

    def give(self, assignment: Assignment, first: bool = False) -> Standing:
        """first: goes before all that waits, as what somebody was asked back about does."""
        if assignment == self.current or assignment in self._waiting:
            return Standing.KNOWN
        if self.current is None:
            self.current = assignment
            return Standing.NOW
        if len(self._waiting) >= self._most_waiting:
            return Standing.FULL
        self._waiting.insert(0 if first else len(self._waiting), assignment)
        return Standing.LATER

    def end(self, assignment: Assignment) -> None:
        """The planner is done with it. What was dropped since counts for nothing."""
        if assignment == self.current:
            self.current = None

    def withdraw(self, instruction: str, speaker: str) -> bool:
        """Somebody takes back what they asked for last; returns whether it was being done already."""
        taken_back = Assignment(instruction, speaker)
        is_current = taken_back == self.current
        if is_current:
            self.current = None
        elif taken_back in self._waiting:
            self._waiting.remove(taken_back)
        return is_current

    def take_next(self) -> Assignment | None:
        """What is to begin now, if nothing is being done and something waits."""
        if self.current is not None or not self._waiting:
            return None
        self.current = self._waiting.popleft()
        return self.current

    def drop_all(self) -> tuple[Assignment, ...]:
        """Somebody wants it all to stop. Returns what waited."""
        dropped = self.waiting
        self._waiting.clear()
        self.current = None
        return dropped


def agreed(standing: Standing, deed: str, current: Assignment | None, speaker: str) -> str:
    """deed: in the words of the robot ("bring you the mug"); current: what it is doing."""
    if standing is Standing.NOW:
        return f"All right: {deed}."
    if standing is Standing.LATER:
        whose = "you" if current is None or current.speaker == speaker else current.speaker
        return f"All right, next: {deed}. First I finish what {whose} asked for."
    if standing is Standing.KNOWN:
        is_on_it = current is not None and current.speaker == speaker
        return "I am on it." if is_on_it else "I have not forgotten it: it comes next."
    return "I am busy, and enough waits already: ask me again when some of it is done."


def deed_of(instruction: str) -> str:
    """What was asked of the robot, as it says that itself: "bring you the mug"."""
    asked = _MAY_HAVE.sub("bring me ", bare_request(_PLEASE.sub("", instruction.rstrip(".!? "))))
    return in_second_person(asked[:1].lower() + asked[1:])


def in_name_of(asker: str, instruction: str) -> str:
    """What somebody asked for, as others ask for it for them: "bring me the mug" -> "bring Tom the mug"."""
    return in_third_person(bare_request(instruction.rstrip(".!? ")), asker)


def in_order(waiting: Sequence[Assignment]) -> str:
    """What is still to come, for everybody's ears: "bring Tom the mug; open the fridge"; "" if nothing is."""
    return "; ".join(in_third_person(_PLEASE.sub("", one.instruction.rstrip(".!? ")), one.speaker) for one in waiting)


_GO_ON = re.compile(
    r"(?:(?:ok|okay|all right|alright|yes|now|please|false alarm|sorry|robot|you)[,.!]? )*(?:(?:can|may|could) )?"
    r"(?:go on|carry on|continue|resume|keep going|proceed|go ahead|start again|move on)"
    r"(?: (?:again|now|please|then|robot|(?:with )?(?:it|that|your work|your task|what you were doing)))*[.!]*",
    re.I,
)
""" "OK, you can go on with it now", "False alarm, carry on"."""
_STOPPED = (DialogAct.UNCLEAR, DialogAct.STOP, DialogAct.INSTRUCTION)
_ASKED_BESIDE = (DialogAct.INSTRUCTION, DialogAct.QUESTION, DialogAct.REMINDER, DialogAct.MESSAGE)
"""What somebody may want besides a stop."""
_SENTENCE = re.compile(r"((?<=[.!?;])\s+|,?\s+(?:and then|then|and)\s+|\s*[,;]\s*)", re.I)
_MOST_TOGETHER, _SOME = 3, 0.1
_WORDLESS = re.compile(r"(?:(?:no|oh|ah|hey|please|sorry|thanks|robot)\W+)+", re.I)
_CANNOT = re.compile(r"\b(?:i|we) (?:(?:can|could) ?not|(?:ca|could)n['’]?t)\b", re.I)
""" "I can't reach the jar"."""
_WHY_NOT = re.compile(
    r"\b(?!(?:you|do|i|we)\b)\w+ (?:(?:ca|could|is|are|was|were|has|have|had|does|did|wo)n['’]?t"
    r"|(?:can|could|is|are|was|were|has|have|had|does|did|will) ?not)\b"
    r"(?! (?:want|need|like|think|mean|let|allow))",
    re.I,
)
"""Somebody who cannot do something, or something that is not so, is why it is wanted: "so Dad can't go"."""
_OF_DEVICES = (Deed.SET, Deed.OPEN, Deed.CLOSE)
_ITSELF = re.compile(r"(?:it|them|that|this|everything|all(?: of it)?|yourself|you|the robot|your \w+)", re.I)
""" "all of it", "your arm"."""
_NEGATED = re.compile(r"n't\b|\b(?:not|never|no|dont)\b", re.I)


def _negates(text: str, reading: Reading) -> bool:
    """Whether "not" may be meant of what is wanted; who cannot reach a jar wants it brought, without that word."""
    verb = split_words(reading.text)[:1]
    is_hint = not set(verb) & set(split_words(text))
    text = _WHY_NOT.sub("", text)
    return bool(_NEGATED.search(_CANNOT.sub("", text) if is_hint else text))


def _is_of_device(instruction: str) -> bool:
    """Whether it names something to be switched, opened or shut: "turn the standing lamp off" may be a stop, and
    wants that all the same.
    """
    goals = deeds_in(instruction)
    return bool(goals) and all(goal.deed in _OF_DEVICES and not _ITSELF.fullmatch(goal.thing) for goal in goals)


def may_be_a_stop(text: str, reading: Reading, is_busy: bool) -> bool:
    """Whether it may ask for a stop: of a robot that does nothing, only what is read as nothing else."""
    said = as_read(text)
    is_else = said is not None and said.surely(
        SpeechAct.INSTRUCT, SpeechAct.ASK, SpeechAct.MESSAGE, SpeechAct.REMIND, SpeechAct.RULE, *TELLING
    )
    is_plain = said is None or said.share(SpeechAct.STOP, SpeechAct.CANCEL) >= _SOME
    return is_busy or reading.act is DialogAct.STOP or (is_plain and not is_else)


class Standstill:
    """queue: what is being done and what waits."""

    def __init__(self, queue: InstructionQueue) -> None:
        self._queue = queue
        self._stopped: tuple[Assignment, ...] = ()

    def stop(self) -> None:
        """All of it, whoever asked for it: who says stop does not want the robot to drive on with something else."""
        current = (self._queue.current,) if self._queue.current is not None else ()
        self._stopped = (*current, *self._queue.drop_all()) or self._stopped

    def forget(self) -> None:
        """Somebody asked for something else: what was stopped does not go on."""
        self._stopped = ()

    def told(self) -> str:
        """What was stopped, and how to go on; "" if nothing was."""
        stopped = in_order(self._stopped)
        return f'I have stopped: {stopped}. Say "go on" and I go on.' if stopped else ""

    def go_on(self) -> Assignment | None:
        """What to begin now; what waited waits again. None if something else is being done."""
        stopped, self._stopped = self._stopped, ()
        begun = [one for one in stopped if self._queue.give(one) is Standing.NOW]
        return begun[0] if begun else None


def goes_on(text: str) -> bool:
    """Whether somebody wants what was stopped to go on."""
    return _GO_ON.fullmatch(" ".join(text.split())) is not None


def reading_of_stop(reading: Reading, text: str, is_busy: bool, read: Callable[[str], Reading]) -> Reading:
    """How an utterance is to be read that may ask for a stop: as one, but for what it says besides.

    Of what it asks for nothing is done but what some other part of it asks for: "don't go there" is not to be read as
    "go there". read: reads a part of it.
    """
    if reading.act is DialogAct.OFFER and asks_to_stop(reading.text):
        return Reading(DialogAct.STOP, text)  # "hold on, stop where you are" is nothing to be asked about
    is_talk = reading.act in (DialogAct.TALK, DialogAct.CANCELLATION)
    if reading.replaces or not (is_talk or reading.act in _STOPPED):
        return reading
    may_be_done = not is_busy or _is_of_device(reading.text)
    if reading.act is DialogAct.INSTRUCTION and may_be_done and not _negates(text, reading):
        return reading
    wanted = (DialogAct.INSTRUCTION,) if is_talk else _ASKED_BESIDE
    besides = (read(rest) for rest in _besides(text))
    asked = next((one for one in besides if one.act in wanted), None)
    return asked or (reading if is_talk else Reading(DialogAct.STOP, text))


def _besides(text: str) -> Iterator[str]:
    """Without the parts that may ask for a stop; the rest as it was said, then what ends it.

    Of "no, leave it, I need my keys first" only the end wants something.
    """
    split = _SENTENCE.split(text)
    parts = [part + after for part, after in zip_longest(split[::2], split[1::2], fillvalue="")]
    for many in range(1, _MOST_TOGETHER + 1):
        for first in range(len(parts) - many, -1, -1):
            if asks_to_stop("".join(parts[first : first + many])):
                parts[first : first + many] = []
    for first in range(min(len(parts), _MOST_TOGETHER)):
        rest = _WORDLESS.sub("", "".join(parts[first:]).strip(" ,;"), count=1).strip()
        if rest:
            yield rest
