"""Who decides where things are to be put: look for them, make sure which ones are meant, carry them one by one.

The rules work on the same observations as a language model would, and say the same kind of thoughts.
"""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.agent.course import Course
from embodied_memory.planning.agent.react_planner import GuestPlanner, ReactPlanner
from embodied_memory.planning.placing.grounding import Grounding, ObjectFit
from embodied_memory.planning.placing.home_critic import HomeCritic
from embodied_memory.planning.placing.instruction_reading import read_instruction
from embodied_memory.planning.placing.language_reading import LanguageReader, OfflineReader
from embodied_memory.planning.placing.placement_goal import PlacementGoal, ThingPhrase
from embodied_memory.planning.placing.placing_progress import placing_progress
from embodied_memory.planning.placing.placing_steps import placing_step, putting_down
from embodied_memory.planning.placing.recalled_goals import Read, Understanding, understand
from embodied_memory.planning.placing.several_things import for_each, is_several
from embodied_memory.planning.planner_critic.plan import Critic, Critique, Plan, Planner, Situation
from embodied_memory.planning.planner_critic.planner_critic import ActionDecision
from embodied_memory.planning.skills.known_home import KnownHome
from embodied_memory.planning.skills.skill_call import SkillCall, SkillKind, SkillResult
from embodied_memory.planning.skills.word_match import DescriptionMatch
from embodied_memory.planning.task_report import Ambiguity

ACTIONS = """Explore[room]: look around in a room; what stands there becomes known. A room needs exploring only once.
Navigate[room, furniture or object]: go there. You must be at a thing or a place to use it.
Pick[object], Open[furniture], Close[furniture], Wait[]
Place[object, on or within, furniture or floor of a room]: put down what you hold. To put it beside something that
stands there already, add: next_to, that thing. As in Place[cup_1, on, table_2, next_to, plate_0]."""
"""For a language model, beside the skills of perception."""
_DONE = SkillCall(SkillKind.DONE)


class PlacingPlanner:
    """A `Planner` by rules, of one call at a time. Everything is worked out anew at every step from the course and
    the home; the latest reading is kept.
    """

    def __init__(
        self, course: Course, home: KnownHome, match: DescriptionMatch, read_request: Read = read_instruction
    ) -> None:
        self._course, self._home, self._match, self._read_request = course, home, match, read_request
        self._read: tuple[object, Understanding] | None = None
        self._next: tuple[str, SkillCall] | Ambiguity | None = None

    def question(self) -> Ambiguity | None:
        """Decide on the next step; what has to be asked before it, if anything."""
        self._next = self._decided()
        return self._next if isinstance(self._next, Ambiguity) else None

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See Planner: what was decided when questions were asked for last."""
        if self._next is None or isinstance(self._next, Ambiguity):
            return Plan("", ())
        thought, call = self._next
        return Plan(thought, (str(call),))

    def _decided(self) -> tuple[str, SkillCall] | Ambiguity:
        grounding = Grounding(self._home, self._match, self._course.instruction)
        understood = self._understood(grounding)
        if isinstance(understood, Ambiguity):
            return understood
        if not understood.goals:
            return "I do not understand what is to be put where, so I stop here.", _DONE
        return _Deciding(self._course, self._home, grounding, understood.goals).decide()

    def _understood(self, grounding: Grounding) -> Understanding | Ambiguity:
        found = self._reading(grounding, 0)
        if found.question is None:
            return found
        if found.question.question not in self._course.chosen:
            return found.question
        return self._reading(grounding, self._course.chosen[found.question.question])

    def _reading(self, grounding: Grounding, chosen: int) -> Understanding:
        key = (grounding.words, chosen)
        if self._read is None or self._read[0] != key:
            course = self._course
            understood = understand(
                course.instruction, course.recollections, grounding.words, chosen, self._read_request
            )
            self._read = (key, understood)
        return self._read[1]


class PlacingPolicy:
    """A `Policy` for placing things, by rules; a language model, if there is one, reads and plans as a guest."""

    def __init__(
        self, course: Course, home: KnownHome, match: DescriptionMatch, advisor: Advisor | None = None
    ) -> None:
        read = LanguageReader(advisor, OfflineReader()).read if advisor else read_instruction
        self._rules = PlacingPlanner(course, home, match, read)
        self._planner: Planner = self._rules
        if advisor is not None:
            react = ReactPlanner(advisor, self._rules, course, home, ACTIONS)
            self._planner = GuestPlanner(react, self._rules, lambda: len(course.turns))
        self.critic: Critic = HomeCritic(home, course)

    def recall(self) -> Ambiguity | None:
        """See Policy. What the rules find ambiguous is asked, whatever a model would guess."""
        return self._rules.question()

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See Policy."""
        return self._planner.plan(situation, remarks)

    def safe_action(self, situation: Situation) -> str:
        """See Policy: none, where the critic refuses what the rules plan."""
        return ""

    def gives_up(self, decision: ActionDecision) -> bool:
        """See Policy. The rules see for themselves what is left to try."""
        return False

    def observe(self, call: SkillCall, result: SkillResult) -> bool:
        """See Policy: plans are one call long."""
        return True


class _Deciding:
    def __init__(self, course: Course, home: KnownHome, grounding: Grounding, goals: Sequence[PlacementGoal]) -> None:
        self._course, self._home, self._grounding = course, home, grounding
        self._goals = for_each(goals, grounding)
        self._progress = placing_progress(course.turns, self._goals, home, grounding.words)
        self._open = [number for number in range(len(self._goals)) if not self._progress.is_done(number)]

    def decide(self) -> tuple[str, SkillCall] | Ambiguity:
        if not self._open:
            return "All that was asked for is in its place.", _DONE
        held = self._home.held()
        if not held:
            look = self._look_for_things()
            if look is not None:
                return look
        bound, question = self._bind()
        if question is not None and question.question not in self._course.chosen:
            return question
        for number in self._open:
            goal = self._goals[number]
            thing = bound.get(goal.thing)
            if thing is None or (held and held != thing):
                continue
            step = placing_step(goal, thing, bound, self._home, self._progress, self._grounding)
            if step is not None:
                return step
        if held:
            step = putting_down(held, self._home, self._progress)
            if step is not None:
                return step
        left = ", ".join(self._goals[number].thing.text for number in self._open)
        return f"I could not do this, and I have tried what I can: {left}.", _DONE

    def _look_for_things(self) -> tuple[str, SkillCall] | None:
        """Explore while something wanted is not known, then see what the candidates look like."""
        things = self._wanted()
        unexplored = [room for room in self._home.unexplored() if not self._gave_up_exploring(room)]
        for thing in things:
            for object_id in self._grounding.undescribed(thing, is_last_resort=not unexplored):
                call = SkillCall(SkillKind.DESCRIBE_OBJECT, (object_id,))
                if not self._progress.gave_up(call):
                    return f"I want to know whether {object_id} is {thing.text}.", call
        for thing in things:
            candidates = self._grounding.candidates(thing)
            if unexplored and (
                not self._grounding.is_settled(thing, candidates)
                or (is_several(thing, candidates) and not thing.source)
            ):
                room = self._best_room(thing, unexplored)
                thought = f"I have not found {thing.text} yet, so I look around in {room}."
                return thought, SkillCall(SkillKind.EXPLORE, (room,))
        return None

    def _wanted(self) -> list[ThingPhrase]:
        goals = [self._goals[number] for number in self._open]
        wanted = [goal.thing for goal in goals]
        wanted += [
            goal.beside for goal in goals if goal.beside and not self._grounding.words.is_place(goal.beside.text)
        ]
        return [one for one in dict.fromkeys(wanted) if one not in self._progress.bound]

    def _best_room(self, thing: ThingPhrase, unexplored: Sequence[str]) -> str:
        """Where the words say it is, then where the instruction speaks of, then the next one."""
        for text in (thing.source, self._course.instruction):
            named = [room for room in self._grounding.words.room_ids(text) if room in unexplored]
            if named:
                return named[0]
        return unexplored[0]

    def _gave_up_exploring(self, room: str) -> bool:
        return self._progress.gave_up(SkillCall(SkillKind.EXPLORE, (room,)))

    def _bind(self) -> tuple[dict[ThingPhrase, str], Ambiguity | None]:
        """An object for each phrase, no object for two; things that are asked for together stand together."""
        bound = dict(self._progress.bound)
        options = {thing: self._grounding.candidates(thing) for thing in self._wanted()}
        question = None
        for thing in sorted(options, key=lambda one: -max((each.score for each in options[one]), default=0.0)):
            free = [one for one in options[thing] if one.known.object_id not in bound.values()]
            if not free:
                continue
            if question is None and self._grounding.is_ambiguous(thing, free):
                question = _which(thing, free)
            bound[thing] = self._chosen(thing, free, bound).known.object_id
        held = self._home.held()
        return ({**bound, **self._holding(held, bound)} if held else bound), question

    def _chosen(self, thing: ThingPhrase, free: list[ObjectFit], bound: dict[ThingPhrase, str]) -> ObjectFit:
        question = _which(thing, free).question
        if question in self._course.chosen and self._grounding.is_ambiguous(thing, free):
            return free[min(self._course.chosen[question], len(free) - 1)]
        places = {one.object_id: one.first_place for one in self._home.objects()}
        company = {places[one] for one in bound.values() if one in places}
        best = free[0].score
        together = [one for one in free if one.known.first_place in company and best - one.score < _COMPANY]
        return (together or free)[0]

    def _holding(self, held: str, bound: dict[ThingPhrase, str]) -> dict[ThingPhrase, str]:
        """What was picked up for a phrase stays what it means, whatever is learned on the way."""
        if held in bound.values():
            return {}
        known = next((one for one in self._home.objects() if one.object_id == held), None)
        for number in self._open:
            thing = self._goals[number].thing
            if known and any(one.known.object_id == held for one in self._grounding.candidates(thing)):
                return {thing: held}
        return {}


_COMPANY = 0.3
"""How much worse a candidate may fit the words to be preferred for standing with the other things."""


def _which(thing: ThingPhrase, free: Sequence[ObjectFit]) -> Ambiguity:
    readings = tuple(
        f"{one.known.caption or one.known.category} ({one.known.place} in {one.known.room})" for one in free[:3]
    )
    return Ambiguity(thing.text, readings, names_thing=True)
