"""The one place where heavy optional packages are imported."""

from __future__ import annotations

import importlib
from typing import Any


class MissingExtraError(ImportError):
    """An optional package is not installed. The message names the extra that brings it."""


def require(module: str, extra: str, command: str = "") -> Any:
    """Import and return `module`, which comes with the extra named `extra`, or else by `command`.

    Raises MissingExtraError with the command that installs it, also for a package that is there but broken.
    Nothing is ever installed here.
    """
    try:
        return importlib.import_module(module)
    except (ImportError, OSError, AttributeError, RuntimeError) as error:
        told = " ".join(str(error).split()) or type(error).__name__
        install = command or f"pip install 'embodied_memory[{extra}]'"
        raise MissingExtraError(f"{module} cannot be imported ({told}); install it with: {install}") from error
