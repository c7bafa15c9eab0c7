"""A question about a household's past with what counts as its answer (WorldLines, sections 3.1 and 3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from embodied_memory.evidence import EpistemicStatus


class QuestionFamily(str, Enum):
    """What a question demands of a memory."""

    CURRENT_STATE = "current_state"
    OVERWRITTEN_STATE = "overwritten_state"
    MULTI_HOP = "multi_hop"
    TEMPORAL = "temporal"
    PREFERENCE = "preference"
    ROUTINE = "routine"
    COMMITMENT = "commitment"
    SOURCE = "source"
    HIDDEN = "hidden"
    EPISODE = "episode"


class AnswerKind(str, Enum):
    """How an answer is compared: by the words in it, its yes or no, a time, a time of the day, a number, or by

    all that must be said.
    """

    WORDS = "words"
    CHOICE = "choice"
    TIME = "time"
    CLOCK = "clock"
    COUNT = "count"
    ALL = "all"


@dataclass(frozen=True)
class ExpectedAnswer:
    """accepted: any of these phrases is right; distractors: what would be wrong if it is said first.

    groups: of ALL, phrases of which one each must be said; stamp_ns: of a TIME, and its time of day for a CLOCK,
    within tolerance_s seconds; count: of a COUNT.
    """

    kind: AnswerKind
    accepted: tuple[str, ...] = ()
    distractors: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    stamp_ns: int = 0
    tolerance_s: float = 0.0
    count: int = 0


@dataclass(frozen=True)
class TraceQuestion:
    """A question that is put at cutoff_ns; only what the robot saw and heard before that may answer it.

    evidence: groups of evidence ids; those of one group tell the same, any of them will do.
    expected_statuses: what certainty may be stated; empty where certainty is not judged.
    """

    question: str
    family: QuestionFamily
    cutoff_ns: int
    answer: ExpectedAnswer
    evidence: tuple[tuple[str, ...], ...]
    expected_statuses: frozenset[EpistemicStatus] = frozenset()

    @property
    def gold_evidence_ids(self) -> tuple[str, ...]:
        """The first of each group."""
        return tuple(group[0] for group in self.evidence)
