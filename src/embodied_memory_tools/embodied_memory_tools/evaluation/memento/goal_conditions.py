"""What an episode asks of the home: propositions, dependencies and constraints (PARTNR; MEMENTO, appendix B.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

RELATIONS = ("is_on_top", "is_inside", "is_in_room", "is_next_to", "is_on_floor")
DEPENDENCIES = ("while_satisfied", "after_satisfied", "after_unsatisfied", "before_satisfied")


@dataclass(frozen=True)
class Proposition:
    """`number` of the things stand in the relation to any of the targets, or all to one of them.

    things, targets: handles, for is_in_room names of rooms; distance_m: what still is next to.
    """

    relation: str
    things: tuple[str, ...]
    targets: tuple[str, ...] = ()
    number: int = 1
    same_target: bool = False
    distance_m: float = 1.0


@dataclass(frozen=True)
class Dependency:
    """The propositions are looked at only while, after or before all (or any) others hold."""

    propositions: tuple[int, ...]
    depends_on: tuple[int, ...]
    relation: str
    needs_all: bool = True


@dataclass(frozen=True)
class Constraints:
    """order: (earlier, later); terminal: what must hold at the end; same, different: groups of propositions with the
    side, "things" or "targets", by which each must have been satisfied alike or each otherwise.
    """

    order: tuple[tuple[int, int], ...] = ()
    terminal: tuple[int, ...] = ()
    same: tuple[tuple[tuple[int, str], ...], ...] = ()
    different: tuple[tuple[tuple[int, str], ...], ...] = ()


@dataclass(frozen=True)
class GoalConditions:
    """Everything that is evaluated of an episode."""

    propositions: tuple[Proposition, ...]
    dependencies: tuple[Dependency, ...] = ()
    constraints: Constraints = Constraints()


def read_conditions(
    propositions: Sequence[Mapping[str, Any]],
    dependencies: Sequence[Mapping[str, Any]],
    constraints: Sequence[Mapping[str, Any]],
) -> GoalConditions:
    """As the episode files write them. Raises ValueError, KeyError or TypeError for what is no such condition."""
    read = GoalConditions(
        tuple(_proposition(one) for one in propositions),
        tuple(
            Dependency(
                tuple(map(int, one["proposition_indices"])), tuple(map(int, one["depends_on"])),
                _one_of(one["relation_type"], DEPENDENCIES), one.get("dependency_mode", "all") == "all",
            )
            for one in dependencies
        ),
        _constraints(constraints),
    )  # fmt: skip
    return _unrolled(read)


def _proposition(written: Mapping[str, Any]) -> Proposition:
    arguments = written["args"]
    relation = _one_of(written["function_name"], RELATIONS)
    things = arguments.get("object_handles") or arguments.get("entity_handles_a") or ()
    targets = next(
        (arguments[key] for key in ("receptacle_handles", "entity_handles_b", "room_ids") if arguments.get(key)), ()
    )
    same = next(
        (arguments[key] for key in ("is_same_receptacle", "is_same_b", "is_same_room") if key in arguments), 0
    )
    distance = arguments.get("l2_threshold")
    return Proposition(
        relation, tuple(map(str, things)), tuple(map(str, targets)), int(arguments.get("number") or 1), bool(same),
        1.0 if distance is None else float(distance),
    )  # fmt: skip


def _constraints(written: Sequence[Mapping[str, Any]]) -> Constraints:
    order: list[tuple[int, int]] = []
    terminal: list[int] = []
    groups: dict[str, list[tuple[tuple[int, str], ...]]] = {"SameArgConstraint": [], "DifferentArgConstraint": []}
    for one in written:
        kind, arguments = one["type"], one["args"]
        if kind == "TemporalConstraint":
            order += [(int(first), int(second)) for first, second in arguments["dag_edges"]]
        elif kind == "TerminalSatisfactionConstraint":
            terminal += map(int, arguments["proposition_indices"])
        elif kind in groups:
            sides = ("things" if _is_thing(name) else "targets" for name in arguments["arg_names"])
            groups[kind].append(tuple(zip(map(int, arguments["proposition_indices"]), sides, strict=True)))
        else:
            raise ValueError(f"there is no constraint {kind!r}")
    return Constraints(
        tuple(order), tuple(terminal), tuple(groups["SameArgConstraint"]), tuple(groups["DifferentArgConstraint"])
    )


def _unrolled(read: GoalConditions) -> GoalConditions:
    """n things count as n propositions, of which those for fewer things are satisfied before."""
    copies = [
        (index, Proposition(one.relation, one.things, one.targets, number, one.same_target, one.distance_m))
        for index, one in enumerate(read.propositions)
        for number in range(1, one.number)
    ]
    if not copies:
        return read
    copy_of: dict[int, list[int]] = {}
    for offset, (index, _) in enumerate(copies):
        copy_of.setdefault(index, [index]).append(len(read.propositions) + offset)

    def all_of(indices: Sequence[int]) -> tuple[int, ...]:
        return tuple(copy for index in indices for copy in copy_of.get(index, [index]))

    def grown(group: tuple[tuple[int, str], ...]) -> tuple[tuple[int, str], ...]:
        return tuple((copy, side) for index, side in group for copy in copy_of.get(index, [index]))

    wanted = read.constraints
    return GoalConditions(
        (*read.propositions, *(one for _, one in copies)),
        tuple(
            Dependency(all_of(one.propositions), one.depends_on, one.relation, one.needs_all)
            for one in read.dependencies
        ),
        Constraints(
            tuple((first, second) for a, b in wanted.order for first in all_of([a]) for second in all_of([b])),
            all_of(wanted.terminal), tuple(map(grown, wanted.same)), wanted.different,
        ),
    )  # fmt: skip


def _is_thing(name: str) -> bool:
    return name in ("object_handles", "entity_handles_a")


def _one_of(name: Any, known: Sequence[str]) -> str:
    if name not in known:
        raise ValueError(f"there is no {name!r}; there are {', '.join(known)}")
    return str(name)
