"""What a call that was executed means for the task."""

from dataclasses import replace

import pytest

from embodied_memory.planning.skill_call import SkillCall, SkillKind, SkillResult
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_state import TaskState, take_in
from embodied_memory_tools.language.small_home import SmallHome

THINGS = SmallHome().things()
DONE, FAILED = SkillResult(True, "It is done."), SkillResult(False, "It failed.")


def state_of(deed, thing="mug_1", place="", held=""):
    goal = TaskGoal(deed, "it", "anna", setting="power", value="on")
    state = TaskState((goal, TaskGoal(Deed.SEEK, "book")), "anna", held=held)
    state.thing, state.place = THINGS.get(thing), THINGS.get(place)
    return state


def call(kind, *arguments):
    return SkillCall(kind, arguments)


@pytest.mark.parametrize(
    ("deed", "held", "done", "is_reached"),
    [
        (Deed.SEEK, "", call(SkillKind.NAVIGATE, "mug_1"), True),
        (Deed.FETCH, "", call(SkillKind.NAVIGATE, "mug_1"), False),
        (Deed.FETCH, "", call(SkillKind.PICK, "mug_1"), False),
        (Deed.FETCH, "mug_1", call(SkillKind.HANDOFF, "person_anna"), True),
        (Deed.FETCH, "book_1", call(SkillKind.PLACE, "book_1", "on", "table_1"), False),
        (Deed.PLACE, "mug_1", call(SkillKind.PLACE, "mug_1", "on", "shelf_1"), True),
        (Deed.PLACE, "book_1", call(SkillKind.PLACE, "book_1", "on", "shelf_1"), False),
        (Deed.OPEN, "", call(SkillKind.OPEN, "mug_1"), True),
        (Deed.CLOSE, "", call(SkillKind.OPEN, "mug_1"), False),
        (Deed.SET, "", call(SkillKind.SET_DEVICE_STATE, "mug_1", "power", "on"), True),
    ],
)
def test_which_call_reaches_which_goal(deed, held, done, is_reached):
    state = state_of(deed, held=held)
    take_in(state, done, DONE)
    assert (len(state.reached) == 1, state.index) == (is_reached, int(is_reached))


def test_hand_and_place_follow_what_was_done():
    state = state_of(Deed.FETCH)
    for done in (call(SkillKind.NAVIGATE, "table_1"), call(SkillKind.PICK, "mug_1")):
        take_in(state, done, DONE)
    assert (state.near, state.held) == ("table_1", "mug_1")
    take_in(state, call(SkillKind.HANDOFF, "person_anna"), DONE)
    assert state.held == ""


def test_what_was_opened_on_the_way_is_kept_until_it_is_closed():
    state = state_of(Deed.FETCH)
    take_in(state, call(SkillKind.OPEN, "cabinet_1"), DONE)
    assert state.opened == ["cabinet_1"]
    take_in(state, call(SkillKind.CLOSE, "cabinet_1"), DONE)
    assert (state.opened, state.reached) == ([], [])


def test_a_second_failure_of_the_same_call_gives_the_goal_up():
    state = state_of(Deed.FETCH)
    assert [take_in(state, call(SkillKind.PICK, "mug_1"), FAILED) for _ in range(2)] == [True, True]
    assert (state.index, state.reasons, state.failures) == (1, ["It failed"], [])


def test_what_was_believed_of_its_place_is_tried_once():
    state = state_of(Deed.FETCH, thing="none")
    state.hint, state.hint_words = THINGS.get("cabinet_1"), "cabinet"
    take_in(state, call(SkillKind.NAVIGATE, "cabinet_1"), FAILED)
    assert (state.hint, state.is_hint_used, state.index) == (None, True, 0)


def test_a_thing_that_is_not_where_it_was_has_to_be_looked_for_and_furniture_has_not():
    state = state_of(Deed.FETCH)
    mug = state.thing
    take_in(state, call(SkillKind.NAVIGATE, mug.object_id), FAILED)
    assert (state.thing, state.is_missed(mug), state.index) == (None, True, 0)
    assert not state.is_missed(replace(mug, last_seen_ns=mug.last_seen_ns + 1))
    state = state_of(Deed.OPEN, thing="cabinet_1")
    take_in(state, call(SkillKind.NAVIGATE, "cabinet_1"), FAILED)
    assert (state.thing.object_id, state.index) == ("cabinet_1", 0)


@pytest.mark.parametrize(("match", "notes"), [(1.0, []), (0.65, ["I took a red mug for it"])])
def test_who_gets_what_only_nearly_fits_the_words_is_told(match, notes):
    state = state_of(Deed.FETCH)
    state.thing = replace(state.thing, match=match)
    take_in(state, call(SkillKind.PICK, "mug_1"), DONE)
    assert state.notes == notes
