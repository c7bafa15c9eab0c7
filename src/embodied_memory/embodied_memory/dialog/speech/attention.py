"""What of all that is heard is meant for the robot."""

from __future__ import annotations

import math
import re

from embodied_memory.config import ListeningConfig
from embodied_memory.dialog.speech.speech_roles import Transcription
from embodied_memory.dialog.talk.stop_words import asks_to_stop

_STOP = "stop"


class Attention:
    """The robot's name calls it; after it spoke, or was called, it listens for a while without the name.

    That somebody wants it to stop is passed on however it is said, and nothing else of what people say to each other.

    All times are seconds of one clock that never jumps.
    """

    def __init__(self, config: ListeningConfig) -> None:
        self._config = config
        self._name = _words(config.wake_word)
        self._speaks_since_s: float | None = None
        self._spoke_until_s = -math.inf
        self._listens_until_s = -math.inf

    def robot_speaks(self, is_speaking: bool, at_s: float) -> None:
        """The robot began or ended speaking."""
        if is_speaking:
            self._speaks_since_s = at_s
        elif self._speaks_since_s is not None:
            self._speaks_since_s = None
            self._spoke_until_s = at_s
            self._listens_until_s = at_s + self._config.window_s

    def is_deaf(self, at_s: float) -> bool:
        """Whether what is heard now is the robot's own voice."""
        if self._speaks_since_s is not None and at_s - self._speaks_since_s < self._config.longest_speech_s:
            return True
        return at_s - self._spoke_until_s < self._config.echo_s

    def admitted(self, heard: Transcription, at_s: float) -> str:
        """What is to be passed on, without the name; empty: nothing. at_s: when the utterance ended."""
        words = _words(heard.text)
        if heard.confidence < self._config.min_confidence or not words:
            return ""
        if not self._name:
            return heard.text.strip()
        _, name, said = f" {words} ".partition(f" {self._name} ")
        if name:
            if not said:
                self._listens_until_s = at_s + self._config.window_s
            return said.strip()
        if at_s <= self._listens_until_s:
            return heard.text.strip()
        return _STOP if asks_to_stop(words) else ""


def _words(text: str) -> str:
    """In lower case, one space between, without punctuation."""
    return " ".join(re.findall(r"[\w']+", text.lower()))
