"""What one new fact changes in the history of one slot: nothing is lost, and the newest is current.

The spans of a slot follow one another without a gap: each lasts until the next begins, the last one is open. A
fact may come late, with an older stamp than what is known already; it then takes its place in the history.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.event import Provenance
from embodied_memory.memory.spatial.knowledge_graph.triple import KnowledgeTriple

_ENDLESS = 1 << 63


def in_order(spans: Sequence[KnowledgeTriple]) -> list[KnowledgeTriple]:
    """Oldest first; of one stamp those without length first."""
    return sorted(spans, key=lambda span: (span.stamp_ns, _end(span), span.edge_id))


def inserted(spans: Sequence[KnowledgeTriple], new: KnowledgeTriple, refresh_ns: int = 0) -> list[KnowledgeTriple]:
    """The spans that are new (edge_id 0) or changed when `new` comes into a slot; spans: the slot's, in order.

    What is confirmed again sooner than refresh_ns after the last time changes nothing.
    """
    before = next((span for span in reversed(spans) if span.stamp_ns <= new.stamp_ns), None)
    after = next((span for span in spans if span.stamp_ns > new.stamp_ns), None)
    if before is not None and before.says(new) and not _first_seen(before, new):
        return (
            [before.confirmed(new.confirmed_ns, new.confirmed_record_id)]
            if new.stamp_ns > before.confirmed_ns + refresh_ns
            else []
        )
    if before is not None and _outranks(before, new):
        return [replace(new, valid_to_ns=new.stamp_ns)]
    cut = [replace(before, valid_to_ns=new.stamp_ns)] if before is not None else []
    if before is not None and new.stamp_ns < before.confirmed_ns:
        return _split(before, new)
    if after is not None and after.says(new) and after.provenance is new.provenance and after.stamp_ns < _end(after):
        return [*cut, replace(after, stamp_ns=new.stamp_ns, record_id=new.record_id)]
    return [*cut, replace(new, valid_to_ns=after.stamp_ns if after else None)]


def _split(around: KnowledgeTriple, late: KnowledgeTriple) -> list[KnowledgeTriple]:
    """A late fact amid a longer one, which holds again from its last confirmation on."""
    cut = replace(
        around, valid_to_ns=late.stamp_ns, confirmed_ns=around.stamp_ns, confirmed_record_id=around.record_id
    )
    resumed = replace(around, edge_id=0, stamp_ns=around.confirmed_ns, record_id=around.confirmed_record_id)
    return [cut, replace(late, valid_to_ns=around.confirmed_ns), resumed]


def _first_seen(known: KnowledgeTriple, new: KnowledgeTriple) -> bool:
    """What was only told is now seen: worth a span of its own."""
    return known.provenance is Provenance.REPORTED and new.provenance is Provenance.OBSERVED


def _outranks(known: KnowledgeTriple, new: KnowledgeTriple) -> bool:
    """At one stamp seeing beats hearing; otherwise what was recorded later wins."""
    same_stamp = known.stamp_ns == new.stamp_ns or known.confirmed_ns == new.stamp_ns
    return same_stamp and known.provenance is Provenance.OBSERVED and new.provenance is Provenance.REPORTED


def _end(span: KnowledgeTriple) -> int:
    return _ENDLESS if span.valid_to_ns is None else span.valid_to_ns
