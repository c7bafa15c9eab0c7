"""What people ask of the memory node and tell it, over its services."""

from __future__ import annotations

import pytest
from action_msgs.msg import GoalStatus

from embodied_memory.event import Event, EventKind, StateChange, parse_act_trace
from embodied_memory_interfaces.action import ExploreHistory
from embodied_memory_interfaces.msg import Event as EventMessage
from embodied_memory_interfaces.msg import MemoryRecord
from embodied_memory_interfaces.srv import GetBeliefs, GetCommitments, GiveFeedback, RecallPersonal
from embodied_memory_ros.conversions.memory import event_to_message
from embodied_memory_ros.conversions.personal import message_to_personal
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.qos import KEPT_RECORDS, RECORDS

START_NS = 1_700_000_000_000_000_000
MINUTE_NS = 60_000_000_000
TRACE = """Task: Bring the red cup to the desk. It is my favourite cup.
Thought: There it is.
Pick[cup_1]
Objects: cup_1: held by the agent
Thought: Now the desk.
Place[cup_1, on, desk_2]
Objects: cup_1: desk_2 in study_1"""
LIFE = (
    Event(
        START_NS, EventKind.OBJECT_STATE_CHANGED, "anna", "Anna put the red mug on the desk.", ("mug_1", "desk_2"),
        "study", ("robot", "anna"), changes=(StateChange("mug_1", "location", "on desk_2"),),
        object_captions=("red mug", "brown desk"),
    ),
    Event(
        START_NS + MINUTE_NS, EventKind.UTTERANCE, "anna", "Robot, remind me to call the dentist at 17:30.",
        place="study", observers=("robot", "anna"),
    ),
    Event(
        START_NS + 2 * MINUTE_NS, EventKind.UTTERANCE, "bob", "The robot must never hear this.", observers=("bob",),
    ),
    Event(
        START_NS + 3 * MINUTE_NS, EventKind.UTTERANCE, "tom", "The blue cup is my favourite cup.", place="study",
        observers=("robot", "tom"),
    ),
    Event(
        START_NS + 4 * MINUTE_NS, EventKind.INSTRUCTION_ENDED, "robot", "I brought the cup.", succeeded=True,
        asked_by="anna", trace=TRACE,
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def memory_node(start, observer, tmp_path_factory):
    """A memory node that has lived through LIFE."""
    records = observer.collect(MemoryRecord, "/memory/records", RECORDS)
    node = start(
        "memory_nodes", "memory_node", database=tmp_path_factory.mktemp("memory") / "memory.db", embedder="hashing"
    )
    events = observer.publisher(EventMessage, "/events", KEPT_RECORDS)
    for event in LIFE:
        events.publish(event_to_message(event))
    observer.wait(lambda: len(records) >= 4, 15.0, "four acknowledgements")
    return node


def test_a_thing_is_believed_to_be_where_it_was_put(observer, memory_node):
    found = observer.call(GetBeliefs, "/memory/beliefs", GetBeliefs.Request(entity="the red mug"))
    assert (found.success, found.entity_id) == (True, "mug_1")
    (belief,) = [belief for belief in found.beliefs if belief.fact.attribute == "location"]
    assert (belief.fact.value, belief.fact.provenance, belief.fact.holds) == ("on desk_2", "observed", True)
    assert time_to_ns(belief.fact.stamp) == START_NS
    assert belief.status in ("fresh", "stale", "uncertain")
    assert 0.0 < belief.certainty <= 1.0


@pytest.mark.parametrize("entity", ["the green giraffe", ""])
def test_what_is_not_known_is_said_to_be_so(observer, memory_node, entity):
    found = observer.call(GetBeliefs, "/memory/beliefs", GetBeliefs.Request(entity=entity))
    assert (found.success, list(found.beliefs)) == (False, [])
    assert "knows nothing" in found.message


def test_what_is_to_be_done_is_told_with_when_it_is_due(observer, memory_node):
    found = observer.call(GetCommitments, "/memory/commitments", GetCommitments.Request())
    assert found.success
    (commitment,) = found.commitments
    assert (commitment.kind, "dentist" in commitment.text, commitment.has_due) == ("reminder", True, True)
    assert not observer.call(GetCommitments, "/memory/commitments", GetCommitments.Request(status="odd")).success


def test_feedback_changes_the_rules(observer, memory_node):
    said = GiveFeedback.Request(speaker="anna", text="You should have remembered where my keys are.")
    given = observer.call(GiveFeedback, "/memory/feedback", said)
    assert (given.success, given.message) == (True, "the rules have changed")
    assert [(rule.keeps, rule.person, "keys" in rule.text) for rule in given.rules] == [(True, "anna", True)]
    idle = observer.call(GiveFeedback, "/memory/feedback", GiveFeedback.Request(speaker="anna", text="Hello."))
    assert (idle.success, idle.message, idle.rules) == (True, "", given.rules)


@pytest.mark.parametrize(
    ("speaker", "query", "stamp_ns"),
    [
        ("anna", "Bring me my favourite cup.", START_NS + 4 * MINUTE_NS),
        ("tom", "Bring me my favourite cup.", START_NS + 3 * MINUTE_NS),
        ("tom", "Bring me Anna's favourite cup.", START_NS + 4 * MINUTE_NS),
    ],
)
def test_a_request_recalls_what_its_speaker_means(observer, memory_node, speaker, query, stamp_ns):
    request = RecallPersonal.Request(speaker=speaker, query=query)
    found = observer.call(RecallPersonal, "/memory/recall_personal", request)
    assert (found.success, found.message) == (True, "")
    (recalled,) = [message_to_personal(one) for one in found.recollections]
    assert (recalled.memory.stamp_ns, recalled.reference, recalled.rivals) == (stamp_ns, query, ())


def test_what_was_done_is_recalled_with_its_steps(observer, memory_node):
    request = RecallPersonal.Request(query="my favourite cup", k=1, speaker="anna")
    (message,) = observer.call(RecallPersonal, "/memory/recall_personal", request).recollections
    recalled = message_to_personal(message).memory
    assert (recalled.person, recalled.trace) == ("anna", parse_act_trace(TRACE))
    assert [known.statement for known in recalled.knowledge] == ["It is my favourite cup."]
    everybody = observer.call(
        RecallPersonal, "/memory/recall_personal", RecallPersonal.Request(query="favourite cup")
    )
    assert {one.person for one in everybody.recollections} == {"anna", "tom"}


def test_what_the_robot_did_not_hear_is_nowhere(observer, memory_node):
    found = observer.call(GetBeliefs, "/memory/beliefs", GetBeliefs.Request(entity="bob"))
    assert not found.success


@pytest.fixture(scope="module")
def explorer(observer, memory_node):
    client = observer.action(ExploreHistory, "/memory/explore_history")
    yield client
    client.destroy()


def test_the_history_is_explored_step_by_step(observer, explorer):
    steps = []

    def found():
        steps.clear()
        goal = ExploreHistory.Goal(question="Where did Anna put the red mug?")
        handle = observer.send(explorer, goal, lambda message: steps.append(message.feedback.action))
        ended = observer.outcome(handle)
        assert (ended.status, ended.result.success) == (GoalStatus.STATUS_SUCCEEDED, True)
        return ended.result if ended.result.evidence else None

    result = observer.wait(found, 15.0, "the tree to be built")
    assert result.evidence[0].summary == "Anna put the red mug on the desk."
    assert "search" in steps
    assert set(steps) <= {"search", "expand", "take"}
