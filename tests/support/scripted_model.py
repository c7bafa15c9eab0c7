"""A language model that says what the test wrote down, by role."""

from __future__ import annotations

from embodied_memory.language.language_model import LanguageModelError


class ScriptedModel:
    """by_role: a reply as plain data, an exception, or a function of the request that gives either; none: silence."""

    def __init__(self, **by_role):
        self.by_role = {name.replace("_", " "): said for name, said in by_role.items()}
        self.requests = []
        self.on_ask = lambda request: None

    @property
    def roles(self):
        return [request.role for request in self.requests]

    def ask(self, request, reply):
        self.requests.append(request)
        self.on_ask(request)
        said = self.by_role.get(request.role)
        said = said(request) if callable(said) else said
        if said is None:
            raise LanguageModelError("nobody there")
        if isinstance(said, BaseException):
            raise said
        return reply.model_validate(said) if isinstance(said, dict) else said
