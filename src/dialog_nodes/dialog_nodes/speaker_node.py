"""Says aloud what the robot replies, one reply after the other."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from std_msgs.msg import Bool

from dialog_nodes.one_by_one import OneByOne
from embodied_memory.config import SpeakingConfig
from embodied_memory.dialog.speech.espeak_synthesizer import EspeakSynthesizer
from embodied_memory.dialog.speech.speech_roles import SpeechSynthesizer
from embodied_memory_interfaces.msg import Answer
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_config
from embodied_memory_ros.qos import LATCHED, RECORDS
from embodied_memory_ros.run_node import run_node


class SpeakerNode(EmbodiedNode):
    """Replies in, sound out; tells when it speaks, so that the robot does not listen to itself."""

    KEPT = 20

    def __init__(
        self, make_synthesizer: Callable[[SpeakingConfig], SpeechSynthesizer] = EspeakSynthesizer, **kwargs: Any
    ) -> None:
        super().__init__("speaker_node", **kwargs)
        self._config = declare_config(self, SpeakingConfig(), "speaking")
        self._make_synthesizer = make_synthesizer
        self._counts = {"replies spoken": 0, "replies dropped as old": 0}

    def on_load(self) -> None:
        """SpeechError without the program that speaks."""
        self._synthesizer = self._make_synthesizer(self._config)

    def on_start(self) -> None:
        """Topics, and the thread that speaks."""
        self._tell = self.publisher(Bool, "speech/speaking", LATCHED)
        self._tell(Bool(data=False))
        self._replies: OneByOne[tuple[str, float]] = OneByOne(
            lambda reply: self._attempt("speaking", lambda: self._speak(*reply)), self.KEPT
        )
        self.close_on_stop(lambda: self._replies.close(self._synthesizer.cancel))
        self.subscription(Answer, "dialog/replies", self._take, RECORDS)

    def diagnostics(self) -> dict[str, object]:
        """What became of the replies."""
        return dict(self._counts)

    def _take(self, message: Answer) -> None:
        if message.text:
            self._replies.put((message.text, time.monotonic()))

    def _speak(self, text: str, taken_s: float) -> None:
        """taken_s: when it was taken, in real time as speaking is."""
        if time.monotonic() - taken_s > self._config.max_wait_s:
            self._counts["replies dropped as old"] += 1
            return
        self._tell(Bool(data=True))
        try:
            self._synthesizer.speak(text)
            self._counts["replies spoken"] += 1
        finally:
            self._tell(Bool(data=False))


def main() -> None:
    """Entry point."""
    run_node(SpeakerNode)
