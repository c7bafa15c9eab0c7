"""Language models as ONNX files: one session a file and process. It holds no text and may run in several threads."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from embodied_memory.optional import require

_EXACT_ON_OLD_PROCESSORS = "session.x64quantprecision"
"""Without it products of eight-bit numbers overflow on x86 processors without VNNI: every vector is wrong there."""


@cache
def onnx_session(path: str, threads: int = 1) -> Any:
    """Raises MissingExtraError without onnxruntime."""
    runtime = require("onnxruntime", "language")
    options = runtime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.add_session_config_entry(_EXACT_ON_OLD_PROCESSORS, "1")
    session = runtime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    _give_memory_back()
    return session


def _give_memory_back() -> None:
    """What reading a file took goes back to the system: glibc keeps it, 80 MB for a network of 103 MB."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other C libraries have none
    if trim is not None:
        trim(0)
