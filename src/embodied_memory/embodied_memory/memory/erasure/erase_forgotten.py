"""Forgetting for good: what left the history tree leaves the log after its grace, with all that was derived of it.

What rests on a record keeps it: what is believed now, where things were last seen, open promises, what people like,
personal memories that are recalled, rules of remembering, and what somebody wants kept. The placeholders of the tree
stay in any case.
"""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

from embodied_memory.event import EventKind
from embodied_memory.memory.belief.commitment_track import CommitmentStatus
from embodied_memory.memory.belief.statements.statement_atoms import StatementKind
from embodied_memory.memory.discretion.kept_sayings import SayingSorter
from embodied_memory.memory.episodic.forgetting import forgetting_log
from embodied_memory.memory.episodic.forgetting.lifetimes import LogLifetimes
from embodied_memory.memory.erasure import erasure_log
from embodied_memory.memory.erasure.concerned import Concerned, naming
from embodied_memory.memory.erasure.erase_person import erase_rows, listing
from embodied_memory.words.said import SayingSort
from embodied_memory.words.wording.person_in_text import NobodyInText

if TYPE_CHECKING:
    from embodied_memory.memory.file.stores import Stores

_KEPT = (
    "SELECT record_id FROM object",
    "SELECT record_id FROM belief_fact JOIN belief_standing USING (fact_id)",
    "SELECT confirmed_record_id FROM belief_standing",
    "SELECT record_id FROM commitment JOIN commitment_record USING (commitment_id)"
    f" WHERE status = '{CommitmentStatus.OPEN.value}'",
    f"SELECT record_id FROM reported_statement WHERE kind = '{StatementKind.PREFERENCE.value}'",
    "SELECT corrects FROM personal_memory WHERE corrects IS NOT NULL",
    "SELECT record_id FROM rule_revision",
    # Beliefs are judged as of the newest record where nobody tells the time.
    "SELECT record_id FROM (SELECT record_id, max(stamp_ns) FROM event_log)",
)
"""Records that something still rests on."""
_AHEAD_NS = 100 * 86_400 * 10**9
"""A clock so far ahead of the newest record is likelier wrong, and what is deleted by it nobody brings back: first
something is to be recorded.
"""
_WISHED = re.compile(
    r"\b(?:remember|memori[sz]e|keep in mind|bear in mind|(?:don['’]?t|do not|never|not to) forget|note|make a note|"
    r"write (?:it |this |that )?down)\b|(?:\d[\s.-]?){3,}",
    re.I,
)
"""What people want kept, in so many words ("remember that the boiler was serviced"), and numbers ("555 123")."""
_LASTING = (SayingSort.CODE, SayingSort.MONEY, SayingSort.HEALTH)
_RATHER = 0.5
_LATEST_PLACES = "SELECT object_key, max(stamp_ns) FROM object_place GROUP BY object_key"
_KNOWN_WITHOUT = (
    ("entity_alias", "record_id", "1"),
    ("relation", "record_id", "1"),
    ("state_fact", "record_id", "fact_id IN (SELECT max(fact_id) FROM state_fact GROUP BY object_key, name)"),
    ("object_place", "record_id", f"(object_key, stamp_ns) IN ({_LATEST_PLACES})"),
    ("knowledge_edge", "record_id", "valid_to_ns IS NULL"),
    ("knowledge_edge", "confirmed_record_id", "valid_to_ns IS NULL"),
)
"""(table, column, rows that are known now without the record that told of them): a minus says that it is gone."""


def forgotten_for_good(
    connection: sqlite3.Connection, stores: Stores, lifetimes: LogLifetimes, now_ns: int
) -> frozenset[int]:
    """Records that left the tree, have had their grace, and that nothing rests on."""
    (newest_ns,) = connection.execute("SELECT coalesce(max(stamp_ns), 0) FROM event_log").fetchone()
    if now_ns - newest_ns > _AHEAD_NS:
        return frozenset()
    left = forgetting_log.left_until(connection, lifetimes.left_until_ns(now_ns))
    over = frozenset(one for one, kind, stamp_ns in left if lifetimes.is_over(kind, stamp_ns, now_ns))
    if not over:
        return over
    over = over.difference(stores.personal.recalled, *(_numbers(connection, kept) for kept in _KEPT))
    over = over.difference(_wished(connection, over, stores.sorter))
    return over.difference(_repeated(connection, over))


def _wished(connection: sqlite3.Connection, record_ids: frozenset[int], sorter: SayingSorter) -> frozenset[int]:
    """Of these the sayings that people want kept, or that are of a sort which nobody says for the moment alone."""
    rows = connection.execute(
        "SELECT record_id, summary, sorts FROM event_log LEFT JOIN event_vector USING (record_id) WHERE kind = ?",
        (EventKind.UTTERANCE.value,),
    )
    return frozenset(
        record_id for record_id, text, sorts in rows
        if record_id in record_ids and (_WISHED.search(text) or _lasts(sorter, text, sorts or b""))
    )  # fmt: skip


def _repeated(connection: sqlite3.Connection, record_ids: frozenset[int]) -> frozenset[int]:
    """Of these the sayings that a record which stays repeats: by them it is found when their speaker is erased."""
    rows = connection.execute(
        "SELECT record_id, kind, summary, coalesce(trace, '') FROM event_log"
        " LEFT JOIN event_instruction USING (record_id)"
    ).fetchall()
    kind_said = EventKind.UTTERANCE.value
    said = {one: text.strip().lower() for one, kind, text, _ in rows if kind == kind_said and one in record_ids}
    if not said:
        return frozenset()
    others = (f"{text} {trace}" for one, kind, text, trace in rows if kind != kind_said and one not in record_ids)
    stay = "\n".join(others).lower()
    return frozenset(one for one, text in said.items() if text in stay)


def _lasts(sorter: SayingSorter, text: str, sorts: bytes) -> bool:
    shares = sorter.sorted(text, sorts).shares
    return sum(shares[sort] for sort in _LASTING) >= _RATHER


def erase_forgotten(
    connection: sqlite3.Connection, stores: Stores, record_ids: frozenset[int], until_ns: int, now_ns: int
) -> None:
    """Delete these records with what was derived of them, and the decisions of forgetting up to until_ns.

    The caller holds the transaction, and opens the stores anew after the commit.
    """
    concerned = Concerned((), (), record_ids, frozenset(), frozenset())
    with naming(connection, NobodyInText()), listing(connection, concerned):
        _outlive(connection)
        stores.beliefs.outlive(connection, record_ids)
        erase_rows(connection, stores, concerned)
    forgetting_log.prune(connection, until_ns)
    erasure_log.write_forgotten(connection, now_ns, len(record_ids))


def _numbers(connection: sqlite3.Connection, query: str) -> frozenset[int]:
    return frozenset(number for (number,) in connection.execute(query))


def _outlive(connection: sqlite3.Connection) -> None:
    """What is known now stays known; what has been overtaken since goes, too."""
    told = "(SELECT record_id FROM told_record)"
    for table, column, current in _KNOWN_WITHOUT:
        connection.execute(f"DELETE FROM {table} WHERE {column} < 0 AND NOT ({current})")
        connection.execute(f"UPDATE {table} SET {column} = -{column} WHERE {current} AND {column} IN {told}")
