"""A record of all that was asked of a language model and said by it: one JSON object a line, only ever appended.

It holds what people said at home: the file is its owner's alone, and erasing a person does not reach into it. The
server's address and key are never in it.

Replays a transcript in the place of a language model: runs that are the same every time, without a server.
"""

from __future__ import annotations

import base64
import logging
import os
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel

from embodied_memory.language.exchange import Exchange, FailureCause, Ledger, NoReplyError, exchange_of
from embodied_memory.language.language_model import Reply, Request, UnusableReplyError, read_reply

_LOG = logging.getLogger(__name__)


class NoTranscript:
    """Nothing is written down."""

    def write(self, exchange: Exchange, images: Sequence[bytes] = ()) -> None:
        """See Transcript."""


class TranscriptError(ValueError):
    """The file is no transcript. The message names the line."""


class Transcript:
    """Safe to use from several threads; several nodes may append to one file. A disk that fails costs the transcript,
    not the reply.
    """

    def __init__(
        self,
        path: Path,
        max_mb: float = 64.0,
        with_images: bool = False,
        secrets: Sequence[str] = (),
        clock_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        """secrets: what must not be in it, whoever says it. clock_ns: for the stamps."""
        self._path = path
        self._most_bytes = int(max_mb * 1e6 / 2)
        self._with_images = with_images
        self._secrets = [secret for secret in secrets if secret]
        self._clock_ns = clock_ns
        self._lock = threading.Lock()
        self._failed = False

    def write(self, exchange: Exchange, images: Sequence[bytes] = ()) -> None:
        """Append it, stamped. images: those of the request, for where they are wanted."""
        files = [base64.b64encode(image).decode("ascii") for image in images] if self._with_images else ()
        known = {
            "stamp_ns": self._clock_ns(),
            "prompt": self._without_secrets(exchange.prompt),
            "replies": tuple(map(self._without_secrets, exchange.replies)),
            "image_files": tuple(files),
        }
        self._append(exchange.model_copy(update=known).model_dump_json() + "\n")

    def _without_secrets(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "(secret)")
        return text

    def _append(self, line: str) -> None:
        content = line.encode()
        try:
            with self._lock:
                self._make_room(len(content))
                descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
                with os.fdopen(descriptor, "ab") as file:
                    file.write(content)
        except OSError as error:
            if not self._failed:
                _LOG.warning("%s: %s; what is said to the language model is not written down", self._path, error)
            self._failed = True

    def _make_room(self, count: int) -> None:
        size = self._path.stat().st_size if self._path.exists() else 0
        if size and size + count > self._most_bytes:
            self._path.replace(f"{self._path}.1")


def read_transcript(path: Path) -> Iterator[Exchange]:
    """All of it, in order. A last line without an end is left out: it was being written when the robot stopped.

    Raises TranscriptError, OSError.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                exchange = Exchange.model_validate_json(line)
                if exchange.version != 1 or (exchange.failure is None and not exchange.replies):
                    raise ValueError("of another version")
            except ValueError as error:
                raise TranscriptError(f"{path}, line {number}: this is no line of a transcript") from error
            yield exchange


_SHOWN = 60


class TranscriptModel:
    """See LanguageModel. What was asked several times is answered in the order of then; the last answer stays.

    What failed then fails now, with the same cause.
    """

    def __init__(self, path: Path) -> None:
        """Raises TranscriptError, OSError."""
        self.ledger = Ledger()
        self._name = path.name
        self._lock = threading.Lock()
        self._exchanges: defaultdict[tuple[object, ...], deque[Exchange]] = defaultdict(deque)
        for exchange in read_transcript(path):
            self._exchanges[exchange.key].append(exchange)

    def ask(self, request: Request, reply: type[Reply]) -> Reply:
        """See LanguageModel; NoReplyError with the cause NOT_RECORDED for what is not in the transcript."""
        exchange = self._next(request, reply)
        if exchange is None:
            self.ledger.enter(request.role, 0.0, failure=FailureCause.NOT_RECORDED)
            begin = " ".join(request.prompt[:_SHOWN].split())
            raise NoReplyError(
                FailureCause.NOT_RECORDED, f'{self._name} has no such request of "{request.role}": "{begin}..."'
            )
        tokens, retries = (exchange.prompt_tokens, exchange.completion_tokens), max(len(exchange.replies) - 1, 0)
        self.ledger.enter(request.role, exchange.latency_s, retries, *tokens, exchange.failure)
        if exchange.failure is FailureCause.UNUSABLE:
            raise UnusableReplyError("it was of no use when it was recorded")
        if exchange.failure is not None:
            raise NoReplyError(exchange.failure, "as when it was recorded")
        return read_reply(exchange.replies[-1], reply)

    def close(self) -> None:
        """There is nothing to close."""

    def _next(self, request: Request, reply: type[BaseModel]) -> Exchange | None:
        key = exchange_of(request, reply).key
        with self._lock:
            exchanges = self._exchanges.get(key)
            if not exchanges:
                return None
            return exchanges.popleft() if len(exchanges) > 1 else exchanges[0]
