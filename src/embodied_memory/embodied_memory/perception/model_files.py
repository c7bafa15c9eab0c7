"""Where model files are found, and how those of language are opened: ONNX files, one session a file and process,
and the tokenizer of all who read with MiniLM's layers, as they are or learned anew.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from embodied_memory.optional import require

MODELS_VARIABLE = "EMBODIED_MEMORY_MODELS"
FETCH = "python setup/fetch_models.py"
T = TypeVar("T")


class MissingModelError(FileNotFoundError):
    """A model file is not there. The message names the file, where it was looked for and the remedy."""


class BrokenModelError(MissingModelError, ValueError):
    """A model file is there and is not what it should be. The message names the file, the cause and the remedy."""


def model_folder(configured: str = "") -> Path:
    """Return `configured`, else the folder EMBODIED_MEMORY_MODELS names, else the checkout's `.cache/models`.

    The checkout is the nearest folder above the current one, then above this file, that has `.cache/models`.
    The folder returned need not exist.
    """
    named = configured or os.environ.get(MODELS_VARIABLE, "")
    if named:
        return Path(named).expanduser()
    for start in (Path.cwd(), Path(__file__).resolve().parent):
        for folder in (start, *start.parents):
            if (folder / ".cache" / "models").is_dir():
                return folder / ".cache" / "models"
    return Path.cwd() / ".cache" / "models"


def model_file(relative: str, configured_folder: str = "", remedy: str = FETCH) -> Path:
    """Return the path of a model file. Raises MissingModelError if it is not there."""
    folder = model_folder(configured_folder)
    path = folder / relative
    if not path.is_file():
        where = f"not in {path.parent}" if folder.is_dir() else f"not there: there is no folder {folder}"
        raise MissingModelError(
            f"the model file {relative} is {where}; remedy: {remedy} "
            f"(or name another folder in perception.model_folder or {MODELS_VARIABLE})"
        )
    return path


def configured_file(setting: str, path: str) -> Path:
    """Return the path that a setting names. Raises MissingModelError, naming the setting, if there is no file."""
    file = Path(path).expanduser()
    if not file.is_file():
        raise MissingModelError(f"{setting} names {file}, which is not a file; check the path, or leave it empty")
    return file


def read_model(path: Path, load: Callable[[], T], remedy: str = FETCH) -> T:
    """What `load` makes of a model file. BrokenModelError if it cannot; a missing package stays one."""
    try:
        return load()
    except (ImportError, MissingModelError):
        raise
    except Exception as error:  # every library has errors of its own for a file that is cut off or another one
        told = " ".join(str(error).split())[:200] or type(error).__name__
        raise BrokenModelError(
            f"the model file {path} cannot be read, it is damaged or of another model ({told}); remedy: {remedy}"
        ) from error


_EXACT_ON_OLD_PROCESSORS = "session.x64quantprecision"
"""Without it products of eight-bit numbers overflow on x86 processors without VNNI: every vector is wrong there."""


@cache
def onnx_session(path: str, threads: int = 1) -> Any:
    """Raises MissingExtraError without onnxruntime."""
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # it is on by default, and is read when the library is loaded
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


BEGIN, END = 101, 102
"""[CLS] and [SEP]."""


def minilm_tokenizer(model_folder: str = "") -> Any:
    """A tokenizer that neither cuts nor pads, unless it is told to.

    Raises MissingModelError if its file is not there, MissingExtraError if the package is not.
    """
    tokenizer_file = model_file("minilm/tokenizer.json", model_folder)
    tokenizer = require("tokenizers", "language").Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
