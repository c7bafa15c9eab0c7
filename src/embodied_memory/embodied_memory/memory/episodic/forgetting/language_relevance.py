"""Estimate-relevance by a language model (H2-EMV, section 4.1 and Appendix C.2); rules where it fails."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import UnusableReplyError, asking
from embodied_memory.memory.episodic.forgetting.relevance import EstimateRelevance, Relevance
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.episodic.tree.grouping import told_span, told_time
from embodied_memory.memory.episodic.tree.node import Level, TreeNode

_MOST = 1000.0


class RelevanceReply(BaseModel):
    """relevance: how many times longer to keep it; rule: the number of the rule that decided, or 0."""

    relevance: float | Literal["inf"] = Field(union_mode="left_to_right")
    rule: int = 0


class LanguageRelevance:
    """Asks a model from a level on; below it, and when there is no usable reply, the offline role judges."""

    def __init__(self, advisor: Advisor, offline: EstimateRelevance, first_level: int = Level.EVENT) -> None:
        self._advisor = advisor
        self._offline = offline
        self._first_level = first_level

    def __call__(self, node: TreeNode, parent: TreeNode, rules: Sequence[RelevanceRule], now_ns: int) -> Relevance:
        """See EstimateRelevance."""
        if node.level < self._first_level:
            return self._offline(node, parent, rules, now_ns)
        request = asking(
            "estimate relevance",
            item=f"{told_span(node.first_ns, node.last_ns)}: {node.summary}",
            parent=f"{told_span(parent.first_ns, parent.last_ns)}: {parent.headline}",
            now=told_time(now_ns),
            rules="\n".join(f"{rule.rule_id}. {rule.text}" for rule in rules) or "(nothing in particular)",
        )
        return self._advisor.advice(
            request,
            RelevanceReply,
            lambda reply: _relevance(reply, rules),
            lambda: self._offline(node, parent, rules, now_ns),
        )


def _relevance(reply: RelevanceReply, rules: Sequence[RelevanceRule]) -> Relevance:
    """Raises UnusableReplyError for a number that means nothing, or a rule that is none."""
    factor = math.inf if reply.relevance == "inf" else float(reply.relevance)
    if math.isnan(factor) or factor < 0 or _MOST < factor < math.inf:
        raise UnusableReplyError(f"a relevance of {factor}")
    deciding = {rule.rule_id: rule for rule in rules}.get(reply.rule)
    if reply.rule and deciding is None:
        raise UnusableReplyError(f"rule {reply.rule} decided, but there is none")
    # The model's own words stay out of the log: they may tell what is being forgotten.
    if deciding is None:
        return Relevance(factor, "the language model's judgement")
    return Relevance(factor, f"the language model, by rule {deciding.rule_id}", deciding.rule_id, deciding.lifetime_s)
