"""A home of two rooms in text, whose skills always work, and the agent in it."""

from __future__ import annotations

from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.agent import Agent, Course
from embodied_memory.planning.known_home import DescriptionMatch, ObservedHome
from embodied_memory.planning.perception_skills import PerceptionSkills, SkillLibrary, by_description
from embodied_memory.planning.placement_goal import HomeWords
from embodied_memory.planning.skill_call import SkillKind, SkillResult
from embodied_memory.planning.tasks.placement_grounding import placing_policy

FURNITURE = {
    "kitchen_1": ("counter_1", "cabinet_2", "table_3"),
    "bedroom_1": ("bed_4", "table_5", "chest_of_drawers_6"),
    "living_room_1": ("couch_7", "shelves_8", "table_9"),
}
ROOM_OF = {name: room for room, names in FURNITURE.items() for name in names}
MATCH = DescriptionMatch(HashingEmbedder())
TEXT = "\n".join(f"Furniture in {room}: {', '.join(names)}" for room, names in FURNITURE.items())


class TextHome:
    """things: id -> (place, caption). Everything is seen once its room was explored."""

    def __init__(self, things):
        self.things = dict(things)
        self.known = ObservedHome()
        self.known.observe(TEXT)
        self.seen, self.held, self.calls = [], "", []

    def execute(self, call):
        self.calls.append(str(call))
        result = self._result(call)
        self.known.note(call, result)
        return result

    def _result(self, call):
        if call.kind is SkillKind.DESCRIBE_OBJECT:
            thing = call.arguments[0]
            return SkillResult(True, f"The description of the object '{thing}' is:\n{self.things[thing][1]}")
        if call.kind is SkillKind.EXPLORE:
            here = [thing for thing, (place, _) in self.things.items() if ROOM_OF.get(place) == call.arguments[0]]
            self.seen += [thing for thing in here if thing not in self.seen]
        elif call.kind is SkillKind.PICK:
            self.held = call.arguments[0]
        elif call.kind is SkillKind.PLACE:
            self.things[self.held] = (call.arguments[2], self.things[self.held][1])
            self.held = ""
        lines = [f"{one}: {self._where(one)}" for one in self.seen]
        return SkillResult(True, "Objects: " + "\n".join(lines))

    def _where(self, thing):
        place = self.things[thing][0]
        return "held by the agent" if thing == self.held else f"{place} in {ROOM_OF[place]}"


def carry_out(home, instruction, recalled=(), advisor=None, changed=lambda policy: policy, **more):
    """What became of it: by rules, unless the policy is changed or a model plans. more: for the agent."""
    course = Course(instruction, recollections=tuple(recalled))
    policy = changed(placing_policy(course, home.known, MATCH, advisor))
    perception = PerceptionSkills(home.known, by_description(home.known, MATCH))
    skills = SkillLibrary(perception, home, is_looked_up=True)
    return Agent(skills, **more).carry_out(course, policy)


def words_of_home():
    """What can be a place there."""
    known = ObservedHome()
    known.observe(TEXT)
    return HomeWords.of(known)
