"""Whether a rule that somebody laid down speaks against what somebody wants: both read together by a learned network.

Learned over rules of homes with what was wanted of their robots (`make learn-rules`, `tests/words/rules`): that
"telly" is a television, that switching off is no use, who is free and who is meant, no list of words tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from embodied_memory.words.pair_reader import PairReader, installed_pair_reader

WEIGHTS = Path(__file__).with_name("rule_reader.onnx")
Rule = tuple[str, str]
"""(who gave it, as it was said)."""


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
    reader = installed_pair_reader(WEIGHTS)
    return RuleReader(reader) if reader is not None else None
