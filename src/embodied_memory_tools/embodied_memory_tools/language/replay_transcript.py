"""Reads the replies of a transcript with today's shapes, or asks another model the same."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pydantic import BaseModel

from embodied_memory.language.exchange import Exchange
from embodied_memory.language.language_model import LanguageModel, LanguageModelError, Request, read_reply


@dataclass
class Comparison:
    """Of one role. valid: with a usable reply, then and now; same: with the same one; left_out: shapes that are not
    known any more, and requests whose images were not written down.
    """

    requests: int = 0
    left_out: int = 0
    valid_then: int = 0
    valid_now: int = 0
    same: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    """Why there is no reply now, in the words of the error."""


def replay_transcript(
    exchanges: Iterable[Exchange], shapes: Mapping[str, type[BaseModel]], model: LanguageModel | None = None
) -> dict[str, Comparison]:
    """By role. shapes: by role; model: asked anew, None: the replies of then are read again."""
    told: dict[str, Comparison] = {}
    for exchange in exchanges:
        comparison = told.setdefault(exchange.role, Comparison())
        comparison.requests += 1
        shape = shapes.get(exchange.role)
        if shape is None or shape.__name__ != exchange.shape or not _can_ask(exchange, model):
            comparison.left_out += 1
            continue
        _compare(comparison, exchange, shape, model)
    return told


def _can_ask(exchange: Exchange, model: LanguageModel | None) -> bool:
    return model is None or len(exchange.image_files) == len(exchange.images)


def _compare(comparison: Comparison, exchange: Exchange, shape: type[BaseModel], model: LanguageModel | None) -> None:
    then = _read(exchange, shape)
    try:
        now = then if model is None else model.ask(_request(exchange), shape)
    except LanguageModelError as error:
        now = None
        comparison.failures[str(error)] += 1
    comparison.valid_then += exchange.failure is None
    comparison.valid_now += now is not None
    comparison.same += then is not None and then == now


def _read(exchange: Exchange, shape: type[BaseModel]) -> BaseModel | None:
    """The reply of then, as far as it is one by today's shape."""
    if exchange.failure is not None:
        return None
    try:
        return read_reply(exchange.replies[-1], shape)
    except LanguageModelError:
        return None


def _request(exchange: Exchange) -> Request:
    images = tuple(base64.b64decode(image) for image in exchange.image_files)
    return Request(exchange.role, exchange.prompt, images, exchange.system)
