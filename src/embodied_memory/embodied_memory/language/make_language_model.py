"""The language model that a configuration names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from embodied_memory.config import REASONING, LanguageConfig
from embodied_memory.language.language_model import LanguageModel
from embodied_memory.language.ledger import Accounted
from embodied_memory.language.server_model import ServerModel
from embodied_memory.language.transcript import NoTranscript, Transcript, TranscriptModel


class ConfiguredModel(LanguageModel, Accounted, Protocol):
    """A language model that keeps accounts and is to be closed."""

    def close(self) -> None:
        """Break off what is under way. May be called twice."""


def make_language_model(config: LanguageConfig) -> ConfiguredModel | None:
    """None if the configuration names none. Nobody is asked yet: the server need not be there.

    Raises ValueError for settings that make no sense, MissingExtraError without the client's package, OSError and
    TranscriptError for a transcript to replay that cannot be read.
    """
    if config.replay_file:
        return TranscriptModel(Path(config.replay_file).expanduser())
    if not config.server_url:
        return None
    _check(config)
    api_key = _api_key(config.api_key_variable)
    return ServerModel(config, api_key, _transcript(config, api_key))


def make_model_for(reasoning: str, config: LanguageConfig) -> ConfiguredModel | None:
    """None if the roles are played offline. reasoning: one of REASONING.

    Raises as `make_language_model` does, and ValueError for another word, or "language" where no model is configured.
    """
    if reasoning not in REASONING:
        raise ValueError(f'reasoning is "{reasoning}": set it to one of {", ".join(REASONING)}')
    model = make_language_model(config) if reasoning != "offline" else None
    if model is None and reasoning == "language":
        raise ValueError('reasoning is "language", but no model is configured: set language.server_url, or auto')
    return model


def _check(config: LanguageConfig) -> None:
    url = urlsplit(config.server_url)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError(f'server_url is "{config.server_url}": give one like http://127.0.0.1:8000/v1')
    if url.username or url.password:
        raise ValueError("server_url holds a name or a password: put the key in an environment variable")
    for name in ("connect_timeout_s", "first_token_timeout_s", "reply_timeout_s", "concurrency", "max_tokens"):
        if not getattr(config, name) > 0:
            raise ValueError(f"{name} is {getattr(config, name)}: it must be more than 0")


def _api_key(variable: str) -> str:
    """Raises ValueError for a variable that is not set: the server would refuse everything."""
    if not variable:
        return ""
    key = os.environ.get(variable, "").strip()
    if not key:
        raise ValueError(f"the environment variable {variable}, which should hold the server's key, is not set")
    return key


def _transcript(config: LanguageConfig, api_key: str) -> Transcript | NoTranscript:
    if not config.transcript_file:
        return NoTranscript()
    path = Path(config.transcript_file).expanduser()
    path.parent.mkdir(parents=True, exist_ok=True)
    return Transcript(path, config.transcript_max_mb, config.transcript_images, (api_key,))
