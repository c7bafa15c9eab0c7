"""Whatever a person said, and whatever memory made of it: after the erasure no word of theirs is in any file."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from embodied_memory.config import ForgettingConfig, MemoryConfig
from embodied_memory.event import StateChange
from embodied_memory.memory.memory import Memory

SECOND = 1_000_000_000
MARK = "qzx"
"""Begins every word that the person alone says: nothing else in a memory has it."""
SAYINGS = (
    "my {} box is on the shelf", "I like {} tea", "remind me to buy {} tomorrow at 9 am", "the {} is broken",
    "this {} mug is mine", "I usually read the {} in the evening", "please bring the {} lamp to the kitchen",
    "you should have remembered where my {} is", "{} {} {}", "call it {}",
)  # fmt: skip
acts = st.one_of(
    st.tuples(st.just("says"), st.sampled_from(SAYINGS)),
    st.tuples(st.just("echo"), st.sampled_from(SAYINGS)),
    st.tuples(st.just("feedback"), st.sampled_from(SAYINGS)),
    st.tuples(st.sampled_from(("asks", "asks_unheard", "is_thought_of", "repeated")), st.sampled_from(SAYINGS)),
    st.tuples(st.just("does"), st.just("polishes the {}")),
    st.tuples(st.just("puts"), st.just("{}_1")),
    st.tuples(st.just("sees"), st.just("lamp")),
    st.tuples(st.just("other"), st.sampled_from(("the keys are on the desk", "I like green tea"))),
    st.tuples(st.sampled_from(("build", "forget", "forget_for_good", "restart")), st.just("")),
)


@settings(max_examples=int(os.environ.get("EXAMPLES", "10")), deadline=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])  # fmt: skip
@given(life=st.lists(st.tuples(st.sampled_from((5, 300, 90_000)), acts), min_size=3, max_size=25))
@example(life=[(5, ("does", "polishes the {}")), (5, ("echo", "the {} is broken")), (5, ("forget_for_good", ""))])
def test_no_word_of_theirs_is_left(life, embedder, household):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        lived, second = Lived(path, embedder, household), 10**6
        for number, (wait, (act, text)) in enumerate(life):
            second += wait
            getattr(lived, act)(second, text.replace("{}", f"{MARK}{number}"))
        lived.memory.people.erase("Zebulon", stamp_ns=second * SECOND)
        assert left(folder) == []
        assert lived.memory.upkeep.verify() == ()
        lived.build(second, "")
        lived.memory.close()
        assert left(folder) == []


FORGETS_ALL = MemoryConfig(forgetting=ForgettingConfig(keep_for=("",)))
"""No kind of record stays longer than others."""


class Lived:
    """Goes through a list of acts, each with its own words, with a memory on disk."""

    def __init__(self, path, embedder, household):
        self._open = lambda: Memory(path, embedder, FORGETS_ALL)
        self._household, self.memory = household, self._open()

    def says(self, second, text):
        self.memory.record_event(self._household.says(second, "Zebulon", text, "anna"))

    def echo(self, second, text):
        self.says(second, text)
        self.memory.record_event(self._household.instructs(second + 1, f"Zebulon asked: {text}"))
        if len(text.split()) >= 3:  # fewer are anybody's words
            self.memory.record_event(self._household.instructs(second + 2, f"{text}!"))

    def asks(self, second, text):
        self.says(second, text)
        self.memory.record_event(self._household.carries_out(second + 3, "Zebulon", text, f"I know: {text}"))

    def asks_unheard(self, second, text):
        if len(text.split()) >= 3:
            self.memory.record_event(self._household.instructs(second + 1, f"{text} now"))
        done = StateChange("cup_1", "location", "on desk_2")
        self.memory.record_event(self._household.carries_out(second + 4, "zebulon", text, changes=(done,)))

    def is_thought_of(self, second, text):
        said = f"Zebulon said {text}"
        self.memory.record_event(self._household.carries_out(second + 5, "anna", "bring the cup", said))

    def repeated(self, second, text):
        self.says(second, text)
        if len(text.split()) >= 3:
            self.memory.record_event(
                self._household.carries_out(second + 6, "", f"they want: {text}", succeeded=False)
            )

    def feedback(self, second, text):
        self.memory.rules.give_feedback(text, "Zebulon", second * SECOND)

    def does(self, second, text):
        self.memory.record_event(self._household.does(second, "Zebulon", text))

    def puts(self, second, _):
        self.memory.record_event(self._household.puts(second, "Zebulon", "mug_1", "shelf_1"))

    def sees(self, second, _):
        self.memory.record(self._household.sees(second, "lamp", "mug", people=("Zebulon",)))

    def other(self, second, text):
        self.memory.record_event(self._household.says(second, "anna", text, "Zebulon"))

    def build(self, second, _):
        while self.memory.upkeep.build_history(6):
            pass

    def forget(self, second, _):
        self.build(second, "")
        self.memory.upkeep.forget(second * SECOND)

    def forget_for_good(self, second, _):
        self.build(second, "")
        for days in (50, 90):
            self.memory.upkeep.forget((second + days * 86_400) * SECOND)

    def restart(self, second, _):
        self.memory.close()
        self.memory = self._open()


def left(folder):
    words = (MARK.encode(), b"zebulon", MARK.encode("utf-16-le"))
    contents = [(file.name, file.read_bytes().lower()) for file in Path(folder).iterdir()]
    return [(name, word) for name, content in contents for word in words if word in content]
