"""What the robot has promised is begun when it is time, by a memory that keeps the promise."""

import pytest

from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.talk.conversation import DialogAct
from embodied_memory.dialog.talk.dialog_memory import MemoryAtHand
from embodied_memory.event import Utterance
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.instruction import TaskReport, TaskStatus
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
MINUTE_NS, HOUR_NS = 60 * 10**9, 3600 * 10**9
NOON_NS = 20_000 * 24 * HOUR_NS + 12 * HOUR_NS


class Home:
    """A talk that memory hears too, as the dialog node has it; the clock goes on by hand."""

    def __init__(self, memory, config=None):
        self.now_ns = NOON_NS
        self.memory = MemoryAtHand(memory, frozenset({"anna", "tom", "greta"}), self.now_ns)
        self.permissions = Permissions(PermissionConfig(("*: all", "greta: ask")))
        self.config = config or DialogConfig(children=("tom",))
        self.restart()

    def restart(self):
        self.manager = DialogManager(self.memory, self.config, self.permissions)

    def say(self, text, who="Anna"):
        self.pass_ns(10**9)
        reply = self.manager.reply(Utterance(self.now_ns, who, text))
        self.memory.memory.record_event(Utterance(self.now_ns, who, reply.told or text).as_event())
        self.pass_ns(10**9)
        self.memory.memory.record_event(Utterance(self.now_ns, "robot", reply.answer.text).as_event())
        return reply

    def pass_ns(self, span_ns):
        self.now_ns += span_ns
        self.memory.now_ns = self.now_ns

    def due(self, after_ns=0):
        self.pass_ns(after_ns)
        return list(self.manager.is_time(self.memory.promised_deeds(), self.now_ns))

    def done(self, reply):
        self.manager.task_changed(TaskReport(reply.instruction, reply.asker, TaskStatus.SUCCEEDED))


@pytest.fixture
def home(tmp_path):
    with Memory(tmp_path / "memory.db", HashingEmbedder()) as memory:
        yield Home(memory)


def test_it_is_begun_at_its_time_once(home):
    promised = home.say("Turn the oven off in ten minutes.")
    assert (promised.act, promised.instruction) == (DialogAct.LATER, "")
    assert "I will turn the oven off at 12:11" in promised.answer.text
    assert home.due(9 * MINUTE_NS) == []
    (begun,) = home.due(2 * MINUTE_NS)
    assert (begun.instruction, begun.asker) == ("turn the oven off", "Anna")
    assert begun.answer.text == "Anna, as I promised. All right: turn the oven off."
    assert home.due(MINUTE_NS) == []


def test_it_outlives_a_restart(home):
    home.say("Turn the oven off in ten minutes.")
    home.restart()
    assert [one.instruction for one in home.due(12 * MINUTE_NS)] == ["turn the oven off"]


def test_what_was_missed_is_asked_about(home):
    home.say("Turn the oven on at 13:00.")
    (missed,) = home.due(3 * HOUR_NS)
    assert not missed.instruction
    assert "I have missed it: turn the oven on" in missed.answer.text
    home.restart()
    assert home.due(30 * HOUR_NS) == []


def test_who_is_awaited_must_come_after_it_was_promised(home):
    home.manager.came("Tom", home.now_ns)
    home.say("When Tom gets home, bring him the book.")
    assert home.due(MINUTE_NS) == []
    home.manager.came("Greta", home.now_ns + 1)
    assert home.due(MINUTE_NS) == []
    home.manager.came("tom", home.now_ns + 1)
    (begun,) = home.due(MINUTE_NS)
    assert (begun.instruction, begun.asker) == ("bring Tom the book", "Anna")


@pytest.mark.parametrize(
    "off", ["Actually, don't.", "No, don't turn the oven off.", "Cancel the oven.", "Forget it."]
)
def test_what_is_called_off_is_not_done(home, off):
    home.say("Turn the oven off in ten minutes.")
    told = home.say(off).answer.text
    assert "then I do not turn the oven off" in told
    assert home.due(20 * MINUTE_NS) == []


def test_of_two_promises_the_one_that_is_named_is_off(home):
    home.say("Turn the oven off in ten minutes.")
    home.say("Turn the hall lamp off in ten minutes.")
    assert "turn the oven off" in home.say("No, don't turn the oven off after all.").answer.text
    assert [one.instruction for one in home.due(12 * MINUTE_NS)] == ["turn the hall lamp off"]


def test_another_time_takes_the_place_of_the_first(home):
    home.say("Turn the oven off in ten minutes.")
    assert "at 12:31" in home.say("Make it half an hour.").answer.text
    assert home.due(15 * MINUTE_NS) == []
    assert len(home.due(20 * MINUTE_NS)) == 1


def test_what_lasts_is_begun_now_and_ended_then(home):
    reply = home.say("Turn the heater on for twenty minutes.")
    assert reply.instruction == "turn the heater on"
    home.manager.task_changed(TaskReport(reply.instruction, "Anna", TaskStatus.SUCCEEDED))
    (ended,) = home.due(21 * MINUTE_NS)
    assert ended.instruction == "turn the heater off"


def test_it_waits_for_what_is_being_done(home):
    home.say("Turn the oven off in ten minutes.")
    home.say("Bring me the red mug.")
    (later,) = home.due(12 * MINUTE_NS)
    assert not later.instruction
    home.manager.task_changed(TaskReport("Bring me the red mug.", "Anna", TaskStatus.SUCCEEDED))
    assert home.manager.next_assignment().instruction == "turn the oven off"


def test_it_comes_again_every_day(home):
    home.say("Turn the lamp on every evening at six.")
    days = [home.due(7 * HOUR_NS), home.due(22 * HOUR_NS), home.due(HOUR_NS)]
    assert [[one.instruction for one in due] for due in days] == [[""], [], ["turn the lamp on"]]


def test_who_may_not_now_may_not_later(home):
    assert "I may not take instructions from you" in home.say("Turn the oven on in an hour.", "Greta").answer.text
    assert "nothing for Tom" in home.say("Bring me the scissors in ten minutes.", "Tom").answer.text
    assert home.due(2 * HOUR_NS) == []


def test_a_rule_that_was_laid_down_since_holds(home):
    home.say("Turn the oven on in ten minutes.")
    home.say("Nobody's to use the oven, it's broken.", "Tom")
    (told,) = home.due(12 * MINUTE_NS)
    assert not told.instruction
    assert "Tom gave me the rule" in told.answer.text


def test_what_is_risky_is_asked_about_before_it_is_promised(home):
    asked = home.say("Put the phone in the sink in ten minutes.")
    assert "Are you sure?" in asked.answer.text
    assert home.say("Yes.").act is DialogAct.LATER
    assert len(home.due(12 * MINUTE_NS)) == 1


def test_its_plans_are_told_to_who_made_them(home):
    assert "nothing that is still to come" in home.say("What are you going to do later?").answer.text
    home.say("Turn the oven off at five.")
    assert home.say("What are you going to do later?").answer.text == "I am to turn the oven off today at 17:00."
    other = home.say("What are you going to do later?", "Tom").answer.text
    assert "oven" not in other
    assert "somebody else" in other


def test_what_the_robot_quotes_it_does_not_promise(home):
    said = 'Tom said today at 07:15: "I\'ll turn the boiler on at six."'
    home.memory.memory.record_event(Utterance(home.now_ns, "robot", said).as_event())
    assert home.memory.memory.beliefs.commitments(now_ns=home.now_ns) == ()
