"""What is compared: our memory and parts of it left out, each by configuration alone (H2-EMV, table A1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from embodied_memory.config import MemoryConfig

OURS = "ours"
NO_FORGETTING = "no forgetting"
NO_LEARNING = "no learning"


@dataclass(frozen=True)
class Variant:
    """by_time: nodes expire; by_relevance: what is relevant lives on; learned: rules count in relevance;
    learned_summaries: and in summaries; flat: goals are a list without higher summaries; offline: the tree is made at
    question time, of everything at once.
    """

    name: str
    by_time: bool = True
    by_relevance: bool = True
    learned: bool = True
    learned_summaries: bool = True
    flat: bool = False
    offline: bool = False

    def config(self, base: MemoryConfig) -> MemoryConfig:
        """The memory's configuration for it; all else as in base."""
        forgetting = replace(
            base.forgetting, enabled=self.by_time, use_relevance=self.by_relevance, use_rules=self.learned
        )
        tree = replace(base.history_tree, flat=self.flat, use_rules=self.learned_summaries, at_once=self.offline)
        return replace(base, forgetting=forgetting, history_tree=tree)


VARIANTS: tuple[Variant, ...] = (
    Variant(OURS),
    Variant("no learned summaries", learned_summaries=False),
    Variant(NO_LEARNING, learned=False, learned_summaries=False),
    Variant("learned summaries only", by_relevance=False, learned=False),
    Variant("time only", by_relevance=False, learned=False, learned_summaries=False),
    Variant("learned summaries without forgetting", by_time=False),
    Variant(NO_FORGETTING, by_time=False, learned=False, learned_summaries=False),
    Variant("offline", offline=True),
    Variant("offline no learning", learned=False, learned_summaries=False, offline=True),
    Variant("offline time only", by_relevance=False, learned=False, learned_summaries=False, offline=True),
    Variant("offline without forgetting", by_time=False, learned=False, learned_summaries=False, offline=True),
    Variant("flat", flat=True),
    Variant("flat without forgetting", by_time=False, learned=False, learned_summaries=False, flat=True),
)
"""All thirteen rows of the paper's."""


def variants_named(names: str) -> tuple[Variant, ...]:
    """Those of a list such as "time only,flat", with ours and no forgetting in any case; all for "all".

    ours and no forgetting are what the targets compare. Raises ValueError for an unknown name.
    """
    wanted = {name.strip() for name in names.split(",") if name.strip()} | {OURS, NO_FORGETTING}
    known = {variant.name for variant in VARIANTS}
    if "all" in wanted:
        return VARIANTS
    if wanted - known:
        raise ValueError(f"unknown: {', '.join(sorted(wanted - known))}; there are {', '.join(sorted(known))}")
    return tuple(variant for variant in VARIANTS if variant.name in wanted)
