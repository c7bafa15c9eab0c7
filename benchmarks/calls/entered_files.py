"""Which files of the core a call passes through."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import embodied_memory

CORE = Path(embodied_memory.__file__).parent


def entered_files(call: Callable[[], object]) -> list[str]:
    """Files with a function that runs while `call` does, below the core, in the order in which they are entered.

    Threads that `call` starts count. What dataclasses write themselves (`<string>`) and tables that are looked up
    without a call do not.
    """
    entered: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(CORE)):
            entered[str(Path(frame.f_code.co_filename).relative_to(CORE))] = None

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    return list(entered)


def folders_of(files: list[str]) -> dict[str, int]:
    """Folder -> how many of the files, most first."""
    return dict(Counter(str(Path(file).parent) for file in files).most_common())
