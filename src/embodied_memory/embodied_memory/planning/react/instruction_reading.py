"""From an instruction in plain English to what is to be put where, by rules: the offline reader.

The instruction may end with what things look like and what they mean to somebody (MEMENTO, appendix C.4).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from embodied_memory.memory.personal.request_kind import without_politeness
from embodied_memory.memory.personal.request_words import folded, sentences
from embodied_memory.memory.personal.sentence_role import SentenceRole, sentence_role
from embodied_memory.planning.react.clause_reading import read_clauses
from embodied_memory.planning.react.goal_collection import GoalCollection
from embodied_memory.planning.react.home_words import HomeWords
from embodied_memory.planning.react.placement_goal import PlacementGoal, ThingPhrase
from embodied_memory.planning.react.plain_commands import plain_command
from embodied_memory.planning.react.thing_list import same_thing

_PIECE = re.compile(
    r"(?:^|,?\s+and\s+|[,;]\s+)(?=(?:the|an?|this|that|both|it)\b[^,]*?\s(?:is|are|was|has|have|were)\b)", re.I
)
_INTRODUCED = re.compile(
    r"^(?:in|on|at|from|when|once|after|before|for)\b[^,]*,\s*(?:please\s+|then\s+|(?:can|could) you\s+)*"
    r"(?:move|put|place|bring|take|leave|set|return|carry|swap|get|store|arrange|organi[sz]e)\b",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"^(?:then )?(?:put|take) ", re.I)
_IS = re.compile(r"\b(?:is|are|was|were|has|have|features?|resembles?)\b", re.IGNORECASE)


@dataclass(frozen=True)
class ReadInstruction:
    """goals in order; command: the sentences that ask for something; personal: those that tell of a person."""

    goals: tuple[PlacementGoal, ...]
    command: str
    personal: str


def read_instruction(text: str, home: HomeWords) -> ReadInstruction:
    """Everything that can be read; no goals where the words name no place of this home."""
    parts: dict[SentenceRole, list[str]] = {role: [] for role in SentenceRole}
    for sentence in sentences(text):
        plain = plain_command(sentence, home)
        role = SentenceRole.COMMAND if _PLAIN.match(plain) and plain != folded(sentence).strip() else _role(sentence)
        parts[role].append(plain if role in (SentenceRole.COMMAND, SentenceRole.QUESTION) else sentence)
    commands = parts[SentenceRole.COMMAND] + parts[SentenceRole.QUESTION]
    command = " ".join(commands)
    goals = GoalCollection(home)
    for sentence in commands:
        for clause in read_clauses(sentence, home):
            goals.take(clause)
    looks = " ".join(parts[SentenceRole.DESCRIPTION])
    return ReadInstruction(_described(goals.finished(), looks), command, " ".join(parts[SentenceRole.PERSONAL]))


def _role(sentence: str) -> SentenceRole:
    """What introduces a command is none of its subject: "After that, put ...", "In the hall, move ..."."""
    role = sentence_role(without_politeness(sentence) or sentence)
    return SentenceRole.COMMAND if _INTRODUCED.match(folded(sentence)) else role


def _described(goals: Sequence[PlacementGoal], looks: str) -> tuple[PlacementGoal, ...]:
    """Add to each thing what the sentences on looks say of it."""
    told: list[tuple[str, str]] = []
    for sentence in sentences(folded(looks)):
        for piece in filter(None, _PIECE.split(sentence)):
            subject, _, rest = _cut(piece)
            told.append((subject, rest))

    def described(thing: ThingPhrase) -> ThingPhrase:
        rest = [text for subject, text in told if same_thing(subject, thing.text) or _is_it(subject, goals)]
        return replace(thing, description=" ".join([*filter(None, [thing.description]), *rest]).strip(" ."))

    return tuple(
        replace(goal, thing=described(goal.thing), beside=described(goal.beside) if goal.beside else None)
        for goal in goals
    )


def _cut(piece: str) -> tuple[str, str, str]:
    match = _IS.search(piece)
    return (piece[: match.start()], match[0], piece[match.end() :]) if match else (piece, "", "")


def _is_it(subject: str, goals: Sequence[PlacementGoal]) -> bool:
    return subject.strip().lower() in ("it", "this") and len({goal.thing.text for goal in goals}) == 1
