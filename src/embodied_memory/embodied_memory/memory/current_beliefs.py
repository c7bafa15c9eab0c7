"""What memory holds to be true now: states of things and people, what is where, and what somebody is to do."""

from __future__ import annotations

from embodied_memory.evidence import UsualPlace
from embodied_memory.memory.belief.commitment_track import Commitment, CommitmentStatus
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.reasoning import Reasoning
from embodied_memory.memory.record_checks import RecordClock, storable
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import SpatialSubgraph
from embodied_memory.memory.spatial.knowledge_graph.triple import Triple


class CurrentBeliefs:
    """`Memory.beliefs`."""

    def __init__(self, file: MemoryFile, clock: RecordClock, reasoning: Reasoning) -> None:
        self._file, self._clock, self._reasoning = file, clock, reasoning

    def commitments(
        self, status: CommitmentStatus | None = None, by: str | None = None, now_ns: int | None = None
    ) -> tuple[Commitment, ...]:
        """What somebody is to do, what is due first in front."""
        with self._file.reading():
            return self._file.stores.beliefs.commitments(status, by, now_ns=self._clock.now_ns(now_ns))

    def entity_meant(self, phrase: str) -> str:
        """The id of what a phrase or an id means. Raises ValueError if it is nothing known, or several things."""
        with self._file.reading():
            found = self._file.stores.beliefs.resolve(storable(phrase))
        if found.is_ambiguous:
            raise ValueError(f'"{phrase}" may mean {", ".join(found.candidates)}: say which')
        if not found.entity_id:
            raise ValueError(f'memory knows nothing that "{phrase}" means')
        return found.entity_id

    def of(self, entity_id: str, now_ns: int | None = None) -> tuple[Belief, ...]:
        """All that is believed of a thing, a person or a room, by attribute."""
        with self._file.reading():
            return self._file.stores.beliefs.beliefs_of(entity_id, self._clock.now_ns(now_ns))

    def spatial(self, query: str, k: int | None = None, hops: int | None = None) -> SpatialSubgraph:
        """What is where around what a query names (STMA, algorithm 1 and equation 7), put into words by its role."""
        return self._reasoning.think(lambda: self._spatial(storable(query), k, hops))

    def related(self, entity_id: str, relation: str) -> tuple[Triple, ...]:
        """What is "on", "in", "under" or "next to" an entity, each with the records that it follows from."""
        with self._file.reading():
            self._file.stores.view.name_rooms()
            return self._file.stores.knowledge.related(entity_id, relation)

    def usual_places(self, query: str) -> tuple[UsualPlace, ...]:
        """Where such things belong in this home, by all stays that memory knows, the likeliest first."""
        with self._file.reading():
            self._file.stores.view.name_rooms()
            return self._file.stores.knowledge.usual_places(storable(query))

    def _spatial(self, query: str, k: int | None, hops: int | None) -> SpatialSubgraph:
        with self._file.reading():
            self._file.stores.view.name_rooms()
            return self._file.stores.knowledge.retrieve(query, k, hops)
