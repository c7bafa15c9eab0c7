"""Revise-rules and estimate-relevance by a language model (H2-EMV, section 4.1, appendices C.2 and C.3); cues,
words and rules where it fails.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, Field

from embodied_memory.config import ForgettingConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import UnusableReplyError, asking
from embodied_memory.memory.episodic.forgetting.feedback import understand
from embodied_memory.memory.episodic.forgetting.relevance import EstimateRelevance, Relevance
from embodied_memory.memory.episodic.forgetting.relevance_rule import (
    FORGET,
    RelevanceRule,
    RuleChange,
    RuleOrigin,
    factors_to_keep,
)
from embodied_memory.memory.episodic.forgetting.rule_reviser import FeedbackSaid, ReviseRules
from embodied_memory.memory.episodic.tree.grouping import told_span, told_time
from embodied_memory.memory.episodic.tree.node import Level, TreeNode

_MOST_RULES = 200


class RuleReply(BaseModel):
    """rule: its number, 0 for a new one; keep: remember what it is about, or let it go."""

    rule: int = Field(ge=0)
    text: str = Field(min_length=1, max_length=500)
    keep: bool


class RulesReply(BaseModel):
    """The full list."""

    rules: list[RuleReply] = Field(max_length=_MOST_RULES)


class LanguageReviser:
    """Asks a model; a reply that touches a rule written by hand, or names one that is none, is not used."""

    def __init__(self, advisor: Advisor, config: ForgettingConfig, offline: ReviseRules) -> None:
        self._advisor = advisor
        self._config = config
        self._offline = offline

    def __call__(self, rules: Sequence[RelevanceRule], said: FeedbackSaid, next_id: int) -> tuple[RuleChange, ...]:
        """See ReviseRules."""
        request = asking(
            "revise rules",
            rules="\n".join(_line(rule) for rule in rules) or "(none)",
            person=said.person or "Somebody",
            feedback=" ".join(said.text.split()),
            about=said.about or "(nothing in particular)",
        )
        return self._advisor.advice(
            request,
            RulesReply,
            lambda reply: self._changes(reply, rules, said, next_id),
            lambda: self._offline(rules, said, next_id),
        )

    def _changes(
        self, reply: RulesReply, rules: Sequence[RelevanceRule], said: FeedbackSaid, next_id: int
    ) -> tuple[RuleChange, ...]:
        known = {rule.rule_id: rule for rule in rules}
        named = [each.rule for each in reply.rules if each.rule]
        if len(set(named)) != len(named) or not set(named) <= set(known):
            raise UnusableReplyError("a rule is named twice, or is none")
        changes = [RuleChange(rule, None) for rule in rules if rule.rule_id not in named]
        for each in reply.rules:
            if each.rule == 0:
                changes.append(RuleChange(None, self._rule(each, said, next_id)))
                next_id += 1
            elif (each.text.strip(), each.keep) != (known[each.rule].text, known[each.rule].keeps):
                after = self._rule(each, said, each.rule)
                changes.append(RuleChange(known[each.rule], replace(after, enabled=known[each.rule].enabled)))
        if any(change.before is not None and change.before.edited for change in changes):
            raise UnusableReplyError("a rule written by hand would change")
        return tuple(changes)

    def _rule(self, reply: RuleReply, said: FeedbackSaid, rule_id: int) -> RelevanceRule:
        """How long is taken from the words said: the model only says what about."""
        feedback = understand(said.text)
        rule = RelevanceRule(
            rule_id,
            reply.text.strip(),
            factors_to_keep(self._config) if reply.keep else FORGET,
            RuleOrigin(said.text, said.person, said.stamp_ns, said.record_id),
        )
        return rule if feedback is None else replace(rule, lifetime_s=feedback.lifetime_s)


def _line(rule: RelevanceRule) -> str:
    wish = "keep" if rule.keeps else "let go"
    return f"{rule.rule_id}. {rule.text} ({wish}{', written by hand' if rule.edited else ''})"


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
