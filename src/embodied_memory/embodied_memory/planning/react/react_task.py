"""A task in the middle of being done: what a policy decides on, and what it decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.skills.known_home import KnownHome
from embodied_memory.planning.skills.skill_call import SkillCall, SkillResult
from embodied_memory.planning.task_report import Ambiguity


@dataclass(frozen=True)
class Turn:
    """A thought, the call it led to, and what came of it."""

    thought: str
    call: SkillCall
    result: SkillResult


@dataclass(frozen=True)
class ReactTask:
    """recollections: the retrieved episodes, likeliest first; chosen: by question, the number of the reading that
    was chosen.
    """

    instruction: str
    home: KnownHome
    recollections: tuple[PersonalRecollection, ...] = ()
    turns: tuple[Turn, ...] = ()
    chosen: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class NextStep:
    """What to do now and why. memories: records of the episodes that it rests on."""

    thought: str
    call: SkillCall
    memories: tuple[int, ...] = ()


Decision: TypeAlias = NextStep | Ambiguity
"""A step, or a question without whose answer the next one would be a guess."""


class ReactPolicy(Protocol):
    """Decides on the next step; keeps nothing from one call to the next that matters."""

    def next_step(self, task: ReactTask) -> Decision:
        """Never raises: a task that cannot go on is Done, with the reason as the thought."""
