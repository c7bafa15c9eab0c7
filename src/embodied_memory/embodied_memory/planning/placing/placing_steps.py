"""The next move for one goal: go there, pick it up, go to the place, open it, put it down."""

from __future__ import annotations

from collections.abc import Mapping

from embodied_memory.planning.placing.grounding import Grounding
from embodied_memory.planning.placing.placement_goal import PlacementGoal, Relation, ThingPhrase
from embodied_memory.planning.placing.placing_progress import PlacingProgress
from embodied_memory.planning.skills.known_home import KnownHome, KnownObject, KnownReceptacle
from embodied_memory.planning.skills.skill_call import SkillCall, SkillKind

Move = tuple[str, SkillCall]
"""The thought and the call."""

_SURFACES = ("table", "counter", "shelves", "couch", "bed", "stand", "chest of drawers", "bench", "cabinet")


def placing_step(
    goal: PlacementGoal,
    thing_id: str,
    bound: Mapping[ThingPhrase, str],
    home: KnownHome,
    progress: PlacingProgress,
    grounding: Grounding,
) -> Move | None:
    """None if every way to do it failed too often."""
    known = next((one for one in home.objects() if one.object_id == thing_id), None)
    if known is None:
        return None
    beside = _beside_id(goal, bound, grounding)
    for place in _places(goal, known, beside, home, progress, grounding):
        calls = _place_calls(goal, thing_id, place.receptacle_id, beside)
        call = next((one for one in calls if not progress.gave_up(one)), None)
        if call is None or _is_blocked(goal, place.receptacle_id, progress):
            continue
        if home.held() != thing_id:
            return _fetching(known, progress)
        return _putting(goal, place.receptacle_id, call, progress)
    return None


def putting_down(held: str, home: KnownHome, progress: PlacingProgress) -> Move | None:
    """Something is in the hand that is wanted nowhere: put it where the robot is, or on other furniture."""
    ids = [one.receptacle_id for one in home.receptacles()]
    for place in sorted(ids, key=lambda one: one != progress.at):
        call = SkillCall(SkillKind.PLACE, (held, "on", place))
        if progress.gave_up(call) or progress.gave_up(SkillCall(SkillKind.NAVIGATE, (place,))):
            continue
        if progress.at != place:
            return f"I put {held} down first.", SkillCall(SkillKind.NAVIGATE, (place,))
        return f"I put {held} down first.", call
    return None


def _fetching(known: KnownObject, progress: PlacingProgress) -> Move | None:
    go = SkillCall(SkillKind.NAVIGATE, (known.place or known.object_id,))
    pick = SkillCall(SkillKind.PICK, (known.object_id,))
    unlock = SkillCall(SkillKind.OPEN, (known.place,)) if known.place else None
    if progress.at != go.arguments[0]:
        return None if progress.gave_up(go) else (f"I go to {known.object_id} to pick it up.", go)
    if progress.failed[pick] and unlock and known.place not in progress.opened and not progress.gave_up(unlock):
        return f"{known.place} may be closed, so I open it.", unlock
    return None if progress.failed[pick] > 3 else (f"I am close to {known.object_id} and pick it up.", pick)


def _putting(goal: PlacementGoal, place: str, call: SkillCall, progress: PlacingProgress) -> Move:
    thing = call.arguments[0]
    if progress.at != place:
        return f"I carry {thing} to {place}.", SkillCall(SkillKind.NAVIGATE, (place,))
    unlock = SkillCall(SkillKind.OPEN, (place,))
    if goal.relation is Relation.WITHIN and place not in progress.opened and not progress.gave_up(unlock):
        return f"I open {place} to put {thing} inside.", unlock
    return f"I am at {place} and put {thing} there.", call


def _is_blocked(goal: PlacementGoal, place: str, progress: PlacingProgress) -> bool:
    """Cannot be reached; or cannot be opened, where the inside is wanted."""
    unlock = SkillCall(SkillKind.OPEN, (place,))
    return progress.gave_up(SkillCall(SkillKind.NAVIGATE, (place,))) or (
        goal.relation is Relation.WITHIN and progress.gave_up(unlock) and place not in progress.opened
    )


def _place_calls(goal: PlacementGoal, thing: str, place: str, beside: str) -> list[SkillCall]:
    """The best call first; without the neighbour if there is no room beside it."""
    relation = "within" if goal.relation is Relation.WITHIN else "on"
    plain = SkillCall(SkillKind.PLACE, (thing, relation, place))
    return [SkillCall(SkillKind.PLACE, (thing, relation, place, "next_to", beside)), plain] if beside else [plain]


def _beside_id(goal: PlacementGoal, bound: Mapping[ThingPhrase, str], grounding: Grounding) -> str:
    if goal.beside is None:
        return ""
    if goal.beside in bound:
        return bound[goal.beside]
    places = grounding.words.places(goal.beside.text, goal.place.text)
    return places[0].receptacle_id if places else ""


def _places(
    goal: PlacementGoal,
    known: KnownObject,
    beside: str,
    home: KnownHome,
    progress: PlacingProgress,
    grounding: Grounding,
) -> list[KnownReceptacle]:
    """Furniture that fits the words: the very one that is meant, where its neighbour is, where the others went."""
    words = grounding.words
    if not goal.place.text and not goal.place.place_id:
        beside_place = next((one.place for one in home.objects() if one.object_id == beside), "")
        return [one for one in words.receptacles if one.receptacle_id == beside_place]
    if goal.relation is Relation.ROOM:
        rooms = words.room_ids(goal.place.text)
        fitting = [one for one in words.receptacles if one.room in rooms]
        fitting.sort(key=lambda one: _SURFACES.index(one.category) if one.category in _SURFACES else len(_SURFACES))
    else:
        fitting = list(words.places(goal.place.text, _said_before(grounding.context, goal.place.text)))
        fitting += [
            one for one in words.receptacles if one.receptacle_id == goal.place.place_id and one not in fitting
        ]
    if goal.place.is_other:
        start = known.place or known.first_place
        fitting = [one for one in fitting if one.receptacle_id not in (start, known.first_place)]
    where = {one.object_id: one.place for one in home.objects()}
    rooms_of = {one.receptacle_id: one.room for one in words.receptacles}
    used = [place for _, _, place in progress.done]

    def rank(one: KnownReceptacle) -> tuple[bool, ...]:
        return (
            one.receptacle_id != goal.place.place_id,
            bool(beside) and where.get(beside) != one.receptacle_id,
            beside in rooms_of and rooms_of[beside] != one.room,
            one.receptacle_id not in used,
            one.room != known.room,
        )

    return sorted(fitting, key=rank)


def _said_before(instruction: str, phrase: str) -> str:
    """What was spoken of before the phrase tells which room it is in; all of it, if the phrase is not in there."""
    start = instruction.find(phrase)
    return instruction[:start] if start >= 0 else instruction
