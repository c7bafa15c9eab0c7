"""Deeds that the robot has promised for later: taken on, and begun when it is time or who was awaited is there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from embodied_memory.dialog.errands.instruction_queue import deed_of
from embodied_memory.dialog.promises.for_later import Later, later_in
from embodied_memory.dialog.talk.conversation import Conversation
from embodied_memory.dialog.talk.dialog_act import DialogAct, Reading
from embodied_memory.dialog.talk.dialog_memory import PromisedDeed
from embodied_memory.dialog.talk.not_understood import not_understood
from embodied_memory.dialog.talk.reply import Reply, saying, stated
from embodied_memory.dialog.utterance.spoken_parts import is_passed_on
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.statements.recurrence import last_due, without_every
from embodied_memory.words.time_words.spoken_time import NS, LocalTime

_MAY_BE_LATER = (
    DialogAct.INSTRUCTION, DialogAct.OFFER, DialogAct.REMINDER, DialogAct.RULE, DialogAct.REPORT, DialogAct.UNCLEAR,
    DialogAct.QUESTION,
)  # fmt: skip
_LATE_NS, _TOO_LATE_NS = 1800 * NS, 86_400 * NS
"""After so long it is asked about first; after so long nobody waits for it any more."""


def missed(one: PromisedDeed) -> str:
    """Of what it is too late for: the robot was off, or nobody told it the time."""
    return f"I have missed it: {deed_of(one.text)}. Tell me if you still want it."


def as_it_is_time(one: PromisedDeed, told: Answer) -> str:
    """What is said of a promise whose time has come, to whom it was made."""
    return f"{one.for_whom}, as I promised. {told.text}" if told.known else f"{one.for_whom}: {told.text}"


class PromisedDeeds:
    """instruct: carries out an instruction now, or says why not; declines: what it says if it would not,
    None where nothing speaks against it; people: names known, in lower case.
    """

    def __init__(
        self,
        instruct: Callable[[Conversation, Reading, Utterance], Reply],
        declines: Callable[[Conversation, Reading, Utterance], Reply | None],
        people: Callable[[], Collection[str]],
        utc_offset_h: float,
    ) -> None:
        self._instruct, self._declines, self._people, self._utc_offset_h = instruct, declines, people, utc_offset_h
        self._begun: set[tuple[int, int | None]] = set()
        self._awaited: dict[int, int] = {}
        self._came_ns: dict[str, int] = {}

    def as_later(self, reading: Reading, utterance: Utterance) -> Reading:
        """As it was read, unless a deed is wanted at a time to come or when somebody comes."""
        is_asked = reading.act is DialogAct.QUESTION and utterance.text.rstrip().endswith("?")
        if reading.act not in _MAY_BE_LATER or is_asked or is_passed_on(utterance.text):
            return reading
        is_later = self._later(reading.text, utterance) is not None
        return replace(reading, act=DialogAct.LATER) if is_later else reading

    def take(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """An act of the dialog (see `DialogManager`): promised, unless it would be declined now too."""
        later = self._later(reading.text, utterance)
        if later is None:
            return Reply(DialogAct.UNCLEAR, not_understood(reading.text))
        wanted = replace(reading, act=DialogAct.INSTRUCTION, text=later.now or later.deed)
        declined = self._declines(conversation, wanted, utterance)
        if declined is not None:
            conversation.offered = reading.text if conversation.offered else ""
            return declined
        told = later.told(self._local(utterance.stamp_ns))
        promised = f"I will {deed_of(told)}."
        instead = self._instead(conversation, reading, utterance)
        if not later.now:
            return replace(saying(reading, f"All right, {promised}"), told=f"{instead}{told}")
        begun = self._instruct(conversation, wanted, utterance)
        text = f"{begun.answer.text} {promised}"
        return replace(begun, act=reading.act, answer=stated(reading.text, text), told=told)

    def _instead(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> str:
        """That what was promised before is off."""
        last = conversation.last if reading.replaces else None
        before = self._later(last.said, utterance) if last is not None else None
        return f"cancel {before.deed}. " if before is not None else ""

    def came(self, person: str, now_ns: int) -> None:
        """Somebody was seen to come in, or spoke."""
        self._came_ns[person.lower()] = now_ns

    def due(self, promised: Iterable[PromisedDeed], now_ns: int) -> Iterator[tuple[PromisedDeed, str]]:
        """Those whose time has come, each once, with the deed; "" where it is too late to begin it unasked."""
        for one in promised:
            due_ns = None if one.due_ns is None else last_due(one.text, one.due_ns, now_ns)
            key = (one.number, due_ns)
            if key in self._begun or not self._is_time(one, due_ns, now_ns):
                continue
            self._begun.add(key)
            late_ns = now_ns - due_ns if due_ns is not None else 0
            if late_ns < _TOO_LATE_NS:
                yield one, self._deed(one, now_ns) if late_ns < _LATE_NS else ""

    def _is_time(self, one: PromisedDeed, due_ns: int | None, now_ns: int) -> bool:
        if due_ns is not None:
            return due_ns <= now_ns
        since_ns = self._awaited.setdefault(one.number, now_ns)
        later = self._later(one.text, Utterance(now_ns, one.for_whom, one.text))
        return later is not None and self._came_ns.get(later.awaited.lower(), 0) > since_ns

    def _deed(self, one: PromisedDeed, now_ns: int) -> str:
        later = self._later(one.text, Utterance(now_ns, one.for_whom, one.text))
        return later.deed if later is not None else without_every(one.text)

    def _later(self, text: str, utterance: Utterance) -> Later | None:
        people = {*self._people(), utterance.speaker.lower()}
        return later_in(text, utterance.speaker, people, self._local(utterance.stamp_ns))

    def _local(self, now_ns: int) -> LocalTime:
        return LocalTime(now_ns, self._utc_offset_h)
