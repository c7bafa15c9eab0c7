"""What people asked for is done one by one, and nothing of it is lost or done twice."""

from hypothesis import given
from hypothesis import strategies as st
from knows_nothing import KnowsNothing

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.errands.instruction_queue import Assignment, InstructionQueue, Standing
from embodied_memory.event import Utterance
from embodied_memory.planning.instruction import TaskReport, TaskStatus

ASSIGNMENTS = st.builds(Assignment, st.sampled_from(("find the mug", "open it", "go home")), st.sampled_from("ab"))


@given(st.lists(st.one_of(ASSIGNMENTS, st.none()), max_size=30))
def test_what_was_taken_is_begun_once_and_in_order(asked):
    """None: what is being done ends."""
    queue, taken, begun = InstructionQueue(3), [], []
    for one in asked:
        if one is not None:
            standing = queue.give(one)
            taken += [one] if standing in (Standing.NOW, Standing.LATER) else []
            begun += [one] if standing is Standing.NOW else []
        elif queue.current is not None:
            queue.end(queue.current)
            coming = queue.take_next()
            begun += [coming] if coming is not None else []
        assert len(queue.waiting) <= 3
    assert begun == taken[: len(begun)]
    assert tuple(taken[len(begun) :]) == queue.waiting


class Household:
    """Says things, and ends tasks as a planner would."""

    def __init__(self, config=None):
        self.manager = DialogManager(KnowsNothing(), config)
        self._now_ns = 0

    def say(self, who, text):
        self._now_ns += 1
        reply = self.manager.reply(Utterance(self._now_ns, who, text))
        return reply.answer.text, reply.instruction

    def end(self, who, instruction, status=TaskStatus.SUCCEEDED):
        self.manager.task_changed(TaskReport(instruction, who, status))
        coming = self.manager.next_assignment()
        return (coming.speaker, coming.instruction) if coming else None


def test_the_second_instruction_waits_for_the_first():
    home = Household()
    assert home.say("Anna", "Find the mug.") == ("All right: find the mug.", "Find the mug.")
    assert home.say("Tom", "Bring me the book, please.") == (
        "All right, next: bring you the book. First I finish what Anna asked for.",
        "",
    )
    assert home.say("Anna", "Find the mug.") == ("I am on it.", "")
    assert home.say("Tom", "Bring me the book, please.") == ("I have not forgotten it: it comes next.", "")
    assert home.end("Anna", "Find the mug.") == ("Tom", "Bring me the book, please.")
    assert home.end("Tom", "Bring me the book, please.") is None


def test_who_asks_what_it_is_doing_hears_what_comes_after():
    home = Household()
    home.say("Anna", "Find the mug.")
    home.say("Tom", "Bring me the book.")
    home.manager.task_changed(TaskReport("Find the mug.", "Anna", TaskStatus.RUNNING, "looking for the mug"))
    text, _ = home.say("Anna", "What are you doing?")
    assert text == "I am on it: Looking for the mug. After that: Bring Tom the book."


def test_stop_leaves_what_waits_as_well_and_says_so():
    home = Household()
    home.say("Anna", "Find the mug.")
    home.say("Tom", "Bring me the book.")
    told = 'I have stopped: Find the mug; Bring Tom the book. Say "go on" and I go on.'
    assert home.say("Anna", "Stop!")[0] == told
    assert home.say("Tom", "Open the fridge.")[1] == "Open the fridge."
    assert home.end("Anna", "Find the mug.", TaskStatus.CANCELED) is None
    assert home.say("Anna", "Find the mug.")[1] == "", "the fridge is still being opened"


def test_what_is_canceled_by_a_button_drops_what_waits():
    home = Household()
    home.say("Anna", "Find the mug.")
    home.say("Tom", "Bring me the book.")
    assert home.end("Anna", "Find the mug.", TaskStatus.CANCELED) is None


def test_who_asks_for_too_much_is_asked_to_come_back():
    home = Household(DialogConfig(most_waiting=1))
    for thing in ("mug", "book"):
        home.say("Anna", f"Find the {thing}.")
    text, instruction = home.say("Anna", "Find the key.")
    assert (text.startswith("I am busy"), instruction) == (True, "")
