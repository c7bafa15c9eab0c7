"""One fact about one attribute of one entity, and how long it was seen to hold (ObsMem, equation 2)."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.event import Provenance

LOCATION = "location"
HELD_BY = "held by"

StateKey = tuple[str, str]
"""(entity_id, attribute): what equation 2 calls (i, a)."""


@dataclass(frozen=True)
class StateFact:
    """(i, a, v, rho, tau) of equation 2. stamp_ns: since when it is known to hold; record_id: the row of the log.

    source: who said it, "" for what was observed. holds False: it is known *not* to be so ("the keys are not on
    the dresser", or a place that was looked at in vain); such a denial contradicts and never becomes current.
    """

    entity_id: str
    attribute: str
    value: str
    provenance: Provenance
    stamp_ns: int
    record_id: int
    source: str = ""
    holds: bool = True

    @property
    def key(self) -> StateKey:
        """What it is about."""
        return (self.entity_id, self.attribute)

    @property
    def observed(self) -> bool:
        """Whether the robot saw it itself."""
        return self.provenance is Provenance.OBSERVED


@dataclass(frozen=True)
class TrackedFact:
    """A fact and when it was last confirmed. fact_id: its row; room: where the entity then was, "" if unknown."""

    fact_id: int
    fact: StateFact
    confirmed_ns: int
    confirmed_record_id: int
    room: str = ""

    @property
    def order(self) -> tuple[int, bool, int, int]:
        """The newest is the greatest. At one stamp seeing beats hearing, then what was recorded later wins."""
        return (self.confirmed_ns, self.fact.observed, self.confirmed_record_id, self.fact_id)

    @property
    def settles(self) -> bool:
        """Whether everything older is overwritten by it: only what the robot saw to be so does that."""
        return self.fact.holds and self.fact.provenance is Provenance.OBSERVED


Standing = tuple[TrackedFact, ...]
"""The facts of one key still in play: the newest one that settles and all newer ones, in their order."""


def settled(facts: Standing) -> Standing:
    """Those in play among these: of the newer reports and denials, the newest of each source."""
    anchor = max((known for known in facts if known.settles), key=lambda known: known.order, default=None)
    newest: dict[tuple[str, bool, bool], TrackedFact] = {}
    for known in sorted(facts, key=lambda known: known.order):
        if anchor is None or known.order >= anchor.order:
            newest[known.fact.source, known.fact.observed, known.fact.holds] = known
    return tuple(sorted(newest.values(), key=lambda known: known.order))


def current_of(standing: Standing) -> TrackedFact | None:
    """The snapshot of equation 2: the newest fact that holds."""
    return next((known for known in reversed(standing) if known.fact.holds), None)
