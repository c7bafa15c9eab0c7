"""Hears English by pocketsphinx 5, whose package carries its model (https://github.com/cmusphinx/pocketsphinx)."""

from __future__ import annotations

from math import gcd
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.signal import resample_poly

from embodied_memory.config import ListeningConfig
from embodied_memory.dialog.speech.hearing_confidence import of_a_sentence, of_words
from embodied_memory.dialog.speech.speech_roles import SpeechError, Transcript
from embodied_memory.optional import require

_MODEL_RATE_HZ = 16000
_OPTIONS = {"samprate": float(_MODEL_RATE_HZ), "dither": True, "loglevel": "FATAL"}
_SCORED_ALIKE = {"lm": None, "compallsen": True, "bestpath": False}
"""Costs of two decoders can be compared; and the best path through a lattice may end in mid-sentence."""


class PocketsphinxRecognizer:
    """A `SpeechRecognizer` for the sentences of a grammar, or for free English.

    MissingExtraError without pocketsphinx; SpeechError for a grammar that cannot be read.
    """

    def __init__(self, config: ListeningConfig) -> None:
        library = require("pocketsphinx", "speech")
        self._phones: Any = None
        if not config.grammar:
            self._decoder = library.Decoder(**_OPTIONS)
            return
        self._decoder = library.Decoder(**_SCORED_ALIKE, **_OPTIONS)
        _use_grammar(self._decoder, Path(config.grammar).expanduser())
        loop = f"{library.get_model_path()}/en-us/en-us-phone.lm.bin"
        beams = {"lw": 2.0, "pip": 0.3, "beam": 1e-20, "pbeam": 1e-20}
        self._phones = library.Decoder(allphone=loop, **beams, **_SCORED_ALIKE, **_OPTIONS)

    def transcribe(self, audio: NDArray[np.int16], rate_hz: int) -> Transcript:
        """audio: (samples,)."""
        sound = resampled(audio, rate_hz, _MODEL_RATE_HZ).tobytes()
        text, parts = _decoded(self._decoder, sound)
        if not text:
            return Transcript("", 0.0)
        if self._phones is None:
            return Transcript(text, of_words(parts))
        return Transcript(text, of_a_sentence(parts, _decoded(self._phones, sound)[1]))


def _use_grammar(decoder: Any, file: Path) -> None:
    try:
        decoder.add_jsgf_string("grammar", file.read_text())
        decoder.activate_search("grammar")
    except (OSError, RuntimeError, ValueError) as error:
        raise SpeechError(f"the grammar {file} cannot be used: {error}") from error


def _decoded(decoder: Any, sound: bytes) -> tuple[str, list[Any]]:
    """The text, empty if nothing was understood, and the words or phones with their probabilities and frames."""
    decoder.start_utt()
    decoder.process_raw(sound, full_utt=True)
    decoder.end_utt()
    best = decoder.hyp()
    return (best.hypstr, list(decoder.seg())) if best is not None else ("", [])


def resampled(audio: NDArray[np.int16], rate_hz: int, wanted_hz: int) -> NDArray[np.int16]:
    """The same sound, (samples,), at another rate."""
    if rate_hz == wanted_hz:
        return audio
    common = gcd(rate_hz, wanted_hz)
    sound = resample_poly(audio.astype(np.float64), wanted_hz // common, rate_hz // common)
    clipped: NDArray[np.int16] = np.clip(np.rint(sound), -32768, 32767).astype(np.int16)
    return clipped
