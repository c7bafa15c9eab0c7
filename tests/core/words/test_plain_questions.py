"""Questions, said plainly where it is sure what they ask for."""

from dataclasses import replace

import pytest
from marked_words import said

from embodied_memory.words.plain_questions import plainly_asked
from embodied_memory.words.said import AskedKind, Said, SpeechAct


def asked(marked, kind, share=0.9, act=SpeechAct.ASK):
    return replace(said(marked), act=act, shares={act: 0.9}, asked={AskedKind(kind): share, AskedKind.OTHER: 0.05})


@pytest.mark.parametrize(
    ("marked", "kind", "plain"),
    [
        ("[theme: My specs] have walked off again, any idea?", "where", "where is my specs?"),
        ("Now where've I left [theme: me scissors]?", "where", "where is my scissors?"),
        ("Anybody seen [person: Mungo]?", "where", "where is Mungo?"),
        ("Where has [theme: it] gone?", "where", "Where has it gone?"),
        ("[theme: The red cup], or [theme: the blue one]?", "where", "The red cup, or the blue one?"),
        ("What's cluttering up [theme: the stuff] on [source: my bench]?", "contents", "what is on my bench?"),
        ("what's there in [source: the fridge]", "contents", "what is in the fridge?"),
        ("what's there [source: the fridge]", "contents", "what's there the fridge"),
        ("Has [theme: the wee light] upstairs been left burning?", "state", "what is the state of the wee light?"),
        ("[theme: My toolbox]. Shut, I trust?", "state", "is my toolbox shut?"),
        ("Which [theme: lamps] are on?", "state", "Which lamps are on?"),
        ("Is [theme: the gate] open [time: right now]?", "state", "Is the gate open?"),
        ("Where's [theme: my drill] now?", "where", "Where's my drill?"),
        ("[theme: My toolbox]. Shut [time: at the moment], I trust?", "state", "is my toolbox shut?"),
        ("Was [theme: the gate] open [time: on Friday]?", "state", "Was the gate open on Friday?"),
        ("Anna would like [theme: the keys] back where?", "where", "Anna would like the keys back where?"),
        ("What else is where [theme: the vase] is?", "where", "What else is where the vase is?"),
        ("Who ate [theme: the cake]?", "who", "Who ate the cake?"),
    ],
)
def test_questions(marked, kind, plain):
    assert plainly_asked(asked(marked, kind)) == plain


def test_what_is_not_surely_asked_stays():
    assert plainly_asked(asked("[theme: My specs]!", "where", share=0.5)) == "My specs!"
    assert plainly_asked(asked("[theme: My specs]!", "where", act=SpeechAct.INSTRUCT)) == "My specs!"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Is Desmond about?", "is Desmond at home?"),
        ("Fair enough. Is Callum in, at least?", "is Callum at home?"),
        ("Anybody in?", "is Anybody at home?"),
        ("Is Tom in the kitchen?", "Is Tom in the kitchen?"),
        ("Is it about the cat?", "Is it about the cat?"),
    ],
)
def test_whether_somebody_is_about_is_whether_they_are_at_home(text, plain):
    assert plainly_asked(Said(text, SpeechAct.ASK, 1.0, {SpeechAct.ASK: 1.0})) == plain
