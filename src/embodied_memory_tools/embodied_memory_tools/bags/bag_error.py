"""The error of a bag that cannot be read or written."""

from __future__ import annotations


class BagError(ValueError):
    """A bag, or a recording to convert, that cannot be used. The message names the cause and the remedy."""
