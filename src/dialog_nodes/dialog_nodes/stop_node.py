"""Stops the robot when anybody asks for it: on the topic of utterances, or by the service `stop`.

A process of its own, which does nothing else: it hears also while the dialog is busy, hangs, or is gone.
"""

from __future__ import annotations

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from std_srvs.srv import Trigger

from dialog_nodes.stopper import Stopper
from embodied_memory.dialog.talk.stop_words import asks_to_stop
from embodied_memory_interfaces.msg import Utterance
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import RECORDS
from embodied_memory_ros.run_node import run_node


class StopNode(EmbodiedNode):
    """See the module."""

    def __init__(self) -> None:
        super().__init__("stop_node")

    def on_start(self) -> None:
        """The topic and the service. The first reading compiles the words: done here, before anybody needs them."""
        asks_to_stop("")
        self._stops = 0
        self._stopper = Stopper(self)
        self.subscription(Utterance, "dialog/utterances", self._hear, RECORDS, MutuallyExclusiveCallbackGroup())
        service = self.create_service(Trigger, "stop", self._serve, callback_group=MutuallyExclusiveCallbackGroup())
        self.close_on_stop(lambda: self.destroy_service(service))

    def diagnostics(self) -> dict[str, object]:
        """How often it stopped the robot."""
        return {"stops": self._stops}

    def _hear(self, message: Utterance) -> None:
        if asks_to_stop(message.text):
            self._halt()

    def _serve(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        told = self._halt()
        response.success = bool(told)
        response.message = f"told to cancel all goals: {', '.join(told)}" if told else "nobody serves any motion"
        return response

    def _halt(self) -> tuple[str, ...]:
        self._stops += 1
        return self._stopper.stop()


def main() -> None:
    """Entry point."""
    run_node(StopNode, threads=4)
