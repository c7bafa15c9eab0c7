"""The memory node with a language model server: it is asked, nobody waits for it, and its accounts are published."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import fake_language_server as fake
import pytest
from diagnostic_msgs.msg import DiagnosticArray

from embodied_memory.event import Event, EventKind
from embodied_memory_interfaces.msg import Event as EventMessage
from embodied_memory_interfaces.msg import MemoryRecord
from embodied_memory_interfaces.srv import AnswerQuestion
from embodied_memory_ros.conversions.memory import event_to_message
from embodied_memory_ros.qos import KEPT_RECORDS, RECORDS

START_NS = 1_700_000_000_000_000_000
SAYS = {
    "AnswerReply": {"cited": [1], "answer": "On the shelf, the mug is on the shelf."},
    "StatementsReply": {"statements": []},
    "ExtractedTriples": {"triples": []},
}  # fmt: skip


class Server(fake.FakeLanguageServer):
    """Plays every role; `wait` makes it think until it is set."""

    def __init__(self):
        self.wait = threading.Event()
        self.wait.set()
        super().__init__(lambda asked: self.reply)

    def reply(self, handler, asked):
        self.wait.wait(30)
        fake.answer(json.dumps(SAYS.get(asked.shape, {})))(handler, asked)


@pytest.fixture(scope="module")
def server():
    with Server() as server:
        yield server
        server.wait.set()


@pytest.fixture(scope="module")
def node(start, server, tmp_path_factory):
    return start(
        "memory_nodes", "memory_node", database=tmp_path_factory.mktemp("memory") / "memory.db", embedder="hashing",
        language__server_url=server.url, language__transcript_file=tmp_path_factory.mktemp("said") / "said.jsonl",
    )  # fmt: skip


@pytest.fixture(scope="module")
def tell(observer, node):
    """Publish what somebody says and wait for its acknowledgement; where the mug is has been said."""
    records = observer.collect(MemoryRecord, "/memory/records", RECORDS)
    events = observer.publisher(EventMessage, "/events", KEPT_RECORDS)

    def send(number, text):
        before = len(records)
        events.publish(event_to_message(Event(START_NS + number * 10**9, EventKind.UTTERANCE, "Anna", text)))
        observer.wait(lambda: len(records) > before, 10.0, "an acknowledgement")

    send(1, "the mug is on the shelf")
    return send


def question(text):
    return AnswerQuestion.Request(question=text)


def answered_by(server):
    """How many answers the server was asked for."""
    return [asked.shape for asked in server.asked].count("AnswerReply")


def test_questions_are_answered_by_the_server(observer, tell, server):
    before = answered_by(server)
    answer = observer.call(AnswerQuestion, "/memory/answer", question("Where is the mug?"))
    assert answer.answer.text == "On the shelf, the mug is on the shelf."
    assert answered_by(server) == before + 1


def test_records_are_taken_while_the_server_thinks(observer, tell, server):
    server.wait.clear()
    with ThreadPoolExecutor(1) as person:
        answer = person.submit(observer.call, AnswerQuestion, "/memory/answer", question("Where is the mug now?"))
        observer.wait(
            lambda: any("mug now" in asked.prompt for asked in server.asked), 10.0, "the server to be asked"
        )
        for number in range(2, 6):
            tell(number, f"the cup number {number} is on the table")
        assert not answer.done()
        server.wait.set()
        assert answer.result(20.0).answer.text == "On the shelf, the mug is on the shelf."


def test_accounts_are_in_the_diagnostics(observer, tell, node, server):
    observer.call(AnswerQuestion, "/memory/answer", question("Where is the mug?"))
    count = answered_by(server)
    told = observer.collect(DiagnosticArray, "/diagnostics", 10)

    def values():
        return {value.key: value.value for array in list(told) for value in array.status[0].values}

    spent = f"{count} requests, 0 retried, {7 * count} + {3 * count} tokens, latency "
    observer.wait(lambda: values().get("language model answer question", "").startswith(spent), 10.0, "diagnostics")
    assert values()["reasoning answer question"] == f"{count} by language model, 0 offline"


def test_a_dead_server_leaves_the_rules(observer, tell, server):
    server.close()
    answer = observer.call(AnswerQuestion, "/memory/answer", question("Where is the mug?"))
    assert answer.success
    assert "shelf" in answer.answer.text
    assert answer.answer.text != "On the shelf, the mug is on the shelf."
