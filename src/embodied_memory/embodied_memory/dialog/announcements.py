"""What the robot says of its own accord."""

from __future__ import annotations

import re
from datetime import datetime

from embodied_memory.dialog.agreeing import deed_of
from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.dialog_act import DialogAct
from embodied_memory.memory.belief.statements.spoken_time import NS, LocalTime, SpokenTime, read_due
from embodied_memory.planning.tasks.request_frame import bare_request
from embodied_memory.words.first_person import in_second_person, is_named
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import Role, SpeechAct

_REMIND = re.compile(
    r"\b(?:remind|let) (?P<whom>\w+)(?P<forget> forget)?\b(?P<task> (?!forget$).+)"
    r"|\breminded(?P<passive> (?:of|about|to) .+)",
    re.I,
)
_REMINDED = re.compile(r"\bremind \w+", re.I)
_CHANGES = re.compile(r"(?:make it|cancel|postpone|move|delete|remove|change|drop|push|forget|stop) ", re.I)
_MOVES = re.compile(r"move my reminder to (?:at )?(?:in )?(?P<when>.+)", re.I)
_TELLS = re.compile(
    r"(?:the|an?|my|your|our|his|her|their|this|that|some|no|it|he|she|they|there|we|\d+)\b|[A-Z]", re.ASCII
)
"""What is the case, or a thing, rather than a deed: "Tom took the car", "the bins"."""
_DOES = re.compile(r"(?:wake|tell|set|make|create) ", re.I)


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
    before = next((turn for turn in reversed(conversation.turns) if turn.act == DialogAct.REMINDER.value), None)
    is_moved = before is not None and _MOVES.fullmatch(said.rstrip(".!? "))
    old = read_due(before.said, LocalTime(before.stamp_ns, utc_offset_h)) if before is not None and is_moved else None
    return f"{promised(said)}{left_open(said, LocalTime(now_ns, utc_offset_h), old)}"


def left_open(said: str, local: LocalTime, moved: SpokenTime | None = None) -> str:
    """What somebody who asks to be reminded leaves open: asks when, where nothing tells; says which hour is meant
    that may be one of the morning or the evening. "" where nothing is open. moved: when it was due, if it is moved.
    """
    reading = the_reading()
    read = reading.read(said) if reading is not None else None
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
