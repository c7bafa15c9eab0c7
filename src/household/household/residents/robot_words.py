"""What people make of what the robot says aloud: a question with readings, bad news, or news of a deed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

_QUESTION = re.compile(r'^(?:By "(?P<phrase>.+?)", )?do you mean (?P<readings>.+?)\?\s*$', re.I | re.S)
_BETWEEN = re.compile(r",\s*(?:or\s+)?|\s+or\s+")
_OCCUPIED = re.compile(r"another instruction|\bI am busy\b", re.I)
_FAILED = re.compile(r"\b(?:could not|cannot|can not|did not (?:find|understand)|may not|not found)\b", re.I)
_DONE = re.compile(r"^I have (?:\w+ed|brought|put|set|found|shut|taken)\b", re.I)
_PLACE = re.compile(r"\b(?:on|in|at|next to|beside|by|under|near|held)\b", re.I)
_FILLING = frozenset(
    ("the", "a", "an", "my", "your", "our", "of", "on", "in", "at", "to", "from", "with", "is", "next")
)


class News(str, Enum):
    """What a sentence of the robot means to somebody who asked it for something."""

    QUESTION = "question"
    OCCUPIED = "occupied"
    FAILED = "failed"
    DONE = "done"
    OTHER = "other"


@dataclass(frozen=True)
class RobotQuestion:
    """phrase: the words that may mean several things, "" if it quotes none. readings: what they may mean."""

    phrase: str
    readings: tuple[str, ...]


def news_in(text: str) -> News:
    """What sort of news a sentence is."""
    if question_in(text) is not None:
        return News.QUESTION
    for news, form in ((News.OCCUPIED, _OCCUPIED), (News.FAILED, _FAILED), (News.DONE, _DONE)):
        if form.search(text):
            return news
    return News.OTHER


def question_in(text: str) -> RobotQuestion | None:
    """A question that offers at least two readings; None if it is none."""
    found = _QUESTION.match(" ".join(text.split()))
    readings = tuple(filter(None, _BETWEEN.split(found["readings"]))) if found else ()
    return RobotQuestion((found["phrase"] or "") if found else "", readings) if len(readings) > 1 else None


def pick_reading(readings: Sequence[str], looks: str, place: str) -> str:
    """The reading that fits what is meant: no word of its looks is another, and of those that fit the one whose place
    fits best. "" if none does, or several do as well. looks: such as "a red mug"; place: such as "on the brown desk".
    """
    fitting = [one for one in readings if words_of(_PLACE.split(one)[0]) <= words_of(looks)]
    told = [words_of(" ".join(_PLACE.split(one)[1:])) for one in fitting]
    scores = [2 * len(words & words_of(place)) - len(words - words_of(place)) for words in told]
    best = max(scores, default=0)
    return fitting[scores.index(best)] if scores.count(best) == 1 else ""


def words_of(text: str) -> frozenset[str]:
    """The words that say which thing it is."""
    return frozenset(re.findall(r"[a-z0-9]+", text.lower())) - _FILLING
