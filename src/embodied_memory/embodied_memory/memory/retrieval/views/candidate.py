"""Evidence that a view offers for a question: an element of C(q) of ObsMem's equation 4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from embodied_memory.event import Event, Provenance
from embodied_memory.evidence import RememberedObject, RetrievedMemory
from embodied_memory.memory.belief.commitments.commitment import Commitment
from embodied_memory.memory.belief.episodes.episode import EpisodeCard
from embodied_memory.memory.belief.statements.statement_store import ReportedStatement
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.belief.states.state_fact import StateFact
from embodied_memory.memory.episodic.history_tree.exploration import NodeView
from embodied_memory.memory.personal.personal_memory import PersonalMemory
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan, ViewName


@dataclass(frozen=True)
class HeardUtterance:
    """An utterance. statements: what was understood of it."""

    event: Event
    statements: tuple[ReportedStatement, ...] = ()


Content: TypeAlias = (
    Belief
    | StateFact
    | Event
    | HeardUtterance
    | Commitment
    | PersonalMemory
    | EpisodeCard
    | NodeView
    | RetrievedMemory
    | RememberedObject
    | None
)
"""What was found, as its store gives it."""


@dataclass(frozen=True)
class Candidate:
    """record_ids: what to cite, the most telling first. text: for a reader. score: how well it fits, 0 to 1.

    entities: what it is about. is_step: it answers a question that had to be answered first (`QueryPlan.via`).
    """

    view: ViewName
    record_ids: tuple[int, ...]
    stamp_ns: int
    text: str
    provenance: Provenance
    score: float
    entities: tuple[str, ...] = ()
    content: Content = None
    is_step: bool = False

    @staticmethod
    def of_event(
        view: ViewName, record_id: int, event: Event, score: float = 1.0, entities: tuple[str, ...] | None = None
    ) -> Candidate:
        """A recorded event in its own words. entities: who did it and what it names first, if not told."""
        about = (event.actor, *event.object_ids[:2]) if entities is None else entities
        return Candidate(view, (record_id,), event.stamp_ns, event.text, event.provenance, score, about, event)

    @property
    def record_id(self) -> int:
        """The record it is known from before all others."""
        return self.record_ids[0]


class View(Protocol):
    """R_v of equation 4."""

    name: ViewName

    def retrieve(self, plan: QueryPlan) -> Sequence[Candidate]:
        """Candidates for a plan, the best first; none where the plan asks for nothing that this view has."""


def deduplicated(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The union of equation 4: what one view says of one record and the same entities counts once."""
    found: dict[tuple[ViewName, tuple[int, ...], tuple[str, ...]], Candidate] = {}
    for one in candidates:
        found.setdefault((one.view, one.record_ids[:1], one.entities), one)
    return list(found.values())
