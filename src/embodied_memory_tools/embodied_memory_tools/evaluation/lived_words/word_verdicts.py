"""Whether a reply is right: at first sight by the patterns of the folder, or as somebody judged it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from enum import Enum
from pathlib import Path

from embodied_memory_tools.evaluation.lived_words.word_folder import JudgedLine

_NOT_UNDERSTOOD = re.compile(r"^(?:sorry, )?I (?:did not|didn't) (?:quite )?understand|^I don't understand", re.I)
_DOES_NOT_TELL = re.compile(
    r"\bI (?:do not|don't|can't|cannot|am not able to) (?:know|tell|say|remember)|\bnothing (?:of|about) that\b"
    r"|^I have not (?:seen|heard)|^I (?:may|can) not (?:tell|say)|^I have no ",
    re.I,
)


class Verdict(str, Enum):
    """NONSENSE: about something else altogether; DONT_KNOW: though it was known."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"
    DONT_KNOW = "dont-know"
    NONSENSE = "nonsense"


def first_sight(asked: JudgedLine, reply: str, known: bool, acts: bool) -> Verdict:
    """By the patterns of what was asked; what they cannot tell from a wrong answer (partly, nonsense) needs a judge.

    acts: the robot would do something; a question wants to be answered.
    """
    leaks = any(re.search(pattern, reply, re.I) for pattern in asked.no)
    gives_none = not known or bool(_DOES_NOT_TELL.search(reply)) or bool(_NOT_UNDERSTOOD.search(reply))
    if asked.is_unknowable:
        return Verdict.RIGHT if gives_none and not leaks and not acts else Verdict.WRONG
    says_it = all(re.search(pattern, reply, re.I) for pattern in asked.must)
    if says_it and not leaks and (asked.must or not acts):
        return Verdict.RIGHT
    return Verdict.DONT_KNOW if gives_none and not leaks else Verdict.WRONG


def tells_what_is_wanted(asked: JudgedLine, text: str) -> bool:
    """Whether it is a right answer that tells something."""
    return not asked.is_unknowable and first_sight(asked, text, True, False) is Verdict.RIGHT


def read_verdicts(path: Path) -> Mapping[str, Verdict]:
    """A judge's file: one JSON object a line, {"id": "q1", "verdict": "right"}. ValueError names the bad line."""
    found: dict[str, Verdict] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            told = json.loads(line)
            found[str(told["id"])] = Verdict(told["verdict"])
        except (ValueError, KeyError, TypeError) as error:
            allowed = ", ".join(verdict.value for verdict in Verdict)
            raise ValueError(f"{path.name}, line {number}: wants id and verdict ({allowed}): {error}") from error
    return found
