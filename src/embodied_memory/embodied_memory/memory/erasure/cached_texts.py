"""Texts that functions remember to be fast. After an erasure they must not."""

from __future__ import annotations

import sys

from embodied_memory.perception.embedder import Embedder

_PACKAGE = "embodied_memory."


def forget_cached_texts(embedder: Embedder) -> None:
    """Empty the caches of every function of this package, and that of the embedder."""
    for name, module in list(sys.modules.items()):
        if name.startswith(_PACKAGE):
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()
    embedder.forget_texts()
