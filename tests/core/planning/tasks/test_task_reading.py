"""Which deeds an instruction asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.tasks import told_moves
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.words.one_reading import the_reading

needs_reading = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
PEOPLE = frozenset({"anna", "tom"})


@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        ("bring me the red mug", ["bring red mug to Anna"]),
        ("Could you please bring me the red mug?", ["bring red mug to Anna"]),
        ("Robot, fetch Tom my book, please.", ["bring my book to Tom"]),
        ("hand the keys over to Tom", ["bring keys to Tom"]),
        ("I need my glasses", ["bring my glasses to Anna"]),
        ("can I have the newspaper?", ["bring newspaper to Anna"]),
        ("bring the glasses in", ["bring glasses to Anna"]),
        ("bring me the torch, the big red one", ["bring big red torch to Anna"]),
        ("get me a glass and a plate", ["bring a glass to Anna", "bring a plate to Anna"]),
        ("pick up the ball and bring it to Tom", ["bring ball to Tom"]),
        ("get the cup, put it in the sink", ["put cup in sink"]),
        ("put the book on the shelf", ["put book on shelf"]),
        ("put the book on the shelf and the mug in the sink", ["put book on shelf", "put mug in sink"]),
        ("put the book on the shelf, then the mug in the sink", ["put book on shelf", "put mug in sink"]),
        ("put the mug next to the kettle", ["put mug next to kettle"]),
        ("put my keys back where they belong", ["put my keys on its place"]),
        ("tidy up the toys", ["put toys on its place"]),
        ("take the torch back where it belongs", ["put torch on its place"]),
        ("turn off the lamp in the bedroom", ["set power of lamp in the bedroom to off"]),
        ("leave the lamp on", ["set power of lamp to on"]),
        ("set the thermostat to 21 degrees", ["set temperature of thermostat to 21"]),
        ("dim the lights to 40 percent", ["set brightness of lights to 40"]),
        ("lights off please", ["set power of lights to off"]),
        ("close the front door, then lock it", ["close front door", "close front door"]),
        ("Would you mind closing the window?", ["close window"]),
        ("do you mind putting the cup in the sink", ["put cup in sink"]),
        ("When you have time, open the fridge.", ["open fridge"]),
        ("find the kettle, then the red book", ["find kettle", "find red book"]),
        ("come here", ["find Anna"]),
        ("it's time for breakfast", ["arrange breakfast"]),
    ],
)
def test_deeds_of_many_wordings(text, deeds):
    assert [str(goal) for goal in read_task(text, "Anna", PEOPLE)] == deeds


def test_what_is_sought_by_what_it_is_is_a_search_and_no_other_task():
    sought = [TaskGoal(Deed.SEEK, "mug"), TaskGoal(Deed.SEEK, "my favourite mug"), TaskGoal(Deed.FETCH, "mug")]
    assert [goal.is_search for goal in sought] == [True, False, False]


def test_a_deed_is_read_whole():
    assert read_task("please put the blue book in the cabinet now", "Anna") == (
        TaskGoal(Deed.PLACE, "blue book", "cabinet", "in", words="put the blue book in the cabinet"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "??",
        "the weather is nice",
        "x" * 3000,
        ", then ".join(["open the door"] * 21),
        "If it rains, close the window",
        "turn on the light when Tom sleeps",
        "Whenever Tom sleeps, open the front door",
        "once I am gone open the safe",
        "after Tyler goes back to campus move the desk lamp into my room",
        "after each meal take the plates through",
        "watch out",
        "cut it out",
    ],
    ids=lambda text: text[:20],
)
def test_what_asks_for_nothing_now_is_refused(text):
    with pytest.raises(InstructionError):
        read_task(text, "Anna", PEOPLE)


@given(st.text(max_size=300), st.text(max_size=20))
def test_any_text_is_read_or_refused(text, speaker):
    try:
        goals = read_task(text, speaker, PEOPLE | {speaker.lower()})
    except InstructionError:
        return
    assert 1 <= len(goals) <= 20


@needs_reading
@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        ("Could you carry the vase over to the kitchen table for me?", ["put vase on kitchen table"]),
        ("Bring the vase from the kitchen table for me.", ["bring vase from the kitchen table to Anna"]),
        ("pop the oven on for me, will you", ["set power of oven to on"]),
        ("Give Tom some of this bread.", ["bring bread to Tom"]),
        (
            "Switch the heater on and put the red folder on there.",
            ["set power of heater to on", "put red folder on heater"],
        ),
    ],
)
def test_what_was_read_of_the_words_around_a_deed(text, deeds):
    assert [str(goal) for goal in read_task(text, "Anna", PEOPLE)] == deeds


@needs_reading
def test_what_is_wanted_later_is_not_done_now():
    with pytest.raises(InstructionError, match="does things now"):
        read_task("Set the oven to come on at five tomorrow.", "Anna", PEOPLE)


@needs_reading
def test_what_plays_no_part_in_it_is_no_thing_and_no_place():
    text = "In my desk there is a card and the brooch. Bring both here, I want to sign."
    told = [str(one) for one in read_task(text, "Anna")]
    assert told == ["bring a card from the desk to Anna", "bring brooch from the desk to Anna"]


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        ("see whether the window is open and if so close it", "close window"),
        ("open up, will you?", "open door"),
        ("get us the glue and the tape, and put them both in the box", "put glue in box; put tape in box"),
    ],
)
def test_what_its_words_leave_to_be_understood(text, deeds):
    assert "; ".join(map(str, read_task(text, "anna"))) == deeds


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
@pytest.mark.parametrize(
    "text", ["Well, leave it till he's up, and then bring it me.", "Lock the front door after nine, would you."]
)
def test_what_is_for_later_is_not_done_now(text):
    with pytest.raises(InstructionError, match="does not wait"):
        read_task(text, "anna")


def test_what_is_laid_out_is_not_taken_out_of_anything():
    assert [str(goal) for goal in read_task("lay out the picnic essentials", "anna")] == ["arrange picnic essentials"]


@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        ("After you've closed the window, turn off the lamp", "close window; set power of lamp to off"),
        ("After you have put the mug away, bring me a glass", "put mug on its place; bring a glass to Anna"),
        ("after you have brought Tom the book, close the door", "bring book to Tom; close door"),
        ("Before opening the door, switch off the alarm", "set power of alarm to off; open door"),
        ("before you go, close the window", "close window"),
        ("Before I forget, bring me the mug", "bring mug to Anna"),
        ("After that, bring me the mug", "bring mug to Anna"),
    ],
)
def test_deeds_are_done_in_the_order_that_is_told(text, deeds):
    assert "; ".join(map(str, read_task(text, "Anna", PEOPLE))) == deeds


@pytest.mark.parametrize(
    "text",
    [
        "After Tyler goes back to campus, bring me the mug",
        "After the washing is done, open the machine",
        "Before anyone touches the stove, switch it off",
        "After you finish cooking, bring me the mug",
        "Before charging yourself bring me the mug",
        "Close the window. After dinner, bring me the mug",
    ],
)
def test_what_waits_for_no_deed_of_the_robot_is_not_done_now(text):
    with pytest.raises(InstructionError, match="does not wait"):
        read_task(text, "Anna", PEOPLE)


@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        ("Put the mug on the table and the plate on the counter", "put mug on table; put plate on counter"),
        ("Bring the glasses in", "bring glasses to Anna"),
        ("Bring the book up", "bring book to Anna"),
        ("Lights off in the kitchen", "set power of Lights in the kitchen to off"),
        ("Light on in the hall", "set power of Light in the hall to on"),
        ("Lights out", "set power of Lights to off"),
        ("Lights out in the kitchen", "set power of Lights in the kitchen to off"),
        ("TV off in the living room", "set power of TV in the living room to off"),
        ("Hang on in the kitchen, bring me the mug", "bring mug to Anna"),
        ("You may switch the lamp off", "set power of lamp to off"),
        ("You can bring me the mug", "bring mug to Anna"),
        ("You can close the window now", "close window"),
        ("Be so kind as to bring me the mug", "bring mug to Anna"),
        ("See if you can find my keys", "find my keys"),
        ("Just one more thing: close the window", "close window"),
        ("Your next task is to close the window", "close window"),
        ("Never mind the mug, bring me the glass", "bring glass to Anna"),
        ("Take the jacket out the wardrobe", "bring jacket out of the wardrobe to Anna"),
        ("lay out the picnic essentials", "arrange picnic essentials"),
    ],
)
def test_what_is_read_without_a_model(text, deeds, monkeypatch):
    monkeypatch.setattr(told_moves, "the_reading", lambda: None)
    assert "; ".join(map(str, read_task(text, "Anna", PEOPLE))) == deeds


@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        ("TV off in the living room", "set power of TV in the living room to off"),
        ("Lights out in the kitchen", "set power of Lights in the kitchen to off"),
        ("You can close the window now", "close window"),
        ("Your next task is to close the window", "close window"),
    ],
)
def test_what_is_read_whoever_reads_it(text, deeds):
    assert "; ".join(map(str, read_task(text, "Anna", PEOPLE))) == deeds


@needs_reading
def test_what_is_taken_out_of_something_is_not_put_into_it():
    with pytest.raises(InstructionError, match="where that is to go"):
        read_task("Take it out the wardrobe", "Anna", PEOPLE)


@pytest.mark.parametrize("text", ["Watch out", "I am off in the morning", "You can see it on the table"])
def test_what_is_said_besides_switches_nothing(text, monkeypatch):
    monkeypatch.setattr(told_moves, "the_reading", lambda: None)
    with pytest.raises(InstructionError):
        read_task(text, "Anna", PEOPLE)
