"""Transcripts: everything asked and said, no secret, bounded; and a model that replays them."""

from __future__ import annotations

import hashlib
import json
import stat

import fake_language_server as fake
import pytest
from pydantic import BaseModel

from embodied_memory.config import LanguageConfig
from embodied_memory.language.exchange import Exchange, FailureCause, NoReplyError
from embodied_memory.language.language_model import Request, UnusableReplyError
from embodied_memory.language.server_model import make_language_model
from embodied_memory.language.transcript import Transcript, TranscriptError, TranscriptModel, read_transcript

KEY = "s3cret-key"


class Word(BaseModel):
    word: str


class Number(BaseModel):
    number: int


@pytest.fixture
def path(tmp_path):
    return tmp_path / "said.jsonl"


def write(path, *exchanges, **settings):
    transcript = Transcript(path, clock_ns=lambda: 7, **settings)
    for exchange in exchanges:
        transcript.write(exchange)
    return path


def said(text, prompt="?", role="say", shape="Word", **more):
    return Exchange(role=role, shape=shape, prompt=prompt, replies=(text,), **more)


def test_what_was_asked_and_said_is_written_down(serve, model_of, path):
    server = serve('{"word": "yes"}')
    model = model_of(server, transcript=Transcript(path, clock_ns=lambda: 7))
    model.ask(Request("say", "wörd?", (b"jpg",)), Word)
    (exchange,) = read_transcript(path)
    assert exchange.latency_s > 0
    assert exchange == Exchange(
        stamp_ns=7, role="say", shape="Word", prompt="wörd?", replies=('{"word": "yes"}',), prompt_tokens=7,
        completion_tokens=3, latency_s=exchange.latency_s,
        images=(hashlib.sha256(b"jpg").hexdigest(),),
    )  # fmt: skip
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_images_are_written_only_where_they_are_wanted(serve, model_of, path, tmp_path):
    server = serve('{"word": "yes"}')
    with_images = tmp_path / "with.jsonl"
    for transcript in (Transcript(path), Transcript(with_images, with_images=True)):
        model_of(server, transcript=transcript).ask(Request("say", "?", (b"jpg",)), Word)
    assert [one.image_files for file in (path, with_images) for one in read_transcript(file)] == [(), ("anBn",)]


@pytest.mark.parametrize("misbehaviour", [fake.status(401, f"your key {KEY} is wrong"), json.dumps({"word": KEY})])
def test_the_key_is_in_no_transcript_whoever_says_it(serve, path, monkeypatch, misbehaviour):
    server = serve(misbehaviour)
    monkeypatch.setenv("MY_KEY", KEY)
    model = make_language_model(
        LanguageConfig(server_url=server.url, api_key_variable="MY_KEY", transcript_file=str(path))
    )
    try:
        model.ask(Request("say", f"is it {KEY}?"), Word)
    except NoReplyError as error:
        assert KEY not in str(error)
    model.close()
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in path.read_text()
    assert server.url not in path.read_text()
    assert [one.role for one in read_transcript(path)] == ["say"]


def test_a_transcript_is_bounded(path):
    write(path, *(said("a" * 1000, str(number)) for number in range(200)), max_mb=0.1)
    earlier = path.with_name("said.jsonl.1")
    assert max(path.stat().st_size, earlier.stat().st_size) <= 50_000
    assert [one.prompt for file in (earlier, path) for one in read_transcript(file)][-1] == "199"


def test_a_disk_that_fails_costs_the_transcript_and_not_the_reply(serve, model_of, tmp_path):
    model = model_of(serve('{"word": "yes"}'), transcript=Transcript(tmp_path / "no" / "such" / "folder"))
    assert model.ask(Request("say", "?"), Word) == Word(word="yes")


def test_replayed_everything_is_as_it_was(serve, model_of, path):
    script = iter(['{"word": "one"}', '{"word": 5}', '{"word": "two"}', "no", "no", '{"word": "x"}'])
    server = serve(lambda handler, asked: fake.answer(next(script))(handler, asked))
    served = model_of(server, transcript=Transcript(path))

    def run(model):
        told = []
        for prompt in ("a", "a", "b"):
            try:
                told.append(model.ask(Request("say", prompt), Word).word)
            except UnusableReplyError:
                told.append("unusable")
        return told

    assert run(served) == ["one", "two", "unusable"]
    replayed = TranscriptModel(path)
    assert run(replayed) == ["one", "two", "unusable"]
    before, after = served.ledger.of("say"), replayed.ledger.of("say")
    assert after.mean_latency_s == pytest.approx(before.mean_latency_s, abs=1e-5)
    assert [after.requests, after.retries, after.failures, after.prompt_tokens] == [
        before.requests, before.retries, before.failures, before.prompt_tokens,
    ]  # fmt: skip
    assert replayed.ask(Request("say", "a"), Word).word == "two"


def test_what_is_not_in_it_is_said_to_be_not_in_it(path):
    model = TranscriptModel(write(path, said('{"word": "yes"}', "known")))
    with pytest.raises(NoReplyError, match='not recorded: said.jsonl has no such request of "say": "unknown..."'):
        model.ask(Request("say", "unknown"), Word)
    for request, shape in ((Request("tell", "known"), Word), (Request("say", "known"), Number),
                           (Request("say", "known", (b"jpg",)), Word)):  # fmt: skip
        with pytest.raises(NoReplyError, match="not recorded"):
            model.ask(request, shape)


def test_a_failure_is_replayed_with_its_cause(path):
    late = Exchange(role="say", shape="Word", prompt="?", outcome=FailureCause.LATE.value)
    with pytest.raises(NoReplyError) as caught:
        TranscriptModel(write(path, late)).ask(Request("say", "?"), Word)
    assert caught.value.cause is FailureCause.LATE


def test_a_reply_that_no_longer_fits_is_refused(path):
    with pytest.raises(UnusableReplyError):
        TranscriptModel(write(path, said('{"word": 5}'))).ask(Request("say", "?"), Word)


def test_a_line_that_was_being_written_is_left_out_and_other_faults_are_named(path):
    write(path, said('{"word": "yes"}'))
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:40])
    assert len(list(read_transcript(path))) == 1
    for line in (b"{}\n", b"\xff\n", b"[" * 9000 + b"\n", whole.replace(b'"version":1', b'"version":2'),
                 whole.replace(b'"valid"', b'"perfect"')):  # fmt: skip
        path.write_bytes(whole + line)
        with pytest.raises(TranscriptError, match="line 2: this is no line of a transcript"):
            list(read_transcript(path))
