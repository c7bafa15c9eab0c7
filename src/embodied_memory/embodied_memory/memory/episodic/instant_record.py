"""An instant as a view to be remembered: its sentence, its features in the memory's own model, its row.

And entries of the memory bank read back as retrieved memories.
"""

from __future__ import annotations

import logging
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from embodied_memory.evidence import ASSERTED_FROM, RetrievedMemory
from embodied_memory.memory.episodic.bank_entry import Feature, MemoryBankEntry
from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.scene_graph import SceneGraphInstant
from embodied_memory.words.wording.phrases import tallied

if TYPE_CHECKING:
    from embodied_memory.perception.embedder import Embedder


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


_LOG = logging.getLogger(__name__)


class ViewFeatures:
    """Takes an instant's features where they fit the memory's embedder, and makes the text feature if not.

    Features of another model are never compared: they are left out, said once, and the view's words are
    embedded instead.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._models_refused: set[str] = set()

    def view_of(self, instant: SceneGraphInstant, forced: bool) -> MemoryBankEntry:
        """The view of an instant that is not recorded yet, as it would go into the bank."""
        return MemoryBankEntry.of(instant, self.text_of(instant), self.of(instant), forced)

    def of(self, instant: SceneGraphInstant) -> tuple[Feature, Feature]:
        """(text feature, image feature), each (D,) normalised, zeros where there is none."""
        text, image = instant.text_feature, instant.image_feature
        if not self._fits(instant, text) or not self._fits(instant, image):
            self._say_refused(instant)
            text, image = self._none(), self._none()
        if not text.size or not text.any():
            words = self.text_of(instant)
            text = self._embedder.embed_text([words])[0] if words else self._none()
        return _normalised(text), _normalised(image) if image.size and image.any() else self._none()

    def of_query(self, query: str) -> Feature:
        """(D,) normalised; zeros for a query without text."""
        return _normalised(self._embedder.embed_text([query])[0]) if query.strip() else self._none()

    def text_of(self, instant: SceneGraphInstant) -> str:
        """The words that stand for the view: its tags, then what its objects look like."""
        captions = (seen.caption or seen.category for seen in instant.objects)
        return ", ".join(dict.fromkeys([*instant.tags, *captions]))

    def _fits(self, instant: SceneGraphInstant, feature: Feature) -> bool:
        if feature.size == 0:
            return True
        return instant.feature_model == self._embedder.name and feature.shape == (self._embedder.dimension,)

    def _none(self) -> Feature:
        return np.zeros(self._embedder.dimension, np.float32)

    def _say_refused(self, instant: SceneGraphInstant) -> None:
        if instant.feature_model not in self._models_refused:
            self._models_refused.add(instant.feature_model)
            _LOG.warning(
                "features of the model %r are not compared with those of %r: set both sides to one embedder",
                instant.feature_model,
                self._embedder.name,
            )


def _normalised(feature: Feature) -> Feature:
    length = float(np.linalg.norm(feature))
    return np.asarray(feature / length if length > 0 else feature, np.float32)
