"""A server that says what the test wrote down, and a model that asks it."""

from __future__ import annotations

import pytest
from fake_language_server import FakeLanguageServer

from embodied_memory.config import LanguageConfig
from embodied_memory.language.server_model import ServerModel

PATIENT = {"connect_timeout_s": 20.0, "first_token_timeout_s": 20.0, "reply_timeout_s": 40.0, "queue_timeout_s": 20.0}
"""So that a busy machine fails no test; what is to be late has shorter ones."""


@pytest.fixture
def serve():
    """serve(said): a running server that always says this text, or always misbehaves like this."""
    servers = []

    def make(said):
        servers.append(FakeLanguageServer(lambda asked: said))
        return servers[-1]

    yield make
    for server in servers:
        server.close()


@pytest.fixture
def model_of():
    """model_of(server, **settings): a client of it."""
    models = []

    def make(server, api_key="", transcript=None, **settings):
        config = LanguageConfig(server_url=server.url, model="fake", **{**PATIENT, **settings})
        models.append(ServerModel(config, api_key, transcript))
        return models[-1]

    yield make
    for model in models:
        model.close()
