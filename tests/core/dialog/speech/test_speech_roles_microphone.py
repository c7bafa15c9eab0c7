"""Sound is handed over as samples; what is missing is named. A stand-in for sounddevice."""

import importlib
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from embodied_memory.dialog.speech.speech_roles import Microphone, SpeechError
from embodied_memory.optional import MissingExtraError


class Stream:
    """sounddevice.RawInputStream that hears three samples as soon as it is started."""

    def __init__(self, samplerate, channels, dtype, blocksize, callback):
        assert (samplerate, channels, dtype, blocksize) == (16000, 1, "int16", 1600)
        self.callback, self.is_open = callback, True

    def start(self):
        self.callback(memoryview(np.array([1, -2, 32767], np.int16)).cast("B"), 3, None, None)

    def close(self):
        self.is_open = False


class NoDevice(Exception):
    pass


def no_stream(**options):
    raise NoDevice("no default input device")


def test_what_is_heard_is_handed_over_until_it_is_closed(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", SimpleNamespace(RawInputStream=Stream, PortAudioError=NoDevice))
    heard = []
    microphone = Microphone(16000, lambda piece: heard.append(piece.tolist()))
    microphone.close()
    assert (heard, microphone._stream.is_open) == ([[1, -2, 32767]], False)


def test_no_microphone_is_said(monkeypatch):
    monkeypatch.setitem(
        sys.modules, "sounddevice", SimpleNamespace(RawInputStream=no_stream, PortAudioError=NoDevice)
    )
    with pytest.raises(SpeechError, match="no microphone .* no default input device"):
        Microphone(16000, print)


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(MissingExtraError, match=r"embodied_memory\[speech\]"):
        Microphone(16000, print)


def test_without_portaudio_its_package_is_named(monkeypatch):
    def without_portaudio(name):
        raise OSError("PortAudio library not found")

    monkeypatch.setattr(importlib, "import_module", without_portaudio)
    with pytest.raises(SpeechError, match="sudo apt-get install libportaudio2"):
        Microphone(16000, print)
