"""Replays a transcript in the place of a language model: runs that are the same every time, without a server."""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from pathlib import Path

from pydantic import BaseModel

from embodied_memory.language.exchange import Exchange, exchange_of
from embodied_memory.language.failure import FailureCause, NoReplyError
from embodied_memory.language.language_model import Reply, Request, UnusableReplyError
from embodied_memory.language.ledger import Ledger
from embodied_memory.language.reply_shape import read_reply
from embodied_memory.language.transcript import read_transcript

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
