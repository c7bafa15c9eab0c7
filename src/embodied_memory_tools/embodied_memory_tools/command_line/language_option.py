"""The language model that a command names by its server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from embodied_memory.config import LanguageConfig
from embodied_memory.language.server_model import ConfiguredModel, make_language_model
from embodied_memory_tools.command_line.request_error import RequestError


@contextmanager
def language_model_of(server: str, model: str) -> Iterator[ConfiguredModel | None]:
    """None without a server; closed in the end. Raises RequestError for what is none."""
    try:
        asked = make_language_model(LanguageConfig(server_url=server, model=model))
    except (ValueError, RuntimeError) as error:
        raise RequestError(str(error)) from error
    try:
        yield asked
    finally:
        if asked is not None:
            asked.close()
