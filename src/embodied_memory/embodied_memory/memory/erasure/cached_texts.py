"""Texts that functions remember to be fast. After an erasure they must not."""

from __future__ import annotations

import sys
from typing import Any

from embodied_memory.perception.embedder import Embedder

_PACKAGE = "embodied_memory."
_FEW = 2
"""A cache of so few, or of any number, is of what is loaded once: networks, tables. Texts are kept by the dozen."""


def forget_cached_texts(embedder: Embedder) -> None:
    """Empty the caches of every function of this package that keeps texts, and that of the embedder."""
    for name, module in list(sys.modules.items()):
        if name.startswith(_PACKAGE):
            for value in filter(_keeps_texts, list(vars(module).values())):
                value.cache_clear()
    embedder.forget_texts()


def _keeps_texts(value: Any) -> bool:
    parameters = getattr(value, "cache_parameters", None)
    return callable(parameters) and (parameters()["maxsize"] or 0) > _FEW
