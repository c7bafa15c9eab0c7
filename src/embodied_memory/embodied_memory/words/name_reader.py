"""Whether what is said means a thing that is called by some name: both read together by a learned network.

MiniLM's layers as a cross-encoder (Nogueira and Cho 2019), learned over what people say at home beside the names of
all that is there (`make learn-names`, `tests/words/named`): specs are reading glasses, but the green mug is not the
white one, nor a phone its charger. Vectors put near misses nearest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.cross_encoder import CrossEncoder
from embodied_memory.perception.minilm_cross_encoder import PairTokens, padded
from embodied_memory.perception.model_folder import MissingModelError

WEIGHTS = Path(__file__).with_name("name_reader.onnx")
_MOST_KEPT = 256


def as_named(name: str) -> str:
    """A name, as the network reads it."""
    return f"the {name.strip()}"


class NameReader:
    """Deterministic; keeps what was read last, as a planner asks the same at each step."""

    def __init__(self, model_folder: str = "") -> None:
        """Raises as `PairTokens`."""
        self._network = CrossEncoder(PairTokens(model_folder).pairs, padded, WEIGHTS)
        self._kept = lru_cache(_MOST_KEPT)(self._read)

    def likely(self, said: str, names: Sequence[str]) -> tuple[float, ...]:
        """How likely what is said means what is called so, of each name."""
        return self._kept(said.strip(), tuple(names))

    def _read(self, said: str, names: tuple[str, ...]) -> tuple[float, ...]:
        logits = self._network.logits(said, [(as_named(name), "") for name in names])
        return tuple((1.0 / (1.0 + np.exp(-logits))).tolist())


@lru_cache(maxsize=1)
def the_name_reader() -> NameReader | None:
    """The one of this process; None where the language model's files are not installed."""
    try:
        return NameReader()
    except (MissingExtraError, MissingModelError):
        return None
