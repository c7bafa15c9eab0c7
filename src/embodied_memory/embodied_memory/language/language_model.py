"""What a role asks of a language model, and the shape of the reply: as JSON schema for the server, and as what is
made of the server's text. Which model answers, and how it is reached, is nobody's business here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

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


_LONGEST_LENGTH = 500
"""Of texts, as a limit in a schema: grammars of servers take long for more, or refuse. It is checked here anyway."""
_LEFT_OUT = ("title", "default")
_MOST_FAULTS = 5


def strict_schema(reply: type[BaseModel]) -> dict[str, Any]:
    """As servers of structured output want it: every property required, no others, no defaults."""
    schema = _strict(reply.model_json_schema())
    assert isinstance(schema, dict)
    return schema


def _strict(part: Any) -> Any:
    if isinstance(part, list):
        return [_strict(one) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return {"$ref": part["$ref"]}
    strict = {key: _strict(value) for key, value in part.items() if key not in (*_LEFT_OUT, "properties", "$defs")}
    for named in ("properties", "$defs"):  # their keys are names, not words of the schema
        if named in part:
            strict[named] = {name: _strict(value) for name, value in part[named].items()}
    if "properties" in part:
        strict |= {"required": list(part["properties"]), "additionalProperties": False}
    if strict.get("maxLength", 0) > _LONGEST_LENGTH:
        del strict["maxLength"]
    return strict


def read_reply(text: str, reply: type[Reply]) -> Reply:
    """The object that the text is the JSON of, with nothing added, left out or of another type.

    Raises UnusableReplyError, whose message a model can understand. It quotes nothing of the text.
    """
    text = _without_fence(text.strip())
    try:
        _check_numbers(from_json(text, allow_inf_nan=False))
        return reply.model_validate_json(text, strict=True, extra="forbid")
    except ValidationError as error:
        raise UnusableReplyError(_faults(error)) from error
    except (ValueError, RecursionError) as error:
        raise UnusableReplyError(f"it is no JSON: {error}") from error


def _without_fence(text: str) -> str:
    """Without the marks of a block of code around it all, which models are fond of."""
    if text.startswith("```") and text.endswith("```") and "\n" in text:
        return text[text.index("\n") : -3].strip()
    return text


def _check_numbers(part: object) -> None:
    """Raises ValueError for a number too large to be one."""
    if isinstance(part, float) and not math.isfinite(part):
        raise ValueError("a number is out of range")
    if isinstance(part, dict):
        for value in part.values():
            _check_numbers(value)
    elif isinstance(part, list):
        for value in part:
            _check_numbers(value)


def _faults(error: ValidationError) -> str:
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    told = [f"{'.'.join(map(str, fault['loc'])) or 'the whole'}: {fault['msg']}" for fault in faults[:_MOST_FAULTS]]
    return "; ".join(told)[:1000]
