"""How relevance rules reach the summaries (H2-EMV, section 4.1): by what they bring forward or play down."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from embodied_memory.config import ForgettingConfig
from embodied_memory.memory.episodic.forgetting.relevance import RuleMatcher
from embodied_memory.memory.episodic.forgetting.relevance_rule import RelevanceRule
from embodied_memory.memory.episodic.tree.node import NodeContent

REMEMBER, NEUTRAL, PLAY_DOWN = 1, 0, -1

Emphasis = Callable[[NodeContent, str], int]
"""REMEMBER: the sentence stays in the summaries above; PLAY_DOWN: it is told last, if at all."""


def no_emphasis(content: NodeContent, text: str) -> int:
    """Without rules nothing is brought forward."""
    return NEUTRAL


class RuleEmphasis:
    """By the rule that decides over a record. What was only seen is not brought forward: it is seen again."""

    def __init__(self, config: ForgettingConfig, rules: Sequence[RelevanceRule]) -> None:
        self._matcher = RuleMatcher(config)
        self._rules = rules

    def __call__(self, content: NodeContent, text: str) -> int:
        """See Emphasis."""
        match = self._matcher.deciding(content, text, "", self._rules)
        if match is None:
            return NEUTRAL
        if not match.rule.keeps:
            return PLAY_DOWN
        return NEUTRAL if match.only_seen else REMEMBER
