"""Things that are called by none of their names."""

import pytest

from embodied_memory.planning.tasks.alike_names import meant_alike
from embodied_memory.words.one_reading import the_reading
from embodied_memory_tools.language.small_home import thing

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
_NAMES = (
    "sunglasses", "pill organizer", "gray backpack", "red backpack", "phone charger", "guitar", "radio", "laptop",
    "inhaler", "umbrella", "blue mug", "notebook",
)  # fmt: skip


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("my shades", ["sunglasses"]),
        ("my little pill thing", []),  # likelier than anything else, but not sure
        ("the gray bag", ["gray backpack"]),
        ("the wireless", ["radio", "laptop"]),
        ("my phone", []),
        ("the violin", []),
        ("the wheelbarrow", []),
        ("my gubbins", []),
        ("", []),
    ],
)
def test_what_is_surely_meant_is_one_and_else_those_that_may_be(phrase, meant):
    things = [thing(f"thing_{k}", caption=name) for k, name in enumerate(_NAMES)]
    assert [one.caption for one in meant_alike(phrase, things)] == meant


def test_two_of_one_name_are_both_meant():
    things = [thing("a", caption="sunglasses"), thing("b", caption="sunglasses"), thing("c", caption="broom")]
    assert [one.object_id for one in meant_alike("my shades", things)] == ["a", "b"]


def test_nobody_is_meant_by_the_name_of_a_thing():
    assert meant_alike("my shades", [thing("person_1", "person", caption="sunglasses")]) == ()
