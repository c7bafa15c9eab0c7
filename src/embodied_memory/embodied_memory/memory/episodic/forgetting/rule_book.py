"""The relevance rules with their full history, in memory and in the database."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from embodied_memory.config import ForgettingConfig
from embodied_memory.memory.episodic.forgetting.relevance_rule import (
    FORGET,
    RelevanceRule,
    RevisionCause,
    RuleChange,
    RuleOrigin,
    RuleRevision,
    factors_to_keep,
    last_not_undone,
    reversed_changes,
    revised,
)
from embodied_memory.memory.episodic.forgetting.rule_reviser import FeedbackSaid, ReviseRules

TABLES: tuple[str, ...] = (
    # What became of the relevance rules, step by step; the rules themselves are the sum of the steps.
    """CREATE TABLE rule_revision (
        revision_id INTEGER PRIMARY KEY,
        stamp_ns INTEGER NOT NULL, cause TEXT NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL,
        undoes INTEGER NOT NULL, record_id INTEGER NOT NULL)""",
    # One rule before and after a step, as JSON; NULL where there was or is none.
    """CREATE TABLE rule_change (
        revision_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, before TEXT, after TEXT,
        PRIMARY KEY (revision_id, ordinal)) WITHOUT ROWID""",
)


class RuleBook:
    """`learn`, `add`, `edit`, `remove` and `undo` compute a revision, `write` writes it, `adopt` takes it over."""

    def __init__(self, connection: sqlite3.Connection, config: ForgettingConfig, revise: ReviseRules) -> None:
        self._config = config
        self._revise = revise
        self._rules: dict[int, RelevanceRule] = {}
        self.history: tuple[RuleRevision, ...] = ()
        self._last_rule_id = 0
        for revision in _load(connection):
            self.adopt(revision)

    @property
    def rules(self) -> tuple[RelevanceRule, ...]:
        """All of them, the disabled too, by id."""
        return tuple(self._rules.values())

    @property
    def enabled(self) -> tuple[RelevanceRule, ...]:
        """Those in force."""
        return tuple(rule for rule in self._rules.values() if rule.enabled)

    def learn(self, said: FeedbackSaid) -> RuleRevision | None:
        """What the feedback changes; None if nothing."""
        changes = self._revise(self.rules, said, self._last_rule_id + 1)
        if not changes:
            return None
        return self._revision(said.stamp_ns, RevisionCause.FEEDBACK, said.person, changes, said.text, said.record_id)

    def add(self, text: str, person: str, stamp_ns: int, keep: bool = True) -> RuleRevision:
        """A rule written by a person."""
        factors = factors_to_keep(self._config) if keep else FORGET
        rule = RelevanceRule(self._last_rule_id + 1, text, factors, RuleOrigin("", person, stamp_ns), edited=True)
        return self._revision(stamp_ns, RevisionCause.EDIT, person, (RuleChange(None, rule),))

    def edit(
        self,
        rule_id: int,
        person: str,
        stamp_ns: int,
        text: str | None = None,
        keep: bool | None = None,
        enabled: bool | None = None,
    ) -> RuleRevision:
        """A rule changed by a person; from then on feedback leaves it alone. Raises KeyError for an unknown id."""
        before = self._rule(rule_id)
        after = replace(
            before,
            text=before.text if text is None else text,
            enabled=before.enabled if enabled is None else enabled,
            edited=True,
        )
        if keep is not None and keep != before.keeps:
            after = replace(after, factors=factors_to_keep(self._config) if keep else FORGET)
        return self._revision(stamp_ns, RevisionCause.EDIT, person, (RuleChange(before, after),))

    def remove(self, rule_id: int, person: str, stamp_ns: int) -> RuleRevision:
        """Without this rule. Raises KeyError for an unknown id."""
        return self._revision(stamp_ns, RevisionCause.EDIT, person, (RuleChange(self._rule(rule_id), None),))

    def undo(self, person: str, stamp_ns: int) -> RuleRevision | None:
        """Take back the last revision not taken back yet: the rules are then exactly as before it."""
        last = last_not_undone(self.history)
        if last is None:
            return None
        undoing = self._revision(stamp_ns, RevisionCause.UNDO, person, reversed_changes(last.changes))
        return replace(undoing, undoes=last.revision_id)

    def write(self, connection: sqlite3.Connection, revision: RuleRevision) -> None:
        """Into the database, as part of a transaction."""
        connection.execute(
            "INSERT INTO rule_revision VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                revision.revision_id, revision.stamp_ns, revision.cause.value, revision.author, revision.text,
                revision.undoes, revision.record_id,
            ),
        )  # fmt: skip
        connection.executemany(
            "INSERT INTO rule_change VALUES (?, ?, ?, ?)",
            [
                (revision.revision_id, ordinal, _to_json(change.before), _to_json(change.after))
                for ordinal, change in enumerate(revision.changes)
            ],
        )

    def adopt(self, revision: RuleRevision) -> None:
        """Take over a revision that was committed."""
        self._rules = revised(self._rules, revision.changes)
        self.history = (*self.history, revision)
        self._last_rule_id = max([self._last_rule_id, *(change.rule_id for change in revision.changes)])

    def _rule(self, rule_id: int) -> RelevanceRule:
        if rule_id not in self._rules:
            raise KeyError(f"there is no relevance rule {rule_id}")
        return self._rules[rule_id]

    def _revision(
        self,
        stamp_ns: int,
        cause: RevisionCause,
        author: str,
        changes: Sequence[RuleChange],
        text: str = "",
        record_id: int = 0,
    ) -> RuleRevision:
        number = self.history[-1].revision_id + 1 if self.history else 1
        return RuleRevision(number, stamp_ns, cause, author, text, tuple(changes), record_id=record_id)


def _load(connection: sqlite3.Connection) -> list[RuleRevision]:
    changes: dict[int, list[RuleChange]] = {}
    for revision_id, before, after in connection.execute(
        "SELECT revision_id, before, after FROM rule_change ORDER BY revision_id, ordinal"
    ):
        changes.setdefault(revision_id, []).append(RuleChange(_from_json(before), _from_json(after)))
    rows = connection.execute(
        "SELECT revision_id, stamp_ns, cause, author, text, undoes, record_id FROM rule_revision ORDER BY revision_id"
    )
    return [
        RuleRevision(
            number, stamp, RevisionCause(cause), author, text, tuple(changes.get(number, ())), undoes, record
        )
        for number, stamp, cause, author, text, undoes, record in rows
    ]


def _to_json(rule: RelevanceRule | None) -> str | None:
    if rule is None:
        return None
    plain = asdict(rule)
    plain["factors"] = [str(factor) for factor in rule.factors]
    plain["lifetime_s"] = str(rule.lifetime_s)
    return json.dumps(plain, ensure_ascii=False)


def _from_json(text: str | None) -> RelevanceRule | None:
    if text is None:
        return None
    plain: dict[str, Any] = json.loads(text)
    origin = RuleOrigin(**plain.pop("origin"))
    factors = tuple(map(float, plain.pop("factors")))
    lifetime_s = float(plain.pop("lifetime_s", math.inf))
    return RelevanceRule(origin=origin, factors=factors, lifetime_s=lifetime_s, **plain)
