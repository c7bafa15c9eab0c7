"""Asks a language model on behalf of all roles; where it fails, the role's offline form answers.

Nobody waits for a model with a lock held: a step that holds one is run in `think`. Where it needs a reply that is not
there yet it is broken off (its transaction is rolled back, its lock released), the model is asked, and the step is
run again from its beginning. So a step must change nothing before it has all its replies.

Who fails again and again is left alone for a while.
"""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

from pydantic import BaseModel, ValidationError

from embodied_memory.config import LanguageConfig
from embodied_memory.language.exchange import Accounted, Spending
from embodied_memory.language.language_model import (
    LanguageModel,
    LanguageModelError,
    Reply,
    Request,
    UnusableReplyError,
)


class CircuitBreaker:
    """Counts in calls: the same calls with the same outcomes are always let through or held back the same way."""

    def __init__(self, config: LanguageConfig) -> None:
        self._config = config
        self._failures = 0
        self._resting = 0
        self._next_rest = config.rest_calls

    def allows(self) -> bool:
        """Whether to make this call; one that is held back shortens the rest."""
        if not self._resting:
            return True
        self._resting -= 1
        return False

    def succeeded(self) -> None:
        """All is well again."""
        self._failures, self._next_rest = 0, self._config.rest_calls

    def failed(self) -> None:
        """Rest after the last of several; after a rest, the first failure is enough."""
        self._failures += 1
        if self._failures >= self._config.failures_to_rest:
            self._resting = self._next_rest
            self._next_rest = min(2 * self._next_rest, self._config.longest_rest_calls)


_LOG = logging.getLogger(__name__)
_MOST_REPLIES = 32
"""What one step asks beyond that is answered offline."""

Result = TypeVar("Result")
Said = BaseModel | LanguageModelError
"""A reply, or why there is none."""


class _NotAskedYetError(Exception):
    """A step needs this reply; only `think` sees it."""

    def __init__(self, request: Request, reply: type[BaseModel]) -> None:
        super().__init__(request.role)
        self.request, self.reply = request, reply


@dataclass
class _Thoughts:
    """Of one step: what the model said, whether it was of use (None: no reply), and whether more may be asked."""

    said: dict[Request, Said] = field(default_factory=dict)
    was_of_use: dict[Request, bool | None] = field(default_factory=dict)
    may_ask: bool = True


@dataclass(frozen=True)
class Usage:
    """How often a role was played by the language model, and how often offline although there is one."""

    language: int = 0
    offline: int = 0
    spent: Spending = field(default_factory=Spending)
    """What the model's requests for it cost, if the model keeps accounts."""


class Advisor:
    """One model for all roles and threads. Whatever goes wrong with it, `advice` gives what `offline` says.

    A model that cannot be reached rests for all roles, one whose replies are of no use for that role.
    """

    def __init__(self, model: LanguageModel, config: LanguageConfig | None = None) -> None:
        config = config or LanguageConfig()
        self._model = model
        self._lock = threading.Lock()
        self._local = threading.local()
        self._breaker = CircuitBreaker(config)
        self._breaker_of: defaultdict[str, CircuitBreaker] = defaultdict(lambda: CircuitBreaker(config))
        self._usage: defaultdict[str, Usage] = defaultdict(Usage)
        self.replies = 0
        """How many came, of use or not."""

    @property
    def usage(self) -> dict[str, Usage]:
        """By role."""
        with self._lock:
            usage = dict(sorted(self._usage.items()))
        if not isinstance(self._model, Accounted):
            return usage
        ledger = self._model.ledger
        return {role: replace(one, spent=ledger.of(role)) for role, one in usage.items()}

    def advice(
        self, request: Request, reply: type[Reply], use: Callable[[Reply], Result], offline: Callable[[], Result]
    ) -> Result:
        """What `use` makes of the model's reply; what `offline` says if there is none, or `use` raises anything."""
        try:
            said = self._reply(request, reply)
        except LanguageModelError as error:
            self._note(request, False if isinstance(error, UnusableReplyError) else None)
            return offline()
        try:
            result = use(said)
        except Exception as error:
            _LOG.debug("a reply for %s is of no use: %s", request.role, type(error).__name__)
            self._note(request, False)
            return offline()
        self._note(request, True)
        return result

    def think(self, step: Callable[[], Result]) -> Result:
        """What the step returns when it has its replies; what the model does not answer is answered offline."""
        return self._run(step, must_reply=False)

    def insist(self, step: Callable[[], Result]) -> Result:
        """The same, but raises LanguageModelError if the model gives no reply at all, with nothing done."""
        return self._run(step, must_reply=True)

    def unadvised(self, step: Callable[[], Result]) -> Result:
        """What the step returns when every role is played offline."""
        with self._thinking(_Thoughts(may_ask=False)):
            return step()

    def _run(self, step: Callable[[], Result], must_reply: bool) -> Result:
        if getattr(self._local, "thoughts", None) is not None:
            return step()
        with self._thinking(_Thoughts()) as thoughts:
            while True:
                try:
                    return step()
                except _NotAskedYetError as pending:
                    said = self._ask(pending.request, pending.reply)
                    if must_reply and _is_missing(said):
                        raise cast(LanguageModelError, said) from None
                    thoughts.said[pending.request] = said
                    thoughts.may_ask = len(thoughts.said) < _MOST_REPLIES

    @contextmanager
    def _thinking(self, thoughts: _Thoughts) -> Iterator[_Thoughts]:
        """Afterwards it is counted what became of every request, once."""
        before, self._local.thoughts = getattr(self._local, "thoughts", None), thoughts
        try:
            yield thoughts
        finally:
            self._local.thoughts = before
            for request, was_of_use in thoughts.was_of_use.items():
                self._count(request.role, was_of_use)

    def _reply(self, request: Request, reply: type[Reply]) -> Reply:
        """Raises LanguageModelError, _NotAskedYetError."""
        thoughts: _Thoughts | None = getattr(self._local, "thoughts", None)
        if thoughts is None:
            said = self._ask(request, reply)
        elif request in thoughts.said:
            said = thoughts.said[request]
        elif thoughts.may_ask:
            raise _NotAskedYetError(request, reply)
        else:
            said = LanguageModelError("it is not to be asked")
        if isinstance(said, LanguageModelError):
            raise said
        return cast(Reply, said)

    def _ask(self, request: Request, reply: type[BaseModel]) -> Said:
        with self._lock:
            if not (self._breaker_of[request.role].allows() and self._breaker.allows()):
                return LanguageModelError("it rests, as it failed again and again")
        try:
            said: Said = _checked(self._model.ask(request, reply), reply)
        except (UnusableReplyError, ValidationError) as error:
            said = UnusableReplyError(str(error))
        except Exception as error:
            _LOG.warning("the language model gave no reply for %s: %s", request.role, error)
            said = LanguageModelError(f"no reply: {type(error).__name__}")
        with self._lock:
            if _is_missing(said):
                self._breaker.failed()
            else:
                self.replies += 1
                self._breaker.succeeded()
        return said

    def _note(self, request: Request, was_of_use: bool | None) -> None:
        thoughts: _Thoughts | None = getattr(self._local, "thoughts", None)
        if thoughts is None:
            self._count(request.role, was_of_use)
        else:
            thoughts.was_of_use[request] = was_of_use

    def _count(self, role: str, was_of_use: bool | None) -> None:
        with self._lock:
            usage = self._usage[role]
            if was_of_use:
                self._usage[role] = replace(usage, language=usage.language + 1)
                self._breaker_of[role].succeeded()
                return
            self._usage[role] = replace(usage, offline=usage.offline + 1)
            if was_of_use is not None:
                self._breaker_of[role].failed()


def _is_missing(said: Said) -> bool:
    return isinstance(said, LanguageModelError) and not isinstance(said, UnusableReplyError)


def _checked(said: object, reply: type[BaseModel]) -> BaseModel:
    """As the shape asked for, whatever the client made of it. Raises UnusableReplyError."""
    if not isinstance(said, BaseModel):
        raise UnusableReplyError(f"{type(said).__name__} in the place of {reply.__name__}")
    try:
        said.model_dump_json(warnings=False)  # raises for characters that no text can hold
        return reply.model_validate(said.model_dump(warnings=False))
    except ValueError as error:
        raise UnusableReplyError(f"no {reply.__name__}") from error
