"""What people had put on a list, and knocked off it, is what is on it by now."""

from types import SimpleNamespace

import pytest

from embodied_memory.config import DiscretionConfig, MemoryConfig
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.retrieval.kept_lists import (
    changes_of,
    in_other_amount,
    is_same_item,
    items_meant,
    list_changes,
)
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import DeedKind, Filler, Role, Said, SpeechAct, Wanted

needs_reading = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


def said(stamp_s, who, text):
    return Event(
        stamp_s * 10**9, EventKind.UTTERANCE, who, text, observers=("robot", who), provenance=Provenance.REPORTED
    )


@pytest.fixture
def memory(tmp_path):
    with Memory(tmp_path / "memory.db", HashingEmbedder(), clock=lambda: 10**12) as memory:
        yield memory


@needs_reading
def test_what_is_left_on_it_is_told_with_who_said_so(memory):
    memory.record_event(said(1, "Anna", "Put tuna and oat milk on the shopping list, please."))
    memory.record_event(said(2, "Tom", "Stick a lemon on the shopping list."))
    memory.record_event(said(3, "Tom", "Put my boots on the packing list."))
    memory.record_event(said(4, "Anna", "Knock the tuna off the shopping list, I have one."))
    memory.record_event(said(5, "Anna", "The shopping list was on the fridge once."))
    answer = memory.answer("What is on the shopping list?")
    assert "lemon" in answer.text
    assert "oat milk" in answer.text
    assert "boots" not in answer.text
    assert "tuna" not in answer.text
    assert {one.summary for one in answer.evidence} >= {"Stick a lemon on the shopping list."}


@needs_reading
def test_things_of_a_like_name_stand_beside_each_other(memory):
    memory.record_event(said(1, "Anna", "Put bin bags on the list."))
    memory.record_event(said(2, "Anna", "Put freezer bags and a lemon on the list."))
    memory.record_event(said(3, "Anna", "Put three lemons on the list."))
    assert memory.answer("What's on the list?").text == "On the list: bin bags, freezer bags and three lemons."


@needs_reading
def test_what_the_asker_is_not_to_see_is_not_on_it_for_them(tmp_path):
    config = MemoryConfig(discretion=DiscretionConfig(residents=("Anna", "Tom")))
    with Memory(tmp_path / "memory.db", HashingEmbedder(), config, clock=lambda: 10**12) as memory:
        memory.record_event(said(1, "Anna", "Put oat milk on the list."))
        memory.record_event(said(2, "Tom", "Put candles on the list, but so Anna doesn't see, it's her surprise."))
        assert memory.answer("What's on the list?", asker="Anna").text == "On the list: oat milk."


@needs_reading
def test_all_may_be_crossed_out(memory):
    memory.record_event(said(1, "Anna", "Put tuna on the shopping list."))
    memory.record_event(said(2, "Anna", "Take the tuna off the shopping list."))
    assert memory.answer("What's on the shopping list?").text == "Nothing is left on the shopping list."


@needs_reading
@pytest.mark.parametrize(
    ("words", "read_as", "kind"),
    [
        ("cross off the cells", DeedKind.OFF, DeedKind.UNLIST),
        ("tick the cells off", DeedKind.OFF, DeedKind.UNLIST),
        ("cross the milk off and put the cells on the list", DeedKind.LIST, DeedKind.LIST),
        ("turn the cells off", DeedKind.OFF, None),
    ],
)
def test_nothing_but_what_is_on_a_list_is_crossed_off(words, read_as, kind):
    begin = words.index("the cells")
    thing = Filler(Role.THEME, "the cells", begin, begin + len("the cells"))
    read = Said(words, SpeechAct.INSTRUCT, 0.9, {SpeechAct.INSTRUCT: 0.9}, (thing,),
                wanted=(Wanted(read_as, 0.9, thing),))  # fmt: skip
    assert changes_of(read) == ([(kind, "cells")] if kind else [])


@needs_reading
def test_a_thing_without_a_name_is_none():
    def read_as(words, thing):
        filler = Filler(Role.THEME, thing, 4, 4 + len(thing))
        return Said(words, SpeechAct.INSTRUCT, 0.9, {SpeechAct.INSTRUCT: 0.9}, (filler,),
                    wanted=(Wanted(DeedKind.LIST, 0.9, filler),))  # fmt: skip

    for words, thing, told in (("put the on the list", "the", []), ("put it on the list", "it", []),
                               ("put eggs on the list", "eggs", [(DeedKind.LIST, "eggs")])):  # fmt: skip
        reading = SimpleNamespace(read=lambda text, words=words, thing=thing: read_as(words, thing))
        assert list_changes(words, reading) == told


@needs_reading
def test_what_puts_nothing_on_a_list():
    reading = the_reading()
    assert list_changes("The list is on the fridge.", reading) == []
    assert list_changes("What is on the list?", reading) == []
    assert list_changes("Bring me the shopping list.", reading) == []
    assert [kind for kind, _ in list_changes("Scratch the oat milk off the list.", reading)] == [DeedKind.UNLIST]
    assert list_changes("Scratch the oat milk off the list.", None) == []


@needs_reading
def test_whether_a_thing_is_on_it(memory):
    memory.record_event(said(1, "Anna", "Put bleach and oat milk on the shopping list, please."))
    asked = memory.answer("Is bleach on the list?")
    assert asked.text == "Yes: bleach on the list."
    assert len(asked.evidence) == 1
    assert memory.answer("Is there flour on the shopping list?").text == "No, that is not on the shopping list."


@needs_reading
def test_what_is_put_on_there_is_put_on_no_list():
    assert list_changes("Switch the heater on and put the red folder on there.", the_reading()) == []
    assert list_changes("Add milk to the shopping.", the_reading())


@needs_reading
@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What's on the shopping list?", "Nothing: nobody has had me put anything on the shopping list."),
        ("What's on the guest list?", None),
    ],
)
def test_a_list_that_nobody_has_begun_is_empty_if_it_is_one_that_is_often_kept(memory, question, told):
    memory.record_event(said(1, "Anna", "The cat is asleep."))
    answer = memory.answer(question)
    assert answer.text == told if told else "list" not in answer.text


@needs_reading
def test_a_thing_too_goes_where_the_one_before_it_goes():
    text = "Take the milk off the list. Eggs too."
    milk, eggs = (Filler(Role.THEME, one, text.index(one), text.index(one) + len(one)) for one in ("milk", "Eggs"))
    wanted = (Wanted(DeedKind.UNLIST, 0.9, milk), Wanted(DeedKind.LIST, 0.8, eggs))
    read = Said(text, SpeechAct.INSTRUCT, 0.9, {SpeechAct.INSTRUCT: 0.9}, (milk, eggs), wanted=wanted)
    assert [kind for kind, _ in changes_of(read)] == [DeedKind.UNLIST, DeedKind.UNLIST]


@needs_reading
def test_what_is_put_on_it_beside_a_message_is_on_it():
    said_together = "Tell Tom the meeting has moved, and put candles on the list."
    assert list_changes(said_together, the_reading()) == [(DeedKind.LIST, "candles")]


@needs_reading
def test_what_is_joined_goes_on_it_together():
    changes = changes_of(the_reading().read("Stick cat food and bin bags on the shopping."))
    assert changes == [(DeedKind.LIST, "cat food"), (DeedKind.LIST, "bin bags")]


@pytest.mark.parametrize(
    ("text", "items", "changed"),
    [
        ("Two lemons. No, make it three.", ["coffee filters", "a lemon"], ("a lemon", "three lemons")),
        ("Actually make that two.", ["a tin of salmon"], ("a tin of salmon", "two tins of salmon")),
        ("Better make it two tins.", ["salmon"], ("salmon", "two tins of salmon")),
        ("Two packs of batteries, please.", ["batteries"], ("batteries", "two packs of batteries")),
        ("Six would do, actually.", ["a dozen apples"], ("a dozen apples", "six apples")),
        ("We need three of them.", ["a lemon", "milk"], ("milk", "three milks")),
        ("And two lemons.", ["eggs"], None),
        ("Make it half past two.", ["eggs"], None),
        ("Make it pilchards.", ["salmon"], None),
        ("Two.", [], None),
    ],
)
def test_an_amount_is_of_what_was_put_on_last(text, items, changed):
    assert in_other_amount(text, items) == changed


def test_freezer_bags_are_no_bin_bags():
    assert not is_same_item("bin bags", "freezer bags")
    assert is_same_item("a lemon", "three lemons")
    assert items_meant("the bin bags", ["freezer bags", "bin bags"]) == [1]
    assert items_meant("the salmon", ["eggs", "two tins of pink salmon"]) == [1]
    assert items_meant("bags", ["freezer bags", "bin bags", "eggs"]) == [0, 1]
