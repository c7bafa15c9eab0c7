"""The ReAct policy by rules: look for the things, make sure which ones are meant, carry them one by one.

Works on the same observations as a language model would, and says the same kind of thoughts.
"""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.planning.react.grounding import Candidate, Grounding
from embodied_memory.planning.react.instruction_reading import read_instruction
from embodied_memory.planning.react.placement_goal import ThingPhrase
from embodied_memory.planning.react.placing_progress import placing_progress
from embodied_memory.planning.react.placing_steps import placing_step, putting_down
from embodied_memory.planning.react.react_task import Decision, NextStep, ReactTask
from embodied_memory.planning.react.recalled_goals import Read, Understanding, understand
from embodied_memory.planning.react.several_things import for_each, is_several
from embodied_memory.planning.skills.skill_call import SkillCall, SkillKind
from embodied_memory.planning.skills.word_match import DescriptionMatch
from embodied_memory.planning.task_report import Ambiguity

_DONE = SkillCall(SkillKind.DONE)


class OfflinePolicy:
    """Deterministic. Everything is worked out anew from the task at every step; the latest reading is kept."""

    def __init__(self, match: DescriptionMatch, read_request: Read = read_instruction) -> None:
        self._match, self._read_request = match, read_request
        self._read: tuple[object, Understanding] | None = None

    def next_step(self, task: ReactTask) -> Decision:
        """See ReactPolicy."""
        grounding = Grounding(task.home, self._match, task.instruction)
        understood = self._understood(task, grounding)
        if isinstance(understood, Ambiguity):
            return understood
        if not understood.goals:
            return NextStep("I do not understand what is to be put where, so I stop here.", _DONE)
        return _Deciding(task, grounding, understood).decide()

    def _understood(self, task: ReactTask, grounding: Grounding) -> Understanding | Ambiguity:
        found = self._reading(task, grounding, 0)
        if found.question is None:
            return found
        if found.question.question not in task.chosen:
            return found.question
        return self._reading(task, grounding, task.chosen[found.question.question])

    def _reading(self, task: ReactTask, grounding: Grounding, chosen: int) -> Understanding:
        key = (task.instruction, task.recollections, grounding.words, chosen)
        if self._read is None or self._read[0] != key:
            self._read = (
                key,
                understand(task.instruction, task.recollections, grounding.words, chosen, self._read_request),
            )
        return self._read[1]


class _Deciding:
    def __init__(self, task: ReactTask, grounding: Grounding, understood: Understanding) -> None:
        self._task, self._grounding, self._memories = task, grounding, understood.memories
        self._goals = for_each(understood.goals, grounding)
        self._progress = placing_progress(task.turns, self._goals, task.home, grounding.words)
        self._open = [number for number in range(len(self._goals)) if not self._progress.is_done(number)]

    def decide(self) -> Decision:
        if not self._open:
            return self._step("All that was asked for is in its place.", _DONE)
        held = self._task.home.held()
        if not held:
            look = self._look_for_things()
            if look is not None:
                return look
        bound, question = self._bind()
        if question is not None and question.question not in self._task.chosen:
            return question
        for number in self._open:
            goal = self._goals[number]
            thing = bound.get(goal.thing)
            if thing is None or (held and held != thing):
                continue
            step = placing_step(goal, thing, bound, self._task, self._progress, self._grounding)
            if step is not None:
                return self._step(*step)
        if held:
            step = putting_down(held, self._task, self._progress)
            if step is not None:
                return self._step(*step)
        left = ", ".join(self._goals[number].thing.text for number in self._open)
        return self._step(f"I could not do this, and I have tried what I can: {left}.", _DONE)

    def _look_for_things(self) -> Decision | None:
        """Explore while something wanted is not known, then see what the candidates look like."""
        things = self._wanted()
        unexplored = [room for room in self._task.home.unexplored() if not self._gave_up_exploring(room)]
        for thing in things:
            for object_id in self._grounding.undescribed(thing, is_last_resort=not unexplored):
                call = SkillCall(SkillKind.DESCRIBE_OBJECT, (object_id,))
                if not self._progress.gave_up(call):
                    return self._step(f"I want to know whether {object_id} is {thing.text}.", call)
        for thing in things:
            candidates = self._grounding.candidates(thing)
            if unexplored and (
                not self._grounding.is_settled(thing, candidates)
                or (is_several(thing, candidates) and not thing.source)
            ):
                room = self._best_room(thing, unexplored)
                thought = f"I have not found {thing.text} yet, so I look around in {room}."
                return self._step(thought, SkillCall(SkillKind.EXPLORE, (room,)))
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
        for text in (thing.source, self._task.instruction):
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
        held = self._task.home.held()
        return ({**bound, **self._holding(held, bound)} if held else bound), question

    def _chosen(self, thing: ThingPhrase, free: list[Candidate], bound: dict[ThingPhrase, str]) -> Candidate:
        question = _which(thing, free).question
        if question in self._task.chosen and self._grounding.is_ambiguous(thing, free):
            return free[min(self._task.chosen[question], len(free) - 1)]
        places = {one.object_id: one.first_place for one in self._task.home.objects()}
        company = {places[one] for one in bound.values() if one in places}
        best = free[0].score
        together = [one for one in free if one.known.first_place in company and best - one.score < _COMPANY]
        return (together or free)[0]

    def _holding(self, held: str, bound: dict[ThingPhrase, str]) -> dict[ThingPhrase, str]:
        """What was picked up for a phrase stays what it means, whatever is learned on the way."""
        if held in bound.values():
            return {}
        known = next((one for one in self._task.home.objects() if one.object_id == held), None)
        for number in self._open:
            thing = self._goals[number].thing
            if known and any(one.known.object_id == held for one in self._grounding.candidates(thing)):
                return {thing: held}
        return {}

    def _step(self, thought: str, call: SkillCall) -> NextStep:
        return NextStep(thought, call, self._memories)


_COMPANY = 0.3
"""How much worse a candidate may fit the words to be preferred for standing with the other things."""


def _which(thing: ThingPhrase, free: Sequence[Candidate]) -> Ambiguity:
    readings = tuple(
        f"{one.known.caption or one.known.category} ({one.known.place} in {one.known.room})" for one in free[:3]
    )
    return Ambiguity(thing.text, readings, names_thing=True)
