"""What the dialog's client of memory does while memory is away."""

from dialog_nodes import memory_client
from dialog_nodes.memory_client import MemoryClient


class Node:
    """Makes clients of services that come when `memory_is_up`."""

    memory_is_up = False

    def create_client(self, *_, **__):
        return self

    def service_is_ready(self):
        return self.memory_is_up

    def subscription(self, *_):
        pass

    def close_on_stop(self, _):
        pass


def test_a_memory_that_is_away_is_waited_for_once(monkeypatch):
    waits = []

    def wait(condition, timeout_s):
        waits.append(timeout_s)
        return condition()

    monkeypatch.setattr(memory_client, "wait_until", wait)
    client = MemoryClient(Node())
    assert client.standing_rules() == ()
    assert "cannot reach my memory" in client.answer("Where is the red mug?").text
    assert waits == [MemoryClient.TIMEOUT_S, 0.0]
