"""Two things of different kinds in one breath."""

import pytest

from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.two_acts import acts_in

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


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


def test_after_a_list_a_thing_alone_is_one_more():
    assert acts_in("And soap. What's on it so far?", the_reading(), of_list=True) == (
        "And soap.",
        "What's on it so far?",
    )
    assert acts_in("And soap. What's on it so far?", the_reading()) == ("And soap. What's on it so far?",)
