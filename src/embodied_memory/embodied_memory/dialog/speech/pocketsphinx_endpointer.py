"""Where utterances begin and end, by the voice activity detection of pocketsphinx."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import ListeningConfig
from embodied_memory.optional import require


class PocketsphinxEndpointer:
    """An `Endpointer`. The library ends a stretch of speech after 0.3 s; stretches with a short pause are joined.

    MissingExtraError without pocketsphinx.
    """

    def __init__(self, config: ListeningConfig) -> None:
        self._library = require("pocketsphinx", "speech")
        self._config = config
        self.reset()

    def reset(self) -> None:
        """The stream begins anew."""
        self._activity = self._library.Endpointer(sample_rate=self._config.sample_rate_hz)
        self._rest = b""
        self._begin_utterance()

    def feed(self, audio: NDArray[np.int16]) -> list[NDArray[np.int16]]:
        """audio: (samples,), of any length. Returns the utterances that ended, (samples,) each."""
        self._rest += audio.tobytes()
        size = self._activity.frame_bytes
        ended = []
        while len(self._rest) >= size:
            frame, self._rest = self._rest[:size], self._rest[size:]
            self._take(frame)
            if self._has_ended():
                ended.append(np.frombuffer(b"".join(self._speech), np.int16))
                self._begin_utterance()
        return ended

    def _begin_utterance(self) -> None:
        self._speech: list[bytes] = []
        self._silence_s = 0.0

    def _take(self, frame: bytes) -> None:
        speech = self._activity.process(frame)
        if speech is not None:
            self._speech.append(speech)
            self._silence_s = 0.0
        elif self._speech:
            self._silence_s += self._activity.frame_length

    def _has_ended(self) -> bool:
        """Also in the middle of speech that takes too long."""
        if not self._speech:
            return False
        is_over = not self._activity.in_speech and self._silence_s >= self._config.pause_s
        return is_over or len(self._speech) * self._activity.frame_length >= self._config.longest_s
