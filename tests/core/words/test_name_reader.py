"""Whether what is said means a thing that is called by some name."""

import pytest

from embodied_memory.words.name_reader import the_name_reader

pytestmark = pytest.mark.skipif(the_name_reader() is None, reason="the language model's files are not installed")


def likely(said, *names):
    return dict(zip(names, the_name_reader().likely(said, names), strict=True))


@pytest.mark.parametrize(
    ("said", "meant", "other"),
    [
        ("Where's my green mug?", "green mug", "white mug"),
        ("Fetch my brolly, it's pouring.", "umbrella", "umbrella stand"),
        ("My phone, where is it?", "phone", "phone charger"),
        ("Where are my red wellies?", "red wellies", "green wellies"),
    ],
)
def test_a_near_miss_is_not_what_is_meant(said, meant, other):
    told = likely(said, meant, other)
    assert told[meant] > 0.7
    assert told[other] < 0.5  # from there on it is counted as meant


def test_a_sort_means_all_of_it():
    told = likely("How many mugs have we got?", "white mug", "striped mug", "kettle")
    assert min(told["white mug"], told["striped mug"]) > 0.5 > told["kettle"]


def test_no_names_are_no_trouble():
    assert the_name_reader().likely("where is it?", ()) == ()
