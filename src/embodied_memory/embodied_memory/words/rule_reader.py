"""Whether a rule that somebody laid down speaks against what somebody wants: both read together by a learned network.

MiniLM's layers as a cross-encoder (Nogueira and Cho 2019), learned over rules of homes with what was wanted of their
robots (`make learn-rules`, `tests/words/rules`): that "telly" is a television, that switching off is no use, who is
free and who is meant, no list of words tells.
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

WEIGHTS = Path(__file__).with_name("rule_reader.onnx")
_MOST_KEPT = 256
Rule = tuple[str, str]
"""(who gave it, as it was said)."""


def wanted_by(who: str, words: str) -> str:
    """What somebody says, as the network reads it; a rule alike."""
    return f"{who}: {words.strip()}"


class RuleReader:
    """Deterministic; keeps what was read last, as a planner asks the same at each step."""

    def __init__(self, model_folder: str = "") -> None:
        """Raises as `PairTokens`."""
        self._network = CrossEncoder(PairTokens(model_folder).pairs, padded, WEIGHTS)
        self._kept = lru_cache(_MOST_KEPT)(self._read)

    def likely(self, who: str, words: str, rules: Sequence[Rule]) -> tuple[float, ...]:
        """How likely each rule speaks against what somebody says that they want or do."""
        return self._kept(wanted_by(who, words), tuple(wanted_by(*rule) for rule in rules))

    def _read(self, wanted: str, rules: tuple[str, ...]) -> tuple[float, ...]:
        logits = self._network.logits(wanted, [(rule, "") for rule in rules])
        return tuple((1.0 / (1.0 + np.exp(-logits))).tolist())


@lru_cache(maxsize=1)
def the_rule_reader() -> RuleReader | None:
    """The one of this process; None where the language model's files are not installed."""
    try:
        return RuleReader()
    except (MissingExtraError, MissingModelError):
        return None
