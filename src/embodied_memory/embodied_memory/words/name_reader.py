"""Whether what is said means a thing that is called by some name: both read together by a learned network.

Learned over what people say at home beside the names of all that is there (`make learn-names`, `tests/words/named`):
a brolly is an umbrella, but the green mug is not the white one, nor a phone its charger. Vectors put near misses
nearest.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from embodied_memory.words.pair_reader import PairReader, installed_pair_reader

WEIGHTS = Path(__file__).with_name("name_reader.onnx")


def as_named(name: str) -> str:
    """A name, as the network reads it."""
    return f"the {name.strip()}"


class NameReader:
    """What `PairReader` reads."""

    def __init__(self, reader: PairReader) -> None:
        self._reader = reader

    def likely(self, said: str, names: Sequence[str]) -> tuple[float, ...]:
        """How likely what is said means what is called so, of each name."""
        return self._reader.likely(said.strip(), tuple(map(as_named, names)))


def the_name_reader() -> NameReader | None:
    """None where the language model's files are not installed."""
    reader = installed_pair_reader(WEIGHTS)
    return NameReader(reader) if reader is not None else None
