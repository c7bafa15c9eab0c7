"""The error of a request that makes no sense."""

from __future__ import annotations


class RequestError(ValueError):
    """What was asked for on the command line cannot be done. The message says why and what would do."""
