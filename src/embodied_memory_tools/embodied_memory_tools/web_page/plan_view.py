"""A plan as the page shows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlanView:
    """actions: in order; next: index of the one that is done now; remarks: of the critic, oldest first."""

    subgoal: str
    reason: str
    actions: tuple[str, ...]
    next: int
    remarks: tuple[str, ...] = ()
