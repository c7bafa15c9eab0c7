"""Every store of one memory: what one record changes in each of them, written together, adopted together.

The roles within the stores that a language model may play.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from embodied_memory.config import MemoryConfig
from embodied_memory.event import Event
from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.states.state_fact import SeenLocations
from embodied_memory.memory.discretion.kept_sayings import learned_sorter
from embodied_memory.memory.episodic.bank_entry import MemoryBankEntry
from embodied_memory.memory.episodic.forgetting.relevance import EstimateRelevance
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.episodic.forgetting.rule_book import RuleBook
from embodied_memory.memory.episodic.forgetting.rule_reviser import OfflineReviser, ReviseRules
from embodied_memory.memory.episodic.forgetting.use import UseStore
from embodied_memory.memory.episodic.history_tree.history_tree import HistoryTree
from embodied_memory.memory.episodic.instant_record import ViewFeatures, without
from embodied_memory.memory.episodic.memory_bank import MemoryBank
from embodied_memory.memory.episodic.tree.grouping import GroupAndSummarise
from embodied_memory.memory.identity.entity_identity import EntityIdentity
from embodied_memory.memory.log import event_log
from embodied_memory.memory.personal.personal_store import PersonalStore
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceVectors, WordVectors
from embodied_memory.memory.spatial import certainty
from embodied_memory.memory.spatial.knowledge_graph.knowledge_graph import KnowledgeGraph
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import AggregateRelations
from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState
from embodied_memory.memory.spatial.object_store import ObjectStore
from embodied_memory.memory.spatial.object_view import ObjectView
from embodied_memory.memory.spatial.room_votes import RoomVotes
from embodied_memory.memory.spatial.rooms import HeardRooms, RoomGrid, load_room_map
from embodied_memory.memory.store.store import Commit, NewEvent, NewInstant, NewRecord, Store
from embodied_memory.perception.readers import piece_embedder_beside
from embodied_memory.scene_graph import SceneGraphInstant

if TYPE_CHECKING:
    from embodied_memory.perception.embedder import Embedder

RulesInForce = Callable[[], Sequence[RelevanceRule]]


@dataclass(frozen=True)
class StoreRoles:
    """None: the offline implementation. grouping: made for the rules that its summaries follow."""

    grouping: Callable[[RulesInForce], GroupAndSummarise] | None = None
    estimate: EstimateRelevance | None = None
    revise: ReviseRules | None = None
    aggregate: AggregateRelations | None = None


class Stores:
    """All stores, opened from one database; `_of_records` are those that a record is shown to, each after the other.

    Rules are changed by people alone, and the history tree is built beside the recording.
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
        self.features, self.sorter = ViewFeatures(embedder), learned_sorter()
        self.pieces = PieceVectors(connection, piece_embedder_beside(embedder), self.sorter)
        self.words = WordVectors(lambda words: embedder.embed_text(words))
        self.sentences = WordVectors(lambda sentences: piece_embedder_beside(embedder).embed_text(sentences))
        self.objects = ObjectStore(connection, config)
        self.bank = MemoryBank(connection, embedder.name, embedder.dimension, config.bank)
        self.beliefs = BeliefTracks(connection, config.belief)
        heard = HeardRooms(connection)
        self.view = ObjectView(self.objects, RoomVotes(embedder.embed_text), heard, config)
        # A method of the view and no function of this: a cycle of references would keep erased words until collected.
        self.knowledge = KnowledgeGraph(connection, embedder, config, roles.aggregate, self.view.room_of)
        self.personal = PersonalStore(connection, embedder)
        revise = roles.revise or OfflineReviser(config.forgetting, embedder.embed_text)
        self.rules = rules = RuleBook(connection, config.forgetting, revise)
        self.uses = UseStore(connection, config.forgetting)
        self.tree = HistoryTree(
            connection, embedder, config.history_tree, config.forgetting, lambda: rules.enabled,
            roles.grouping(lambda: rules.enabled) if roles.grouping else None, roles.estimate, lock,
        )  # fmt: skip
        self.identity = EntityIdentity(connection, config.belief.robot, self.objects, self.view, self.beliefs)
        self._of_records: tuple[Store[Any], ...] = (
            self.objects, self.beliefs, self.knowledge, self.personal, self.identity, self.pieces, self.bank, heard,
            self.uses,
        )  # fmt: skip
        self.vocabulary = certainty.read_vocabulary(connection)
        self.latest_stamp_ns = event_log.latest_stamp_ns(connection)
        self.take_rooms(load_room_map(connection))

    def take_rooms(self, room_map: RoomMap | None) -> None:
        """The latest division of the floor into rooms; None: there is none."""
        self.view.rooms = None if room_map is None else RoomGrid(room_map)

    def take_vocabulary(self, known: certainty.Vocabulary) -> None:
        """What the detector can recognise."""
        self.vocabulary = known

    def take_instant(self, commit: Commit, view: MemoryBankEntry, instant: SceneGraphInstant) -> None:
        """As part of the record's commit. First of all it is recognised which objects it shows: all else is of those.

        view: as it would go into the bank. Tentative things are objects, and nothing more.
        """
        objects = self.objects.observe_instant(view.record_id, instant, self.identity)
        shown, locations = self._asserted(instant, objects), self._locations(instant, objects)
        aliases, states = self.identity.met(objects), self.objects.states
        record = NewInstant(view.record_id, instant, view, objects, states, shown, locations, aliases)
        self._take(commit, record, instant.stamp_ns)

    def take_event(self, commit: Commit, record_id: int, event: Event) -> None:
        """As part of the record's commit. First of all it is understood which things of memory it names."""
        understood, aliases = self.identity.understand(record_id, event)
        self._take(commit, NewEvent(record_id, event, understood, aliases, self._config.belief.robot), event.stamp_ns)

    def _take(self, commit: Commit, record: NewRecord, stamp_ns: int) -> None:
        """All stores observe before any of them writes."""
        for store, changes in [(store, store.observe(record)) for store in self._of_records]:
            if changes is not None:
                commit.write(store, changes)
        commit.afterwards(partial(self._take_stamp, stamp_ns))

    def _take_stamp(self, stamp_ns: int) -> None:
        self.latest_stamp_ns = max(self.latest_stamp_ns, stamp_ns)

    def renew_pieces(self, commit: Commit, most: int) -> None:
        """Embed anew some of what another model embedded; all are read again at the end."""
        self.pieces.renew(commit.connection, most)
        if not self.pieces.are_outdated:
            commit.afterwards(partial(self.pieces.hold, *self.pieces.rows_in(commit.connection)))

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
