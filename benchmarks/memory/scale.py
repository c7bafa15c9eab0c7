"""How much is measured: in a minute, by default, or at the sizes that the targets name."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Scale:
    """Sizes of all measurements."""

    name: str
    store_entries: int
    """In every system under test before it is searched."""
    store_singles: int
    """Inserted one by one afterwards."""
    store_queries: int
    kills: int
    retrieve_entries: tuple[int, ...]
    """Vectors in an index."""
    memory_entries: int
    """Views in a memory that is searched."""
    graph_entities: int
    days: int
    """Of a household, ingested."""
    days_longest_s: float
    """CPU seconds after which no further day is begun."""
    bounded_days: int
    """Of a quiet household, until the end of which the size on disk is followed."""
    grown_events: int
    """Events in the great memory that records and answers are measured in."""
    grow_longest_s: float
    """CPU seconds that it may grow in one run; the next run goes on."""
    answered_events: int
    """Events in the memory that answers by words are measured in."""

    def at(self, size: int) -> Scale:
        """The same with every count of entries, entities and events set to this one."""
        return replace(
            self,
            store_entries=size,
            retrieve_entries=(size,),
            memory_entries=size,
            graph_entities=size,
            grown_events=size,
            answered_events=size,
        )


QUICK = Scale("quick", 1_000, 200, 50, 2, (10_000,), 2_000, 5_000, 1, 10, 3, 3_000, 10, 3_000)
DEFAULT = Scale(
    "default", 10_000, 1_000, 200, 20, (100_000, 1_000_000), 100_000, 100_000, 30, 900, 180, 1_000_000, 120, 100_000
)
FULL = Scale(
    "full",
    100_000,
    1_000,
    200,
    20,
    (100_000, 1_000_000),
    1_000_000,
    100_000,
    30,
    7200,
    180,
    1_000_000,
    14400,
    100_000,
)

SCALES = {scale.name: scale for scale in (QUICK, DEFAULT, FULL)}
