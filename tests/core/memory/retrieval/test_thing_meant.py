"""A thing that is called by none of its names is the one that is surely most like what was said."""

from dataclasses import replace

import numpy as np
import pytest
from marked_words import said

from embodied_memory.memory.retrieval.thing_meant import where_is_meant
from embodied_memory.words.said import AskedKind, SpeechAct

LIKE = {"skateboard": (1.0, 0.0, 0.0), "torch": (0.0, 1.0, 0.0), "cup": (0.0, 0.0, 1.0),
        "my board": (0.9, 0.1, 0.42), "that thing": (0.6, 0.57, 0.56), "my soul": (0.3, 0.1, 0.1),
        "car key": (1.0, 0.0, 0.0), "the spare key": (0.9, 0.0, 0.0), "the key": (0.9, 0.0, 0.0)}  # fmt: skip
NAMES = {"a": "Skateboard", "b": "torch", "c": "cup"}


def embed(texts):
    return np.array([LIKE[one] for one in texts], np.float32)


def asks(marked, kind=AskedKind.WHERE, act=SpeechAct.ASK):
    return replace(said(marked), act=act, shares={act: 0.9}, asked={kind: 0.9})


@pytest.mark.parametrize(
    ("asked", "names", "plain"),
    [
        (asks("anyone seen [theme: my board]"), NAMES, "where is the skateboard?"),
        (asks("anyone seen [theme: that thing]"), NAMES, ""),
        (asks("anyone seen [theme: my soul]"), NAMES, ""),
        (asks("anyone seen [theme: it]"), NAMES, ""),
        (asks("anyone seen [theme: my board]"), {}, ""),
        (asks("anyone seen [theme: my board]"), {"a": "Skateboard"}, "where is the skateboard?"),
        (asks("anyone seen [theme: the spare key]"), {"a": "car key"}, ""),
        (asks("anyone seen [theme: the key]"), {"a": "car key"}, "where is the car key?"),
        (asks("who broke [theme: my board]", AskedKind.WHO), NAMES, ""),
        (asks("I love [theme: my board]", act=SpeechAct.TELL), NAMES, ""),
    ],
)
def test_where_is_meant(asked, names, plain):
    assert where_is_meant(asked, names, embed) == plain
