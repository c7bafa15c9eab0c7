"""Hears English by pocketsphinx 5, whose package carries its model (https://github.com/cmusphinx/pocketsphinx)."""

from __future__ import annotations

from math import exp, gcd, log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.signal import resample_poly

from embodied_memory.config import ListeningConfig
from embodied_memory.dialog.speech.speech_roles import SpeechError, Transcript
from embodied_memory.optional import require

_MODEL_RATE_HZ = 16000


class PocketsphinxRecognizer:
    """A `SpeechRecognizer` for the sentences of a grammar, or for free English.

    MissingExtraError without pocketsphinx; SpeechError for a grammar that cannot be read.
    """

    def __init__(self, config: ListeningConfig) -> None:
        library = require("pocketsphinx", "speech")
        options = {"samprate": float(_MODEL_RATE_HZ), "dither": True, "loglevel": "FATAL"}
        if not config.grammar:
            self._decoder = library.Decoder(**options)
            return
        # The best path through the lattice may end in the middle of a sentence, which is not in the grammar.
        self._decoder = library.Decoder(lm=None, bestpath=False, **options)
        file = Path(config.grammar).expanduser()
        try:
            self._decoder.add_jsgf_string("grammar", file.read_text())
            self._decoder.activate_search("grammar")
        except (OSError, RuntimeError, ValueError) as error:
            raise SpeechError(f"the grammar {file} cannot be used: {error}") from error

    def transcribe(self, audio: NDArray[np.int16], rate_hz: int) -> Transcript:
        """audio: (samples,). Confidence is the geometric mean of the words' posterior probabilities."""
        self._decoder.start_utt()
        self._decoder.process_raw(resampled(audio, rate_hz, _MODEL_RATE_HZ).tobytes(), full_utt=True)
        self._decoder.end_utt()
        best = self._decoder.hyp()
        if best is None or not best.hypstr:
            return Transcript("", 0.0)
        return Transcript(best.hypstr, _confidence(self._decoder.seg()))


def resampled(audio: NDArray[np.int16], rate_hz: int, wanted_hz: int) -> NDArray[np.int16]:
    """The same sound, (samples,), at another rate."""
    if rate_hz == wanted_hz:
        return audio
    common = gcd(rate_hz, wanted_hz)
    sound = resample_poly(audio.astype(np.float64), wanted_hz // common, rate_hz // common)
    clipped: NDArray[np.int16] = np.clip(np.rint(sound), -32768, 32767).astype(np.int16)
    return clipped


def _confidence(segments: Any) -> float:
    """Silences and noises, which stand in brackets, say nothing."""
    words = [float(part.prob) for part in segments if part.word[0] not in "<[+"]
    if not words or min(words) <= 0.0:
        return 0.0
    return min(1.0, exp(sum(map(log, words)) / len(words)))
