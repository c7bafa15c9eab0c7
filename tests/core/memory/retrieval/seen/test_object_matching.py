"""Which object a description means."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.evidence import EpistemicStatus, RememberedObject
from embodied_memory.memory.retrieval.seen.object_matching import match_objects, word_match
from embodied_memory.words.wording.description import parse_description
from embodied_memory.words.wording.words import plural, singular


def thing(category, caption="", support="", room="", **attributes):
    return RememberedObject(
        f"{category}_1", category, caption, tuple(attributes.items()), (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), room,
        "x_1" if support else "", "on" if support else "", support, 0, 0, 1, 1, EpistemicStatus.FRESH, 1.0,
    )  # fmt: skip


@pytest.mark.parametrize(("likely", "least", "most"), [(0.9, 1.0, 1.0), (0.5, 1.0, 1.0), (0.3, 0.29, 0.31)])
def test_a_name_that_is_doubted_fits_as_far_as_it_is_likely(likely, least, most):
    towel = replace(thing("towel"), labels=(("towel", likely),))
    assert least <= word_match(parse_description("the towel"), towel) <= most
    assert towel.is_named == (likely >= 0.5)


def match(description, *args, **kwargs):
    return word_match(parse_description(description), thing(*args, **kwargs))


@pytest.mark.parametrize(
    ("description", "category", "attributes", "least", "most"),
    [
        ("kettle", "kettle", {}, 1.0, 1.0),
        ("the kettles", "kettle", {}, 1.0, 1.0),
        ("my red book", "book", {"color": "red"}, 0.9, 1.0),
        ("red book", "book", {"color": "blue"}, 0.0, 0.45),
        ("red book", "book", {}, 0.6, 0.9),
        ("red book", "bookshelf", {"color": "red"}, 0.0, 0.34),
        ("book", "bookshelf", {}, 0.0, 0.34),
        ("couch", "sofa", {}, 0.9, 1.0),
        ("the television", "tv", {}, 0.9, 1.0),
        ("fridge", "refrigerator", {}, 0.9, 1.0),
        ("night stand", "nightstand", {}, 0.9, 1.0),
        ("cup", "mug", {}, 0.35, 0.59),
        ("table", "coffee table", {}, 0.6, 0.9),
        ("coffee table", "table", {}, 0.6, 0.9),
        ("alarm clock", "wall clock", {}, 0.0, 0.59),
        ("alarm clock", "clock", {}, 0.6, 0.9),
        ("coffee table", "kitchen table", {}, 0.35, 0.59),
        ("open drawer", "drawer", {"open": "true"}, 0.9, 1.0),
        ("open drawer", "drawer", {"open": "false"}, 0.0, 0.45),
        ("something to drink from", "mug", {}, 0.6, 0.9),
        ("something to drink from", "sofa", {}, 0.0, 0.0),
        ("grey sofa", "sofa", {"color": "gray"}, 0.9, 1.0),
        ("knives", "knife", {}, 1.0, 1.0),
        ("", "mug", {}, 0.0, 0.0),
    ],
)
def test_words_decide(description, category, attributes, least, most):
    assert least <= match(description, category, **attributes) <= most


def test_a_caption_tells_the_colour_but_not_that_of_what_stands_behind():
    assert match("red mug", "mug", "a red mug on a white table") == 1.0
    assert match("white mug", "mug", "a red mug on a white table") <= 0.45


def test_the_place_tells_two_alike_apart():
    on_desk, on_bed = thing("book", support="desk"), thing("book", support="bed")
    assert [t.support_category for t in match_objects("the book on the desk", [on_bed, on_desk])] == ["desk", "bed"]


def test_the_embedding_guesses_only_when_words_do_not_match_and_stays_below_them(embedder):
    objects = [thing("garden gnome"), thing("oven")]
    assert [
        (t.category, 0.35 <= t.match < 0.6) for t in match_objects("gnome garden", objects, embedder.embed_text)
    ] == [("garden gnome", True)]

    def never(_):
        raise AssertionError("words matched already")

    assert match_objects("oven", objects, never)[0].match == 1.0


@pytest.mark.parametrize(
    ("one", "many"),
    [("cup", "cups"), ("knife", "knives"), ("glass", "glasses"), ("box", "boxes"), ("battery", "batteries"),
     ("dish", "dishes"), ("key", "keys"), ("vase", "vases"), ("scissors", "scissors"), ("person", "people")],
)  # fmt: skip
def test_plurals(one, many):
    assert plural(one) == many
    assert plural("shoes") == "shoes"
    assert singular(many) == one or many == "glasses"


@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=20))
def test_any_text_is_safe_and_a_match_lies_between_0_and_1(description, category, caption):
    assert 0.0 <= match(description, category or "x", caption) <= 1.0


def test_a_room_may_be_called_shorter():
    assert match("light in the hall", "light", room="hallway") >= 0.6
    assert match("light in the hall", "light", room="kitchen") < 0.6


def test_a_room_may_tell_which_one_is_meant():
    there, elsewhere = thing("medicine cabinet", room="bathroom"), thing("medicine cabinet", room="kitchen")
    found = match_objects("the bathroom cabinet", [elsewhere, there])
    assert [one.room for one in found][:1] == ["bathroom"]
    assert found[0].match >= 0.6 > found[-1].match
