"""The newest fact is the current one, in every state (ObsMem, equation 2)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from embodied_memory.memory.belief.states.standing_rows import due_standing
from embodied_memory.memory.verification.finding import Finding


def check_newest_is_current(connection: sqlite3.Connection) -> Iterator[Finding]:
    """What is in play must be what the whole history of facts says, for every entity and attribute."""
    keys = connection.execute("SELECT DISTINCT entity_id, attribute FROM belief_fact ORDER BY 1, 2").fetchall()
    for key in keys:
        due = due_standing(connection, key)
        held = connection.execute(
            "SELECT fact_id FROM belief_standing JOIN belief_fact USING (fact_id)"
            " WHERE entity_id = ? AND attribute = ?",
            key,
        )
        if {number for (number,) in held} != {known.fact_id for known in due}:
            record_id = due[-1].fact.record_id if due else 0
            yield Finding(
                "belief_standing", record_id, f"the newest fact of {key[0]}, {key[1]} is not the current one"
            )
