"""What a planner writes becomes a call, or an error that names what is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.planning.skill_call import SkillCall, SkillCallError, SkillKind, parse_skill_call


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("Navigate[counter_22]", SkillCall(SkillKind.NAVIGATE, ("counter_22",))),
        (" place[book_0, on, table_2, None, None] ", SkillCall(SkillKind.PLACE, ("book_0", "on", "table_2"))),
        ("FindObjectTool[toys on the floor]", SkillCall(SkillKind.FIND_OBJECT, ("toys on the floor",))),
        ("Done[]", SkillCall(SkillKind.DONE)),
    ],
)
def test_a_call_is_read_as_it_is_written(text, call):
    assert parse_skill_call(text) == call


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Explode[kitchen]", "there is no skill 'Explode'"),
        ("Pick[]", "Pick takes 1 arguments, not 0"),
        ("Pick[a, b]", "Pick takes 1 arguments, not 2"),
        ("Pick[cup_1] Pick[cup_2]", "no skill call"),
        ("Thought: pick it\nPick[cup_1]", "no skill call"),
        ("Pick[cup\x00_1]", "an argument that names nothing"),
    ],
)
def test_what_is_no_call_is_refused_by_name(text, wrong):
    with pytest.raises(SkillCallError, match=wrong.replace("[", r"\[")):
        parse_skill_call(text)


@given(st.text())
def test_any_text_is_a_call_or_a_refusal(text):
    try:
        call = parse_skill_call(text)
    except SkillCallError:
        return
    assert parse_skill_call(str(call)) == call
