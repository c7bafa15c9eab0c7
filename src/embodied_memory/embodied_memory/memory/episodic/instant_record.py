"""An instant's own row, its summary in a sentence, and bank entries read back as retrieved memories."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence

from embodied_memory.evidence import RetrievedMemory
from embodied_memory.memory.retrieval.phrases import tallied
from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.scene_graph import SceneGraphInstant


def summarise(instant: SceneGraphInstant) -> str:
    """ "saw a mug, two books and a desk"."""
    return f"saw {tallied(seen.category for seen in instant.objects) or 'nothing I know'}"


def write_instant(
    connection: sqlite3.Connection, record_id: int, instant: SceneGraphInstant, bank_similarity: float | None
) -> None:
    """Where the robot stood and how like the bank its view was."""
    connection.execute(
        "INSERT INTO instant VALUES (?, ?, ?, ?, ?, ?)",
        (record_id, *instant.robot_position, instant.robot_yaw, bank_similarity),
    )


def read_memories(
    connection: sqlite3.Connection, found: Sequence[tuple[int, float]], states: Mapping[int, ObjectState]
) -> list[RetrievedMemory]:
    """(record id, similarity) of bank entries -> the memories, in the same order."""
    return [_read(connection, record_id, similarity, states) for record_id, similarity in found]


def _read(
    connection: sqlite3.Connection, record_id: int, similarity: float, states: Mapping[int, ObjectState]
) -> RetrievedMemory:
    stamp_ns, x, y, z, tags, text, jpeg = connection.execute(
        "SELECT stamp_ns, x, y, z, tags, text, jpeg FROM bank_entry JOIN event_log USING (record_id)"
        " JOIN instant USING (record_id) LEFT JOIN thumbnail USING (record_id) WHERE record_id = ?",
        (record_id,),
    ).fetchone()
    keys = connection.execute("SELECT object_key FROM sighting WHERE record_id = ? ORDER BY object_key", (record_id,))
    return RetrievedMemory(
        record_id=record_id,
        stamp_ns=stamp_ns,
        robot_position=(x, y, z),
        similarity=similarity,
        tags=tuple(tags.split("\n")) if tags else (),
        object_ids=tuple(states[key].object_id for (key,) in keys if key in states),
        text=text,
        thumbnail=jpeg or b"",
    )
