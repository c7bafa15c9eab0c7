"""What people's words state, read by a language model besides the rules (ObsMem, section 4.1).

The model only points at what was said: every statement quotes the utterance, and its words must occur there. Times
are its words too, and read by the rules. What does not hold is dropped; without a usable reply only the rules speak.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import asking
from embodied_memory.memory.belief.statements.clauses import clauses_of
from embodied_memory.memory.belief.statements.reported_statements import OfflineStatementReader
from embodied_memory.memory.belief.statements.statement_atoms import (
    COMMITTING,
    ROBOT,
    SPEAKER,
    Statement,
    StatementKind,
    StatementReader,
)
from embodied_memory.words.time_words.spoken_time import LocalTime, read_due, read_past
from embodied_memory.words.wording.words import content_stems, split_words, stem

_FREE = frozenset(split_words("the a an on in under behind next to at"))
"""Articles, and the relations that places are told with: "atop" is "on"."""


class UtteranceWords:
    """The words of one utterance. local: when it was said; names: people known, in lower case."""

    def __init__(self, text: str, local: LocalTime, names: frozenset[str]) -> None:
        self.local = local
        self._names = names
        self._said = split_words(text)
        self._stems = frozenset(map(stem, self._said))
        self._clauses = clauses_of(text, local, names)

    def quotes(self, text: str) -> bool:
        """Whether these words were said, one after another."""
        words = split_words(text)
        starts = range(len(self._said) - len(words) + 1)
        return bool(words) and any(self._said[start : start + len(words)] == words for start in starts)

    def have(self, text: str) -> bool:
        """Whether all of these words were said, in whatever order and form; true of none."""
        return all(word in _FREE or stem(word) in self._stems for word in split_words(text))

    def name(self, text: str) -> bool:
        """Whether it is the speaker, or something that was said and is more than an article."""
        words = [word for word in split_words(text) if word not in _FREE]
        return text.strip() == SPEAKER or (bool(words) and self.have(text))

    def is_somebody(self, text: str) -> bool:
        """Whether it is the speaker, the robot, or a person known who was named."""
        is_named = text.lower() in self._names and self.have(text)
        return text in (SPEAKER, ROBOT) or is_named

    def leaves_open(self, quote: str) -> bool:
        """Whether the clause that it is most of is a question, or only imagined or doubted."""
        words = frozenset(split_words(quote))
        shared = [len(words & frozenset(split_words(clause.text))) for clause in self._clauses]
        if not shared:
            return False
        clause = self._clauses[shared.index(max(shared))]
        return clause.asks or clause.supposes


_MOST = 12
_LONGEST = 240
_READABLE = tuple(kind for kind in StatementKind if kind is not StatementKind.OTHER)
_IMPLIED = {
    "location": None,
    "held by": None,
    "power": ("on", "off"),
    "open": ("true", "false"),
    "locked": ("true", "false"),
}
"""Attributes that need not be said to be meant, with the values that need not be either."""
_STANDING = {
    StatementKind.REMINDER: (ROBOT, SPEAKER),
    StatementKind.REQUEST: (ROBOT, SPEAKER),
    StatementKind.PROMISE: (SPEAKER, ""),
    StatementKind.SCHEDULE: (SPEAKER, SPEAKER),
    StatementKind.RULE: (ROBOT, SPEAKER),
}
"""Who does it for whom, if nothing else is said."""


class StatementReply(BaseModel):
    """One statement; all words from the utterance, but for the kind and what the prompt lists."""

    kind: StatementKind
    quote: str = Field(min_length=1, max_length=_LONGEST)
    subject: str = Field(default="", max_length=_LONGEST)
    attribute: str = Field(default="", max_length=_LONGEST)
    value: str = Field(default="", max_length=_LONGEST)
    holds: bool = True
    context: str = Field(default="", max_length=_LONGEST)
    task: str = Field(default="", max_length=_LONGEST)
    by: str = Field(default="", max_length=_LONGEST)
    for_whom: str = Field(default="", max_length=_LONGEST)
    when: str = Field(default="", max_length=_LONGEST)


class StatementsReply(BaseModel):
    """All that an utterance states, in its order."""

    statements: list[StatementReply] = Field(max_length=_MOST)


class LanguageStatementReader:
    """What the rules read, and after it what the model reads besides."""

    def __init__(self, advisor: Advisor, offline: StatementReader | None = None) -> None:
        self._advisor = advisor
        self._offline = offline or OfflineStatementReader()

    def read(self, text: str, local: LocalTime, names: frozenset[str] = frozenset()) -> tuple[Statement, ...]:
        """See StatementReader."""
        by_rules = self._offline.read(text, local, names)
        request = asking(
            "read statements",
            text=" ".join(text.split()),
            kinds=", ".join(kind.value for kind in _READABLE),
            people=", ".join(sorted(names)) or "nobody known",
        )
        return self._advisor.advice(
            request,
            StatementsReply,
            lambda reply: _joined(by_rules, _checked(reply, UtteranceWords(text, local, names))),
            lambda: by_rules,
        )


def _joined(by_rules: tuple[Statement, ...], more: Iterator[Statement]) -> tuple[Statement, ...]:
    """Without what was said already: where both read the same, it is as the rules read it."""
    found = list(by_rules)
    for said in more:
        if not any(_is_same(said, known) for known in found):
            found.append(said)
    return tuple(found)


def _is_same(one: Statement, other: Statement) -> bool:
    """About the same thing, or about a task or taste of mostly the same words."""
    if _family(one) != _family(other) or one.attribute != other.attribute:
        return False
    if one.kind is StatementKind.FACT:
        return one.subject == other.subject or bool(content_stems(one.subject) & content_stems(other.subject))
    words, others = content_stems(one.value or one.text), content_stems(other.value or other.text)
    return 2 * len(words & others) >= min(len(words), len(others))


def _family(said: Statement) -> StatementKind:
    return StatementKind.REQUEST if said.kind in COMMITTING else said.kind


def _checked(reply: StatementsReply, words: UtteranceWords) -> Iterator[Statement]:
    """The statements that rest on the utterance."""
    for told in reply.statements:
        if not words.quotes(told.quote) or told.kind is StatementKind.OTHER:
            continue
        if told.kind in (StatementKind.FACT, StatementKind.PREFERENCE):
            said = None if words.leaves_open(told.quote) else _state(told, words)
        else:
            said = _commitment(told, words)
        if said is not None:
            yield said


def _state(told: StatementReply, words: UtteranceWords) -> Statement | None:
    is_fact = told.kind is StatementKind.FACT
    attribute = " ".join(told.attribute.lower().split()) if is_fact else "preference"
    value = " ".join(told.value.split())
    implied = _IMPLIED.get(attribute) or ()
    is_known = not is_fact or attribute in _IMPLIED or words.have(attribute)
    is_said = value in implied or (attribute not in ("open", "locked") and words.name(value) and value != SPEAKER)
    is_person = attribute == "held by" and value == SPEAKER
    if not (is_known and attribute and value and (is_said or is_person) and words.name(told.subject)):
        return None
    past_ns = read_past(told.when, words.local) if is_fact and words.have(told.when) else None
    context = told.context if words.have(told.context) else ""
    return Statement(
        told.kind, told.quote, told.subject.strip(), attribute, value, told.holds, context, past_ns=past_ns
    )


def _commitment(told: StatementReply, words: UtteranceWords) -> Statement | None:
    """The task without its time; a settlement of one names it only."""
    task = " ".join(told.task.split())
    due = read_due(told.when, words.local) if told.when and words.have(told.when) else None
    if not task or not words.have(task) or (told.when and due is None):
        return None
    if told.kind is StatementKind.POSTPONEMENT and due is None:
        return None
    by, for_whom = _STANDING.get(told.kind, (SPEAKER, ""))
    by, for_whom = told.by.strip() or by, told.for_whom.strip() or for_whom
    if not (words.is_somebody(by) and (not for_whom or words.is_somebody(for_whom))):
        return None
    return Statement(told.kind, task, by=by, for_whom=for_whom, due=due)
