"""What is asked in the midst of talks, with both answers and whether each is right."""

import pytest

from embodied_memory.perception.embedder import make_embedder
from embodied_memory.words.one_reading import the_reading
from embodied_memory_tools.evaluation.lived_words.word_folder import LifeEvent as Event
from embodied_memory_tools.evaluation.lived_words.word_folder import WordFolder, WordHome, WordUtterance
from embodied_memory_tools.learning.talk_choices import choices_of_talks

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
HOME = WordHome(
    people={"Pia": "mother", "Olu": "father"}, rooms=("kitchen", "hall"),
    furniture={"kitchen": ("counter", "fridge"), "hall": ("bench",)},
    objects_at_start={"blue jug": ("on", "counter")},
)  # fmt: skip
LIFE = (
    Event(id="e1", t="2025-03-03T08:00:00", kind="enter", room="kitchen", who="Olu"),
    Event(id="e2", t="2025-03-03T08:05:00", kind="take", room="kitchen", who="Olu", object="blue jug"),
    Event(id="e3", t="2025-03-03T08:06:00", kind="put", room="kitchen", who="Olu", object="blue jug", rel="in",
          place="fridge"),
)  # fmt: skip
SAID = (
    WordUtterance(id="u1", s="s1", who="Olu", text="Where is the blue jug?", must=("fridge",)),
    WordUtterance(id="u2", s="s2", who="Olu", text="Where is the blue jug?", must=("counter",)),
    WordUtterance(id="u3", s="s3", who="Olu", text="Where is the blue jug?", must=("DK",)),
    WordUtterance(id="u4", s="s4", who="Olu", text="Where is the blue jug?"),
)


def test_both_answers_are_judged_where_there_are_patterns():
    folder = WordFolder("home", HOME, LIFE, (), SAID)
    fridge, counter, nothing = choices_of_talks(folder, make_embedder("minilm"))
    assert [one.structured_right for one in (fridge, counter, nothing)] == [True, False, False]
    assert [one.wanted for one in (fridge, counter, nothing)] == [True, True, False]
    assert "fridge" in fridge.considered.structured.text
