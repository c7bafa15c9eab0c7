"""All skills as one: perception answered from memory, everything that moves something executed by the world."""

from __future__ import annotations

from embodied_memory.planning.skills.perception_skills import PERCEPTION, PerceptionSkills
from embodied_memory.planning.skills.skill_call import SkillCall, SkillKind, SkillResult, SkillWorld


class SkillLibrary:
    """A SkillWorld. The looks of a thing that memory does not know yet are asked of the world, which sees it."""

    def __init__(self, perception: PerceptionSkills, world: SkillWorld) -> None:
        self._perception, self._world = perception, world

    def execute(self, call: SkillCall) -> SkillResult:
        """See SkillWorld."""
        if call.kind is SkillKind.DONE:
            return SkillResult(True, "The task is said to be done.")
        if call.kind not in PERCEPTION:
            return self._world.execute(call)
        if call.kind is SkillKind.DESCRIBE_OBJECT and self._perception.lacks_looks(call.arguments[0]):
            return self._world.execute(call)
        return self._perception.execute(call)
