"""Hearing with pocketsphinx: its adapters with a stand-in, and with itself where it is installed.

Where espeak-ng is installed too, what one says the other has to hear.
"""

import io
import shutil
import subprocess
import sys
import wave
from math import exp
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.config import ListeningConfig
from embodied_memory.dialog.speech.pocketsphinx import (
    PocketsphinxEndpointer,
    PocketsphinxRecognizer,
    of_a_sentence,
    of_words,
    resampled,
)
from embodied_memory.dialog.speech.speech_roles import SpeechError, Transcription
from embodied_memory.optional import MissingExtraError

GRAMMAR = Path(__file__).resolve().parents[4] / "config" / "speech" / "household.jsgf"
FRAME = 480
SPEECH, SILENCE = np.full(FRAME, 9000, np.int16), np.zeros(FRAME, np.int16)


class LoudIsSpeech:
    """pocketsphinx.Endpointer without a window: a frame is speech if it is loud."""

    frame_bytes, frame_length = 2 * FRAME, 0.03

    def __init__(self, sample_rate):
        assert sample_rate == 16000
        self.in_speech = False

    def process(self, frame):
        assert len(frame) == self.frame_bytes
        self.in_speech = bool(np.frombuffer(frame, np.int16).any())
        return frame if self.in_speech else None


class SaysTheLength:
    """pocketsphinx.Decoder that understands how many samples there were."""

    def __init__(self, **options):
        self.options, self.grammar = options, ""

    def add_jsgf_string(self, name, grammar):
        if "#JSGF" not in grammar:
            raise RuntimeError("no grammar")

    def activate_search(self, name):
        self.grammar = name

    def start_utt(self):
        self.samples = 0

    def process_raw(self, sound, full_utt):
        self.samples += len(sound) // 2

    def end_utt(self):
        pass

    def hyp(self):
        return SimpleNamespace(hypstr=f"{self.samples} samples") if self.samples else None

    def seg(self):
        pairs = [("<s>", 0.01), ("some", 0.25), ("[NOISE]", 0.01), ("samples", 1.0), ("</s>", 1.0)]
        return [SimpleNamespace(word=word, prob=prob) for word, prob in pairs]


@pytest.fixture
def stand_in(monkeypatch):
    library = SimpleNamespace(Endpointer=LoudIsSpeech, Decoder=SaysTheLength, get_model_path=lambda: "model")
    monkeypatch.setitem(sys.modules, "pocketsphinx", library)


@pytest.mark.parametrize("adapter", [PocketsphinxRecognizer, PocketsphinxEndpointer])
def test_without_the_library_the_extra_is_named(monkeypatch, adapter):
    monkeypatch.setitem(sys.modules, "pocketsphinx", None)
    with pytest.raises(MissingExtraError, match=r"embodied_memory\[speech\]"):
        adapter(ListeningConfig())


@pytest.mark.usefixtures("stand_in")
def test_an_utterance_ends_after_a_silence_and_short_pauses_are_within_it():
    endpointer = PocketsphinxEndpointer(ListeningConfig(pause_s=0.09))
    stream = np.concatenate([SILENCE] * 2 + [SPEECH] * 4 + [SILENCE] * 2 + [SPEECH] * 3 + [SILENCE] * 3 + [SPEECH])
    pieces = [stream[start : start + 700] for start in range(0, len(stream), 700)]
    ended = [utterance for piece in pieces for utterance in endpointer.feed(piece)]
    assert [len(utterance) // FRAME for utterance in ended] == [7]


@pytest.mark.usefixtures("stand_in")
def test_an_utterance_without_an_end_is_cut_off():
    endpointer = PocketsphinxEndpointer(ListeningConfig(longest_s=0.3))
    assert [len(spoken) // FRAME for spoken in endpointer.feed(np.tile(SPEECH, 25))] == [10, 10]


@pytest.mark.usefixtures("stand_in")
def test_after_a_reset_nothing_is_left_of_what_was_begun():
    endpointer = PocketsphinxEndpointer(ListeningConfig(pause_s=0.03))
    endpointer.feed(np.concatenate([SPEECH, SPEECH, SPEECH[:100]]))
    endpointer.reset()
    assert [len(spoken) for spoken in endpointer.feed(np.concatenate([SPEECH, SILENCE]))] == [FRAME]


@pytest.mark.usefixtures("stand_in")
def test_sound_is_brought_to_the_rate_of_the_model_and_confidence_is_that_of_the_words():
    recognizer = PocketsphinxRecognizer(ListeningConfig())
    assert recognizer.transcribe(np.zeros(44100, np.int16), 44100) == Transcription("16000 samples", 0.5)
    assert recognizer.transcribe(np.zeros(0, np.int16), 16000) == Transcription("", 0.0)


@pytest.mark.usefixtures("stand_in")
def test_a_grammar_that_cannot_be_used_is_named(tmp_path):
    (tmp_path / "bad.jsgf").write_text("nothing")
    for name in ("bad.jsgf", "missing.jsgf"):
        with pytest.raises(SpeechError, match=name):
            PocketsphinxRecognizer(ListeningConfig(grammar=str(tmp_path / name)))


def test_a_tone_keeps_its_pitch_at_another_rate():
    def tone(rate_hz):
        return np.rint(9000 * np.sin(2 * np.pi * 440 * np.arange(rate_hz) / rate_hz)).astype(np.int16)

    assert np.abs(resampled(tone(22050), 22050, 16000)[200:-200] - tone(16000)[200:-200]).max() < 100


def spoken(text, voice="en-us"):
    """16 kHz sound of espeak-ng, with the hiss of a room before and after it."""
    command = ["espeak-ng", "--stdin", "--stdout", "-v", voice, "-s", "140", "-a", "50"]
    sound = subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout
    with wave.open(io.BytesIO(sound)) as file:
        rate_hz = file.getframerate()
    audio = resampled(np.frombuffer(sound[44:], np.int16), rate_hz, 16000).astype(float)
    audio = np.concatenate([np.zeros(16000), audio, np.zeros(24000)])
    hiss = np.random.default_rng(7).normal(0.0, 20.0, len(audio))
    return np.clip(audio + hiss, -32768, 32767).astype(np.int16)


@pytest.fixture(scope="module")
def ears():
    pytest.importorskip("pocketsphinx", reason="pocketsphinx (extra speech) is not installed")
    if shutil.which("espeak-ng") is None:
        pytest.skip("the program espeak-ng is not installed")
    config = ListeningConfig(grammar=str(GRAMMAR))
    return PocketsphinxEndpointer(config), PocketsphinxRecognizer(config)


def test_what_is_not_in_the_grammar_is_mostly_not_taken_for_a_sentence_of_it(ears):
    endpointer, recognizer = ears
    others = ["the weather is nice today", "this soup needs more salt", "i had a long day", "he never listens to me"]
    taken = [
        heard
        for text in others
        for voice in ("en-us", "en-gb")
        for utterance in endpointer.feed(spoken(text, voice))
        if (heard := recognizer.transcribe(utterance, 16000)).confidence >= 0.5
    ]
    assert len(taken) <= 1, taken


@pytest.mark.parametrize(
    "text",
    ["find the kettle", "robot where is the red cup", "what did you see in the kitchen", "turn off the light", "no"],
)
def test_what_espeak_says_pocketsphinx_hears(ears, text):
    endpointer, recognizer = ears
    (utterance,) = endpointer.feed(spoken(text))
    heard = recognizer.transcribe(utterance, 16000)
    assert (heard.text, heard.confidence > 0.5) == (text, True)


def part(nats, frames=100):
    """Of pocketsphinx: so much likelier than nothing, over so many frames."""
    return SimpleNamespace(word="kettle", ascore=exp(nats / 1024), start_frame=0, end_frame=frames - 1)


def words(*probabilities):
    return [SimpleNamespace(word="kettle", prob=prob) for prob in probabilities]


@pytest.mark.parametrize(
    ("excess_nats", "is_sure"), [(-1.0, True), (0.0, True), (1.5, True), (3.0, False), (6.0, False), (1e5, False)]
)
def test_a_sentence_is_sure_if_it_costs_little_more_than_free_phones(excess_nats, is_sure):
    sure = of_a_sentence([part(-500.0 - 100 * excess_nats)], [part(-500.0)])
    assert (sure > 0.5) is is_sure


@given(st.floats(-20, 20), st.floats(-20, 20))
def test_what_fits_worse_is_never_surer(one, other):
    better, worse = (of_a_sentence([part(-100 * nats)], [part(0.0)]) for nats in sorted((one, other)))
    assert 0.0 <= worse <= better <= 1.0


def test_nothing_heard_is_not_sure_at_all():
    assert (of_a_sentence([], [part(0.0)]), of_a_sentence([part(0.0)], []), of_words([])) == (0.0, 0.0, 0.0)


def test_one_word_that_cannot_be_makes_the_whole_unsure():
    assert (of_words(words(1.0, 0.0)), of_words(words(0.25, 1.0))) == (0.0, 0.5)
