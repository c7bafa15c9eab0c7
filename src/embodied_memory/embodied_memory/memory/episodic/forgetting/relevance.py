"""The role estimate-relevance (H2-EMV, section 4.1): how long an expired node is worth keeping."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import ForgettingConfig
from embodied_memory.event import EventKind
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.episodic.forgetting.topic import concepts_in, topic_of
from embodied_memory.memory.episodic.tree.node import NodeContent, TreeNode

EmbedText = Callable[[Sequence[str]], NDArray[np.float32]]

_SENTENCES = re.compile(r"; |\n")


@dataclass(frozen=True)
class Relevance:
    """factor: times the level's default timespan, infinite for ever; reason: in words, without the content."""

    factor: float
    reason: str
    rule_id: int = 0
    lifetime_s: float = math.inf


class EstimateRelevance(Protocol):
    """Says what an expired node is worth."""

    def __call__(self, node: TreeNode, parent: TreeNode, rules: Sequence[RelevanceRule], now_ns: int) -> Relevance:
        """parent: for context; rules: those that are enabled."""
        ...


@dataclass(frozen=True)
class RuleMatch:
    """The rule that decides. only_seen: it fits what was seen, but nothing that was done or said."""

    rule: RelevanceRule
    only_seen: bool = False


class RuleMatcher:
    """Finds the rule that decides over a piece of text."""

    def __init__(self, config: ForgettingConfig, embed_text: EmbedText | None = None) -> None:
        self._config = config
        self._embed_text = embed_text

    def deciding(
        self, content: NodeContent, text: str, context: str, rules: Sequence[RelevanceRule]
    ) -> RuleMatch | None:
        """None if none fits. A person's own rule goes first, then the more specific one, then the newer.

        content and text: of a node; context: words around it.
        """
        done = [deed.text for deed in content.deeds if deed.weight] + [each.text for each in content.highlights]
        rule = self._best(done, content, context, rules)
        if rule is not None:
            return RuleMatch(rule)
        seen = [sentence for sentence in _SENTENCES.split(text) if sentence not in done]
        rule = self._best(seen, content, context, rules) or self._alike(text.partition("\n")[0], rules)
        return RuleMatch(rule, only_seen=True) if rule is not None else None

    def _best(
        self, sentences: Sequence[str], content: NodeContent, context: str, rules: Sequence[RelevanceRule]
    ) -> RelevanceRule | None:
        best: tuple[bool, float, int] | None = None
        found: RelevanceRule | None = None
        for rule in rules:
            topic = topic_of(rule.text)
            fit = max((topic.fit(each, concepts_in(content, each), context) for each in sentences), default=0.0)
            order = (rule.edited, fit, rule.rule_id)
            if fit > 0 and (best is None or order > best):
                best, found = order, rule
        return found

    def _alike(self, sentence: str, rules: Sequence[RelevanceRule]) -> RelevanceRule | None:
        """The rule most alike in meaning, if it is alike enough."""
        if self._embed_text is None or not rules:
            return None
        vectors = self._embed_text([sentence, *(rule.text for rule in rules)])
        likeness = vectors[1:] @ vectors[0]
        best = int(likeness.argmax())
        return rules[best] if likeness[best] >= self._config.rule_similarity else None


class OfflineRelevance:
    """By the rules; without one that fits, by common sense: what was done and said outlasts what was only seen."""

    def __init__(self, config: ForgettingConfig, embed_text: EmbedText | None = None) -> None:
        self._config = config
        self._matcher = RuleMatcher(config, embed_text)

    def __call__(self, node: TreeNode, parent: TreeNode, rules: Sequence[RelevanceRule], now_ns: int) -> Relevance:
        """See EstimateRelevance."""
        match = self._matcher.deciding(node.content, node.summary, parent.headline, rules)
        if match is None:
            return _common_sense(node)
        rule = match.rule
        verb = "asks to remember it" if rule.keeps else "says it does not matter"
        lifetime = min(rule.lifetime_s, self._config.view_lifetime_s) if match.only_seen else rule.lifetime_s
        return Relevance(rule.factor(node.level), f"rule {rule.rule_id} {verb}", rule.rule_id, lifetime)


def _common_sense(node: TreeNode) -> Relevance:
    kinds = set(node.content.kinds)
    if "fail" in node.headline.lower():
        return Relevance(2.0, "something failed")
    if kinds & {EventKind.INSTRUCTION_ENDED.value, EventKind.GOAL_ENDED.value}:
        return Relevance(1.0, "a task ended")
    if EventKind.UTTERANCE.value in kinds:
        return Relevance(1.0, "somebody spoke")
    return Relevance(0.0, "no rule asks for it")
