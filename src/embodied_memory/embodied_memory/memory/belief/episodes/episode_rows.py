"""The rows of episodes' cards and atoms."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from embodied_memory.event import Provenance
from embodied_memory.memory.belief.episodes.consolidation import EpisodeMaterial, Synthesis
from embodied_memory.memory.belief.episodes.episode import EpisodeAtom


def delete(connection: sqlite3.Connection, number: int, *tables: str) -> None:
    """An episode's rows in these tables."""
    for table in tables:
        connection.execute(f"DELETE FROM {table} WHERE episode_id = ?", (number,))


def write_card(connection: sqlite3.Connection, material: EpisodeMaterial, synthesis: Synthesis) -> None:
    """Anew, with its atoms."""
    number = material.draft.episode_id
    names = ("\n".join(material.people), "\n".join(material.object_ids))
    connection.execute("INSERT OR REPLACE INTO episode_card VALUES (?, ?, ?, ?)", (number, *names, synthesis.summary))
    connection.execute("DELETE FROM episode_atom WHERE episode_id = ?", (number,))
    connection.executemany(
        "INSERT OR REPLACE INTO episode_atom VALUES (?, ?, ?, ?, ?, ?, ?)", _atom_rows(number, synthesis.atoms)
    )


def _atom_rows(number: int, atoms: tuple[EpisodeAtom, ...]) -> Iterator[tuple[object, ...]]:
    for atom in atoms:
        records = " ".join(map(str, atom.record_ids))
        yield (number, atom.subject, atom.relation, atom.object, atom.provenance.value, atom.stamp_ns, records)


def atom(row: tuple[Any, ...]) -> EpisodeAtom:
    """Read back."""
    subject, relation, thing, provenance, stamp_ns, records = row
    return EpisodeAtom(subject, relation, thing, Provenance(provenance), stamp_ns, tuple(map(int, records.split())))


def lines(text: str) -> tuple[str, ...]:
    """Names as a card's column has them."""
    return tuple(filter(None, text.split("\n")))
