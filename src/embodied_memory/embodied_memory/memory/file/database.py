"""The one SQLite file that memory lives in. Acknowledged means committed; nothing is ever half written.

Of a memory of an earlier version a copy is kept before it is brought up to date. It lies beside the memory as
`NAME.version-N` until something is erased or forgotten: then it goes too, because what somebody wanted gone
would still be in it.
"""

from __future__ import annotations

import fcntl
import glob
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO

from embodied_memory.memory.file.schema import APPLICATION_ID, MIGRATIONS, migrate
from embodied_memory.memory.log.event_log import word_indexes

_CACHE_KIB = 64 * 1024
"""Of pages: what one question reads is all over a file of months."""


class DatabaseError(RuntimeError):
    """The database cannot be opened, read or written. The message names the cause and a remedy."""


class FileGoneError(DatabaseError):
    """Another hand deleted or replaced the file while it was open: what is written to it now would be lost."""


class Database:
    """A connection to the memory's file: WAL, deleted content overwritten, one writer at a time.

    path: the file, or ":memory:". durable: commits also survive power loss (synchronous=FULL); without it
    they survive SIGKILL. Not thread-safe by itself: the memory facade holds one lock around it.
    """

    def __init__(self, path: Path | str, durable: bool = False, read_only: bool = False) -> None:
        """Open or create. Raises DatabaseError."""
        self.path = str(path)
        self.read_only, self._durable = read_only, durable
        self._lock_file = self._lock_for_writing()
        self._rescued: Path | None = None
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            self._release_lock()
            raise self._explained(error) from error
        except DatabaseError:
            self._release_lock()
            raise

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing: commits at the end, rolls back on any error."""
        if self.read_only:
            raise DatabaseError(f"{self.path} was opened for reading only: open it for writing")
        if not self.is_in_place():
            raise FileGoneError(f"{self.path} was deleted or replaced while it was open: nothing is written to it")
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise
        except sqlite3.DatabaseError as error:
            raise self._explained(error) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, with its errors explained."""
        try:
            yield self.connection
        except sqlite3.DatabaseError as error:
            raise self._explained(error) from error

    def settle(self) -> None:
        """Opened for reading only, it is read as it is now until it is closed, whatever another program writes."""
        if self.read_only and not self.connection.in_transaction:
            self.connection.execute("BEGIN")
            self.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()

    def verify(self) -> None:
        """Check every page. Raises DatabaseError if the file is damaged."""
        with self.reading() as connection:
            findings = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
        if findings != ["ok"]:
            raise DatabaseError(f"{self.path} is damaged ({'; '.join(findings)}): restore it from a copy")

    def size(self) -> int:
        """Bytes of the file and its log."""
        files = (Path(self.path), Path(f"{self.path}-wal"))
        return sum(file.stat().st_size for file in files if file.is_file())

    def scrub(self) -> bool:
        """Rewrite the file so that nothing deleted is left in it nor in its log, and it is as small as can be.

        Copies of earlier versions go too. False if another program has it open: then its log could not be emptied.
        Raises DatabaseError.
        """
        self.delete_copies()
        with self.reading() as connection:
            for index in word_indexes(connection):
                connection.execute(f"INSERT INTO {index}({index}) VALUES ('optimize')")
            connection.execute("VACUUM")
            busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        return not busy

    def delete_copies(self) -> None:
        """What is kept of earlier versions goes: what is erased or forgotten is still in it."""
        delete_copies(self.path)

    def free_share(self) -> float:
        """How much of the file are pages that hold nothing any more, 0 to 1."""
        with self.reading() as connection:
            free, pages = (
                connection.execute(f"PRAGMA {one}").fetchone()[0] for one in ("freelist_count", "page_count")
            )
        return float(free / max(1, pages))

    def is_in_place(self) -> bool:
        """Whether the file that was opened is still the one of its name."""
        return self._file is None or self._file == _file_of(self.path)

    def put_back(self) -> None:
        """Write all that the deleted file held to its place, and go on with that: other connections end here.

        Raises FileGoneError where another file has taken its place: what was held is then saved beside it, once.
        """
        if _file_of(self.path) is None:
            saved = Path(f"{self.path}.put-back")
            self._save(saved)
            self.connection.close()
            for log in ("-wal", "-shm"):  # of the file that is gone: SQLite would read them into the new one
                Path(f"{self.path}{log}").unlink(missing_ok=True)
            saved.replace(self.path)
            self._open()
            return
        if self._rescued is None:
            rescued = _free_name(f"{self.path}.rescued")
            self._save(rescued)
            self._rescued = rescued
        raise FileGoneError(
            f"{self.path} was replaced by another file while it was open: nothing is recorded any more; what had been"
            f" is in {self._rescued.name} beside it. End this memory, put the right file there, and start again"
        )

    def _save(self, target: Path) -> None:
        target.unlink(missing_ok=True)
        with self.reading() as connection:
            connection.execute("VACUUM INTO ?", (str(target),))

    def close(self) -> None:
        """Close the file. May be called twice."""
        self.connection.close()
        self._release_lock()

    def _connect(self) -> sqlite3.Connection:
        if self.path == ":memory:":
            return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        file = Path(self.path)
        if self.read_only and not file.is_file():
            raise DatabaseError(f"there is no memory at {file}: name the file of an earlier run")
        mode = "ro" if self.read_only else "rwc"
        uri = f"{file.absolute().as_uri()}?mode={mode}"
        # More statements than are written in this package: none is ever parsed twice.
        return sqlite3.connect(
            uri, uri=True, isolation_level=None, check_same_thread=False, timeout=10.0, cached_statements=512
        )

    def _open(self) -> None:
        self.connection = self._connect()
        self._file: tuple[int, int] | None = None
        try:
            self._configure()
            self._migrate()
        except BaseException:
            self.connection.close()
            raise
        self._file = None if self.read_only else _file_of(self.path)

    def _configure(self) -> None:
        self._check_application()
        self.connection.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")
        if self.read_only:
            return
        for pragma in (
            "journal_mode=WAL",
            f"synchronous={'FULL' if self._durable else 'NORMAL'}",
            "secure_delete=ON",
            "foreign_keys=ON",
            "temp_store=MEMORY",
        ):
            self.connection.execute(f"PRAGMA {pragma}")

    def _check_application(self) -> None:
        tables = self.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        application = self.connection.execute("PRAGMA application_id").fetchone()[0]
        if (tables or self.read_only) and application != APPLICATION_ID:
            raise DatabaseError(f"{self.path} is a database of another program: choose another file")

    def _migrate(self) -> None:
        version = self.connection.execute("PRAGMA user_version").fetchone()[0]
        newest = len(MIGRATIONS)
        if version > newest:
            raise DatabaseError(
                f"{self.path} has schema version {version}, this program knows versions up to {newest}: "
                "update the program, or name another file"
            )
        if self.read_only and version < newest:
            raise DatabaseError(
                f"{self.path} has schema version {version}, this program reads version {newest}: "
                "open it once for writing to bring it up to date"
            )
        if version < newest:
            self._bring_up_to_date(version, newest)

    def _bring_up_to_date(self, version: int, newest: int) -> None:
        """All steps in one transaction: whoever is killed within it leaves the file as it was."""
        if version:
            keep_copy(self.connection, self.path, version)
        with self.transaction() as connection:
            for number in range(version, newest):
                migrate(connection, number)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {newest}")

    def _explained(self, error: sqlite3.DatabaseError) -> DatabaseError:
        cause = str(error)
        if "not a database" in cause:
            remedy = "name a memory's file, or a new one"
        elif "malformed" in cause or "disk image" in cause:
            remedy = "the file is damaged; restore it from a copy, or name a new one"
        elif "full" in cause or "I/O error" in cause:
            remedy = "free space on the disk; nothing of this record was written"
        elif "unable to open" in cause:
            remedy = "check that its folder exists and may be written"
        elif "readonly" in cause:
            remedy = "it was opened for reading only; open it for writing"
        else:
            remedy = "nothing of this record was written"
        return DatabaseError(f"{self.path}: {cause}: {remedy}")

    def _lock_for_writing(self) -> IO[str] | None:
        """One writer a file: a second would not see what the first keeps in memory. Dies with the process."""
        if self.read_only or self.path == ":memory:":
            return None
        try:
            lock_file = Path(f"{self.path}-lock").open("w")  # noqa: SIM115 - held until close
        except OSError as error:
            raise DatabaseError(
                f"{self.path}: {error.strerror}: check that its folder exists and may be written"
            ) from error
        try:
            fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock_file.close()
            raise DatabaseError(
                f"{self.path} is in use by another memory: stop that one, or open this one read-only"
            ) from error
        return lock_file

    def _release_lock(self) -> None:
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None


def _file_of(path: str) -> tuple[int, int] | None:
    """(device, inode) of the file of that name; None if there is none."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _free_name(name: str) -> Path:
    number = next(k for k in count(1) if not Path(f"{name}-{k}").exists())
    return Path(f"{name}-{number}")


_LOG = logging.getLogger(__name__)
_NAME_OF_COPY = re.compile(r"version-[0-9]+(?:-unfinished)?")


def keep_copy(connection: sqlite3.Connection, path: str, version: int) -> Path:
    """Copy the database at path, of that version. It gets its name once whole: killed on the way, there is none.

    It is readable by whom the memory is. Raises DatabaseError or sqlite3.DatabaseError, for instance where the disk
    is full; nothing of the copy is left then.
    """
    copy = Path(f"{Path(path).resolve()}.version-{version}")
    unfinished = Path(f"{copy}-unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        unfinished.touch(mode=0o777 & Path(path).stat().st_mode)
        with closing(sqlite3.connect(unfinished)) as target:
            connection.backup(target)
        unfinished.replace(copy)
    except OSError as error:
        raise DatabaseError(
            f"{copy}: {error.strerror}: move away what is there, or make its folder writable"
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    _LOG.info("%s is of schema version %d and is brought up to date; as it was it is kept as %s", path, version, copy)
    return copy


def delete_copies(path: str) -> None:
    """Delete what copies there are of the memory at path; what cannot be deleted is told. Nothing else is touched."""
    file = Path(path).resolve()
    for copy in file.parent.glob(f"{glob.escape(file.name)}.version-*"):
        if not _NAME_OF_COPY.fullmatch(copy.name.removeprefix(f"{file.name}.")) or not copy.is_file():
            continue
        try:
            copy.unlink()
            _LOG.info("%s was deleted: it still held what is erased or forgotten", copy)
        except OSError as error:
            _LOG.error("%s still holds what is erased or forgotten: %s: delete it", copy, error.strerror)
