"""What the robot is to find, read out of an instruction in plain words: "find the kettle, then the red book" (a thing
named, described or shown: GOAT-Bench's three kinds; LMEE, section 14); and what became of an instruction, or
becomes of it now: what the robot says about its tasks rests on this.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from embodied_memory.evidence import Answer
from embodied_memory.words.wording.description import parse_description


class GoalKind(str, Enum):
    """How the goal was told."""

    CATEGORY = "category"
    DESCRIPTION = "description"
    IMAGE = "image"


@dataclass(frozen=True)
class Goal:
    """One thing to find and go to. description: as said, without verb and article ("red book").

    image: the JPEG that was shown, of an image goal; its description is what perception made of it, and read_by
    says which part of perception that was.
    """

    description: str
    kind: GoalKind = GoalKind.CATEGORY
    image: bytes = b""
    read_by: str = ""


def named(goal: Goal) -> str:
    """ "the kettle"; "a place to sleep" as it is."""
    return goal.description if goal.description.startswith(("a ", "an ")) else f"the {goal.description}"


MAX_CHARACTERS = 2000
MAX_GOALS = 20

_SEPARATOR = re.compile(
    r"\s*(?:[,;.!?]|\bthen\b|\bafterwards\b|\bafter that\b|\bnext\b(?!\s+to\b)|\bfinally\b"
    r"|\band\b(?=\s+(?:then|the|a|an|my|your|our|some|find|go|look|locate|check|search|see|visit|finally)\b))\s*",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:(?:please|now|first|robot|could you|can you|would you|i want you to|i need you to|and|also|"
    r"start by)(?:\s+|$))+",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"^(?:find|finding|look for|look at|search for|locate|go and find|go find|go and see|go see|go over to|go to|"
    r"go back to|drive to|move to|navigate to|walk to|come to|return to|check on|check|visit|inspect|show me|"
    r"take me to|bring me to|see(?! to\b)|explore)\b\s*(?:me\b\s*)?",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:the|a|an|my|your|our|some|any)(?:\s+(?!(?:place|thing) to\b)|$)", re.IGNORECASE)
"""But "a place to sleep" keeps its own."""

_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|as soon as)\b|^once\b", re.I)


class InstructionError(ValueError):
    """No goal can be read from the instruction. The message says what would be understood."""


def parse_instruction(text: str) -> tuple[Goal, ...]:
    """The goals of an instruction, in order.

    Raises InstructionError if there is none, or if the text is longer than a person would say.
    """
    if len(text) > MAX_CHARACTERS:
        raise InstructionError(f"the instruction has {len(text)} characters; at most {MAX_CHARACTERS} are read")
    goals = tuple(_goal(phrase) for part in _SEPARATOR.split(text) if (phrase := _goal_phrase(part)))
    if not goals:
        raise InstructionError(f'no goal in "{text.strip()[:80]}"; try: find the kettle, then the red book')
    if len(goals) > MAX_GOALS:
        raise InstructionError(f"the instruction has {len(goals)} goals; at most {MAX_GOALS} are taken at once")
    return goals


def is_search(text: str) -> bool:
    """Whether it says that something is to be found or gone to, rather than only naming it."""
    said = _OPENING.sub("", " ".join(text.split()))
    return _CONDITION.search(said) is None and bool(_VERB.match(said)) and bool(_goal_phrase(said))


def _goal(phrase: str) -> Goal:
    """A description if it says more than a name: what the thing is for, or what it stands by."""
    said = parse_description(phrase)
    return Goal(phrase, GoalKind.DESCRIPTION if said.use or said.relation else GoalKind.CATEGORY)


def _goal_phrase(part: str) -> str:
    """What remains of a part without "please", verb and article; empty if it names nothing."""
    phrase = _OPENING.sub("", " ".join(part.split()))
    phrase = _VERB.sub("", phrase)
    phrase = _ARTICLE.sub("", phrase)
    return phrase.lower() if re.search(r"\w", phrase) else ""


class TaskStatus(str, Enum):
    """Where a task stands. UNCLEAR: two readings of the instruction remain; somebody has to say which is meant."""

    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELED = "canceled"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Ambiguity:
    """phrase: words of the instruction that may mean several things; readings: what they may mean, the likeliest
    first; one alone, where nothing has that name and one thing may be meant. names_thing: it is known what is meant,
    but not which of several.
    """

    phrase: str
    readings: tuple[str, ...]
    names_thing: bool = False

    @property
    def question(self) -> str:
        """For whoever gave the instruction."""
        return f'{"Which one" if self.names_thing else "What"} do you mean by "{self.phrase}"?'


@dataclass(frozen=True)
class TaskReport:
    """doing: what is being done, or was last. reasons: why it did not succeed, the decisive one first.

    remarks: what the critic had against plans on the way. answers: to what was asked to be looked at, in order.
    """

    instruction: str
    speaker: str
    status: TaskStatus
    doing: str = ""
    summary: str = ""
    reasons: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    ambiguity: Ambiguity | None = None
    answers: tuple[Answer, ...] = ()
