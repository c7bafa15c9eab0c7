"""One instruction on its way: what the agent and who decides for it know of it together."""

from __future__ import annotations

from dataclasses import dataclass, field

from embodied_memory.act_trace import ActStep, ActTrace
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.skills.skill_call import SkillCall, SkillResult

RECALLED = 5
"""How many episodes are recalled (MEMENTO, section 5.1)."""
MOST_TRIES = 2
"""Of one call that fails."""


@dataclass(frozen=True)
class Step:
    """A thought, the call it led to, and what came of it (ReAct, Yao et al. 2023)."""

    thought: str
    call: SkillCall
    result: SkillResult


@dataclass
class Course:
    """recollections: the retrieved episodes, likeliest first; turns: what was done so far, in order; chosen: by
    question, the number of the reading that somebody chose.
    """

    instruction: str
    speaker: str = ""
    recollections: tuple[PersonalRecollection, ...] = ()
    turns: list[Step] = field(default_factory=list)
    chosen: dict[str, int] = field(default_factory=dict)

    @property
    def trace(self) -> ActTrace:
        """The turns as memory keeps them (MEMENTO, appendix B.2)."""
        return ActTrace(
            tuple(
                ActStep(one.thought, one.call.kind.value, one.call.arguments, one.result.text) for one in self.turns
            )
        )

    def is_in_vain(self, call: SkillCall) -> bool:
        """Whether just this failed too often to be tried again."""
        return sum(one.call == call and not one.result.succeeded for one in self.turns) >= MOST_TRIES
