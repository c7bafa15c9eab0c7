"""What a request asks for, once what was remembered is put in: "my cozy setup", "my gifted book", "as usual". What
was done in a remembered episode counts as goals that can be reached again (MEMENTO, section 6.1: traces
matter).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from embodied_memory.event import ActTrace
from embodied_memory.memory.personal.personal_memory import PersonalMemory, PersonalRecollection
from embodied_memory.memory.personal.request_words import stem
from embodied_memory.memory.personal.sentence_role import is_personal, pattern_lean
from embodied_memory.planning.instruction import Ambiguity
from embodied_memory.planning.known_home import KnownObject, ObservedHome, phrase_words, plain_words
from embodied_memory.planning.placement_goal import (
    LIKE_KIND,
    HomeWords,
    PlacementGoal,
    PlacePhrase,
    Relation,
    ThingPhrase,
    kind_fit,
    noun_stems,
    same_thing,
)
from embodied_memory.planning.placement_reading import read_instruction

_FAILED = re.compile(r"\bfail(?:ed|ure)\b|\bno valid\b", re.IGNORECASE)


def enacted_goals(trace: ActTrace) -> tuple[PlacementGoal, ...]:
    """One goal a placement that worked, in order; a thing put down again at the same place counts once."""
    seen = ObservedHome()
    goals: list[tuple[str, PlacementGoal]] = []
    for step in trace.steps:
        seen.observe(step.observation)
        if step.action != "Place" or len(step.arguments) < 3 or _FAILED.search(step.observation):
            continue
        goal = _goal(step.arguments, seen)
        goals = [one for one in goals if (one[0], one[1].place) != (step.arguments[0], goal.place)]
        goals.append((step.arguments[0], goal))
    return tuple(goal for _, goal in goals)


def _goal(arguments: tuple[str, ...], seen: ObservedHome) -> PlacementGoal:
    """arguments: of a Place."""
    thing, relation, place = arguments[:3]
    beside = arguments[4] if len(arguments) > 4 and arguments[3] == "next_to" else ""
    kind = Relation.FLOOR if place.startswith("floor_") else Relation.ON
    if relation in ("within", "in", "inside"):
        kind = Relation.WITHIN
    words = "floor" if kind is Relation.FLOOR else plain_words(place)
    room = next((one.room for one in seen.objects() if one.place == place), "")
    goal = PlacementGoal(_phrase(thing, seen), PlacePhrase(f"{plain_words(room)} {words}".strip(), place), kind)
    return replace(goal, beside=_phrase(beside, seen)) if beside else goal


def _phrase(thing: str, seen: ObservedHome) -> ThingPhrase:
    known = next((one for one in seen.objects() if one.object_id == thing), KnownObject(thing, plain_words(thing)))
    place, room = known.first_place, known.first_room
    source = f"{plain_words(room)} {plain_words(place)}".strip() if not place.startswith("floor_") else ""
    return ThingPhrase(known.category, known.caption, source=source)


Read = Callable[[str, HomeWords], tuple[PlacementGoal, ...]]


@dataclass(frozen=True)
class Understanding:
    """goals in order; question: what remained open although something was chosen."""

    goals: tuple[PlacementGoal, ...]
    question: Ambiguity | None = None


def understand(
    request: str,
    recollections: Sequence[PersonalRecollection],
    home: HomeWords,
    chosen: int = 0,
    read_request: Read = read_instruction,
) -> Understanding:
    """Read the request part by part, each part with the memory it most likely means.

    chosen: which reading is meant, where a question asks for one. read_request: the reader of requests; what was
    asked long ago is read without a model.
    """
    parts = _parts(request, recollections)
    whole = read_request(request, home)
    if not parts or not any(_needs_memory(part, read_request(part, home)) for part, _ in parts):
        return Understanding(whole)
    goals: list[PlacementGoal] = []
    question = None
    for part, recalled in parts:
        read = read_request(part, home)
        if not _needs_memory(part, read):
            goals += read
            continue
        readings = rivals_of(recalled, recollections, lambda memory: _in_words(goals_of(memory, home)))
        if len(readings) > 1 and question is None:
            question = Ambiguity(part, tuple(_in_words(goals_of(one, home)) for one in readings))
            memory = readings[min(chosen, len(readings) - 1)]
        else:
            memory = recalled.memory
        goals += merged(read, goals_of(memory, home), home, as_usual=pattern_lean(part) > 0)
    return Understanding(tuple(goals), question)


def goals_of(memory: PersonalMemory, home: HomeWords) -> tuple[PlacementGoal, ...]:
    """What was done then; what was asked, if nothing was. Looks that were told are added to what was seen."""
    told = read_instruction(memory.text, home)
    done = enacted_goals(memory.trace)
    if not done:
        return told

    def described(thing: ThingPhrase) -> ThingPhrase:
        same = next((one.thing for one in told if same_thing(one.thing.text, thing.text)), None)
        return replace(thing, description=f"{thing.description} {same.description}".strip()) if same else thing

    return tuple(
        replace(goal, thing=described(goal.thing), beside=described(goal.beside) if goal.beside else None)
        for goal in done
    )


def merged(
    read: tuple[PlacementGoal, ...], remembered: Sequence[PlacementGoal], home: HomeWords, as_usual: bool = False
) -> tuple[PlacementGoal, ...]:
    """What the request says counts; what it leaves open is as it was. If it says nothing else, all is as it was.

    as_usual: the request calls for a pattern, so that what is no remembered thing is a name of the pattern.
    """
    asked = [goal for goal in read if not as_usual or _is_among(goal.thing, remembered)]
    if not remembered or not asked:
        return tuple(remembered) or read
    if all(_agrees(goal, remembered, home) for goal in asked):
        return tuple(remembered)
    goals: list[PlacementGoal] = []
    for goal in asked:
        for thing in _meant(goal.thing, remembered):
            goals.append(replace(goal, thing=thing))
    return tuple(goals)


def rivals_of(
    recalled: PersonalRecollection,
    recollections: Sequence[PersonalRecollection],
    asks_for: Callable[[PersonalMemory], object],
) -> list[PersonalMemory]:
    """The memory, and those as likely that ask for something else: more than one has to be asked about."""
    found = {asks_for(recalled.memory): recalled.memory}
    for other in recollections:
        if other.memory.record_id in recalled.rivals:
            found.setdefault(asks_for(other.memory), other.memory)
    return list(found.values())


def _parts(request: str, recollections: Sequence[PersonalRecollection]) -> list[tuple[str, PersonalRecollection]]:
    """Each reference of the request with the likeliest memory, in the order in which they are said."""
    best: dict[str, PersonalRecollection] = {}
    for one in recollections:
        if one.reference not in best or one.score > best[one.reference].score:
            best[one.reference] = one
    return sorted(best.items(), key=lambda part: request.find(part[0][:20]))


def _needs_memory(part: str, read: tuple[PlacementGoal, ...]) -> bool:
    """Whether something in it means nothing without knowing the person."""
    return not read or pattern_lean(part) > 0 or any(is_personal(goal.thing.text) for goal in read)


def _is_among(thing: ThingPhrase, remembered: Sequence[PlacementGoal]) -> bool:
    return any(_same_sort(thing, one.thing) for one in remembered)


def _agrees(goal: PlacementGoal, remembered: Sequence[PlacementGoal], home: HomeWords) -> bool:
    """Whether thing and place of a goal are among those remembered. A personal name may be of any thing."""
    things = [one for one in remembered if _same_sort(goal.thing, one.thing)]
    if not things and not is_personal(goal.thing.text):
        return False
    kind, rooms = home.category(goal.place.text), home.room_ids(goal.place.text)
    return any(
        kind in ("", home.category(one.place.text))
        and (not rooms or not set(rooms).isdisjoint(home.room_ids(one.place.text)))
        for one in things or remembered
    )


def _meant(thing: ThingPhrase, remembered: Sequence[PlacementGoal]) -> tuple[ThingPhrase, ...]:
    """The remembered things that a phrase means: those of its sort; a personal name of no sort means them all."""
    things = tuple(dict.fromkeys(goal.thing for goal in remembered))
    alike = tuple(one for one in things if _same_sort(thing, one))
    if alike:
        return alike if is_personal(thing.text) else (thing,)
    return things if is_personal(thing.text) else (thing,)


def _same_sort(said: ThingPhrase, known: ThingPhrase) -> bool:
    """By its kind, or because every word for it was said or seen of the known one: a name, as of a brand."""
    if kind_fit(said.text, known.text) >= LIKE_KIND or same_thing(said.text, known.text):
        return True
    named, told = set(noun_stems(said.text)), {stem(word) for word in phrase_words(known.looks)}
    return len(named) > 1 and named <= told


def _in_words(goals: Sequence[PlacementGoal]) -> str:
    return "; ".join(f"{goal.thing.looks} to the {goal.place.text}" for goal in goals)
