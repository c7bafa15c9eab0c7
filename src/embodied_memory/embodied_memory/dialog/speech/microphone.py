"""The microphone of this computer, by sounddevice and PortAudio."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.dialog.speech.speech_roles import SpeechError
from embodied_memory.optional import MissingExtraError, require


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
