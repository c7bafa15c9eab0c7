"""What is wanted alone, without what is said beside it, and two things of different kinds in one breath."""

import pytest

from embodied_memory.words.demands import acts_in, demand_in, question_in, without_thanks
from embodied_memory.words.one_reading import the_reading

needs_reading = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


@needs_reading
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("My sister's wedding is soon. When must I be at the church?", "When must I be at the church?"),
        (
            "The green book is on the shelf. Where was it before?",
            "The green book is on the shelf. Where was it before?",
        ),
        ("Where is the red mug?", "Where is the red mug?"),
        (
            "Ben told you that the keys are on the black desk; who had told Ben?",
            "Ben told you that the keys are on the black desk; who had told Ben?",
        ),
        ("I was in the garden all morning.", "I was in the garden all morning."),
    ],
)
def test_what_is_said_beside_a_question_is_left_out(said, expected):
    assert question_in(said, the_reading()) == expected


def test_without_a_reading_all_of_it_is_the_question():
    assert question_in("The bank called. What day?", None) == "The bank called. What day?"


@needs_reading
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Thanks, pal. And from now on nobody goes in there.", "And from now on nobody goes in there."),
        ("Night then. Don't let the bedbugs bite.", "Night then. Don't let the bedbugs bite."),
        ("Thanks, pal.", "Thanks, pal."),
    ],
)
def test_thanks_are_no_part_of_what_is_wanted_after_them(text, left):
    assert without_thanks(text, the_reading()) == left


def test_a_word_alone_asks_nothing_by_itself():
    text = "I've put my specs down again. Whereabouts?"
    assert demand_in(text, the_reading()) == (text, "")


@needs_reading
@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("Tell Kwame I've gone up. And is the oven off?", "is the oven off?"),
        ("Bring me my glasses and remind me at six to call Tom.", "remind me at six to call Tom."),
        ("Add eggs to the shopping list and bring me a pen.", "bring me a pen."),
        ("Where's Tom? Tell him dinner's ready.", "Tell him dinner's ready."),
        ("Turn the radio off and tell Ann her taxi's here.", "tell Ann her taxi's here."),
        ("Put the kettle on, and where did I leave my phone?", "where did I leave my phone?"),
        ("If Kim rings, tell her I'm out, and put soap on the list.", "put soap on the list."),
        ("Put the cup in the sink. And remind me on Monday.", "remind me on Monday."),
    ],
)
def test_each_is_read_by_itself(text, second):
    assert acts_in(text, the_reading())[1].removeprefix("And ") == second


@needs_reading
@pytest.mark.parametrize(
    "text",
    [
        "Tilly's sandwich box wants washing. Where's it hiding?",
        "Remind me to call Tom at six and ask Ann about the key.",
        "Tell Tom to wash up and lay the table.",
        "Go to the kitchen and tell me if the oven is on.",
        "Can you get me my tablet and my shin guards, 'cause it's almost time to go?",
        "Bring me the mug and the plate.",
        "Put milk and eggs on the shopping list.",
        "I can't find my phone. Where is it?",
        "",
    ],
)
def test_what_is_one_stays_whole(text):
    assert acts_in(text, the_reading()) == (text,)


@needs_reading
def test_after_a_list_a_thing_alone_is_one_more():
    assert acts_in("And soap. What's on it so far?", the_reading(), of_list=True) == (
        "And soap.",
        "What's on it so far?",
    )
    assert acts_in("And soap. What's on it so far?", the_reading()) == ("And soap. What's on it so far?",)
