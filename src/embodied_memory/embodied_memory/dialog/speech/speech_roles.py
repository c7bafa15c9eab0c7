"""What speech needs of those who do it, each one adapter of a program or library; what of all that is heard is
meant for the robot; and the microphone of this computer, by sounddevice and PortAudio.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import ListeningConfig
from embodied_memory.dialog.talk.stop_words import asks_to_stop
from embodied_memory.optional import MissingExtraError, require


class SpeechError(RuntimeError):
    """Something cannot be spoken or heard. The message says what to do."""


@dataclass(frozen=True)
class Transcription:
    """What was heard, as text, and how surely, 0 to 1. The text is empty if nothing was understood."""

    text: str
    confidence: float


class SpeechSynthesizer(Protocol):
    """Speaks aloud."""

    def speak(self, text: str) -> None:
        """Say it and return when it was said or cancelled. SpeechError if it cannot be said."""

    def cancel(self) -> None:
        """From another thread: fall silent now."""


class SpeechRecognizer(Protocol):
    """Turns the sound of one utterance into text."""

    def transcribe(self, audio: NDArray[np.int16], rate_hz: int) -> Transcription:
        """audio: (samples,), one channel."""


class Endpointer(Protocol):
    """Finds the utterances in a stream of sound."""

    def feed(self, audio: NDArray[np.int16]) -> list[NDArray[np.int16]]:
        """The utterances, (samples,) each, that ended within this next piece of the stream, (samples,)."""

    def reset(self) -> None:
        """Forget what was begun; the stream begins anew."""


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


class Microphone:
    """Hands over what it hears, (samples,) a call, from a thread of its own. SpeechError if there is none."""

    PIECE_S = 0.1

    def __init__(self, rate_hz: int, hear: Callable[[NDArray[np.int16]], None]) -> None:
        library = _sounddevice()

        def take(piece: Any, samples: int, time: object, status: object) -> None:
            hear(np.frombuffer(bytes(piece), np.int16))

        try:
            self._stream = library.RawInputStream(
                samplerate=rate_hz, channels=1, dtype="int16", blocksize=int(rate_hz * self.PIECE_S), callback=take
            )
            self._stream.start()
        except library.PortAudioError as error:
            raise SpeechError(f"there is no microphone to hear with: {error}") from error

    def close(self) -> None:
        """Hear no more."""
        self._stream.close()


def _sounddevice() -> Any:
    """Its import raises OSError where the system's library is missing: no package of Python's mends that."""
    try:
        return require("sounddevice", "speech")
    except MissingExtraError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        raise SpeechError(f"{error.__cause__}; install it with: sudo apt-get install libportaudio2") from error
