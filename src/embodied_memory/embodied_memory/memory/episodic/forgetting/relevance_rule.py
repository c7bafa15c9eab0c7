"""Relevance rules: what people want remembered or forgotten (H2-EMV, section 4.1, relevance learning); and what
became of them, step by step: every revision can be undone exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from embodied_memory.config import ForgettingConfig

FORGET: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class RuleOrigin:
    """Where a rule comes from. feedback: the words said, "" for one written by hand; record_id: their record."""

    feedback: str
    person: str
    stamp_ns: int
    record_id: int = 0


@dataclass(frozen=True)
class RelevanceRule:
    """A rule in plain words.

    factors: relevance of what fits it, for raw observations, instants, events, goals and higher summaries (see
    Level), infinite for ever, 0 for what is of no interest. lifetime_s: nothing older is kept by it. edited: a
    person wrote or changed it by hand, so no feedback changes it any more.
    """

    rule_id: int
    text: str
    factors: tuple[float, ...]
    origin: RuleOrigin
    lifetime_s: float = math.inf
    enabled: bool = True
    edited: bool = False

    @property
    def keeps(self) -> bool:
        """Whether it asks to remember, rather than to forget."""
        return any(factor > 0 for factor in self.factors)

    def factor(self, level: int) -> float:
        """Relevance on a level."""
        return self.factors[min(level, len(self.factors) - 1)]


def factors_to_keep(config: ForgettingConfig) -> tuple[float, ...]:
    """For ever, but for raw observations, whose instants tell what was seen."""
    return (config.raw_factor, math.inf, math.inf, math.inf, math.inf)


class RevisionCause(str, Enum):
    """What led to a revision."""

    FEEDBACK = "feedback"
    EDIT = "edit"
    UNDO = "undo"


@dataclass(frozen=True)
class RuleChange:
    """One rule before and after; None where there was or is none."""

    before: RelevanceRule | None
    after: RelevanceRule | None

    @property
    def rule_id(self) -> int:
        """Of the rule that changed. Raises ValueError if there is none on either side."""
        rule = self.before or self.after
        if rule is None:
            raise ValueError("a change of no rule")
        return rule.rule_id


@dataclass(frozen=True)
class RuleRevision:
    """A step in the history of the rules. author: who said or did it; undoes: the revision taken back, or 0."""

    revision_id: int
    stamp_ns: int
    cause: RevisionCause
    author: str
    text: str
    changes: tuple[RuleChange, ...]
    undoes: int = 0
    record_id: int = 0

    @property
    def released_rule_ids(self) -> tuple[int, ...]:
        """Rules that asked to remember before and no longer do: what they kept is to be released."""
        return tuple(
            change.rule_id
            for change in self.changes
            if change.before is not None
            and change.before.keeps
            and (change.after is None or not change.after.keeps or not change.after.enabled)
        )


def revised(rules: Mapping[int, RelevanceRule], changes: Iterable[RuleChange]) -> dict[int, RelevanceRule]:
    """The rules after these changes, by ascending id."""
    after = dict(rules)
    for change in changes:
        after.pop(change.rule_id, None)
        if change.after is not None:
            after[change.after.rule_id] = change.after
    return dict(sorted(after.items()))


def last_not_undone(history: Sequence[RuleRevision]) -> RuleRevision | None:
    """The newest revision that can be undone: neither an undoing nor undone itself."""
    undone = {revision.undoes for revision in history}
    steps = (each for each in reversed(history) if each.cause is not RevisionCause.UNDO)
    return next((step for step in steps if step.revision_id not in undone), None)


def reversed_changes(changes: Sequence[RuleChange]) -> tuple[RuleChange, ...]:
    """What takes these back."""
    return tuple(RuleChange(change.after, change.before) for change in reversed(changes))
