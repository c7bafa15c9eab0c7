"""Text reaches the program as input alone; what the program complains of is told. A script stands for espeak-ng."""

import threading
import time

import pytest

from embodied_memory.config import SpeakingConfig
from embodied_memory.dialog.speech.espeak_synthesizer import EspeakSynthesizer, plain
from embodied_memory.dialog.speech.speech_roles import SpeechError


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Makes a script that takes the place of espeak-ng; it can write to $OUT."""

    def made(script):
        file = tmp_path / "espeak-ng"
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        monkeypatch.setenv("OUT", str(tmp_path / "out"))
        return tmp_path / "out"

    return made


def test_a_missing_program_is_named_with_what_installs_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SpeechError, match="sudo apt-get install espeak-ng"):
        EspeakSynthesizer(SpeakingConfig())


def test_text_is_input_and_settings_are_arguments(program):
    out = program('printf "%s\\n" "$@" > $OUT; cat >> $OUT')
    hostile = "-w /missing/x; $(touch y) `touch z`\n[[h@'loU]] <break/>"
    EspeakSynthesizer(SpeakingConfig(voice="en-gb", words_per_minute=120, volume=50)).speak(hostile)
    arguments = ["--stdin", "-b", "1", "-v", "en-gb", "-s", "120", "-a", "50"]
    assert out.read_text() == "\n".join([*arguments, plain(hostile)])
    assert plain(hostile) == "-w /missing/x; $(touch y) `touch z`   h@'loU   <break/>"


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("echo 'Error: The voice does not exist.' >&2; exit 1", "Error: The voice does not exist."),
        ("echo 'ALSA lib: no card' >&2; echo 'error: No such file' >&2; exit 0", "error: No such file"),
        ("exit 3", "ended with 3"),
    ],
)
def test_what_cannot_be_said_is_told(program, script, complaint):
    program(f"cat > /dev/null; {script}")
    with pytest.raises(SpeechError, match=complaint):
        EspeakSynthesizer(SpeakingConfig()).speak("hello")


def test_speaking_can_be_cancelled_and_begun_again(program):
    out = program("cat >> $OUT; echo >> $OUT; exec sleep 20")
    synthesizer = EspeakSynthesizer(SpeakingConfig())
    began = time.monotonic()
    for count in (1, 2):
        speaking = threading.Thread(target=synthesizer.speak, args=("hello",))
        speaking.start()
        while not out.exists() or out.read_text().count("\n") < count:
            time.sleep(0.01)
        synthesizer.cancel()
        speaking.join(10.0)
        assert not speaking.is_alive()
    assert time.monotonic() - began < 20.0


def test_what_takes_too_long_is_cut_off(program):
    program("exec sleep 20")
    began = time.monotonic()
    EspeakSynthesizer(SpeakingConfig(longest_s=0.2)).speak("hello")
    assert time.monotonic() - began < 20.0
