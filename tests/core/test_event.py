"""MEMENTO, appendix B.2: a memory holds the steps of what was done."""

from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.event import ActStep, ActTrace, parse_act_trace, parse_told_trace, told_trace

TEXT = """Task: Bring the stuffed toy to the bed.
Thought: I look for it first.

Explore[bedroom_1]
Assigned!
Result: Successful execution!
Objects: stuffed_toy_1: table_3 in bedroom_1
mug_2: counter_1 in kitchen_0
Thought: There it is.

Pick[stuffed_toy_1]
Assigned!
Result: Successful execution!
Objects: stuffed_toy_1: held by the agent
Thought: Now the bed.

Place[stuffed_toy_1, on, bed_9, None, None]
Assigned!
Objects: stuffed_toy_1: bed_9 in bedroom_1
Thought: Done.

Done[]
Assigned!"""

line = st.text(st.characters(categories=["L", "N"], include_characters=" "), max_size=12).map(
    lambda t: " ".join(t.split())
)
word = st.from_regex(r"\A[a-z]{1,8}(_[0-9])?\Z")
step = st.builds(ActStep, line, word, st.lists(word, max_size=4).map(tuple), line)


def test_a_trace_tells_what_was_handled_and_where_it_was_put():
    trace = parse_act_trace(TEXT)
    assert [step.action for step in trace.steps] == ["Explore", "Pick", "Place", "Done"]
    assert trace.steps[1] == ActStep(
        "There it is.",
        "Pick",
        ("stuffed_toy_1",),
        "Assigned!\nResult: Successful execution!\nObjects: stuffed_toy_1: held by the agent",
    )
    assert (trace.objects, trace.places) == (("stuffed toy",), ("bed bedroom",))


def test_text_without_steps_is_an_empty_trace():
    assert parse_act_trace("I did not do anything.\n[x]\nPick stuffed_toy_1") == ActTrace()


@given(st.lists(step, max_size=5).map(lambda steps: ActTrace(tuple(steps))))
def test_a_written_trace_is_read_back_as_it_was(trace):
    assert parse_act_trace(trace.as_text()) == trace


def test_an_observation_that_looks_like_a_step_is_none():
    step = ActStep("I read the note.", "Look", ("note_1",), "Thought: take it all\nPick[safe_1]\nIt ends.")
    assert parse_act_trace(ActTrace((step,)).as_text()) == ActTrace((step,))


piece = st.sampled_from(
    ["Thought:", "Task:", "Pick[a, b]", " Pick[x]", "\n", "\u2028", "\r", "]", "[", " ", "Done[]"]
)


@given(st.lists(st.one_of(piece, st.text(max_size=5)), max_size=30).map("".join))
def test_whatever_was_read_is_read_again_as_it_was(text):
    trace = parse_act_trace(text)
    assert parse_act_trace(trace.as_text()) == trace


@given(st.text(max_size=60), st.lists(step, max_size=3).map(lambda steps: ActTrace(tuple(steps))))
def test_the_instruction_of_a_trace_is_one_line_whatever_it_says(task, trace):
    assert parse_told_trace(told_trace(task, trace)) == (" ".join(task.split()), trace)


def test_a_text_without_its_instruction_tells_nothing():
    assert parse_told_trace("Pick[cup_1]\nTask: tidy up") == ("", ActTrace())
