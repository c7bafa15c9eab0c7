"""The relation retriever played by a language model: it reads the temporal belief (STMA, equation 6)."""

from __future__ import annotations

from embodied_memory.event import Event, EventKind
from embodied_memory.language.advisor import Advisor
from embodied_memory.memory.spatial.knowledge_graph.relation_retriever import LanguageRelations
from embodied_memory.memory.spatial.knowledge_graph.triple import RelationFact
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex
from embodied_memory.planning.planner_critic.history_buffer import InteractionRecord
from embodied_memory.planning.planner_critic.plan import TemporalBelief
from embodied_memory.planning.planner_critic.spatial_memory import STEP_NS, ReadRelations

_AGENT = "agent"


class LanguageBeliefRelations:
    """What the offline retriever reads is told last, so that it wins where both speak.

    The model relates entities that are known; new ones come from the offline retriever alone.
    """

    def __init__(self, advisor: Advisor, offline: ReadRelations) -> None:
        self._language, self._offline = LanguageRelations(advisor), offline

    def __call__(
        self, record: InteractionRecord, belief: TemporalBelief, known: tuple[Vertex, ...]
    ) -> tuple[RelationFact, ...]:
        """See ReadRelations."""
        facts = self._offline(record, belief, known)
        if not known:
            return facts
        told = Event(record.step * STEP_NS, EventKind.ACTIVITY, _AGENT, belief.as_text(), (), "", (_AGENT,))
        return (*self._language(told, known), *facts)
