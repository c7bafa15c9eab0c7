"""A server that says what the test wrote down, and a model that asks it."""

from __future__ import annotations

import pytest
from fake_language_server import FakeLanguageServer

from embodied_memory.config import LanguageConfig
from embodied_memory.language.server_model import ServerModel

QUICK = {"connect_timeout_s": 1.0, "first_token_timeout_s": 0.4, "reply_timeout_s": 0.8, "queue_timeout_s": 0.3}


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
    """model_of(server, **settings): a client with short time-outs."""
    models = []

    def make(server, api_key="", transcript=None, **settings):
        config = LanguageConfig(server_url=server.url, model="fake", **{**QUICK, **settings})
        models.append(ServerModel(config, api_key, transcript))
        return models[-1]

    yield make
    for model in models:
        model.close()
