"""What is said to a model to get one reply, and what it said; at a second try it is shown its fault."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from embodied_memory.language.chat_client import Completion, Message
from embodied_memory.language.exchange import plain_text
from embodied_memory.language.language_model import Request, prompt
from embodied_memory.language.reply_shape import strict_schema


@dataclass(frozen=True)
class Form:
    """What a server takes: a message of the system, and the shape beside the messages or within the prompt."""

    schema_in_prompt: bool = False
    takes_system: bool = True


FORMS: tuple[Form, ...] = (Form(), Form(schema_in_prompt=True), Form(schema_in_prompt=True, takes_system=False))
"""The best first; a server that refuses one is asked in the next."""
_SHOWN_OF_REPLY = 4000
"""Characters; a model that raved is not shown all of it."""


@dataclass
class ModelTalk:
    """One request and the replies to it so far."""

    request: Request
    reply: type[BaseModel]
    said: list[Completion] = field(default_factory=list)
    fault: str = ""
    """Of the last reply."""

    @property
    def prompt_tokens(self) -> int:
        """Of all tries."""
        return sum(said.prompt_tokens for said in self.said)

    @property
    def completion_tokens(self) -> int:
        """Of all tries."""
        return sum(said.completion_tokens for said in self.said)

    @property
    def response_format(self) -> Message:
        """How the server is told of the shape."""
        schema = {"name": self.reply.__name__, "schema": strict_schema(self.reply), "strict": True}
        return {"type": "json_schema", "json_schema": schema}

    def messages(self, form: Form, with_images: bool = True) -> list[Message]:
        """What never changes, the question and, at a second try, the first reply with its fault."""
        schema = json.dumps(strict_schema(self.reply), ensure_ascii=False)
        system, asked = plain_text(self.request.system), plain_text(self.request.prompt)
        if form.schema_in_prompt:
            asked = prompt("reply_schema", prompt=asked, schema=schema)
        if system and not form.takes_system:
            system, asked = "", f"{system}\n\n{asked}"
        messages: list[Message] = [{"role": "system", "content": system}] if system else []
        messages.append({"role": "user", "content": _content(asked, self.request.images if with_images else ())})
        if self.said:
            messages += [
                {"role": "assistant", "content": plain_text(self.said[-1].text[:_SHOWN_OF_REPLY]) or "(nothing)"},
                {"role": "user", "content": prompt("repair_reply", fault=plain_text(self.fault), schema=schema)},
            ]
        return messages


def _content(text: str, images: tuple[bytes, ...]) -> str | list[dict[str, Any]]:
    if not images:
        return text
    shown = [{"type": "image_url", "image_url": {"url": _data_url(image)}} for image in images]
    return [{"type": "text", "text": text}, *shown]


def _data_url(jpeg: bytes) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode("ascii")
