"""Every store of one memory: what one record changes in each of them, written together, adopted together."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import MemoryConfig
from embodied_memory.event import Event, EventKind
from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory import event_log
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.intake.belief_changes import BeliefChanges
from embodied_memory.memory.belief.states.seen_locations import SeenLocations
from embodied_memory.memory.commit import Commit
from embodied_memory.memory.discretion.kept_sayings import learned_sorter
from embodied_memory.memory.episodic.bank_entry import MemoryBankEntry
from embodied_memory.memory.episodic.forgetting.rule_book import RuleBook
from embodied_memory.memory.episodic.forgetting.rule_reviser import OfflineReviser
from embodied_memory.memory.episodic.history_tree.history_tree import HistoryTree
from embodied_memory.memory.episodic.instant_record import without, write_instant
from embodied_memory.memory.episodic.memory_bank import MemoryBank
from embodied_memory.memory.episodic.novelty import Novelty
from embodied_memory.memory.episodic.view_features import ViewFeatures
from embodied_memory.memory.identity.entity_alias import EntityAliases
from embodied_memory.memory.identity.entity_identity import EntityIdentity
from embodied_memory.memory.personal.personal_store import PersonalChanges, PersonalStore
from embodied_memory.memory.retrieval.pieces import piece_vectors
from embodied_memory.memory.retrieval.pieces.piece_vectors import PieceVectors, is_telling, searched_words
from embodied_memory.memory.retrieval.pieces.word_vectors import WordVectors
from embodied_memory.memory.spatial import vocabulary
from embodied_memory.memory.spatial.heard_rooms import HeardRooms
from embodied_memory.memory.spatial.knowledge_graph.graph_state import KnowledgeChanges
from embodied_memory.memory.spatial.knowledge_graph.knowledge_graph import KnowledgeGraph
from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState
from embodied_memory.memory.spatial.object_store import ObjectStore
from embodied_memory.memory.spatial.object_view import ObjectView
from embodied_memory.memory.spatial.room_votes import RoomVotes
from embodied_memory.memory.spatial.rooms import RoomGrid, load_room_map
from embodied_memory.memory.store_roles import StoreRoles
from embodied_memory.perception.readers import piece_embedder_beside
from embodied_memory.scene_graph import SceneGraphInstant

if TYPE_CHECKING:
    from embodied_memory.perception.embedder import Embedder


@dataclass(frozen=True)
class InstantChanges:
    """What an instant changes. view: as it would go into the bank; is_kept: whether it does."""

    view: MemoryBankEntry
    is_kept: bool
    objects: ObjectChanges
    beliefs: BeliefChanges
    knowledge: KnowledgeChanges
    novelty: Novelty
    aliases: EntityAliases


@dataclass(frozen=True)
class EventChanges:
    """What an event changes. vector: what its words mean, None where nobody asks for such events; sorts: what sort of
    saying it is. shown: the view that shows a goal that was found, if it is to go into the bank for that.
    """

    stamp_ns: int
    beliefs: BeliefChanges
    knowledge: KnowledgeChanges
    personal: PersonalChanges
    aliases: EntityAliases
    rooms: dict[str, str]
    shown: MemoryBankEntry | None
    vector: NDArray[np.float32] | None
    sorts: bytes


class Stores:
    """All stores, opened from one database. `observe_...` computes, `write_...` writes, `adopt_...` takes over.

    The history tree is not among what a record changes: it is built beside the recording.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        embedder: Embedder,
        config: MemoryConfig,
        roles: StoreRoles | None = None,
        lock: threading.RLock | None = None,
    ) -> None:
        """lock: of all who use the connection; None if nobody else does."""
        roles = roles or StoreRoles()
        self._config = config
        self._embedder = embedder
        self.pieces = PieceVectors(connection, piece_embedder_beside(embedder))
        self.words = WordVectors(lambda words: embedder.embed_text(words))
        self.sentences = WordVectors(lambda sentences: piece_embedder_beside(embedder).embed_text(sentences))
        self.objects = ObjectStore(connection, config)
        self.bank = MemoryBank(connection, embedder.name, embedder.dimension, config.bank)
        self.beliefs = BeliefTracks(connection, config.belief)
        self.knowledge = KnowledgeGraph(connection, embedder, config, roles.aggregate)
        self.personal = PersonalStore(connection, embedder)
        revise = roles.revise or OfflineReviser(config.forgetting, embedder.embed_text)
        self.rules = rules = RuleBook(connection, config.forgetting, revise)
        self.tree = HistoryTree(
            connection, embedder, config.history_tree, config.forgetting, lambda: rules.enabled,
            roles.grouping(lambda: rules.enabled) if roles.grouping else None, roles.estimate, lock,
        )  # fmt: skip
        self.view = ObjectView(self.objects, RoomVotes(embedder.embed_text), HeardRooms(connection), config)
        self.identity = EntityIdentity(connection, config.belief.robot, self.objects, self.view, self.beliefs)
        self.vocabulary = vocabulary.read(connection)
        self.features, self.sorter = ViewFeatures(embedder), learned_sorter()
        self.latest_stamp_ns = event_log.latest_stamp_ns(connection)
        self.take_rooms(load_room_map(connection))

    def take_rooms(self, room_map: RoomMap | None) -> None:
        """The latest division of the floor into rooms; None: there is none."""
        self.view.rooms = None if room_map is None else RoomGrid(room_map)

    def take_vocabulary(self, known: vocabulary.Vocabulary) -> None:
        """What the detector can recognise."""
        self.vocabulary = known

    def take_instant(self, commit: Commit, view: MemoryBankEntry, instant: SceneGraphInstant) -> None:
        """As part of the record's commit."""
        changes = self.observe_instant(view, instant)
        self.write_instant(commit.connection, view.record_id, instant, changes)
        commit.afterwards(partial(self.adopt_instant, changes))

    def take_event(self, commit: Commit, record_id: int, event: Event) -> None:
        """As part of the record's commit."""
        changes = self.observe_event(record_id, event)
        self.write_event(commit.connection, record_id, changes)
        commit.afterwards(partial(self.adopt_event, record_id, changes))

    def observe_instant(self, entry: MemoryBankEntry, instant: SceneGraphInstant) -> InstantChanges:
        """entry: the view as it would go into the bank. Tentative things are objects, and nothing more."""
        objects = self.objects.observe(entry.record_id, instant, self.identity)
        locations = self._locations(instant, objects)
        shown = self._asserted(instant, objects)
        beliefs = self.beliefs.observe_instant(entry.record_id, shown, locations)
        knowledge = self.knowledge.observe_instant(entry.record_id, instant, objects, self.objects.states)
        novelty = self.bank.judge(entry)
        told = EntityAliases(
            self._config.belief.robot, {name: name for name in objects.told.values()}, objects.renamed
        )
        is_kept = entry.forced or novelty.is_novel
        return InstantChanges(entry, is_kept, objects, beliefs, knowledge, novelty, told)

    def write_instant(
        self, connection: sqlite3.Connection, record_id: int, instant: SceneGraphInstant, changes: InstantChanges
    ) -> None:
        """Into the database, as part of the record's transaction."""
        self.objects.write(connection, changes.objects)
        self.beliefs.write(connection, changes.beliefs)
        self.knowledge.write(connection, changes.knowledge)
        self.identity.write(connection, record_id, changes.aliases)
        write_instant(connection, record_id, instant, changes.novelty.similarity)
        if changes.is_kept:
            self.bank.write(connection, changes.view)

    def adopt_instant(self, changes: InstantChanges) -> None:
        """Take over what was committed."""
        self.objects.adopt(changes.objects)
        self.beliefs.adopt(changes.beliefs)
        self.knowledge.adopt(changes.knowledge)
        self.identity.adopt(changes.aliases)
        self.view.heard.adopt_merged(changes.objects.renamed)
        self.bank.adopt(changes.view if changes.is_kept else None, changes.novelty)
        self.bank.latest = changes.view
        self.latest_stamp_ns = max(self.latest_stamp_ns, changes.view.stamp_ns)

    def observe_event(self, record_id: int, event: Event) -> EventChanges:
        """What somebody says or asks for may tell something personal; everything may change what is believed."""
        learned = self.personal.observe(record_id, event, self._config.belief.robot)
        sorts = self.sorter.packed(event)
        event, aliases = self.identity.understand(event)
        knowledge = self.knowledge.observe_event(record_id, event)
        beliefs = self.beliefs.observe(record_id, event)
        vector = self.pieces.embed(searched_words(event)) if is_telling(event) else None
        heard = self.view.heard.heard(event, self._config.belief.robot)
        shown = self._goal_view(event)
        return EventChanges(event.stamp_ns, beliefs, knowledge, learned, aliases, heard, shown, vector, sorts)

    def write_event(self, connection: sqlite3.Connection, record_id: int, changes: EventChanges) -> None:
        """Into the database, as part of the record's transaction."""
        self.beliefs.write(connection, changes.beliefs)
        self.knowledge.write(connection, changes.knowledge)
        self.personal.write(connection, changes.personal)
        self.identity.write(connection, record_id, changes.aliases)
        if changes.vector is not None:
            piece_vectors.add(connection, record_id, self.pieces.model, changes.vector, changes.sorts)
        if changes.shown:
            self.bank.write(connection, changes.shown)

    def renew_pieces(self, connection: sqlite3.Connection, most: int) -> None:
        """Embed anew some of what another model embedded, as part of a transaction; all are read again at the end."""
        self.pieces.renew(connection, most)
        if not self.pieces.are_outdated:
            self.pieces = PieceVectors(connection, piece_embedder_beside(self._embedder))

    def adopt_event(self, record_id: int, changes: EventChanges) -> None:
        """Take over what was committed."""
        if changes.vector is not None:
            self.pieces.adopt(record_id, changes.vector)
        self.beliefs.adopt(changes.beliefs)
        self.knowledge.adopt(changes.knowledge)
        self.personal.adopt(changes.personal)
        self.view.heard.adopt(changes.rooms)
        self.identity.adopt(changes.aliases)
        self.bank.adopt(changes.shown, Novelty(None, True))
        self.latest_stamp_ns = max(self.latest_stamp_ns, changes.stamp_ns)

    def _goal_view(self, event: Event) -> MemoryBankEntry | None:
        """The latest view, if the event says that it shows a goal and it is not in the bank yet."""
        view = self.bank.latest
        if view is None or event.kind is not EventKind.GOAL_ENDED or not event.succeeded:
            return None
        return None if self.bank.holds(view.record_id) else replace(view, forced=True)

    def _asserted(self, instant: SceneGraphInstant, changes: ObjectChanges) -> SceneGraphInstant:
        """The view without what memory, with all that it knows, would not say is there."""
        tentative = {key for key, state in changes.states.items() if not state.is_asserted}
        if not tentative:
            return instant
        keys = self.objects.keys_of(instant, changes)
        return without(instant, {track for track, key in keys.items() if key in tentative})

    def _locations(self, instant: SceneGraphInstant, changes: ObjectChanges) -> SeenLocations:
        rooms = {state.object_id: self.view.room_last_named(key) for key, state in changes.states.items()}
        return SeenLocations(
            entity_of=self.objects.ids_of(instant, changes),
            room_of={name: room for name, room in rooms.items() if room},
            robot_room=self.view.room_at(instant.robot_position),
            missing=tuple(state.object_id for state in changes.states.values() if self._is_gone_now(state)),
            merged=changes.renamed,
        )

    def _is_gone_now(self, state: ObjectState) -> bool:
        """Whether it has just turned out not to be where it was."""
        known = self.objects.states.get(state.key)
        return known is not None and known.times_missed < self._config.misses_to_contradict <= state.times_missed
