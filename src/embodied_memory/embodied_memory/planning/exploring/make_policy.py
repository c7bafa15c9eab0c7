"""The policy that a configuration names: who chooses, and by what frontiers are valued."""

from __future__ import annotations

from dataclasses import replace

from embodied_memory.config import ExplorerConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.exploring.frontier_value import FrontierValue, Likelihood, make_frontier_value
from embodied_memory.planning.exploring.language_policy import LanguagePolicy
from embodied_memory.planning.exploring.search_policy import SearchPolicy, ValuePolicy

LANGUAGE = "language"


def make_policy(
    config: ExplorerConfig, likelihood: Likelihood, advisor: Advisor | None = None
) -> tuple[SearchPolicy, FrontierValue]:
    """The chooser and the values that stand in for it; those of `language` are the semantic ones.

    Raises ValueError for a policy that does not exist, and for `language` without a language model.
    """
    if config.policy != LANGUAGE:
        return ValuePolicy(), make_frontier_value(config, likelihood)
    if advisor is None:
        raise ValueError(
            'explorer.policy is "language", but there is no language model: set language.server_url, or '
            "explorer.policy to semantic"
        )
    return LanguagePolicy(advisor, ValuePolicy()), make_frontier_value(replace(config, policy="semantic"), likelihood)
