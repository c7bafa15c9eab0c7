"""The error of an image that cannot be used."""

from __future__ import annotations


class ImageError(ValueError):
    """An image that cannot be decoded or used. The first words name the cause, details follow a colon.

    remedy: what can be done about it, if anything.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy
