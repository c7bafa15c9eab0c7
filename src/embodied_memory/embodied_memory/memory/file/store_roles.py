"""The roles within the stores that a language model may play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from embodied_memory.memory.episodic.forgetting.relevance import EstimateRelevance
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.episodic.forgetting.rule_reviser import ReviseRules
from embodied_memory.memory.episodic.tree.grouping import GroupAndSummarise
from embodied_memory.memory.spatial.knowledge_graph.relation_aggregator import AggregateRelations

RulesInForce = Callable[[], Sequence[RelevanceRule]]


@dataclass(frozen=True)
class StoreRoles:
    """None: the offline implementation. grouping: made for the rules that its summaries follow."""

    grouping: Callable[[RulesInForce], GroupAndSummarise] | None = None
    estimate: EstimateRelevance | None = None
    revise: ReviseRules | None = None
    aggregate: AggregateRelations | None = None
