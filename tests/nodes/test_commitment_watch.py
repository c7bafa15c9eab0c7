"""Reminders are said once each time that they are due."""

from __future__ import annotations

from builtin_interfaces.msg import Time

from dialog_nodes.commitment_watch import CommitmentWatch
from embodied_memory_interfaces.msg import Commitment
from embodied_memory_interfaces.srv import GetCommitments


class Answered:
    def __init__(self, commitments):
        self._commitments = commitments

    def done(self):
        return True

    def result(self):
        return GetCommitments.Response(success=True, commitments=self._commitments)


class Client:
    """Memory, with what is overdue."""

    def __init__(self):
        self.overdue, self.asked = [], []

    def service_is_ready(self):
        return True

    def call_async(self, request):
        self.asked.append((request.by, request.status))
        return Answered(list(self.overdue))


class Node:
    def __init__(self, client):
        self._client = client

    def create_client(self, kind, name):
        return self._client

    def close_on_stop(self, close):
        pass

    def every(self, period_s, look):
        self.look = look


def overdue(kind, text, day, number=1):
    return Commitment(
        commitment_id=number, kind=kind, text=text, for_whom="Anna", has_due=True, due=Time(sec=day * 86_400),
        status="overdue",
    )  # fmt: skip


def test_a_reminder_that_comes_again_is_said_each_time_and_once():
    client, said = Client(), []
    node = Node(client)
    CommitmentWatch(node, said.append)
    for day in (1, 1, 2):
        client.overdue = [overdue("reminder", "take the pills", day), overdue("request", "open the door", day, 2)]
        node.look()
    node.look()
    assert said == ["Anna, this is your reminder to take the pills."] * 2
    assert set(client.asked) == {("robot", "overdue")}
