"""Speaks through the program espeak-ng (https://github.com/espeak-ng/espeak-ng)."""

from __future__ import annotations

import shutil
import subprocess

from embodied_memory.config import SpeakingConfig
from embodied_memory.dialog.speech.speech_roles import SpeechError

PROGRAM = "espeak-ng"


class EspeakSynthesizer:
    """A `SpeechSynthesizer`. SpeechError if the program is not installed.

    The text goes to the program's input, never on a command line and never through a shell.
    """

    def __init__(self, config: SpeakingConfig) -> None:
        program = shutil.which(PROGRAM)
        if program is None:
            raise SpeechError(f"{PROGRAM} is not installed; install it with: sudo apt-get install {PROGRAM}")
        self._timeout_s = config.longest_s
        self._command = [program, "--stdin", "-b", "1", "-v", config.voice]
        self._command += ["-s", str(config.words_per_minute), "-a", str(config.volume)]
        self._process: subprocess.Popen[bytes] | None = None

    def speak(self, text: str) -> None:
        """Blocks until it was said, cancelled, or cut off. SpeechError with what the program complains of."""
        with subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        ) as process:
            self._process = process
            try:
                _, said = process.communicate(plain(text).encode(), self._timeout_s)
            except subprocess.TimeoutExpired:
                process.kill()
                return
            finally:
                self._process = None
        complaint = _complaint(process.returncode, said.decode(errors="replace"))
        if complaint:
            raise SpeechError(f"{PROGRAM}: {complaint}")

    def cancel(self) -> None:
        """Ends the program if it is speaking."""
        process = self._process
        if process is not None:
            process.terminate()


def plain(text: str) -> str:
    """Text as it is to be read: no control characters, and no brackets, of which espeak-ng makes phonemes."""
    return "".join(letter if letter.isprintable() and letter not in "[]" else " " for letter in text)


def _complaint(code: int, said: str) -> str:
    """Without a sound device the program ends with 0 all the same; a negative code is that of `cancel`."""
    faults = [line for line in said.splitlines() if line.lower().startswith("error")]
    if code > 0 or (code == 0 and faults):
        return (faults or said.splitlines() or [f"ended with {code}"])[0]
    return ""
