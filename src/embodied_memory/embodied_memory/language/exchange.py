"""One request to a language model and what became of it, as it is written down.

Why there is no reply: the causes that are counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import Enum

from pydantic import BaseModel, ConfigDict

from embodied_memory.language.language_model import LanguageModelError, Request


class FailureCause(str, Enum):
    """One word for the accounts."""

    UNREACHABLE = "unreachable"
    """No connection, or it was lost before the reply began."""
    LATE = "late"
    """One of the time-outs."""
    BUSY = "busy"
    """No turn came in time, or the server asked to wait."""
    REFUSED = "refused"
    """The server wants no such request (status 400 to 499)."""
    SERVER_ERROR = "server error"
    """Status 500 and above, or an error in mid-answer."""
    BROKEN_OFF = "broken off"
    """The answer ended without an end."""
    MALFORMED = "malformed"
    """It does not speak the protocol: another type of content, no choices, a redirect."""
    TOO_LARGE = "too large"
    """More bytes than a reply may have."""
    UNUSABLE = "unusable"
    """A reply, but not of the shape asked for, at the second try either."""
    NOT_RECORDED = "not recorded"
    """A transcript was asked for what is not in it."""
    UNEXPECTED = "unexpected"
    """A fault of the client."""


class NoReplyError(LanguageModelError):
    """No reply, and why. retry_after_s: for so long the server wants to be left alone."""

    def __init__(self, cause: FailureCause, message: str, retry_after_s: float = 0.0) -> None:
        super().__init__(f"{cause.value}: {message}")
        self.cause = cause
        self.retry_after_s = retry_after_s


VALID = "valid"
"""The outcome of a request whose last reply was of the shape; else it is the cause of the failure."""


class Exchange(BaseModel):
    """A line of a transcript. Times: ns since the epoch, when it ended; seconds."""

    model_config = ConfigDict(frozen=True)

    version: int = 1
    stamp_ns: int = 0
    role: str
    shape: str
    """Name of the type asked for."""
    prompt: str
    system: str = ""
    images: tuple[str, ...] = ()
    """SHA-256 of each."""
    replies: tuple[str, ...] = ()
    """As the model wrote them; the second was asked for because the first was not of the shape."""
    outcome: str = VALID
    prompt_tokens: int = 0
    completion_tokens: int = 0
    """Of both tries."""
    latency_s: float = 0.0
    image_files: tuple[str, ...] = ()
    """Base64, where images are written down."""

    @property
    def failure(self) -> FailureCause | None:
        """None if there was a usable reply. Raises ValueError for an outcome that is none."""
        return None if self.outcome == VALID else FailureCause(self.outcome)

    @property
    def key(self) -> tuple[object, ...]:
        """By which the same request is known again."""
        return (self.role, self.shape, self.system, self.prompt, self.images)


def exchange_of(request: Request, shape: type[BaseModel], replies: Sequence[str] = ()) -> Exchange:
    """What is known of it at once."""
    return Exchange(
        role=request.role,
        shape=shape.__name__,
        prompt=plain_text(request.prompt),
        system=plain_text(request.system),
        images=tuple(hashlib.sha256(image).hexdigest() for image in request.images),
        replies=tuple(map(plain_text, replies)),
    )


def plain_text(text: str) -> str:
    """Without the halves of characters that no text can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
