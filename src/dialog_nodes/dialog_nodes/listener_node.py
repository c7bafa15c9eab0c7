"""Hears what people say and passes it on as if it had been typed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from std_msgs.msg import Bool, Int16MultiArray

from dialog_nodes.one_by_one import OneByOne
from embodied_memory.config import ListeningConfig
from embodied_memory.dialog.speech.pocketsphinx import PocketsphinxEndpointer, PocketsphinxRecognizer
from embodied_memory.dialog.speech.speech_roles import Attention, Endpointer, Microphone, SpeechRecognizer
from embodied_memory.event import Utterance
from embodied_memory_interfaces.msg import Utterance as UtteranceMessage
from embodied_memory_ros.conversions.memory import utterance_to_message
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_config
from embodied_memory_ros.qos import LATCHED, RECORDS, SENSOR
from embodied_memory_ros.run_node import run_node

Sound: TypeAlias = NDArray[np.int16]


class ListenerNode(EmbodiedNode):
    """Sound in, utterances out; recognising takes a thread of its own."""

    KEPT = 5

    def __init__(
        self,
        make_recognizer: Callable[[ListeningConfig], SpeechRecognizer] = PocketsphinxRecognizer,
        make_endpointer: Callable[[ListeningConfig], Endpointer] = PocketsphinxEndpointer,
        **kwargs: Any,
    ) -> None:
        super().__init__("listener_node", **kwargs)
        self._config = declare_config(self, ListeningConfig(), "listening")
        self._make_recognizer, self._make_endpointer = make_recognizer, make_endpointer
        self._counts = {"utterances heard": 0, "utterances passed on": 0}

    def on_load(self) -> None:
        """MissingExtraError without the library that hears; SpeechError for a grammar that is none."""
        if self._config.source not in ("microphone", "topic"):
            raise ValueError(f'listening.source is "{self._config.source}", not microphone or topic')
        self._recognizer = self._make_recognizer(self._config)
        self._endpointer = self._make_endpointer(self._config)

    def on_start(self) -> None:
        """Topics, the thread that recognises, then the sound. SpeechError without a microphone."""
        self._attention = Attention(self._config)
        self._endpointer.reset()
        self._pass_on = self.publisher(UtteranceMessage, "dialog/utterances", RECORDS)
        self.subscription(
            Bool, "speech/speaking", lambda said: self._attention.robot_speaks(said.data, time.monotonic()), LATCHED
        )
        self._utterances: OneByOne[tuple[Sound, float]] = OneByOne(
            lambda spoken: self._attempt("recognising", lambda: self._recognise(*spoken)), self.KEPT
        )
        self.close_on_stop(self._utterances.close)
        if self._config.source == "topic":
            self.subscription(
                Int16MultiArray, "speech/audio", lambda message: self._hear(message_to_sound(message)), SENSOR
            )
        else:
            self.close_on_stop(Microphone(self._config.sample_rate_hz, self._hear_here).close)

    def diagnostics(self) -> dict[str, object]:
        """What became of the utterances."""
        return dict(self._counts)

    def _hear_here(self, piece: Sound) -> None:
        """From the microphone's thread."""
        self._attempt("hearing", lambda: self._hear(piece))

    def _hear(self, piece: Sound) -> None:
        """The next piece of sound, (samples,)."""
        now_s = time.monotonic()
        if self._attention.is_deaf(now_s):
            self._endpointer.reset()
            return
        for spoken in self._endpointer.feed(piece):
            self._counts["utterances heard"] += 1
            self._utterances.put((spoken, now_s))

    def _recognise(self, spoken: Sound, ended_s: float) -> None:
        """What was said to the robot goes the same way as what is typed."""
        heard = self._recognizer.transcribe(spoken, self._config.sample_rate_hz)
        text = self._attention.admitted(heard, ended_s)
        if text:
            self._counts["utterances passed on"] += 1
            self._pass_on(utterance_to_message(Utterance(self.now_ns(), self._config.speaker, text)))


def message_to_sound(message: Int16MultiArray) -> Sound:
    """(samples,) of one channel, signed 16 bits. ValueError for sound of more than one dimension."""
    if len(message.layout.dim) > 1:
        raise ValueError(f"sound of one channel is expected, not of {len(message.layout.dim)} dimensions")
    return np.array(message.data[message.layout.data_offset :], np.int16)


def main() -> None:
    """Entry point."""
    run_node(ListenerNode)
