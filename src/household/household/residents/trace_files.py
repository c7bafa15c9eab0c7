"""Traces in files: the records as JSON lines, and the truth in a file of its own that no memory may read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from household.residents.acts import Meaning
from household.residents.resident import Resident
from household.residents.trace import TraceEntity, TraceRecord
from household.residents.trace_truth import TraceTruth, TrueChange

_RECORD = TypeAdapter(TraceRecord)
_PARTS: dict[str, TypeAdapter[Any]] = {
    "entities": TypeAdapter(tuple[TraceEntity, ...]),
    "residents": TypeAdapter(tuple[Resident, ...]),
    "changes": TypeAdapter(tuple[TrueChange, ...]),
    "meanings": TypeAdapter(dict[str, Meaning]),
}
TRUTH_PARTS = tuple(_PARTS)
"""The lines of a truth file, in this order."""


TRACE_FILE, TRUTH_FILE = "trace.jsonl", "truth.jsonl"


class TraceFileError(ValueError):
    """A file is not a trace, or not a truth. Names the file and the line."""


def write_trace(path: Path, records: Iterable[TraceRecord]) -> int:
    """Write records, one a line, as they come. Returns how many. OSError if the file cannot be written."""
    count = 0
    with path.open("wb") as file:
        for record in records:
            file.write(_RECORD.dump_json(record) + b"\n")
            count += 1
    return count


def read_trace(path: Path) -> Iterator[TraceRecord]:
    """Records of a file, one after the other. TraceFileError names a line that is none."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield _RECORD.validate_json(line)
            except ValidationError as error:
                raise TraceFileError(f"{path.name}, line {number}: not a record of a trace: {error}") from error


def write_truth(path: Path, truth: TraceTruth) -> None:
    """Write the truth behind a trace: one line for each of `TRUTH_PARTS`."""
    values = (tuple(truth.entities.values()), truth.residents, tuple(truth.changes), truth.meanings)
    with path.open("wb") as file:
        for adapter, value in zip(_PARTS.values(), values, strict=True):
            file.write(adapter.dump_json(value) + b"\n")


def read_truth(path: Path) -> TraceTruth:
    """The truth of a file. TraceFileError if it is none."""
    lines = path.read_bytes().splitlines()
    if len(lines) != len(_PARTS):
        raise TraceFileError(f"{path.name}: {len(lines)} lines; the truth of a trace has {len(_PARTS)}")
    try:
        entities, residents, changes, meanings = (
            adapter.validate_json(line) for adapter, line in zip(_PARTS.values(), lines, strict=True)
        )
    except ValidationError as error:
        raise TraceFileError(f"{path.name}: not the truth of a trace: {error}") from error
    return TraceTruth(entities, residents, changes, meanings)


def write_life(folder: Path, records: Iterable[TraceRecord], truth: TraceTruth) -> None:
    """A trace and its truth in a folder. The trace appears last and whole: whoever finds it finds everything."""
    folder.mkdir(parents=True, exist_ok=True)
    write_truth(folder / TRUTH_FILE, truth)
    unfinished = folder / f"{TRACE_FILE}.part"
    write_trace(unfinished, records)
    unfinished.rename(folder / TRACE_FILE)


def read_life(folder: Path) -> tuple[list[TraceRecord], TraceTruth]:
    """What `write_life` wrote. OSError if a file is missing, TraceFileError if one is not what it should be."""
    return list(read_trace(folder / TRACE_FILE)), read_truth(folder / TRUTH_FILE)
