"""The sort of answer that a question wants (a time, an amount, a name, ...), and whether a text tells one of it; and
the sort of record that answers it: "when did she get in" asks for her coming home, whatever else about her and
the time is at hand.

A piece about the right matter that tells no such thing answers nothing: "who put the loaf there" is no answer to
"how much was the loaf". Sorts as in question classification (Li and Roth 2002), those that a home asks for; by
which words they are known stands in `answer_sorts.txt`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from enum import Enum
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan
from embodied_memory.words.one_reading import as_read
from embodied_memory.words.said import AskedKind, RecordSort
from embodied_memory.words.wording.description import GROUP_OF_WORD
from embodied_memory.words.wording.words import split_words

_COUNT = (
    r"\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|half|quarter|dozen|couple|twice"
    r"|once|several|whole"
)
_NAMED = re.compile(r"(?<=[a-z,'] )[A-Z][a-zA-Z]+")
_HOW_OFTEN = re.compile(r"\bhow (?:often|many times|many visits)\b|\bhow many .{0,20}\btimes\b", re.I)
_BEFORE = re.compile(r"\b(?:before|previously|until|till)\b", re.I)
_SURE = 0.6
_DONE = (
    (RecordSort.CAME, r"came (?:home|back|round|over|to the (?:door|house))|arrived|(?:got|came) (?:home|in|back)"),
    (RecordSort.LEFT, r"left(?: the (?:house|flat|building))?\.?$|left (?:home|for|with)|went (?:out|off|home)"),
    (RecordSort.ON, r"(?:switched|turned|put) (?:on|.* on\.?$)|lit|started"),
    (RecordSort.OFF, r"(?:switched|turned|put) (?:off|.* off\.?$)|unplugged"),
    (RecordSort.OPENED, r"opened|unlocked"),
    (RecordSort.CLOSED, r"closed|shut|locked"),
    (RecordSort.GAVE, r"handed|gave|passed"),
    (RecordSort.TOOK, r"took|picked|grabbed|fetched|removed|collected|carried|brought"),
    (RecordSort.PUT, r"put|placed|set|laid|left|hung|stuck|dropped|tucked|hid|moved|stood|slid|stowed|parked"),
    (RecordSort.WENT, r"went|walked|entered|came"),
)
_SORTS = tuple((sort, re.compile(rf"^(?:the )?[\w'’. -]{{1,40}}? (?:{done})(?!\w)", re.I)) for sort, done in _DONE)
"""By the verb after who did it, as this stack's own sentences of deeds have it."""
_EVEN = 1 / len(RecordSort)


class AnswerSort(str, Enum):
    """What has to be in an answer."""

    AMOUNT = "amount"
    CLOCK = "clock"
    COLOR = "color"
    DAY = "day"
    DURATION = "duration"
    NAME = "name"
    NUMBER = "number"
    REASON = "reason"


_OF_TIME = (AnswerSort.CLOCK, AnswerSort.DAY)


@lru_cache(maxsize=2)
def _forms(kind: str) -> dict[AnswerSort, re.Pattern[str]]:
    """kind: "asked" or "told"."""
    found: dict[AnswerSort, list[str]] = defaultdict(list)
    for line in Path(__file__).with_name("answer_sorts.txt").read_text(encoding="utf-8").splitlines():
        name, _, pattern = line.partition(": ")
        if name.startswith(f"{kind} "):
            found[AnswerSort(name.split()[1])].append(pattern.replace("COUNT", _COUNT))
    return {sort: re.compile("|".join(patterns), re.I) for sort, patterns in found.items()}


def sort_asked(question: str) -> AnswerSort | None:
    """The first that fits; None where the words of the question tell none."""
    return next((sort for sort, pattern in _forms("asked").items() if pattern.search(question)), None)


def asks_how_long(plan: QueryPlan) -> bool:
    """By its words, or as it was read."""
    return sort_asked(plan.question) is AnswerSort.DURATION or plan.asks(AskedKind.HOW_LONG) >= _SURE


def asks_how_often(plan: QueryPlan) -> bool:
    """The same."""
    return bool(_HOW_OFTEN.search(plan.question)) or plan.asks(AskedKind.HOW_OFTEN) >= _SURE


def asks_how_many(plan: QueryPlan) -> bool:
    """As it was read."""
    return plan.asks(AskedKind.COUNT) >= _SURE


def asks_where_before(plan: QueryPlan) -> bool:
    """Where something was before it came to where it was then."""
    return bool(_BEFORE.search(plan.question)) and plan.asks(AskedKind.WAS_WHERE) >= _SURE


def tells(sort: AnswerSort, text: str, question: str, is_said: bool) -> bool:
    """Whether a text tells something of a sort that the question does not tell itself. When something was done, which
    nobody said (is_said), its stamp tells.
    """
    if sort in _OF_TIME and not is_said:
        return True
    if sort is AnswerSort.NAME:
        asked = set(split_words(question))
        return any(name.lower() not in asked for name in _NAMED.findall(text))
    if sort is AnswerSort.COLOR:
        return any(GROUP_OF_WORD.get(word) == "color" for word in split_words(text))
    return bool(_forms("told")[sort].search(text))


def sort_of(piece: Piece) -> RecordSort:
    """OTHER for a deed with another verb."""
    if piece.is_said:
        return RecordSort.SAID
    return next((sort for sort, done in _SORTS if done.match(piece.text)), RecordSort.OTHER)


def likely_sorts(question: str) -> dict[RecordSort, float]:
    """How likely each sort of record answers it; all alike where nothing is learned of that."""
    said = as_read(question)
    return dict(said.answered_by if said is not None else {}) or dict.fromkeys(RecordSort, _EVEN)
