"""The language model that a command names by its server."""

from __future__ import annotations

from embodied_memory.config import LanguageConfig
from embodied_memory.language.make_language_model import ConfiguredModel, make_language_model
from embodied_memory_tools.command_line.request_error import RequestError


def language_model_of(server: str, model: str) -> ConfiguredModel | None:
    """None without a server. Raises RequestError for what is none."""
    try:
        return make_language_model(LanguageConfig(server_url=server, model=model))
    except (ValueError, RuntimeError) as error:
        raise RequestError(str(error)) from error
