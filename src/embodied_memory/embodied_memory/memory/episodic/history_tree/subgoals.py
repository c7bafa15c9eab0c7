"""The subgoals of a goal, from the skill stack (H2-EMV, section 4.2.2).

Construction treats all events as direct children of the outermost goal; the nesting is derived when it is read.
"""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.memory.episodic.tree.node import TreeNode
from embodied_memory.memory.episodic.tree.tree import Tree


@dataclass(frozen=True)
class Subgoal:
    """A goal and its parts in order of time: ids of events, and goals pursued for it."""

    text: str
    parts: tuple[int | Subgoal, ...] = ()


def subgoals(tree: Tree, goal: TreeNode) -> Subgoal:
    """The goal's events, nested by the goal stacks they began with."""
    stacks = [(event.node_id, event.content.goals[0] if event.content.goals else ()) for event in tree.children(goal)]
    name = goal.content.goals[0][0] if goal.content.goals else goal.headline
    return Subgoal(name, _nested(stacks, 1))


def _nested(stacks: list[tuple[int, tuple[str, ...]]], depth: int) -> tuple[int | Subgoal, ...]:
    """Neighbours that share their goal of this depth belong to one part."""
    parts: list[int | Subgoal] = []
    run: list[tuple[int, tuple[str, ...]]] = []
    for place, (event, stack) in enumerate(stacks):
        if len(stack) <= depth:
            parts.append(event)
            continue
        run.append((event, stack))
        following = stacks[place + 1][1] if place + 1 < len(stacks) else ()
        if following[: depth + 1] != stack[: depth + 1]:
            parts.append(Subgoal(stack[depth], _nested(run, depth + 1)))
            run = []
    return tuple(parts)
