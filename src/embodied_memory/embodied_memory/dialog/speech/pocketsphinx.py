"""PocketSphinx: where somebody begins and ends to speak, what was said, and how surely it was heard."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, gcd, log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.signal import resample_poly

from embodied_memory.config import ListeningConfig
from embodied_memory.dialog.speech.speech_roles import SpeechError, Transcription
from embodied_memory.optional import require

_MODEL_RATE_HZ = 16000
_OPTIONS = {"samprate": float(_MODEL_RATE_HZ), "dither": True, "loglevel": "FATAL"}
_SCORED_ALIKE = {"lm": None, "compallsen": True, "bestpath": False}
"""Costs of two decoders can be compared; and the best path through a lattice may end in mid-sentence."""
_SCALE = 1024
"""pocketsphinx divides the logarithms of acoustic likelihoods by this."""
_DOUBTFUL_NATS = 2.4
"""A sentence that costs so much more a frame (of 10 ms) than free phones is doubtful. Set with espeak-ng's voices."""
_SLOPE = 3.0
_LEAST = 1e-300


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

    def transcribe(self, audio: NDArray[np.int16], rate_hz: int) -> Transcription:
        """audio: (samples,)."""
        sound = resampled(audio, rate_hz, _MODEL_RATE_HZ).tobytes()
        text, parts = _decoded(self._decoder, sound)
        if not text:
            return Transcription("", 0.0)
        if self._phones is None:
            return Transcription(text, of_words(parts))
        return Transcription(text, of_a_sentence(parts, _decoded(self._phones, sound)[1]))


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


def of_words(parts: Sequence[Any]) -> float:
    """Free speech: the geometric mean of the words' posterior probabilities. Noises, in brackets, say nothing."""
    words = [float(part.prob) for part in parts if part.word[0] not in "<[(+"]
    if not words or min(words) <= 0.0:
        return 0.0
    return min(1.0, exp(sum(map(log, words)) / len(words)))


def of_a_sentence(parts: Sequence[Any], phones: Sequence[Any]) -> float:
    """A grammar fits everything to one of its sentences: how well, compared with phones in any order.

    The likelihood ratio against a filler model (Rose and Paul, A hidden Markov model based keyword recognition
    system, ICASSP 1990), a frame, through a logistic curve.
    """
    if not parts or not phones:
        return 0.0
    excess = _SCALE * (_log_likelihood(phones) - _log_likelihood(parts)) / _frames(parts)
    return 1.0 / (1.0 + exp(min(_SLOPE * (excess - _DOUBTFUL_NATS), 50.0)))


def _log_likelihood(parts: Sequence[Any]) -> float:
    return sum(log(max(part.ascore, _LEAST)) for part in parts)


def _frames(parts: Sequence[Any]) -> int:
    return max(1, 1 + max(int(part.end_frame) for part in parts))
