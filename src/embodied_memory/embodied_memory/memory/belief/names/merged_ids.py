"""The ids of objects that turned out to be others: evidence that cites them stays valid."""

from __future__ import annotations

import sqlite3


def merged_ids(connection: sqlite3.Connection) -> dict[str, str]:
    """The id that went -> the id of the object that goes on, which names itself."""
    rows = connection.execute(
        "SELECT gone.object_id, kept.object_id FROM object gone JOIN object kept ON kept.object_key = gone.goes_on_as"
    )
    return dict(rows.fetchall())


def ids_that_went(connection: sqlite3.Connection, object_id: str) -> list[str]:
    """All ids that an object once had beside its own."""
    rows = connection.execute(
        "SELECT gone.object_id FROM object kept JOIN object gone ON gone.goes_on_as = kept.object_key"
        " WHERE kept.object_id = ? ORDER BY gone.object_key",
        (object_id,),
    )
    return [one for (one,) in rows]
