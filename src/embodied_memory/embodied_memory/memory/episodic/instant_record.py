"""An instant's own row, its summary in a sentence, and bank entries read back as retrieved memories."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from embodied_memory.evidence import ASSERTED_FROM, RetrievedMemory
from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.scene_graph import SceneGraphInstant
from embodied_memory.words.wording.phrases import tallied


def without(instant: SceneGraphInstant, left_out: Collection[str]) -> SceneGraphInstant:
    """The view as if it did not show these, by the tracker's ids."""
    if not left_out:
        return instant
    objects = tuple(seen for seen in instant.objects if seen.object_id not in left_out)
    relations = tuple(r for r in instant.relations if not (r.subject_id in left_out or r.object_id in left_out))
    return replace(instant, objects=objects, relations=relations)


def asserted(instant: SceneGraphInstant) -> SceneGraphInstant:
    """The view as its words tell it: without what there only may be."""
    return without(instant, {seen.object_id for seen in instant.objects if seen.existence < ASSERTED_FROM})


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
    connection: sqlite3.Connection,
    found: Sequence[tuple[int, float]],
    asserted_in: Callable[[Iterable[int]], Sequence[ObjectState]],
) -> list[RetrievedMemory]:
    """(record id, similarity) of bank entries -> the memories, in the same order.

    asserted_in: object keys -> what memory asserts of them.
    """
    record_ids = [record_id for record_id, _ in found]
    marks = ", ".join("?" * len(record_ids))
    entries = connection.execute(
        "SELECT record_id, stamp_ns, x, y, z, tags, text, jpeg FROM bank_entry JOIN event_log USING (record_id)"
        f" JOIN instant USING (record_id) LEFT JOIN thumbnail USING (record_id) WHERE record_id IN ({marks})",
        record_ids,
    )
    rows = {row[0]: row for row in entries}
    keys: dict[int, list[int]] = defaultdict(list)
    for record_id, key in connection.execute(
        f"SELECT record_id, object_key FROM sighting WHERE record_id IN ({marks}) ORDER BY record_id, object_key",
        record_ids,
    ):
        keys[record_id].append(key)
    return [
        _memory(rows[record_id], similarity, tuple(state.object_id for state in asserted_in(keys[record_id])))
        for record_id, similarity in found
    ]


def _memory(row: tuple[Any, ...], similarity: float, object_ids: tuple[str, ...]) -> RetrievedMemory:
    record_id, stamp_ns, x, y, z, tags, text, jpeg = row
    return RetrievedMemory(
        record_id=record_id,
        stamp_ns=stamp_ns,
        robot_position=(x, y, z),
        similarity=similarity,
        tags=tuple(tags.split("\n")) if tags else (),
        object_ids=object_ids,
        text=text,
        thumbnail=jpeg or b"",
    )
