"""What the words of an event call the things that it names by id."""

import pytest

from embodied_memory.memory.belief.names.entity_names import captions_in


@pytest.mark.parametrize(
    ("text", "ids", "captions"),
    [
        ("Bob took the red mug from the brown kitchen table.", ("mug_3", "kitchen_table_1"),
         {"mug_3": "red mug", "kitchen_table_1": "brown kitchen table"}),
        ("The robot saw a red book, a cushion and a blue book.", ("book_8", "book_12"),
         {"book_8": "red book", "book_12": "blue book"}),
        ("The robot saw red shoes and blue shoes on the beige shoe rack.", ("shoes_1", "shoes_6"),
         {"shoes_1": "red shoes", "shoes_6": "blue shoes"}),
        ("A white oven; the white oven closed.", ("oven_2",), {"oven_2": "white oven"}),
        ("The robot saw a red book and a blue book.", ("book_8",), {}),
        ("Bob sat down.", ("chair_1", "bob"), {}),
        ("", ("mug_1",), {}),
    ],
)  # fmt: skip
def test_captions(text, ids, captions):
    assert captions_in(text, ids) == captions


def test_people_may_then_speak_of_things_by_their_looks(diary):
    diary.happens(0, "robot", "The robot saw a red mug and a blue mug.", ("mug_1", "location", "on table_1"),
                  ("mug_2", "location", "on table_1"), things=("mug_1", "mug_2"))  # fmt: skip
    diary.says(10, "bob", "I put the blue mug in the sink.")
    assert diary.tracks.current("mug_2", "location").fact.value == "in sink"
    assert diary.tracks.resolve("the red mug").entity_id == "mug_1"
    assert diary.tracks.resolve("the mug").is_ambiguous
