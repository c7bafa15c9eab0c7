"""What a role asks of a language model. Which model answers, and how it is reached, is nobody's business here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Protocol, TypeVar

from pydantic import BaseModel

Reply = TypeVar("Reply", bound=BaseModel)


class LanguageModelError(RuntimeError):
    """No usable reply: unreachable, too late, or not of the shape asked for. Roles then fall back to rules."""


class UnusableReplyError(LanguageModelError):
    """There was a reply, but not of the shape asked for. Asking the same again is of no use."""


@dataclass(frozen=True)
class Request:
    """One question to the model. role: for accounting, as "group and summarise"; images: JPEG files."""

    role: str
    prompt: str
    images: tuple[bytes, ...] = ()


class LanguageModel(Protocol):
    """Answers with an object of the shape asked for."""

    def ask(self, request: Request, reply: type[Reply]) -> Reply:
        """A validated reply. Raises LanguageModelError, UnusableReplyError if there was one of another shape."""


def prompt(name: str, **values: str) -> str:
    """The prompt file of that name with its $placeholders filled in.

    Values are inserted as they are and never read again as a template. Raises KeyError for a missing value.
    """
    text = files("embodied_memory.language").joinpath("prompts").joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return Template(text).substitute(values)
