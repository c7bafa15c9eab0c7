"""The one place that commits: a memory's file, the stores read from it, and the one lock around both."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.episodic.tree.tree import MissingNodeError
from embodied_memory.memory.erasure import erasure_log
from embodied_memory.memory.file.database import Database, DatabaseError
from embodied_memory.memory.file.stores import StoreRoles, Stores
from embodied_memory.memory.store.store import Commit
from embodied_memory.perception.embedder import Embedder

_LOG = logging.getLogger(__name__)


class MemoryFile:
    """One file, opened. Safe to use from several threads; one process at a time writes.

    Everything that is remembered is written within `commit`: lock, transaction, write, adopt. Whoever sees what is
    held in memory has the lock, and so sees what is committed. What is left when it ends in the midst of that:

    | ends | file | held in memory |
    | --- | --- | --- |
    | an error before the commit | as before: rolled back | as before: nothing was adopted |
    | the process, before the commit | as before: SQLite rolls back when it is opened | gone |
    | the process, after the commit and before all is adopted | the whole record | gone: read from the file at start |

    A receipt is given after that, so who has none delivers again, and what was committed is known again.
    stores: erasing, and whatever else loads anew, puts others in their place.
    tree_at_rest: held by the thread that builds the history tree or forgets from it, for as long as it computes; who
    changes the tree otherwise takes it, always before the lock.
    """

    def __init__(
        self, path: Path | str, embedder: Embedder, config: MemoryConfig, roles: StoreRoles, read_only: bool = False
    ) -> None:
        """roles: as they are played in the stores. Raises DatabaseError when the file cannot be used."""
        self.embedder, self.config = embedder, config
        self.lock, self.tree_at_rest = threading.RLock(), threading.RLock()
        self._roles = roles
        self._followers: list[Callable[[], None]] = []
        self.database = Database(path, durable=config.durable, read_only=read_only)
        try:
            self.load()
        except BaseException:
            self.database.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The lock and the connection. Raises DatabaseError."""
        with self.lock, self.database.reading() as connection:
            yield connection

    @contextmanager
    def commit(self) -> Iterator[Commit]:
        """All of it or nothing, first in the file, then in memory. Raises DatabaseError with nothing changed."""
        with self.lock:
            with self.database.transaction() as connection:
                commit = Commit(connection)
                yield commit
            commit.adopt()

    def load(self) -> None:
        """Everything that is held in memory, from the file; what was held before is dropped. Raises DatabaseError."""
        try:
            with self.database.reading() as connection:
                self.database.settle()
                self.stores = Stores(connection, self.embedder, self.config, self._roles, self.lock)
                is_due = not self.database.read_only and erasure_log.is_scrubbing_due(connection)
        except (LookupError, TypeError, ValueError, AssertionError) as error:
            raise self._makes_no_sense("cannot be opened", error) from error
        for follow in self._followers:
            follow()
        if is_due:
            self.scrub()

    def after_loading(self, follow: Callable[[], None]) -> None:
        """To be called now, and whenever the stores were put in the place of others."""
        self._followers.append(follow)
        follow()

    def scrub(self) -> bool:
        """Rewrite the file; what cannot be done while another program has it open is done when it is opened."""
        done = self.database.scrub()
        if done:
            with self.commit() as commit:
                erasure_log.write_scrubbed(commit.connection)
        else:
            _LOG.warning("another program has the memory open: what was erased leaves its log when that one ends")
        return done

    def see_to_file(self) -> None:
        """Where somebody deleted the file under the open memory, put it back with all that it held.

        Raises DatabaseError where that cannot be, as when another file has taken its place: then nothing is recorded.
        """
        with self.lock:
            if self.database.is_in_place():
                return
            self.database.put_back()
            self.load()
            _LOG.error("%s was deleted while it was open: it was put back with all that it held", self.database.path)

    @contextmanager
    def whole_tree(self) -> Iterator[None]:
        """Within it nodes of the history tree are read that only damage can have taken away. Raises DatabaseError."""
        try:
            yield
        except MissingNodeError as error:
            raise self._makes_no_sense("is damaged", error) from error

    def close(self) -> None:
        """Close the file. May be called twice; nothing else may be called afterwards."""
        with self.lock:
            self.database.close()

    def _makes_no_sense(self, what: str, cause: Exception) -> DatabaseError:
        return DatabaseError(
            f"{self.database.path} {what}: {cause}: `embodied-memory memory verify` says what is wrong"
            " with it; if it is not the configuration, restore it from an export"
        )
