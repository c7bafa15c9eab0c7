"""How much is measured: in a minute, by default, or at the sizes that the targets name."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Scale:
    """Sizes of all measurements; counts of entries, records, events, entities."""

    name: str
    store_entries: int
    """In every system under test before it is searched."""
    store_singles: int
    """Inserted one by one afterwards."""
    store_queries: int
    kills: int
    retrieve_entries: tuple[int, ...]

    def at(self, size: int) -> Scale:
        """The same with every size set to this one."""
        return replace(self, store_entries=size, retrieve_entries=(size,))


QUICK = Scale("quick", 1_000, 200, 50, 2, (10_000,))
DEFAULT = Scale("default", 10_000, 1_000, 200, 20, (100_000, 1_000_000))
FULL = Scale("full", 100_000, 1_000, 200, 20, (100_000, 1_000_000))

SCALES = {scale.name: scale for scale in (QUICK, DEFAULT, FULL)}
