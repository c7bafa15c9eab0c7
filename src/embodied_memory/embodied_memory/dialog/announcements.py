"""What the robot says of its own accord."""

from __future__ import annotations

import re

from embodied_memory.dialog.agreeing import deed_of
from embodied_memory.dialog.first_person import in_second_person, is_named
from embodied_memory.planning.tasks.request_frame import bare_request

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
