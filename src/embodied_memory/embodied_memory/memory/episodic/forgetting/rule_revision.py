"""What became of the rules, step by step: every revision can be undone exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule


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
