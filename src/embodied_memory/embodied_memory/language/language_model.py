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
    """One question to the model. role: for accounting, as "group and summarise"; images: JPEG files.

    system: what never changes for a role, so that a server can keep it; prompt: what is asked this time.
    """

    role: str
    prompt: str
    images: tuple[bytes, ...] = ()
    system: str = ""


class LanguageModel(Protocol):
    """Answers with an object of the shape asked for."""

    def ask(self, request: Request, reply: type[Reply]) -> Reply:
        """A validated reply. Raises LanguageModelError, UnusableReplyError if there was one of another shape."""


def asking(role: str, images: tuple[bytes, ...] = (), file: str = "", **values: str) -> Request:
    """What a role asks with its prompt file, "read_utterance" for "read utterance" if none is named.

    Above the line of dashes in it stands what never changes.

    Values are inserted as they are and never read again as a template. Raises KeyError for a missing value.
    """
    system, _, asked = prompt_file(file or role.replace(" ", "_")).rpartition("\n---\n")
    return Request(role, _filled(asked, values), images, _filled(system, values))


def prompt(name: str, **values: str) -> str:
    """A whole prompt file with its $placeholders filled in, as `asking` does."""
    return _filled(prompt_file(name), values)


def prompt_file(name: str) -> str:
    """As it stands."""
    return files("embodied_memory.language").joinpath("prompts").joinpath(f"{name}.txt").read_text(encoding="utf-8")


def _filled(text: str, values: dict[str, str]) -> str:
    return Template(text).substitute(values)
