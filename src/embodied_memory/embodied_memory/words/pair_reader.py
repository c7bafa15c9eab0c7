"""How likely one text bears on each of others: read together by a learned network over MiniLM's layers, a
cross-encoder (Nogueira and Cho 2019).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.cross_encoder import CrossEncoder, PairTokens, padded
from embodied_memory.perception.model_files import MissingModelError

_MOST_KEPT = 256
NAME_WEIGHTS = Path(__file__).with_name("name_reader.onnx")
RULE_WEIGHTS = Path(__file__).with_name("rule_reader.onnx")
Rule = tuple[str, str]
"""(who gave it, as it was said)."""


class PairReader:
    """Deterministic; keeps what was read last, as a planner asks the same at each step."""

    def __init__(self, weights: Path, model_folder: str = "") -> None:
        """Raises as `PairTokens`."""
        self._network = CrossEncoder(PairTokens(model_folder).pairs, padded, weights)

    def likely(self, text: str, others: tuple[str, ...]) -> tuple[float, ...]:
        """How likely the text bears on each of the others, 0 to 1."""
        return _likely(self, text, others)

    def read_anew(self, text: str, others: tuple[str, ...]) -> tuple[float, ...]:
        """The same, whether or not it is remembered."""
        logits = self._network.logits(text, [(other, "") for other in others])
        return tuple((1.0 / (1.0 + np.exp(-logits))).tolist())


@lru_cache(maxsize=_MOST_KEPT)
def _likely(reader: PairReader, text: str, others: tuple[str, ...]) -> tuple[float, ...]:
    return reader.read_anew(text, others)


@lru_cache(maxsize=2)
def installed_pair_reader(weights: Path) -> PairReader | None:
    """The one of this process; None where the language model's files are not installed."""
    try:
        return PairReader(weights)
    except (MissingExtraError, MissingModelError):
        return None


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
    reader = installed_pair_reader(NAME_WEIGHTS)
    return NameReader(reader) if reader is not None else None


def wanted_by(who: str, words: str) -> str:
    """What somebody says, as the network reads it; a rule alike."""
    return f"{who}: {words.strip()}"


class RuleReader:
    """What `PairReader` reads."""

    def __init__(self, reader: PairReader) -> None:
        self._reader = reader

    def likely(self, who: str, words: str, rules: Sequence[Rule]) -> tuple[float, ...]:
        """How likely each rule speaks against what somebody says that they want or do."""
        return self._reader.likely(wanted_by(who, words), tuple(wanted_by(*rule) for rule in rules))


def the_rule_reader() -> RuleReader | None:
    """None where the language model's files are not installed."""
    reader = installed_pair_reader(RULE_WEIGHTS)
    return RuleReader(reader) if reader is not None else None
