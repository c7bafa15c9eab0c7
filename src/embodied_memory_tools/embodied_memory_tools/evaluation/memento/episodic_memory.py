"""The episodic memory of a scene, and the ways to retrieve from it that are compared."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from embodied_memory.event import ActTrace
from embodied_memory.memory.personal.memory_fields import FieldWeights
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.memory.personal.personal_store import TABLES, PersonalStore
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.memento.episode_file import ExecutionEpisode

OURS, WITH_NEEDED = "personal memory", "the same, needed put in"
EMBEDDER, RANDOM, NONE = "embedder alone", "random memory", "no memory"
METHODS = {"ours": OURS, "needed": WITH_NEEDED, "embedder": EMBEDDER, "random": RANDOM, "none": NONE}
"""By their names on the command line."""
_PERSON, _SEED = "user", 7

Traces: TypeAlias = Mapping[str, ActTrace]
"""By acquisition episode."""


def learned(
    told: Iterable[tuple[str, ActTrace, str]], embedder: Embedder, weights: FieldWeights | None = None
) -> PersonalStore:
    """A store that was told one person's instructions, each with what was done and the scene, in this order."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for table in TABLES:
            connection.execute(table)
        store = PersonalStore(connection, embedder, weights=weights)
        for number, (instruction, trace, scene) in enumerate(told):
            changes = store.learn(number, _PERSON, instruction, trace, stamp_ns=number, scene=scene)
            store.write(connection, changes)
            store.adopt(changes)
        return store


class EpisodicMemory:
    """What was done in one scene: each acquisition episode's instruction and trace, learned as the robot does."""

    def __init__(self, episodes: Sequence[ExecutionEpisode], traces: Traces, embedder: Embedder) -> None:
        self._episodes, self._embedder = list(episodes), embedder
        told = ((one.instruction, traces.get(one.episode_id, ActTrace()), one.scene) for one in episodes)
        self._store = learned(told, embedder)
        self._vectors = embedder.embed_text([one.instruction for one in episodes]) if episodes else None

    def recall(self, method: str, episode: ExecutionEpisode, k: int) -> tuple[PersonalRecollection, ...]:
        """What the episode's agent is given, likeliest first. Raises KeyError for an unknown method."""
        choose: Mapping[str, Callable[[str, int], list[int]] | None] = {
            OURS: self._ours,
            WITH_NEEDED: lambda request, k: self._with_needed(request, k, episode),
            EMBEDDER: self._by_embedder,
            RANDOM: lambda request, k: self._random(k, episode),
            NONE: None,
        }
        chosen = choose[method]
        if chosen is None or not self._episodes:
            return ()
        return self._as_recollections(episode.instruction, chosen(episode.instruction, k))

    def ids_of(self, recollections: Sequence[PersonalRecollection]) -> tuple[str, ...]:
        """Of the acquisition episodes that they are from."""
        return tuple(self._episodes[one.memory.record_id].episode_id for one in recollections)

    def _ours(self, request: str, k: int) -> list[int]:
        return [one.memory.record_id for one in self._store.recall(request, k)]

    def _with_needed(self, request: str, k: int, episode: ExecutionEpisode) -> list[int]:
        """As the paper does (section 5.1): what is needed and was not retrieved takes the place of another."""
        found = self._ours(request, k)
        ids = {one.episode_id: number for number, one in enumerate(self._episodes)}
        missing = [ids[need] for need in episode.needs if need in ids and ids[need] not in found]
        return found[: k - len(missing)] + missing

    def _by_embedder(self, request: str, k: int) -> list[int]:
        scores = self._vectors @ self._embedder.embed_text([request])[0] if self._vectors is not None else []
        return [int(number) for number in np.argsort(-np.asarray(scores), kind="stable")[:k]]

    def _random(self, k: int, episode: ExecutionEpisode) -> list[int]:
        rng = np.random.default_rng([_SEED, zlib.crc32(episode.episode_id.encode())])
        return [int(number) for number in rng.permutation(len(self._episodes))[:k]]

    def _as_recollections(self, request: str, records: Sequence[int]) -> tuple[PersonalRecollection, ...]:
        """Each with the part of the request that it fits best; rivals are sought among what was retrieved."""
        kept = set(records)
        ranked = self._store.recall(request, len(self._episodes))
        return tuple(
            replace(one, rivals=tuple(rival for rival in one.rivals if rival in kept))
            for one in ranked
            if one.memory.record_id in kept
        )
