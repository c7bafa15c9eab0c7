"""The model that a configuration names, and what it costs, role by role."""

from __future__ import annotations

import pytest
from pydantic import BaseModel
from scripted_model import ScriptedModel

from embodied_memory.config import LanguageConfig
from embodied_memory.language.advisor import Advisor, Usage
from embodied_memory.language.exchange import FailureCause, Ledger, Spending
from embodied_memory.language.language_model import Request
from embodied_memory.language.server_model import make_language_model, make_model_for


class Word(BaseModel):
    word: str


def test_without_a_server_there_is_no_model():
    assert make_language_model(LanguageConfig()) is None


@pytest.mark.parametrize(
    ("settings", "remedy"),
    [
        ({"server_url": "127.0.0.1:8000"}, "give one like http://127.0.0.1:8000/v1"),
        ({"server_url": "file:///etc/passwd"}, "give one like"),
        ({"server_url": "http://me:secret@host/v1"}, "put the key in an environment variable"),
        ({"server_url": "http://host/v1", "api_key_variable": "NO_SUCH_KEY"}, "NO_SUCH_KEY, .* is not set"),
        ({"server_url": "http://host/v1", "reply_timeout_s": 0.0}, "reply_timeout_s is 0.0: it must be more than 0"),
        ({"server_url": "http://host/v1", "reply_timeout_s": float("nan")}, "must be more than 0"),
        ({"server_url": "http://host/v1", "concurrency": 0}, "concurrency is 0"),
    ],
)
def test_settings_that_make_no_sense_are_refused_with_a_remedy(settings, remedy):
    with pytest.raises(ValueError, match=remedy) as caught:
        make_language_model(LanguageConfig(**settings))
    assert "secret" not in str(caught.value)


def test_a_transcript_to_replay_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"gone\.jsonl"):
        make_language_model(LanguageConfig(replay_file=str(tmp_path / "gone.jsonl")))


def test_the_advisor_tells_what_each_role_cost(serve, model_of):
    model = model_of(serve('{"word": "yes"}'))
    advisor = Advisor(model)
    for role in ("say", "say", "tell"):
        advisor.advice(Request(role, "?"), Word, lambda reply: reply.word, lambda: "offline")
    usage = advisor.usage
    assert {role: (one.language, one.spent.requests) for role, one in usage.items()} == {
        "say": (2, 2),
        "tell": (1, 1),
    }
    assert usage["say"].spent == model.ledger.of("say")
    assert Advisor(ScriptedModel(say={"word": "yes"})).usage == {}
    assert Usage(language=1).spent == Spending()


def test_accounts_are_kept_by_role_and_cause():
    ledger = Ledger()
    for number in range(1, 101):
        ledger.enter("say", float(number), retries=number % 2, prompt_tokens=2, completion_tokens=1)
    ledger.enter("tell", 3.0, failure=FailureCause.LATE)
    ledger.enter("tell", 1.0, failure=FailureCause.LATE)
    ledger.enter("tell", 2.0, failure=FailureCause.BUSY)
    assert dict(ledger) == {
        "say": Spending(100, 50, (), 200, 100, 50.5, 95.0),
        "tell": Spending(3, 0, (("busy", 1), ("late", 2)), 0, 0, 2.0, 3.0),
    }
    assert ledger.of("tell").failed == 3
    assert str(ledger.of("tell")) == (
        "3 requests, 0 retried, 0 + 0 tokens, latency 2.00 s, p95 3.00 s, 1 busy, 2 late"
    )
    assert ledger.of("sing") == Spending()


@pytest.mark.parametrize(
    ("reasoning", "server", "is_made"),
    [
        ("offline", "http://127.0.0.1:8000/v1", False),
        ("auto", "http://127.0.0.1:8000/v1", True),
        ("language", "http://127.0.0.1:8000/v1", True),
        ("auto", "", False),
    ],
)
def test_reasoning_says_whether_a_model_is_wanted(reasoning, server, is_made):
    model = make_model_for(reasoning, LanguageConfig(server_url=server))
    assert (model is not None) is is_made
    if model is not None:
        model.close()


@pytest.mark.parametrize(
    ("reasoning", "said"), [("language", "no model is configured"), ("often", "set it to one of")]
)
def test_reasoning_that_cannot_be_is_refused_with_the_remedy(reasoning, said):
    with pytest.raises(ValueError, match=said):
        make_model_for(reasoning, LanguageConfig())
