"""The one place where heavy optional packages are imported."""

from __future__ import annotations

import importlib
from typing import Any


class MissingExtraError(ImportError):
    """An optional package is not installed. The message names the extra that brings it."""


def require(module: str, extra: str) -> Any:
    """Import and return `module`, which comes with the extra named `extra`.

    Raises MissingExtraError naming the extra to install.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtraError(
            f"{module} cannot be imported ({error}); install it with: pip install 'embodied_memory[{extra}]'"
        ) from error
