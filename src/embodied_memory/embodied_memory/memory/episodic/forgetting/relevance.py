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
from embodied_memory.memory.episodic.history_tree.node import Level, NodeContent, TreeNode
from embodied_memory.memory.event_log import INSTANT

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


def level_of(node: TreeNode) -> int:
    """The level whose factors hold: a record of an event is worth what an event is, bare views are worth less."""
    if node.level in (Level.INSTANT, Level.EVENT):
        return Level.INSTANT if node.content.kinds == (INSTANT,) else Level.EVENT
    return node.level


class RuleMatcher:
    """Finds the rule that decides over a piece of text."""

    def __init__(self, config: ForgettingConfig, embed_text: EmbedText | None = None) -> None:
        self._config = config
        self._embed_text = embed_text

    def deciding(
        self, content: NodeContent, text: str, context: str, rules: Sequence[RelevanceRule]
    ) -> RelevanceRule | None:
        """None if none fits. A person's own rule goes first, then the more specific one, then the newer."""
        sentences = _SENTENCES.split(text)
        concepts = concepts_in(content, text)
        best: tuple[bool, float, int] | None = None
        found: RelevanceRule | None = None
        for rule in rules:
            topic = topic_of(rule.text)
            fit = max(topic.fit(sentence, concepts, context) for sentence in sentences)
            order = (rule.edited, fit, rule.rule_id)
            if fit > 0 and (best is None or order > best):
                best, found = order, rule
        return found or self._alike(sentences[0], rules)

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
        self._matcher = RuleMatcher(config, embed_text)

    def __call__(self, node: TreeNode, parent: TreeNode, rules: Sequence[RelevanceRule], now_ns: int) -> Relevance:
        """See EstimateRelevance."""
        rule = self._matcher.deciding(node.content, node.summary, parent.headline, rules)
        if rule is not None:
            verb = "asks to remember it" if rule.keeps else "says it does not matter"
            return Relevance(
                rule.factor(level_of(node)), f"rule {rule.rule_id} {verb}", rule.rule_id, rule.lifetime_s
            )
        return _common_sense(node)


def _common_sense(node: TreeNode) -> Relevance:
    kinds = set(node.content.kinds)
    if "fail" in node.headline.lower():
        return Relevance(2.0, "something failed")
    if kinds & {EventKind.INSTRUCTION_ENDED.value, EventKind.GOAL_ENDED.value}:
        return Relevance(1.0, "a task ended")
    if EventKind.UTTERANCE.value in kinds:
        return Relevance(1.0, "somebody spoke")
    return Relevance(0.0, "no rule asks for it")
