"""What was stopped, and how it goes on: nothing is lost by a stop that nobody wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import zip_longest

from embodied_memory.dialog.errands.instruction_queue import Assignment, InstructionQueue, Standing, in_order
from embodied_memory.dialog.talk.dialog_act import DialogAct, Reading
from embodied_memory.dialog.talk.stop_words import asks_to_stop
from embodied_memory.dialog.utterance.wanted_deeds import deeds_in
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.words.one_reading import as_read
from embodied_memory.words.said import TELLING, SpeechAct
from embodied_memory.words.wording.words import split_words

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
