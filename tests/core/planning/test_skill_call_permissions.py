"""Who may have the robot do what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.config import PermissionConfig
from embodied_memory.planning.skill_call import Permission, Permissions, SkillCall, SkillKind

FAMILY = Permissions(PermissionConfig(("Anna: all", "tom: ask, search", "guest:", "*: ask")))


def test_a_line_of_ones_own_goes_before_everybodys():
    assert (FAMILY.of("anna"), FAMILY.of(" TOM "), FAMILY.of("guest"), FAMILY.of("")) == (
        frozenset(Permission),
        {Permission.ASK, Permission.SEARCH},
        frozenset(),
        {Permission.ASK},
    )


@pytest.mark.parametrize(
    ("kind", "who"),
    [
        (SkillKind.NAVIGATE, ["anna", "tom"]),
        (SkillKind.FIND_OBJECT, ["anna", "tom"]),
        (SkillKind.PICK, ["anna"]),
        (SkillKind.OPEN, ["anna"]),
        (SkillKind.SET_DEVICE_STATE, ["anna"]),
    ],
)
def test_a_skill_is_used_only_for_who_may_have_it_used(kind, who):
    assert [name for name in ("anna", "tom", "guest", "stranger") if FAMILY.may_call(name, SkillCall(kind))] == who


@pytest.mark.parametrize("grant", ["anna", ": all", "anna: everything", "anna: ask; search"])
def test_a_grant_that_is_none_is_refused_by_name(grant):
    with pytest.raises(ValueError, match="the grant"):
        Permissions(PermissionConfig((grant,)))


@given(st.text())
def test_nobody_gets_more_than_everybody_without_a_line_of_their_own(name):
    assert FAMILY.of(name) <= {Permission.ASK} or name.strip().lower() in ("anna", "tom")
