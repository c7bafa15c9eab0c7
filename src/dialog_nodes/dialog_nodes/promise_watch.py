"""Looks now and then whether it is time for something that the robot has promised, or who was awaited has come."""

from __future__ import annotations

import threading
from collections.abc import Callable

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup

from dialog_nodes.memory_client import MemoryClient
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.event import EventKind
from embodied_memory.evidence import Answer
from embodied_memory_interfaces.msg import Event as EventMessage
from embodied_memory_ros.conversions.memory import message_to_event
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import KEPT_RECORDS


class PromiseWatch:
    """say: says an answer aloud; begin: hands the planner an instruction and for whom it is. lock: held while the
    manager works.
    """

    PERIOD_S = 2.0
    """Real time."""

    def __init__(
        self,
        node: EmbodiedNode,
        memory: MemoryClient,
        manager: DialogManager,
        lock: threading.Lock,
        say: Callable[[Answer], None],
        begin: Callable[[str, str], None],
    ) -> None:
        self._node, self._memory, self._manager, self._lock = node, memory, manager, lock
        self._say, self._begin = say, begin
        node.subscription(EventMessage, "events", self._take, KEPT_RECORDS)
        node.every(self.PERIOD_S, self._look, MutuallyExclusiveCallbackGroup())

    def _take(self, message: EventMessage) -> None:
        """Who moved somewhere, or spoke, is there."""
        event = message_to_event(message)
        is_there = event.kind is EventKind.UTTERANCE or any(
            change.attribute == "location" and change.value for change in event.changes
        )
        if event.kind in (EventKind.UTTERANCE, EventKind.PERSON_MOVED) and is_there and event.actor:
            self._manager.came(event.actor, self._node.now_ns())

    def _look(self) -> None:
        """Memory is asked before the lock is taken, so that nobody who talks waits for it."""
        promised = self._memory.promised_deeds()
        with self._lock:
            due = list(self._manager.is_time(promised, self._node.now_ns()))
            for one in due:
                self._say(one.answer)
        for one in due:
            if one.instruction:
                self._begin(one.instruction, one.asker)
