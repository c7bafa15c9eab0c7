"""Who searches: a policy, and whether it remembers from one goal to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from embodied_memory.config import Config


@dataclass(frozen=True)
class SearchArm:
    """One row of the table. policy: as in ExplorerConfig; remembers: map and memory are kept across goals.

    One that does not remember begins every goal where the last ended, with a new map and a new memory; while it
    searches for a goal it has both, and goes to what it sees as the others do. reads_graph: without it, memory
    tells it nothing out of the knowledge graph.
    """

    name: str
    policy: str
    remembers: bool
    reads_graph: bool = True

    def configured(self, config: Config) -> Config:
        """As it searches."""
        retrieval = replace(config.memory.retrieval, use_graph=self.reads_graph)
        memory = replace(config.memory, retrieval=retrieval)
        return replace(config, explorer=replace(config.explorer, policy=self.policy), memory=memory)


OURS = SearchArm("ours", "semantic", True)
FORGETFUL = SearchArm("ours without memory", "semantic", False)
GRAPHLESS = SearchArm("ours without the graph", "semantic", True, reads_graph=False)
NEAREST = SearchArm("nearest frontier", "nearest", False)
ARMS = (
    OURS,
    FORGETFUL,
    NEAREST,
    SearchArm("nearest frontier with memory", "nearest", True),
    SearchArm("random frontier", "random", False),
    GRAPHLESS,
)


def arms_named(text: str) -> tuple[SearchArm, ...]:
    """ "all", or names separated by commas. Raises ValueError for a name that there is not."""
    if text == "all":
        return ARMS
    by_name = {arm.name: arm for arm in ARMS}
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in by_name]
    if unknown or not names:
        raise ValueError(f'there is no searcher "{", ".join(unknown)}"; choose from {", ".join(by_name)}')
    return tuple(by_name[name] for name in names)
