"""Erasing a person: one transaction over the log and all stores, after which the stores are to be opened anew.

`erase_rows` takes records out of log and stores, whatever for: what is forgotten goes that way, too. The last
look is through every table: whatever still names the person is overwritten, known or not what it is. And what
functions remember of texts to be fast, they must not after that.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from embodied_memory.memory.episodic.history_tree.history_tree import HistoryTree
from embodied_memory.memory.erasure import erasure_log
from embodied_memory.memory.erasure.concerned import THEIR_OBJECTS, Concerned, naming, spelled
from embodied_memory.memory.erasure.erased_rows import ERASING, erase_rules, rules_to_erase
from embodied_memory.memory.erasure.erasure_log import Erasure
from embodied_memory.memory.log import event_log
from embodied_memory.memory.log.event_log import ERASED, INSTANT, word_indexes
from embodied_memory.memory.personal import personal_rows
from embodied_memory.perception.embedder import Embedder
from embodied_memory.words.wording.person_in_text import NobodyInText, PersonInText

if TYPE_CHECKING:
    from embodied_memory.memory.file.stores import Stores


def overwrite_leftovers(connection: sqlite3.Connection) -> int:
    """Put "someone" in the place of names in every text of every table; how many texts those were.

    Within `naming`. Indexes of words (FTS) are left alone: they hold no text of their own.
    """
    return sum(
        connection.execute(
            f'UPDATE OR REPLACE "{table}" SET "{column}" = without_them("{column}") WHERE names_them("{column}")'
        ).rowcount
        for table, column in text_columns(connection)
    )


def text_columns(connection: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """(table, column) of everything that may hold text, without SQLite's own tables and those of word indexes."""
    indexes = word_indexes(connection)
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    for (table,) in tables:
        if table.startswith("sqlite_") or any(table == one or table.startswith(f"{one}_") for one in indexes):
            continue
        for _, column, kind, *_ in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
            if kind.upper() in ("TEXT", ""):
                yield table, column


_TEMPORARY = (
    "told_record (record_id INTEGER PRIMARY KEY)", "act_record (record_id INTEGER PRIMARY KEY)",
    "seen_record (record_id INTEGER PRIMARY KEY)", "their_object (object_key INTEGER PRIMARY KEY)",
)  # fmt: skip
_THEIR_OBJECTS = f"INSERT OR IGNORE INTO their_object {THEIR_OBJECTS}"

_REMEMBER_STAMPS = (
    "INSERT OR IGNORE INTO erased_stamp SELECT stamp_ns, kind FROM event_log WHERE record_id IN"
    " (SELECT record_id FROM told_record UNION SELECT record_id FROM act_record)"
)


def erase_person(connection: sqlite3.Connection, stores: Stores, concerned: Concerned, stamp_ns: int) -> Erasure:
    """Erase all of it; with no names, only the records told of.

    The caller holds the transaction, and opens the stores anew after the commit.

    Utterances, moves and everything else that names the person are deleted. Of an act that changed something other
    than the person, what became true stays in the log, without who did it: the mug is where it was put. Views in
    which they are seen lose picture, features and words; where the things in them stood stays.
    """
    person = PersonInText(concerned.names) if concerned.names else NobodyInText()
    rule_ids = rules_to_erase(stores.rules.history, concerned, person)
    with naming(connection, person), listing(connection, concerned):
        connection.execute(_REMEMBER_STAMPS)
        _erase_from_tree(connection, stores.tree, concerned)
        erase_rows(connection, stores, concerned)
        erase_rules(connection, stores.rules.history, rule_ids, concerned.told, person)
        overwrite_leftovers(connection)
    erasure = Erasure(
        stamp_ns, len(concerned.told), len(concerned.acts), len(concerned.views), tuple(sorted(rule_ids))
    )
    erasure_log.write(connection, erasure)
    return erasure


def erase_rows(connection: sqlite3.Connection, stores: Stores, concerned: Concerned) -> None:
    """Delete these records with what was derived of them, all but tree and rules. Within `naming` and `listing`."""
    _erase_words(connection)
    names = spelled(connection) if concerned.names else frozenset()
    for statement in (one for table, rows in ERASING.items() if _exists(connection, table) for one in rows):
        connection.execute(statement)
    stores.beliefs.erase(connection, concerned.told, names | {*concerned.names})
    personal_rows.delete_memories(connection, concerned.told | concerned.acts)


@contextmanager
def listing(connection: sqlite3.Connection, concerned: Concerned) -> Iterator[None]:
    """The temporary tables that `ERASING` uses, for as long as this lasts. Within `naming`."""
    for table in _TEMPORARY:
        connection.execute(f"CREATE TEMPORARY TABLE {table}")
    lists = {"told_record": concerned.told, "act_record": concerned.acts, "seen_record": concerned.views}
    for table, record_ids in lists.items():
        connection.executemany(f"INSERT INTO {table} VALUES (?)", _rows(record_ids))
    connection.execute(_THEIR_OBJECTS)
    yield
    for table in _TEMPORARY:
        connection.execute(f"DROP TABLE temp.{table.partition(' ')[0]}")


def _erase_from_tree(connection: sqlite3.Connection, tree: HistoryTree, concerned: Concerned) -> None:
    stamps = connection.execute(
        "SELECT record_id, stamp_ns FROM event_log WHERE record_id IN (SELECT record_id FROM told_record"
        " UNION SELECT record_id FROM act_record UNION SELECT record_id FROM seen_record)"
    )
    words = (*concerned.names, *concerned.words)
    tree.write(connection, tree.erase(dict(stamps.fetchall()), words))


def _erase_words(connection: sqlite3.Connection) -> None:
    """From the index of words, which has to be told what it had indexed."""
    acts = "record_id IN (SELECT record_id FROM act_record)"
    rows = connection.execute(
        "SELECT record_id, summary FROM event_log WHERE"
        f" kind != '{INSTANT}' AND (record_id IN (SELECT record_id FROM told_record) OR {acts})"
    )
    event_log.unindex_words(connection, rows.fetchall())
    for (record_id,) in connection.execute(f"SELECT record_id FROM event_log WHERE {acts}").fetchall():
        event_log.index_words(connection, record_id, ERASED)


def _exists(connection: sqlite3.Connection, table: str) -> bool:
    found = connection.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", (table,))
    return bool(found.fetchone()[0])


def _rows(numbers: Iterable[int]) -> list[tuple[int]]:
    return [(number,) for number in numbers]


_PACKAGE = "embodied_memory."
_FEW = 2
"""A cache of so few, or of any number, is of what is loaded once: networks, tables. Texts are kept by the dozen."""


def forget_cached_texts(embedder: Embedder) -> None:
    """Empty the caches of every function of this package that keeps texts, and that of the embedder."""
    for name, module in list(sys.modules.items()):
        if name.startswith(_PACKAGE):
            for value in filter(_keeps_texts, list(vars(module).values())):
                value.cache_clear()
    embedder.forget_texts()


def _keeps_texts(value: Any) -> bool:
    parameters = getattr(value, "cache_parameters", None)
    return callable(parameters) and (parameters()["maxsize"] or 0) > _FEW
