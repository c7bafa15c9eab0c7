"""What speech needs of those who do it; each is one adapter of a program or library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


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
