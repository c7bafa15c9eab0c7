"""config/language: each file names a server with settings that exist, for every node that asks a model."""

from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from embodied_memory.config import REASONING, LanguageConfig

FOLDER = Path(__file__).resolve().parents[2] / "config" / "language"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.yaml")), ids=lambda file: file.name)
def test_settings_of_a_server_are_those_of_the_client(file):
    settings = yaml.safe_load(file.read_text())["/**"]["ros__parameters"]
    assert settings.pop("reasoning") in REASONING
    names = {name.removeprefix("language."): value for name, value in settings.items()}
    types = {one.name: type(one.default) for one in fields(LanguageConfig)}
    assert {name: type(value) for name, value in names.items()} == {name: types.get(name) for name in names}
    assert names["server_url"]
