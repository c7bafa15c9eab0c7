"""Where model files are found."""

from __future__ import annotations

import os
from pathlib import Path

MODELS_VARIABLE = "EMBODIED_MEMORY_MODELS"
FETCH = "python setup/fetch_models.py"


class MissingModelError(FileNotFoundError):
    """A model file is not there. The message names the file, where it was looked for and the remedy."""


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
    path = model_folder(configured_folder) / relative
    if not path.is_file():
        raise MissingModelError(
            f"the model file {relative} is not in {path.parent}; remedy: {remedy} "
            f"(or name another folder in perception.model_folder or {MODELS_VARIABLE})"
        )
    return path
