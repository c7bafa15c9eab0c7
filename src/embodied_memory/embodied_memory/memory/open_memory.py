"""An open memory: the file, all stores opened from it, the one lock; what is done with it is built upon this."""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from embodied_memory.config import MemoryConfig
from embodied_memory.event import Event
from embodied_memory.language.advisor import Usage
from embodied_memory.language.language_model import LanguageModel
from embodied_memory.memory import event_log
from embodied_memory.memory.database import Database, DatabaseError
from embodied_memory.memory.episodic.history_tree.tree import MissingNodeError
from embodied_memory.memory.erasure import erasure_log
from embodied_memory.memory.history_keeping import HistoryKeeper
from embodied_memory.memory.language_keeping import LanguageKeeper
from embodied_memory.memory.reasoning import make_reasoning
from embodied_memory.memory.record_checks import check_not_ahead
from embodied_memory.memory.stores import Stores
from embodied_memory.perception.embedder import Embedder, make_embedder

_LOG = logging.getLogger(__name__)

Result = TypeVar("Result")

Clock = Callable[[], int]
"""The time it is now, in nanoseconds since the epoch."""


@dataclass(frozen=True)
class RecordReceipt:
    """Proof that a record is committed. in_memory_bank: whether the view was novel enough to be kept."""

    record_id: int
    stamp_ns: int
    kind: str
    summary: str
    in_memory_bank: bool


class OpenMemory(ABC):
    """One file, opened. Safe to use from several threads; one process at a time writes.

    clock: of the robot, 0 while unknown; stamps ahead of it are refused (`record_checks`). Without one none are.
    language_model: plays the roles that `reasoning` of the configuration gives it; None: all are played offline.
    Raises DatabaseError when the file cannot be used, ValueError for reasoning by a model that is not there.
    """

    def __init__(
        self,
        path: Path | str,
        embedder: Embedder | None = None,
        config: MemoryConfig | None = None,
        read_only: bool = False,
        clock: Clock | None = None,
        language_model: LanguageModel | None = None,
    ) -> None:
        """embedder: MiniLM if not given. MissingModelError where its files are not installed (`make setup`)."""
        embedder = embedder if embedder is not None else make_embedder("minilm")
        self._config = config or MemoryConfig()
        self._embedder = embedder
        self._reasoning = make_reasoning(self._config, embedder, language_model)
        self.answerer = self._reasoning.answerer
        """Who plans, selects and answers questions: as `reasoning` says, unless somebody else is put here."""
        self._clock = clock
        self._lock = threading.RLock()
        self._said_ahead = False
        self._database = Database(path, durable=self._config.durable, read_only=read_only)
        self._history = HistoryKeeper(self._database, self._lock, self._config)
        self._language = LanguageKeeper(self._database, self._lock, self._config, self._reasoning)
        try:
            self._load()
        except BaseException:
            self._database.close()
            raise

    def _load(self) -> None:
        """Everything that is held in memory, from the file; also when it is loaded: anew."""
        try:
            with self._database.reading() as connection:
                self._database.settle()
                roles = self._reasoning.stores
                self._stores = Stores(connection, self._embedder, self._config, roles, self._lock)
                self._latest_stamp_ns = event_log.latest_stamp_ns(connection)
        except (LookupError, TypeError, ValueError, AssertionError) as error:
            raise self._makes_no_sense("cannot be opened", error) from error
        self._history.keep(self._stores)
        self._language.keep(self._stores)

    @contextmanager
    def _whole_tree(self) -> Iterator[None]:
        """Within it nodes of the history tree are read that only damage can have taken away. Raises DatabaseError."""
        try:
            yield
        except MissingNodeError as error:
            raise self._makes_no_sense("is damaged", error) from error

    def _makes_no_sense(self, what: str, cause: Exception) -> DatabaseError:
        return DatabaseError(
            f"{self._database.path} {what}: {cause}: `embodied-memory memory verify` says what is wrong"
            " with it; if it is not the configuration, restore it from an export"
        )

    def _scrub(self) -> bool:
        """Rewrite the file; what cannot be done while another program has it open is done when it is opened."""
        done = self._database.scrub()
        if done:
            with self._database.transaction() as connection:
                erasure_log.write_scrubbed(connection)
        else:
            _LOG.warning("another program has the memory open: what was erased leaves its log when that one ends")
        return done

    @property
    def stores(self) -> Stores:
        """The stores themselves, to look into; only this memory changes them. Erasing puts others in their place."""
        return self._stores

    @property
    def language_usage(self) -> dict[str, Usage]:
        """By role, how often the language model played it and how often it did not; empty without a model."""
        return self._reasoning.advisor.usage if self._reasoning.advisor else {}

    def _think(self, step: Callable[[], Result]) -> Result:
        """What a step returns that takes the lock and may need a model, which is asked while nobody holds it."""
        return self._reasoning.advisor.think(step) if self._reasoning.advisor else step()

    def see_to_file(self) -> None:
        """Where somebody deleted the file under the open memory, put it back with all that it held.

        Raises DatabaseError where that cannot be, as when another file has taken its place: then nothing is recorded.
        """
        with self._lock:
            if self._database.is_in_place():
                return
            self._database.put_back()
            self._load()
            _LOG.error("%s was deleted while it was open: it was put back with all that it held", self._database.path)

    def _check_before_recording(self, stamp_ns: int) -> None:
        """See to the file. Refuse what comes from the future; say once if what was recorded before does.

        Raises DatabaseError and InvalidRecordError.
        """
        self.see_to_file()
        now_ns = self._clock() if self._clock else 0
        if not now_ns:
            return
        check_not_ahead(stamp_ns, now_ns, self._config.max_ahead_of_clock_s)
        if self._is_ahead(now_ns) and not self._said_ahead:
            self._said_ahead = True
            _LOG.error(
                "the memory has records of %.0f s after now: the clock jumped. If it is right now, set them back with"
                " `embodied-memory memory restamp`; what is recorded until then is kept with its stamps",
                (self._latest_stamp_ns - now_ns) / 1e9,
            )

    def _is_ahead(self, now_ns: int) -> bool:
        return self._latest_stamp_ns - now_ns > self._config.max_ahead_of_clock_s * 1e9

    def _now_ns(self, now_ns: int | None = None) -> int:
        """The time asked about; if none is given the latest stamp, or the clock where that is of the future."""
        if now_ns is not None:
            return now_ns
        clock_ns = self._clock() if self._clock else 0
        return clock_ns if clock_ns and self._is_ahead(clock_ns) else self._latest_stamp_ns

    @abstractmethod
    def record_event(self, event: Event) -> RecordReceipt | None:
        """See `Memory`: what people decide is recorded like everything else."""

    def close(self) -> None:
        """Close the file. May be called twice; nothing else may be called afterwards."""
        with self._lock:
            self._database.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
