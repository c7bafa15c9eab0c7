"""One exchange with an OpenAI-compatible server: messages there, text back, within a time that holds.

The openai client is used on an event loop of its own: there a wait can be broken off at any moment, also when a
server sends one byte a minute. Nothing is sent again, redirected, or sent through a proxy: what people say in a home
goes to the server named, and nowhere else.

How bytes come from a server: no more than a reply may have, and as they are.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import threading
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from embodied_memory.config import LanguageConfig
from embodied_memory.language.exchange import FailureCause, NoReplyError
from embodied_memory.optional import require


class TooLargeError(RuntimeError):
    """The server sends more than a reply may have, or sends it compressed, so that nobody knows how much it is."""


def bounded_transport(most_bytes: int, connections: int) -> Any:
    """An asynchronous transport of the HTTP client whose replies raise TooLargeError beyond so many bytes."""
    http = require("httpx2", "server")

    class Bounded(http.AsyncByteStream):  # type: ignore[misc,name-defined]
        """The bytes of one reply, counted."""

        def __init__(self, stream: Any) -> None:
            self._stream = stream

        async def __aiter__(self) -> AsyncIterator[bytes]:
            count = 0
            async for piece in self._stream:
                count += len(piece)
                if count > most_bytes:
                    raise TooLargeError
                yield piece

        async def aclose(self) -> None:
            await self._stream.aclose()

    class BoundedTransport(http.AsyncHTTPTransport):  # type: ignore[misc,name-defined]
        """Plain replies only, each of them bounded."""

        async def handle_async_request(self, request: Any) -> Any:
            request.headers["accept-encoding"] = "identity"
            response = await super().handle_async_request(request)
            if response.headers.get("content-encoding", "identity") != "identity":
                await response.aclose()
                raise TooLargeError
            response.stream = Bounded(response.stream)
            return response

    # None is kept open: a server closes those at a moment of its own, and the next request would be lost with it.
    limits = http.Limits(max_connections=connections + 1, max_keepalive_connections=0)
    return BoundedTransport(trust_env=False, limits=limits)


Message = dict[str, Any]
Result = TypeVar("Result")
_GRACE_S = 2.0
"""For putting away a connection after its time is over."""
_MOST_TOKENS = 10_000_000
"""A server that counts more has miscounted."""
_MOST_WAIT_S = 60.0
_LONGEST_CAUSE = 200


@dataclass(frozen=True)
class Completion:
    """What the server said. finish: "stop" or "length", where it was cut off; tokens: 0 where it does not tell."""

    text: str
    finish: str
    prompt_tokens: int = 0
    completion_tokens: int = 0


class ChatClient:
    """Safe to use from several threads. Raises MissingExtraError if the client's package is not there."""

    def __init__(self, config: LanguageConfig, api_key: str = "") -> None:
        self._config = config
        self._openai = require("openai", "server")
        http = require("httpx2", "server")
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="language model", daemon=True)
        self._client = self._openai.AsyncOpenAI(
            base_url=config.server_url,
            api_key=api_key or "none",
            max_retries=0,
            timeout=http.Timeout(config.reply_timeout_s, connect=config.connect_timeout_s),
            http_client=http.AsyncClient(
                transport=bounded_transport(config.max_reply_bytes, config.concurrency),
                follow_redirects=False,
                trust_env=False,
            ),
        )
        self._client.organization = self._client.project = None  # whatever the environment says of another server
        self._is_closed = False
        self._thread.start()

    def exchange(self, messages: Sequence[Message], response_format: Message | None, within_s: float) -> Completion:
        """Raises NoReplyError, for whatever reason."""
        if self._is_closed:
            raise NoReplyError(FailureCause.UNREACHABLE, "the client is closed")
        asked = asyncio.wait_for(self._ask(messages, response_format), within_s)
        future = asyncio.run_coroutine_threadsafe(asked, self._loop)
        try:
            return future.result(within_s + _GRACE_S)
        except NoReplyError:
            raise
        except (asyncio.TimeoutError, concurrent.futures.TimeoutError):
            raise NoReplyError(FailureCause.LATE, f"no whole reply within {within_s:.1f} s") from None
        except concurrent.futures.CancelledError:
            raise NoReplyError(FailureCause.UNREACHABLE, "the client was closed") from None
        except Exception as error:
            raise self._failure(error) from None
        finally:
            future.cancel()

    def close(self) -> None:
        """Break off what is under way. May be called twice."""
        if self._is_closed:
            return
        self._is_closed = True
        with contextlib.suppress(Exception):
            asyncio.run_coroutine_threadsafe(self._put_away(), self._loop).result(_GRACE_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_GRACE_S)
        if not self._thread.is_alive():
            self._loop.close()

    async def _put_away(self) -> None:
        me = asyncio.current_task()
        under_way = [task for task in asyncio.all_tasks() if task is not me]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await self._client.close()

    async def _ask(self, messages: Sequence[Message], response_format: Message | None) -> Completion:
        config = self._config
        asked: dict[str, Any] = {
            "model": config.model,
            "messages": list(messages),
            "temperature": config.temperature,
            "max_tokens": config.max_tokens,
        }
        if response_format is not None:
            asked["response_format"] = response_format
        if not config.stream:
            return _whole(await self._client.chat.completions.create(**asked))
        asked |= {"stream": True, "stream_options": {"include_usage": True}}
        return await self._collect(asked, config.first_token_timeout_s)

    async def _collect(self, asked: dict[str, Any], first_s: float) -> Completion:
        """The first piece within its time; for the rest the whole reply's time holds."""
        begin = self._loop.time()
        stream = await _by(first_s, self._client.chat.completions.create(**asked))
        pieces: list[str] = []
        finish, tokens = "", (0, 0)
        try:
            while True:
                waited = stream.__anext__()
                left = first_s - (self._loop.time() - begin)
                try:
                    chunk = await (waited if pieces else _by(left, waited))
                except StopAsyncIteration:
                    break
                except self._openai.APIConnectionError:
                    raise NoReplyError(FailureCause.BROKEN_OFF, "the connection was lost in mid-answer") from None
                tokens = _tokens(chunk) or tokens
                for choice in chunk.choices[:1]:
                    if choice.delta.content:
                        pieces.append(choice.delta.content)
                    finish = choice.finish_reason or finish
        finally:
            with contextlib.suppress(Exception):
                await stream.close()
        return _finished("".join(pieces), finish, tokens)

    def _failure(self, error: BaseException) -> NoReplyError:
        """What went wrong, in our words; of the server's own, few."""
        if any(isinstance(one, TooLargeError) for one in _causes(error)):
            return NoReplyError(FailureCause.TOO_LARGE, f"more than {self._config.max_reply_bytes} bytes")
        if isinstance(error, self._openai.APITimeoutError):
            return NoReplyError(FailureCause.LATE, f"no connection within {self._config.connect_timeout_s:.1f} s")
        if isinstance(error, self._openai.APIStatusError):
            return _of_status(error, self._client.api_key)
        if isinstance(error, self._openai.APIConnectionError):
            return NoReplyError(FailureCause.UNREACHABLE, "there is no connection to the server, or it was lost")
        if isinstance(error, self._openai.APIError):
            return NoReplyError(FailureCause.SERVER_ERROR, "the server reports an error in mid-answer")
        return NoReplyError(
            FailureCause.MALFORMED, f"the server does not speak the protocol ({type(error).__name__})"
        )


async def _by(seconds: float, awaited: Awaitable[Result]) -> Result:
    try:
        return await asyncio.wait_for(awaited, max(seconds, 0.0))
    except asyncio.TimeoutError:
        raise NoReplyError(FailureCause.LATE, "the reply did not begin in time") from None


def _whole(completion: Any) -> Completion:
    """Of a reply in one piece."""
    choice = completion.choices[0]
    return _finished(choice.message.content or "", choice.finish_reason or "", _tokens(completion) or (0, 0))


def _finished(text: str, finish: str, tokens: tuple[int, int]) -> Completion:
    """Raises NoReplyError where no end was said: the server died, or never meant to answer."""
    if not finish:
        cause = FailureCause.BROKEN_OFF if text else FailureCause.MALFORMED
        raise NoReplyError(cause, "the answer has no end" if text else "there is no answer in the server's reply")
    return Completion(text, finish, *tokens)


def _tokens(part: Any) -> tuple[int, int] | None:
    """Those of the prompt and those of the reply, where the server tells numbers that can be true."""
    usage = getattr(part, "usage", None)
    counts = [getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens")]
    if usage is None or not all(type(count) is int and 0 <= count <= _MOST_TOKENS for count in counts):
        return None
    return counts[0], counts[1]  # type: ignore[return-value]


def _causes(error: BaseException | None) -> list[BaseException]:
    """The error, and those that it came from."""
    causes: list[BaseException] = []
    while error is not None and error not in causes:
        causes.append(error)
        error = error.__cause__ or error.__context__
    return causes


def _of_status(error: Any, api_key: str) -> NoReplyError:
    """A server may say anything, the key that it was given too."""
    status = int(error.status_code)
    message = str(error.message).replace(api_key, "(secret)")
    told = f"status {status}: {' '.join(message.split())[:_LONGEST_CAUSE]}"
    if status in (429, 503):
        return NoReplyError(FailureCause.BUSY, told, _wait_s(error.response.headers.get("retry-after", "")))
    if status >= 500:
        return NoReplyError(FailureCause.SERVER_ERROR, told)
    if status >= 400:
        return NoReplyError(FailureCause.REFUSED, told)
    return NoReplyError(FailureCause.MALFORMED, f"status {status}; redirects are not followed")


def _wait_s(header: str) -> float:
    """For how long the server wants to be left alone, but not longer than a minute."""
    try:
        return min(max(float(header), 0.0), _MOST_WAIT_S)
    except ValueError:
        return 0.0
