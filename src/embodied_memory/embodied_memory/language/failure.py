"""Why there is no reply: the causes that are counted."""

from __future__ import annotations

from enum import Enum

from embodied_memory.language.language_model import LanguageModelError


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
