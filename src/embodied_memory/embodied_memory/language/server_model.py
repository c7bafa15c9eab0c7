"""The language model that a configuration names, behind any OpenAI-compatible server; vLLM is the reference.

What is said to a model to get one reply, and what it said; at a second try it is shown its fault.
"""

from __future__ import annotations

import base64
import json
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from pydantic import BaseModel

from embodied_memory.config import REASONING, LanguageConfig
from embodied_memory.language.chat_client import ChatClient, Completion, Message
from embodied_memory.language.exchange import (
    VALID,
    Accounted,
    FailureCause,
    Ledger,
    NoReplyError,
    exchange_of,
    plain_text,
)
from embodied_memory.language.language_model import (
    LanguageModel,
    Reply,
    Request,
    UnusableReplyError,
    prompt,
    read_reply,
    strict_schema,
)
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


@dataclass(frozen=True)
class Form:
    """What a server takes: a message of the system, and the shape beside the messages or within the prompt."""

    schema_in_prompt: bool = False
    takes_system: bool = True


FORMS: tuple[Form, ...] = (Form(), Form(schema_in_prompt=True), Form(schema_in_prompt=True, takes_system=False))
"""The best first; a server that refuses one is asked in the next."""
_SHOWN_OF_REPLY = 4000
"""Characters; a model that raved is not shown all of it."""


@dataclass
class ModelTalk:
    """One request and the replies to it so far."""

    request: Request
    reply: type[BaseModel]
    said: list[Completion] = field(default_factory=list)
    fault: str = ""
    """Of the last reply."""

    @property
    def prompt_tokens(self) -> int:
        """Of all tries."""
        return sum(said.prompt_tokens for said in self.said)

    @property
    def completion_tokens(self) -> int:
        """Of all tries."""
        return sum(said.completion_tokens for said in self.said)

    @property
    def response_format(self) -> Message:
        """How the server is told of the shape."""
        schema = {"name": self.reply.__name__, "schema": strict_schema(self.reply), "strict": True}
        return {"type": "json_schema", "json_schema": schema}

    def messages(self, form: Form, with_images: bool = True) -> list[Message]:
        """What never changes, the question and, at a second try, the first reply with its fault."""
        schema = json.dumps(strict_schema(self.reply), ensure_ascii=False)
        system, asked = plain_text(self.request.system), plain_text(self.request.prompt)
        if form.schema_in_prompt:
            asked = prompt("reply_schema", prompt=asked, schema=schema)
        if system and not form.takes_system:
            system, asked = "", f"{system}\n\n{asked}"
        messages: list[Message] = [{"role": "system", "content": system}] if system else []
        messages.append({"role": "user", "content": _content(asked, self.request.images if with_images else ())})
        if self.said:
            messages += [
                {"role": "assistant", "content": plain_text(self.said[-1].text[:_SHOWN_OF_REPLY]) or "(nothing)"},
                {"role": "user", "content": prompt("repair_reply", fault=plain_text(self.fault), schema=schema)},
            ]
        return messages


def _content(text: str, images: tuple[bytes, ...]) -> str | list[dict[str, Any]]:
    if not images:
        return text
    shown = [{"type": "image_url", "image_url": {"url": _data_url(image)}} for image in images]
    return [{"type": "text", "text": text}, *shown]


def _data_url(jpeg: bytes) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")


_LOG = logging.getLogger(__name__)
_TRIES = 2


class ServerModel:
    """See LanguageModel. Safe to use from several threads; nothing but LanguageModelError gets out of it.

    A server that refuses `response_format`, or a system's message, is asked without it from then on.
    """

    def __init__(
        self,
        config: LanguageConfig,
        api_key: str = "",
        transcript: Transcript | NoTranscript | None = None,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """clock_s: for measuring spans. Raises MissingExtraError."""
        self.ledger = Ledger()
        self._config = config
        self._transcript = transcript or NoTranscript()
        self._clock_s = clock_s
        self._client = ChatClient(config, api_key)
        self._turns = threading.BoundedSemaphore(config.concurrency)
        self._alone_until_s = 0.0
        self._forms = FORMS

    def ask(self, request: Request, reply: type[Reply]) -> Reply:
        """See LanguageModel; the errors are NoReplyError, with the cause, and UnusableReplyError."""
        conversation = ModelTalk(request, reply)
        begin_s = self._clock_s()
        failure: FailureCause | None = FailureCause.UNEXPECTED
        try:
            with self._turn():
                answer = self._converse(conversation, reply, self._clock_s() + self._config.reply_timeout_s)
            failure = None
            return answer
        except UnusableReplyError:
            failure = FailureCause.UNUSABLE
            raise
        except NoReplyError as error:
            failure = error.cause
            self._alone_until_s = max(self._alone_until_s, self._clock_s() + error.retry_after_s)
            raise
        except Exception as error:
            raise NoReplyError(FailureCause.UNEXPECTED, type(error).__name__) from error
        finally:
            self._note(conversation, self._clock_s() - begin_s, failure)

    def close(self) -> None:
        """Break off what is under way. May be called twice."""
        self._client.close()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Raises NoReplyError if too many ask at once, or the server wants to be left alone."""
        left_s = self._alone_until_s - self._clock_s()
        if left_s > 0:
            raise NoReplyError(FailureCause.BUSY, f"the server asked to be left alone for {left_s:.0f} s more")
        if not self._turns.acquire(timeout=self._config.queue_timeout_s):
            raise NoReplyError(FailureCause.BUSY, f"no turn within {self._config.queue_timeout_s:.1f} s")
        try:
            yield
        finally:
            self._turns.release()

    def _converse(self, conversation: ModelTalk, reply: type[Reply], end_s: float) -> Reply:
        """Ask; if the reply is not of the shape, ask once more and show why."""
        while True:
            conversation.said.append(self._exchange(conversation, end_s))
            try:
                return _read(conversation.said[-1], reply)
            except UnusableReplyError as error:
                if len(conversation.said) == _TRIES:
                    raise
                conversation.fault = str(error)

    def _exchange(self, conversation: ModelTalk, end_s: float) -> Completion:
        forms = self._forms
        while True:
            try:
                said = self._say(conversation, end_s, forms[0])
                break
            except NoReplyError as error:
                if error.cause is not FailureCause.REFUSED or len(forms) == 1:
                    raise
                forms = forms[1:]
        if forms is not self._forms:
            self._forms = forms
            _LOG.warning("the language model server refused how it was asked: from now on %s", forms[0])
        return said

    def _say(self, conversation: ModelTalk, end_s: float, form: Form) -> Completion:
        shape, left_s = None if form.schema_in_prompt else conversation.response_format, end_s - self._clock_s()
        if left_s <= 0:
            raise NoReplyError(FailureCause.LATE, f"no time is left of {self._config.reply_timeout_s:.1f} s")
        messages = conversation.messages(form, self._config.send_images)
        return self._client.exchange(messages, shape, left_s)

    def _note(self, conversation: ModelTalk, latency_s: float, failure: FailureCause | None) -> None:
        tokens = (conversation.prompt_tokens, conversation.completion_tokens)
        retries = int(bool(conversation.fault))
        self.ledger.enter(conversation.request.role, latency_s, retries, *tokens, failure)
        known = {
            "outcome": failure.value if failure else VALID,
            "prompt_tokens": tokens[0],
            "completion_tokens": tokens[1],
            "latency_s": round(latency_s, 6),
        }
        exchange = exchange_of(conversation.request, conversation.reply, [said.text for said in conversation.said])
        self._transcript.write(exchange.model_copy(update=known), conversation.request.images)


def _read(said: Completion, reply: type[Reply]) -> Reply:
    """Raises UnusableReplyError, also for what was cut off and happens to be whole."""
    if said.finish == "length":
        raise UnusableReplyError("it was cut off because it was too long")
    if said.finish != "stop":
        raise UnusableReplyError("it was not finished")
    return read_reply(said.text, reply)
