"""Binds the present goal's words to things: what it is about, where it goes, where it was said to be; and what a
person's own arrangement asks for: "set up my reading corner" as it was told or done before (MEMENTO).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from embodied_memory.evidence import Answer, RememberedObject
from embodied_memory.memory.personal.knowledge import UserPattern
from embodied_memory.memory.personal.personal_memory import SURE, PersonalMemory
from embodied_memory.memory.personal.request_words import place_phrases
from embodied_memory.planning.instruction import Ambiguity
from embodied_memory.planning.known_home import RememberedHome
from embodied_memory.planning.placement_goal import HomeWords, PlacementGoal, Relation
from embodied_memory.planning.recalled_goals import goals_of, rivals_of
from embodied_memory.planning.tasks.called_otherwise import is_for, is_surely_short_for, meant_alike, short_for
from embodied_memory.planning.tasks.known_things import KnownThings, is_surface
from embodied_memory.planning.tasks.meaning import ANY, GOOD_MATCH, Meaning, Meanings, believed_there, in_words, is_at
from embodied_memory.planning.tasks.robot_skills import TaskMemory
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_state import TaskState
from embodied_memory.scene_graph import is_person
from embodied_memory.words.wording.words import content_stems, split_words

_FOUND_MATCH = 0.7
"""Of what was found though memory calls it something else: who gets it is told what it was taken for."""
_MOST_READINGS = 4
_AHEAD = 0.08
"""So much more like the words than anything else; as it was measured for questions about places."""


class TaskGrounding:
    """things: what memory knows now."""

    def __init__(self, meanings: Meanings, memory: TaskMemory, things: Callable[[], KnownThings]) -> None:
        self._meanings, self._memory, self._things = meanings, memory, things

    def ground(self, state: TaskState) -> Ambiguity | None:
        """Fill in what is known of the present goal; returns what has to be asked first. Raises BodyError."""
        goal = state.goal
        if goal is None:
            return None
        if state.thing is None:
            ambiguity = self._ground_thing(state, goal)
            if ambiguity is not None:
                return ambiguity
        if state.place is None and goal.deed is Deed.FETCH:
            state.place = self._present(goal.to, state)
        elif state.place is None and goal.deed is Deed.PLACE:
            return self._ground_place(state, goal)
        return None

    def nearest(self, state: TaskState) -> Ambiguity | None:
        """What words may mean by which nothing was found: what is called most like it, to be asked about. None where
        nothing is called like it, or many things are, and of what has its name and looks different.
        """
        words = state.never_found
        deed = next((goal.deed for goal in state.goals if goal.thing == words), Deed.SEEK)
        short = short_for(words, [one for one in self._things().all() if is_for(deed, one)])
        if len(short) == 1:
            return Ambiguity(words, (in_words(short[0]),))
        found = self._memory.retrieve(words).objects if words else ()
        if any(content_stems(words) & content_stems(f"{one.caption} {one.category}") for one in found):
            return None
        alike = [one for one in found if one.match < GOOD_MATCH]
        nearest = [one for one in alike if one.match > alike[0].match - _AHEAD]
        readings = tuple(dict.fromkeys(map(in_words, nearest)))
        return Ambiguity(words, readings) if 0 < len(readings) < _MOST_READINGS else None

    def _meaning(self, phrase: str, state: TaskState, deed: Deed) -> Meaning:
        """Of what has no such name, what the words are short for, or are most like."""
        meaning = self._meanings.of(phrase, state.speaker, state.is_missed)
        if deed in (Deed.FETCH, Deed.PLACE) and any(is_person(one.category) for one in meaning.things):
            meaning = Meaning(phrase)  # "my shawl" is nobody of whom its owner has told
        free = [one for one in self._things().all() if is_for(deed, one) and not state.is_missed(one)]
        if meaning.records and not content_stems(phrase) & content_stems(meaning.words):
            alike = self._alike(phrase, Meaning(phrase), free)  # what was told of it may be of something else
            return alike if len(alike.things) == 1 and alike.ambiguity is None else meaning
        if meaning.things or meaning.ambiguity is not None or state.found_as.get(meaning.words):
            return meaning
        short = [one for one in short_for(meaning.words, free) if is_surely_short_for(meaning.words, one)]
        readings = tuple(dict.fromkeys(in_words(one) for one in short))
        if len(readings) > 1:
            return replace(meaning, ambiguity=Ambiguity(phrase, readings[:_MOST_READINGS]))
        devices = [one for one in free if deed is Deed.SET and "power" in dict(one.attributes)]
        return _taken_for(meaning, short) if short else self._alike(phrase, meaning, devices or free)

    def _alike(self, phrase: str, meaning: Meaning, free: Sequence[RememberedObject]) -> Meaning:
        """Of what is called by none of its names: the thing that is surely meant, else those that may be."""
        alike = meant_alike(phrase, believed_there(free, phrase))
        readings = tuple(dict.fromkeys(in_words(one) for one in alike))
        if len(readings) > 1 and not ANY.match(phrase):
            return replace(meaning, ambiguity=Ambiguity(phrase, readings))
        return _taken_for(meaning, alike) if alike else meaning

    def _ground_thing(self, state: TaskState, goal: TaskGoal) -> Ambiguity | None:
        """A person, a room, or a thing; for a thing that was never seen, where memory believes it to be."""
        things = self._things()
        is_gone_to = goal.deed in (Deed.SEEK, Deed.LOOK)
        known = self._present(goal.sought, state) or (_in_room(things, goal.sought) if is_gone_to else None)
        if known is not None:
            state.thing = known
            return None
        meaning = self._meaning(goal.sought, state, goal.deed)
        state.words = meaning.words
        if meaning.ambiguity is not None and goal.deed is not Deed.SEEK:
            return meaning.ambiguity
        if not state.is_hint_used and goal.deed is not Deed.LOOK:
            self._ground_hint(state, meaning)
        found = meaning.thing or self._found(meaning.words, state)
        state.thing = None if state.hint_words else found
        self._meanings.meant |= {state.speaker: found.object_id} if found is not None else {}
        return None

    def _ground_hint(self, state: TaskState, meaning: Meaning) -> None:
        """The furniture where people said that it is, or where it was put out of sight, since it was last seen."""
        if not state.hint_words:
            answer = self._memory.answer(f"Where is the {meaning.words}?")
            is_news = meaning.thing is None or _is_since(answer, meaning.thing)
            places = place_phrases(answer.text) if answer.known and is_news else ()
            state.hint_words, state.is_hint_used = (places[0], False) if places else ("", True)
        if state.hint_words and state.hint is None:
            state.hint = self._meanings.of(state.hint_words, state.speaker).thing

    def _ground_place(self, state: TaskState, goal: TaskGoal) -> Ambiguity | None:
        words = goal.to or self._told_place(state)
        things = self._things()
        there = self._present(words, state) or _in_room(things, words)
        state.place = there if words else self._usual_place(state, things)
        if state.place is not None or not words:
            return None
        meaning = self._meaning(words, state, Deed.SEEK)
        if meaning.ambiguity is not None:
            return meaning.ambiguity
        found = meaning.thing or self._found(words, state)
        beside = found is not None and goal.relation == "next to"
        state.place = things.get(found.support_id) if found is not None and beside else found
        return None

    def _present(self, name: str, state: TaskState) -> RememberedObject | None:
        """Somebody, where they were last seen, unless they turned out not to be there any more."""
        person = self._things().person(name)
        return None if person is None or state.is_missed(person) else person

    def _found(self, words: str, state: TaskState) -> RememberedObject | None:
        """What was looked for and found though memory knows it by another name."""
        found = self._things().get(state.found_as.get(words, ""))
        return None if found is None or state.is_missed(found) else replace(found, match=_FOUND_MATCH)

    def _told_place(self, state: TaskState) -> str:
        """Where people said that the thing belongs, in words; "" if nobody did."""
        thing = _called(state)
        for recalled in self._memory.recall_personal(f"where the {thing} belongs", state.speaker):
            for known in recalled.memory.knowledge:
                if isinstance(known, UserPattern) and known.places and _names(known, thing):
                    return known.places[0]
        return ""

    def _usual_place(self, state: TaskState, things: KnownThings) -> RememberedObject | None:
        """Where such things were most times, of equals elsewhere than it lies; that it lies there is no habit."""
        here, thing = state.thing.support_id if state.thing else "", _called(state)
        usual = self._memory.retrieve(thing).usual_places if thing else ()
        habits = [one for one in usual if one.times > 1 or one.place_id != here]
        best = max(habits, key=lambda one: (one.times, one.place_id != here), default=None)
        return things.get(best.place_id) if best is not None else None


def _called(state: TaskState) -> str:
    return state.words or (state.goal.thing if state.goal else "")


def _taken_for(meaning: Meaning, things: Sequence[RememberedObject]) -> Meaning:
    """Who gets it is told what it was taken for."""
    words = things[0].called
    return replace(meaning, words=words, things=tuple(replace(one, match=_FOUND_MATCH) for one in things))


def _is_since(answer: Answer, thing: RememberedObject) -> bool:
    """Whether it was told, or somebody was seen to put it, elsewhere than it was seen, and later than that."""
    newest = max(answer.evidence, key=lambda one: one.stamp_ns, default=None)
    if newest is None or newest.stamp_ns <= thing.last_seen_ns:
        return False
    return not any(is_at(thing, place) for place in place_phrases(answer.text)[:1])


def _names(known: UserPattern, thing: str) -> bool:
    wanted = split_words(thing)[-1:]
    return any(set(wanted) & set(split_words(said)) for said in known.objects)


def _in_room(things: KnownThings, words: str) -> RememberedObject | None:
    """If the words are a room's name, its largest piece of furniture that things can be put on, or at all."""
    here = things.in_room(words.strip().lower())
    surfaces = [one for one in here if is_surface(one)]
    return max(surfaces or here, key=lambda one: one.size[0] * one.size[1], default=None)


@dataclass(frozen=True)
class Arrangement:
    """goals: what to put where; ambiguity: two arrangements may be meant; unknown: words that mean nothing yet."""

    goals: tuple[TaskGoal, ...] = ()
    ambiguity: Ambiguity | None = None
    unknown: str = ""


def arranged(
    goals: tuple[TaskGoal, ...],
    speaker: str,
    memory: TaskMemory,
    things: KnownThings,
    may_tell: Callable[[str], bool] = lambda person: True,
) -> Arrangement:
    """The goals with every arrangement taken apart. may_tell: whose arrangements count.

    Raises BodyError if memory does not answer.
    """
    taken_apart: list[TaskGoal] = []
    home = HomeWords.of(RememberedHome(things.all))
    for goal in goals:
        if goal.deed is not Deed.ARRANGE:
            taken_apart.append(goal)
            continue
        told_by_anybody = memory.recall_personal(goal.words, speaker)
        recalled = [one for one in told_by_anybody if one.score >= SURE and may_tell(one.memory.person)]
        meant = rivals_of(recalled[0], recalled, lambda one: _placings(one, home)) if recalled else []
        told = {one.text: placings for one in meant if (placings := _placings(one, home))}
        if not told:
            return Arrangement(unknown=goal.thing)
        if len(told) > 1:
            return Arrangement(ambiguity=Ambiguity(goal.thing, tuple(told)))
        taken_apart += next(iter(told.values()))
    return Arrangement(tuple(taken_apart))


def _placings(memory: PersonalMemory, home: HomeWords) -> tuple[TaskGoal, ...]:
    """As it was done or asked for; if it was only told, everything that was named to the place that was."""
    asked = tuple(map(as_deed, goals_of(memory, home)))
    if asked:
        return asked
    told = [one for one in memory.knowledge if isinstance(one, UserPattern) and one.places]
    return tuple(
        TaskGoal(Deed.PLACE, thing, " in the ".join(one.places[:2]), words=thing)
        for one in told
        for thing in one.objects
    )


def as_deed(goal: PlacementGoal) -> TaskGoal:
    """What is to be put where, as one deed among others."""
    relation = "in" if goal.relation is Relation.WITHIN else "on"
    return TaskGoal(Deed.PLACE, goal.thing.looks, goal.place.text, relation, words=goal.thing.text)
