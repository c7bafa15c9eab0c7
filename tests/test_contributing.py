"""What CONTRIBUTING.md shows how to add does, added as shown, what it says."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from contributed import additions, changed_lines, search_path, with_additions

MOST_LINES = 30

DETECTOR = """
import numpy as np
from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import Observation
from embodied_memory.perception.detector import make_detector
color = np.zeros((40, 60, 3), np.uint8)
color[10:20, 5:25] = (200, 30, 30)
view = Observation.__new__(Observation)
object.__setattr__(view, "color", color)
(found,) = make_detector(PerceptionConfig(detector="red")).detect(view)
print(found.category, found.box)
"""
QUESTION = """
import sys
from embodied_memory import Event, Memory
from embodied_memory.event import EventKind
from embodied_memory.perception.text_embedders import HashingEmbedder
NINE = 1_772_442_000_000_000_000
for who, minute in (("Anna", 0), ("Ben", 1), ("Anna", 2), (None, 3)):
    with Memory(sys.argv[1], HashingEmbedder()) as memory:
        if who:
            memory.record_event(Event(NINE + minute * 60 * 10**9, EventKind.UTTERANCE, who, "See you.", (), "kitchen",
                                      (who, "robot")))
        print(memory.answer("Who was the last to say something?", NINE + 600 * 10**9).text)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return with_additions(tmp_path_factory.mktemp("contributed"))


def run(copy, program, *arguments):
    environment = os.environ | {"PYTHONPATH": f"{search_path(copy)}:{os.environ.get('PYTHONPATH', '')}"}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_each_of_the_six_is_shown_and_small():
    shown = additions()
    assert list(shown) == ["detector", "store", "view", "question", "skill", "bridge"]
    assert {name: lines for name, diff in shown.items() if (lines := changed_lines(diff)) > MOST_LINES} == {}


def test_the_detector_detects(copy):
    assert run(copy, DETECTOR) == ["red thing (5, 10, 25, 20)"]


def test_the_question_is_answered_by_the_view_of_the_store_before_and_after_it_is_opened_again(copy, tmp_path):
    told = run(copy, QUESTION, str(tmp_path / "memory.db"))
    assert [line.split()[0] for line in told] == ["Anna", "Ben", "Anna", "Anna"]
    assert told[-1].startswith("Anna spoke last, today at 09:02")
