"""How bytes come from a server: no more than a reply may have, and as they are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

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
