"""Reminders, and deeds promised for later: what is read as a reminder, or only sounds like one, what the robot
says when it takes one on, and how it is told, or the deed begun, when it is time or who was awaited is there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from embodied_memory.dialog.errands.instruction_queue import deed_of
from embodied_memory.dialog.promises.for_later import Later, later_in, wants_later
from embodied_memory.dialog.promises.messages import message_in
from embodied_memory.dialog.talk.conversation import Conversation, DialogAct, Reading
from embodied_memory.dialog.talk.dialog_memory import PromisedDeed
from embodied_memory.dialog.talk.reply import Reply, not_understood, saying, stated
from embodied_memory.dialog.utterance.completion import completed
from embodied_memory.dialog.utterance.spoken_parts import is_passed_on
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.memory.belief.statements.standing_times import last_due, without_every
from embodied_memory.planning.tasks.request_frame import bare_request
from embodied_memory.words.one_reading import as_read
from embodied_memory.words.plain_messages import EVERYBODY, plain_message
from embodied_memory.words.plain_orders import is_doable
from embodied_memory.words.plain_words import (
    in_second_person,
    in_third_person,
    is_named,
    plain_reminder,
    tells_before,
)
from embodied_memory.words.said import Role, Said, SpeechAct
from embodied_memory.words.saying_sorts import UNNOTICED, depends_on
from embodied_memory.words.time_words.spoken_time import NS, LocalTime, SpokenTime, read_due
from embodied_memory.words.wording.words import split_words

_REMIND = re.compile(
    r"\b(?:remind|let) (?P<whom>\w+)(?P<forget> forget)?\b(?P<task> (?!forget$).+)"
    r"|\breminded(?P<passive> (?:of|about|to) .+)",
    re.I,
)
""" "don't let me forget the bins", "remind Tom to ring the vet"."""
_REMINDED = re.compile(r"\bremind \w+", re.I)
_CHANGES = re.compile(r"(?:make it|cancel|postpone|move|delete|remove|change|drop|push|forget|stop) ", re.I)
""" "cancel my alarm"."""
_MOVES = re.compile(r"move my reminder to (?:at )?(?:in )?(?P<when>.+)", re.I)
""" "move my reminder to half past eight"."""
_TELLS = re.compile(
    r"(?:the|an?|my|your|our|his|her|their|this|that|some|no|it|he|she|they|there|we|\d+)\b|[A-Z]", re.ASCII
)
"""What is the case, or a thing, rather than a deed: "Tom took the car", "the bins"."""
_DOES = re.compile(r"(?:wake|tell|set|make|create) ", re.I)
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
""" "Give me a shout at six"."""
_NOT_NAMED = frozenset({"him", "her", "them"})


def reminder(task: str, person: str) -> str:
    """A commitment that is due, as it is said to whom it concerns."""
    words = in_second_person(task.strip().rstrip(".!"))
    link = " about" if words.partition(" ")[0].endswith("ing") else ":" if _TELLS.match(words) else " to"
    told = f"this is your reminder{link} {words}."
    return f"{person}, {told}" if is_named(person) else f"{told[0].upper()}{told[1:]}"


def taken_back(said: str) -> str:
    """What memory is told of a reminder that is no more wanted. said: as it was asked for."""
    found = _REMINDED.search(said)
    return f"cancel my reminder{said[found.end() :] if found else ''}"


def promised(said: str) -> str:
    """What will be reminded of, as it was asked for: "All right, I will remind you to take your pills tonight."."""
    found = _REMIND.search(" ".join(said.split()).rstrip(".!? "))
    changed = bare_request(said.rstrip(".!? "))
    moved = _MOVES.fullmatch(changed)
    if moved:
        return f"All right, I move your reminder to {moved['when']}."
    if _CHANGES.match(changed):
        return f"All right: {in_second_person(changed)}."
    if found is None:
        is_deed = _DOES.match(bare_request(said.rstrip(".!? ")))
        return f"All right, I will {deed_of(said)}." if is_deed else f'All right, I will mind it: "{deed_of(said)}".'
    whom = found["whom"] or "me"
    task = in_second_person((found["task"] or found["passive"]).strip(" ,"))
    if found["forget"] and not task.startswith(("to ", "about ", "that ")):
        task = f"{'about' if _TELLS.match(task) else 'to'} {task}"
    return f"All right, I will remind {'you' if whom.lower() in ('me', 'us') else whom} {task}."


def told_of_reminder(said: str, conversation: Conversation, now_ns: int, utc_offset_h: float) -> str:
    """What is said to who asks to be reminded. conversation: which may tell of the reminder that is moved."""
    before = conversation.last_of(DialogAct.REMINDER.value)
    is_moved = before is not None and _MOVES.fullmatch(said.rstrip(".!? "))
    old = read_due(before.said, LocalTime(before.stamp_ns, utc_offset_h)) if before is not None and is_moved else None
    return f"{promised(said)}{_left_open(said, LocalTime(now_ns, utc_offset_h), old)}"


def _left_open(said: str, local: LocalTime, moved: SpokenTime | None = None) -> str:
    """What somebody who asks to be reminded leaves open: asks when, where nothing tells; says which hour is meant
    that may be one of the morning or the evening. "" where nothing is open. moved: when it was due, if it is moved.
    """
    read = as_read(said)
    due = read_due(said, local)
    if due is not None and moved is not None:
        return f" That is at {_clock(due.on_day_of(moved.start_ns, local.now_ns), local)}."
    if due is not None:
        return f" That is at {_clock(due, local)}." if due.is_half_open else ""
    found = _REMIND.search(said)
    is_own = found is not None and (found["whom"] or "").lower() in ("me", "us")
    is_of_something = read is not None and read.surely(SpeechAct.REMIND) and bool(read.of(Role.CONTENT))
    is_limited = read is not None and bool(read.of(Role.TIME) or read.of(Role.CONDITION))
    return " When shall I say so?" if is_own and is_of_something and not is_limited else ""


def _clock(due: SpokenTime, local: LocalTime) -> str:
    moment = datetime.fromtimestamp(due.start_ns // NS, local.now.tzinfo)
    return f"{moment:%H:%M}{' today' if moment.date() == local.now.date() else f' on {moment:%A}'}"


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
