"""Binds what a request wants put somewhere to things and places of a home that shows itself room by room (MEMENTO).

Of the whole request together: everything is looked for before anything is carried, no thing is meant by two phrases,
and things that are asked for together stood together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from embodied_memory.config import PermissionConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.agent import Course
from embodied_memory.planning.instruction import Ambiguity
from embodied_memory.planning.known_home import (
    DescriptionMatch,
    KnownHome,
    KnownObject,
    KnownReceptacle,
    phrase_words,
)
from embodied_memory.planning.placement_goal import (
    ObjectFit,
    PlacementGoal,
    Relation,
    ThingMatch,
    ThingPhrase,
    count_of,
    head_of,
)
from embodied_memory.planning.placement_reading import LanguageReader, read_instruction
from embodied_memory.planning.recalled_goals import Read, Understanding, understand
from embodied_memory.planning.skill_call import Permissions, SkillCall, SkillKind
from embodied_memory.planning.tasks.grounding import as_deed
from embodied_memory.planning.tasks.known_things import things_of
from embodied_memory.planning.tasks.task_goal import as_told
from embodied_memory.planning.tasks.task_policy import PLAN, REACT, TaskPolicy, task_roles
from embodied_memory.planning.tasks.task_state import TaskState
from embodied_memory.words.wording.words import singular

_COMPANY = 0.3
"""How much worse a candidate may fit the words to be preferred for standing with the other things."""
_SURE_KIND, _MOST_ALIKE = 0.7, 8
"""Of "the toys": what is one of them, and how many at most."""
_SURFACES = ("table", "counter", "shelves", "couch", "bed", "stand", "chest of drawers", "bench", "cabinet")
"""Where in a room things are put, if nobody says."""


ACTIONS = """Explore[room]: look around in a room; what stands there becomes known. A room needs exploring only once.
Navigate[room, furniture or object]: go there. You must be at a thing or a place to use it.
Pick[object], Open[furniture], Close[furniture], Wait[]
Place[object, on or in, furniture or floor of a room]: put down what you hold. To put it beside something that
stands there already, add: next_to, that thing. As in Place[cup_1, on, table_2, next_to, plate_0]."""
"""For a language model, beside the skills of perception."""


def placing_policy(
    course: Course, home: KnownHome, match: DescriptionMatch, advisor: Advisor | None = None
) -> TaskPolicy:
    """Of whoever places things in such a home, by rules; a model, if there is one, reads and plans as a guest."""
    state, read = TaskState((), course.speaker), read_instruction
    if advisor is not None:
        read = LanguageReader(advisor).read
    matching = PlacementGrounding(course, home, match, read)
    permissions, policy = Permissions(PermissionConfig(("*: all",))), REACT if advisor else PLAN
    roles = task_roles(course, state, lambda: things_of(home), home, permissions, advisor, policy, ACTIONS)
    return TaskPolicy(state, matching, roles)


class PlacementGrounding:
    """A `Grounds`. read_request: the reader of requests; what was asked long ago is read without a model."""

    def __init__(
        self, course: Course, home: KnownHome, match: DescriptionMatch, read_request: Read = read_instruction
    ) -> None:
        self._course, self._home, self._match, self._read_request = course, home, match, read_request
        self._read: tuple[object, Understanding] | None = None
        self._goals: tuple[PlacementGoal, ...] = ()
        self._bound: dict[ThingPhrase, str] = {}
        self._used: list[str] = []
        self._taken_up: tuple[int, int, list[ThingPhrase]] | None = None

    def ground(self, state: TaskState) -> Ambiguity | None:
        """See Grounds."""
        matching = ThingMatch(self._home, self._match, self._course.instruction)
        self._note_reached(state)
        state.room = state.undescribed = ""
        if state.index == 0 and state.thing is None and not state.held:
            question = self._take_up(state, matching)
            if question is not None:
                return question
        if state.goal is not None and state.thing is not None and state.place is None:
            state.give_up(f"I have tried every place that {state.goal.to or 'there'} may mean")
        if state.goal is None or state.thing is not None:
            return None
        if not state.held and self._has_to_look(state, matching):
            return None
        bound, question = self._bind(state, matching)
        if question is not None and question.question not in self._course.chosen:
            return question
        while state.goal is not None and not self._bind_goal(state, bound, matching):
            state.give_up(f"I do not know {as_told(state.goal.thing)}, or where it could be put")
        return None

    def _note_reached(self, state: TaskState) -> None:
        """What a phrase turned out to be it stays; what is nowhere stands for the first that was to be next to it."""
        if self._taken_up is None or self._taken_up[0] == state.index:
            return
        _, reached, phrases = self._taken_up
        if len(state.reached) > reached:
            calls = (turn.call for turn in reversed(self._course.turns) if turn.result.succeeded)
            put = next((one.arguments[:3] for one in calls if one.kind is SkillKind.PLACE), None)
            if put is not None:
                self._bound |= dict.fromkeys(phrases, put[0])
                self._used.append(put[2])
        self._taken_up = None

    def _take_up(self, state: TaskState, matching: ThingMatch) -> Ambiguity | None:
        """The goals of the request; of several things one for each that is known by now."""
        understood = self._reading(matching, 0)
        if understood.question is not None:
            chosen = self._course.chosen.get(understood.question.question)
            if chosen is None:
                return understood.question
            understood = self._reading(matching, chosen)
        self._goals = _for_each(understood.goals, matching)
        state.goals = tuple(map(as_deed, self._goals))
        return None

    def _reading(self, matching: ThingMatch, chosen: int) -> Understanding:
        """The latest is kept: a model may have read it."""
        key = (matching.words, chosen)
        if self._read is None or self._read[0] != key:
            course = self._course
            read = understand(course.instruction, course.recollections, matching.words, chosen, self._read_request)
            self._read = (key, read)
        return self._read[1]

    def _has_to_look(self, state: TaskState, matching: ThingMatch) -> bool:
        """See what the candidates look like, and explore while something wanted is not known."""
        wanted = self._wanted(state, matching)
        rooms = [one for one in self._home.unexplored() if not self._is_in_vain(SkillKind.EXPLORE, one)]
        for thing in wanted:
            for object_id in matching.undescribed(thing, is_last_resort=not rooms):
                if not self._is_in_vain(SkillKind.DESCRIBE_OBJECT, object_id):
                    state.undescribed = object_id
                    return True
        sought = next((thing for thing in wanted if rooms and _is_unsettled(thing, matching)), None)
        if sought is not None:
            state.room = self._best_room(sought, rooms, matching)
        return sought is not None

    def _wanted(self, state: TaskState, matching: ThingMatch) -> list[ThingPhrase]:
        """What the open goals are about, and what it is to be put beside."""
        goals = self._goals[state.index :]
        beside = [goal.beside for goal in goals if goal.beside and not matching.words.is_place(goal.beside.text)]
        things = dict.fromkeys([*(goal.thing for goal in goals), *beside])
        return [one for one in things if one not in self._bound]

    def _best_room(self, thing: ThingPhrase, unexplored: Sequence[str], matching: ThingMatch) -> str:
        """Where the words say it is, then where the instruction speaks of, then the next one."""
        for text in (thing.source, self._course.instruction):
            named = [room for room in matching.words.room_ids(text) if room in unexplored]
            if named:
                return named[0]
        return unexplored[0]

    def _is_in_vain(self, kind: SkillKind, what: str) -> bool:
        return self._course.is_in_vain(SkillCall(kind, (what,)))

    def _bind(self, state: TaskState, matching: ThingMatch) -> tuple[dict[ThingPhrase, str], Ambiguity | None]:
        """An object for each phrase, what fits its words best first; what is to be asked about one of them."""
        bound = dict(self._bound)
        options = {thing: matching.candidates(thing) for thing in self._wanted(state, matching)}
        question = None
        for thing in sorted(options, key=lambda one: -max((each.score for each in options[one]), default=0.0)):
            taken = {*bound.values(), *state.missed}
            free = [one for one in options[thing] if one.known.object_id not in taken]
            if not free:
                continue
            if question is None and matching.is_ambiguous(thing, free):
                question = _which(thing, free)
            bound[thing] = self._chosen(thing, free, bound, matching).known.object_id
        return bound, question

    def _chosen(
        self, thing: ThingPhrase, free: list[ObjectFit], bound: Mapping[ThingPhrase, str], matching: ThingMatch
    ) -> ObjectFit:
        question = _which(thing, free).question
        if question in self._course.chosen and matching.is_ambiguous(thing, free):
            return free[min(self._course.chosen[question], len(free) - 1)]
        places = {one.object_id: one.first_place for one in self._home.objects()}
        company = {places[one] for one in bound.values() if one in places}
        best = free[0].score
        together = [one for one in free if one.known.first_place in company and best - one.score < _COMPANY]
        return (together or free)[0]

    def _bind_goal(self, state: TaskState, bound: Mapping[ThingPhrase, str], matching: ThingMatch) -> bool:
        """Of the present goal; false where it is not known, or has nowhere to go."""
        goal, things = self._goals[state.index], things_of(self._home)
        known = next((one for one in self._home.objects() if one.object_id == bound.get(goal.thing)), None)
        state.thing = state.thing or things.get(known.object_id if known else "")
        if known is None or state.thing is None:
            return False
        beside = _beside_id(goal, bound, matching)
        places = self._places(goal, known, beside, matching)
        state.beside = beside
        state.places = [place for one in places if (place := things.get(one.receptacle_id)) is not None]
        phrases = [goal.thing, *([goal.beside] if goal.beside and not beside else ())]
        self._taken_up = (state.index, len(state.reached), phrases)
        return state.takes_next_place()

    def _places(
        self, goal: PlacementGoal, known: KnownObject, beside: str, matching: ThingMatch
    ) -> list[KnownReceptacle]:
        """Furniture that fits: the very one that is meant, where its neighbour is, where the others went."""
        fitting = self._fitting(goal, beside, matching)
        if goal.place.is_other:
            fitting = [one for one in fitting if one.receptacle_id not in (known.place, known.first_place)]
        where = {one.object_id: one.place for one in self._home.objects()}
        rooms_of = {one.receptacle_id: one.room for one in matching.words.receptacles}

        def rank(one: KnownReceptacle) -> tuple[bool, ...]:
            return (
                one.receptacle_id != goal.place.place_id,
                bool(beside) and where.get(beside) != one.receptacle_id,
                beside in rooms_of and rooms_of[beside] != one.room,
                one.receptacle_id not in self._used,
            )

        return sorted(fitting, key=rank)

    def _fitting(self, goal: PlacementGoal, beside: str, matching: ThingMatch) -> list[KnownReceptacle]:
        words, place = matching.words, goal.place
        if not place.text and not place.place_id:
            beside_place = next((one.place for one in self._home.objects() if one.object_id == beside), "")
            return [one for one in words.receptacles if one.receptacle_id == beside_place]
        if goal.relation is Relation.ROOM:
            here = [one for one in words.receptacles if one.room in words.room_ids(place.text)]
            return sorted(here, key=lambda one: ([*_SURFACES, one.category]).index(one.category))
        fitting = list(words.places(place.text, _said_before(matching.context, place.text)))
        meant = [one for one in words.receptacles if one.receptacle_id == place.place_id]
        return [*fitting, *(one for one in meant if one not in fitting)]


def _for_each(goals: Sequence[PlacementGoal], matching: ThingMatch) -> tuple[PlacementGoal, ...]:
    """The goals, those for several things once for each that is known: where the words say, if they say where."""
    return tuple(
        replace(goal, thing=replace(goal.thing, ordinal=goal.thing.ordinal + ordinal))
        for goal in goals
        for ordinal in range(_how_many(goal.thing, matching))
    )


def _how_many(thing: ThingPhrase, matching: ThingMatch) -> int:
    candidates = [one for one in matching.candidates(thing) if one.kind >= _SURE_KIND]
    if not _is_several(thing, candidates):
        return 1
    there = [one for one in candidates if one.at_source]
    return min(max(1, len(there or candidates)), _MOST_ALIKE)


def _is_several(thing: ThingPhrase, candidates: Sequence[ObjectFit]) -> bool:
    """Whether the words mean all there are: a plural without a number, of a thing whose name is none itself."""
    last = phrase_words(head_of(thing.text))[-1:]
    if not last or singular(last[0]) == last[0] or count_of(thing.text) > 1:
        return False
    return not any(last[0] in phrase_words(one.known.category) for one in candidates)


def _is_unsettled(thing: ThingPhrase, matching: ThingMatch) -> bool:
    """Whether more rooms may show what is meant, or more of it."""
    candidates = matching.candidates(thing)
    return not matching.is_settled(thing, candidates) or (_is_several(thing, candidates) and not thing.source)


def _which(thing: ThingPhrase, free: Sequence[ObjectFit]) -> Ambiguity:
    readings = tuple(
        f"{one.known.caption or one.known.category} ({one.known.place} in {one.known.room})" for one in free[:3]
    )
    return Ambiguity(thing.text, readings, names_thing=True)


def _beside_id(goal: PlacementGoal, bound: Mapping[ThingPhrase, str], matching: ThingMatch) -> str:
    if goal.beside is None:
        return ""
    if goal.beside in bound:
        return bound[goal.beside]
    places = matching.words.places(goal.beside.text, goal.place.text)
    return places[0].receptacle_id if places else ""


def _said_before(instruction: str, phrase: str) -> str:
    """What was spoken of before the phrase tells which room it is in; all of it, if the phrase is not in there."""
    start = instruction.find(phrase)
    return instruction[:start] if start >= 0 else instruction
