"""Relevance rules that were learned from a person's words, or that name them, with all that became of them."""

from __future__ import annotations

import sqlite3

from embodied_memory.memory.episodic.forgetting.rule_revision import RuleRevision
from embodied_memory.memory.erasure.concerned import Concerned
from embodied_memory.words.wording.person_in_text import SOMEONE, PersonInText


def rules_to_erase(history: tuple[RuleRevision, ...], concerned: Concerned, person: PersonInText) -> frozenset[int]:
    """The ids of rules that name them, were said by them, or come from a record that concerns them."""
    versions = (rule for revision in history for change in revision.changes for rule in (change.before, change.after))
    return frozenset(
        rule.rule_id
        for rule in versions
        if rule is not None
        and (
            person.is_in(f"{rule.text}\n{rule.origin.person}\n{rule.origin.feedback}")
            or rule.origin.record_id in concerned.told
        )
    )


def erase_rules(
    connection: sqlite3.Connection,
    history: tuple[RuleRevision, ...],
    rule_ids: frozenset[int],
    record_ids: frozenset[int],
    person: PersonInText,
) -> None:
    """Take these rules out of every step; steps with nothing left go, the others lose the person's name and words."""
    for revision in history:
        left = [change for change in revision.changes if change.rule_id not in rule_ids]
        named = person.is_in(f"{revision.author}\n{revision.text}") or revision.record_id in record_ids
        if len(left) == len(revision.changes) and not named:
            continue
        gone = [ordinal for ordinal, change in enumerate(revision.changes) if change.rule_id in rule_ids]
        connection.executemany(
            "DELETE FROM rule_change WHERE revision_id = ? AND ordinal = ?",
            [(revision.revision_id, ordinal) for ordinal in gone],
        )
        if left:
            author = SOMEONE if person.is_in(revision.author) else revision.author
            connection.execute(
                "UPDATE rule_revision SET author = ?, text = '', record_id = 0 WHERE revision_id = ?",
                (author, revision.revision_id),
            )
        else:
            connection.execute("DELETE FROM rule_revision WHERE revision_id = ?", (revision.revision_id,))
