"""Things that are called by none of their names."""

import pytest

from embodied_memory.planning.tasks.called_otherwise import is_for, is_surely_short_for, meant_alike, short_for
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.words.one_reading import the_reading
from embodied_memory_tools.language.small_home import furniture, person, thing

needs_reading = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
_NAMES = (
    "sunglasses", "pill organizer", "gray backpack", "red backpack", "phone charger", "guitar", "radio", "laptop",
    "inhaler", "umbrella", "blue mug", "notebook",
)  # fmt: skip


@needs_reading
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


@needs_reading
def test_two_of_one_name_are_both_meant():
    things = [thing("a", caption="sunglasses"), thing("b", caption="sunglasses"), thing("c", caption="broom")]
    assert [one.object_id for one in meant_alike("my shades", things)] == ["a", "b"]


@needs_reading
def test_nobody_is_meant_by_the_name_of_a_thing():
    assert meant_alike("my shades", [thing("person_1", "person", caption="sunglasses")]) == ()


@pytest.mark.parametrize(
    ("words", "names", "found"),
    [
        ("crossword", ("crossword book", "library book"), ["crossword book"]),
        ("my first aid", ("first aid kit", "aid"), ["first aid kit"]),
        ("his case", ("suitcase", "wardrobe"), ["suitcase"]),
        ("cup", ("teacup", "hiccup cure"), ["teacup"]),
        ("case", ("suitcase", "bookcase"), ["suitcase", "bookcase"]),
        ("case", ("suitcase", "case of beer"), ["case of beer"]),  # a whole word goes before an ending
        ("car", ("scar",), []),
        ("ring", ("string",), []),
        ("brown case", ("suitcase",), []),
        ("crossword book", ("crossword book",), []),
        ("", ("mug",), []),
    ],
)
def test_words_are_short_for_what_has_them_all_or_else_ends_so(words, names, found):
    things = [thing(f"thing_{k}", caption=name) for k, name in enumerate(names)]
    assert [one.caption for one in short_for(words, things)] == found


@pytest.mark.parametrize(
    ("words", "name", "surely"),
    [
        ("crossword", "crossword book", True),
        ("case", "suitcase", True),
        ("cup", "teacup", True),
        ("phone", "phone charger", False),
        ("glasses", "glasses case", False),
        ("tea", "tea towel", False),
        ("bread", "bread knife", False),
        ("apple", "pineapple", False),
        ("pan", "dustpan", False),
        ("key", "monkey", False),
    ],
)
def test_what_is_a_sort_of_thing_itself_is_not_short_for_another(words, name, surely):
    assert is_surely_short_for(words, thing("thing_1", caption=name)) is surely


def test_only_what_this_is_done_with_is_meant():
    suitcase, bookcase = furniture("suitcase_1", (0.0, 0.0), open="true"), furniture("bookcase_1", (1.0, 0.0))
    assert [is_for(Deed.CLOSE, one) for one in (suitcase, bookcase)] == [True, False]
    assert [is_for(Deed.FETCH, one) for one in (suitcase, bookcase)] == [True, False]
    assert not is_for(Deed.SEEK, person("tom", (0.0, 0.0), "hall"))
