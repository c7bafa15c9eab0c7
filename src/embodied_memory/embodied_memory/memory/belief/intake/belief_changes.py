"""What one record changes in all tracks. Computed first, then written in the record's transaction, then adopted."""

from __future__ import annotations

from dataclasses import dataclass, field

from embodied_memory.memory.belief.commitments.commitment_track import CommitmentChanges
from embodied_memory.memory.belief.episodes.episode_store import EpisodeChanges
from embodied_memory.memory.belief.names.entity_names import NamedEntity
from embodied_memory.memory.belief.statements.statement_store import ReportedStatement
from embodied_memory.memory.belief.states.interventions import Intervention
from embodied_memory.memory.belief.states.presence import PresenceChanges
from embodied_memory.memory.belief.states.state_track import StateChanges


@dataclass
class BeliefChanges:
    """Empty for a record that the robot did not perceive."""

    stamp_ns: int = 0
    states: StateChanges = field(default_factory=StateChanges)
    interventions: list[Intervention] = field(default_factory=list)
    presence: PresenceChanges = field(default_factory=PresenceChanges)
    entities: dict[str, NamedEntity] = field(default_factory=dict)
    statements: list[ReportedStatement] = field(default_factory=list)
    commitments: CommitmentChanges = field(default_factory=CommitmentChanges)
    episode: EpisodeChanges = field(default_factory=EpisodeChanges)
