"""How much of an episode's goal is reached: percent complete and success (PARTNR; MEMENTO, appendix B.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from embodied_memory_tools.evaluation.memento.goal_conditions import Dependency, GoalConditions
from embodied_memory_tools.evaluation.memento.home_snapshot import Finding, HomeSnapshot

_UNSATISFIED = Finding(False)


class GoalEvaluator:
    """Shown every state of the home in turn. A proposition is satisfied from the first state in which it holds while
    its dependencies allow to look at it; constraints take that back.
    """

    def __init__(self, conditions: GoalConditions) -> None:
        self._conditions = conditions
        self._states: list[tuple[Finding, ...]] = []
        self._satisfied_at = [-1] * len(conditions.propositions)

    def see(self, home: HomeSnapshot) -> None:
        """Evaluate the next state."""
        hidden = {
            index
            for dependency in self._conditions.dependencies
            if not self._allows(dependency)
            for index in dependency.propositions
        }
        state = tuple(
            _UNSATISFIED if index in hidden else home.evaluate(proposition)
            for index, proposition in enumerate(self._conditions.propositions)
        )
        for index, finding in enumerate(state):
            if finding.holds and self._satisfied_at[index] < 0:
                self._satisfied_at[index] = len(self._states)
        self._states.append(state)

    @property
    def percent_complete(self) -> float:
        """0 to 1: the share of propositions that were satisfied and that no constraint takes back."""
        reached = self.satisfied
        return sum(reached) / len(reached) if reached else 0.0

    @property
    def succeeded(self) -> bool:
        """Whether all are."""
        return bool(self.satisfied) and all(self.satisfied)

    @property
    def satisfied(self) -> tuple[bool, ...]:
        """One a proposition."""
        broken = self._too_early() | self._undone() | self._unlike()
        return tuple(at >= 0 and index not in broken for index, at in enumerate(self._satisfied_at))

    def _allows(self, dependency: Dependency) -> bool:
        holds = [self._history(index, dependency.relation) for index in dependency.depends_on]
        return all(holds) if dependency.needs_all else any(holds)

    def _history(self, index: int, relation: str) -> bool:
        seen = [state[index].holds for state in self._states]
        if relation == "while_satisfied":
            return bool(seen) and seen[-1]
        if relation == "after_satisfied":
            return any(seen)
        if relation == "before_satisfied":
            return not any(seen)
        return any(first and not second for first, second in pairwise(seen))

    def _too_early(self) -> set[int]:
        """Propositions that were not satisfied later than everything that must come before them."""
        return {
            later
            for later in {later for _, later in self._conditions.constraints.order}
            for earlier in self._before(later)
            if self._satisfied_at[earlier] < 0 or self._satisfied_at[later] <= self._satisfied_at[earlier]
        }

    def _before(self, index: int) -> set[int]:
        found: set[int] = set()
        ahead = [index]
        while ahead:
            now = ahead.pop()
            fresh = {first for first, second in self._conditions.constraints.order if second == now} - found
            found |= fresh
            ahead += fresh
        return found

    def _undone(self) -> set[int]:
        last: Sequence[Finding] = self._states[-1] if self._states else ()
        return {index for index in self._conditions.constraints.terminal if last and not last[index].holds}

    def _unlike(self) -> set[int]:
        """Propositions that break a constraint on what they were satisfied by; the first one satisfied decides."""
        broken: set[int] = set()
        for group in self._conditions.constraints.same:
            values = self._values(group)
            broken |= {index for index, value in values[1:] if value != values[0][1]}
        for group in self._conditions.constraints.different:
            values = self._values(group)
            broken |= {
                index
                for number, (index, value) in enumerate(values)
                if value in [earlier for _, earlier in values[:number]]
            }
        return broken

    def _values(self, group: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
        """(proposition, handle) in the order in which they were satisfied."""
        reached = sorted((self._satisfied_at[index], index, side) for index, side in group)
        return [(index, str(getattr(self._states[at][index], side))) for at, index, side in reached if at >= 0]
