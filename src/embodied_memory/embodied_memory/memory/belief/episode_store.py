"""Episodes as rows: the one going on, and the cards of those that have ended."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Event, Provenance
from embodied_memory.memory.belief.episode import (
    EpisodeAtom,
    EpisodeCard,
    EpisodeDraft,
    EpisodeMaterial,
    EpisodeSynthesiser,
    Synthesis,
    TemplateSynthesiser,
    is_boundary,
    read_material,
)


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


TABLES = (
    """CREATE TABLE episode (
        episode_id INTEGER PRIMARY KEY, start_ns INTEGER NOT NULL, end_ns INTEGER NOT NULL, place TEXT NOT NULL,
        activity TEXT NOT NULL, goal TEXT NOT NULL, events INTEGER NOT NULL)""",
    "CREATE INDEX episode_start ON episode (start_ns)",
    """CREATE TABLE episode_record (
        episode_id INTEGER NOT NULL, record_id INTEGER NOT NULL,
        PRIMARY KEY (episode_id, record_id)) WITHOUT ROWID""",
    "CREATE INDEX episode_record_record ON episode_record (record_id)",
    # What an ended episode came down to; names are separated by line feeds, record ids by spaces.
    """CREATE TABLE episode_card (
        episode_id INTEGER PRIMARY KEY, people TEXT NOT NULL, object_ids TEXT NOT NULL, summary TEXT NOT NULL)""",
    """CREATE TABLE episode_atom (
        episode_id INTEGER NOT NULL, subject TEXT NOT NULL, relation TEXT NOT NULL, object TEXT NOT NULL,
        provenance TEXT NOT NULL, stamp_ns INTEGER NOT NULL, record_ids TEXT NOT NULL,
        PRIMARY KEY (episode_id, subject, relation, object)) WITHOUT ROWID""",
    "CREATE INDEX episode_atom_subject ON episode_atom (subject, stamp_ns)",
    "CREATE INDEX episode_atom_object ON episode_atom (object, stamp_ns)",
)

_DRAFT = "SELECT episode_id, start_ns, end_ns, place, activity, goal, events FROM episode"


@dataclass
class EpisodeChanges:
    """record_id belongs to episode_id; draft: the one going on; ended: the one that this event brought to its end."""

    record_id: int = 0
    episode_id: int = 0
    draft: EpisodeDraft | None = None
    ended: EpisodeDraft | None = None


class EpisodeStore:
    """Only the episode going on is in memory."""

    def __init__(self, connection: sqlite3.Connection, config: BeliefConfig) -> None:
        self._connection = connection
        self._config = config
        self._template = TemplateSynthesiser(config)
        row = connection.execute(f"{_DRAFT} ORDER BY episode_id DESC LIMIT 1").fetchone()
        self._draft = EpisodeDraft(*row) if row else None

    def observe(self, record_id: int, event: Event, place: str) -> EpisodeChanges:
        """Goes on with the episode or ends it and begins another; what arrives late joins the one of its time."""
        draft = self._draft
        if draft is not None and event.stamp_ns < draft.start_ns:
            earlier = self._around(event.stamp_ns)
            if earlier is not None:
                return EpisodeChanges(record_id, earlier)
        if draft is not None and not is_boundary(draft, event, place, self._config):
            return EpisodeChanges(record_id, draft.episode_id, draft.with_event(event, place))
        number = draft.episode_id + 1 if draft else 1
        new = EpisodeDraft(number, event.stamp_ns, event.stamp_ns, place).with_event(event, place)
        return EpisodeChanges(record_id, number, new, draft)

    def write(self, connection: sqlite3.Connection, changes: EpisodeChanges) -> None:
        """Into the database, as part of the record's transaction; an ended episode is consolidated at once."""
        if not changes.episode_id:
            return
        draft = changes.draft
        if draft is None:
            connection.execute("UPDATE episode SET events = events + 1 WHERE episode_id = ?", (changes.episode_id,))
        else:
            connection.execute(
                "INSERT OR REPLACE INTO episode VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    draft.episode_id,
                    draft.start_ns,
                    draft.end_ns,
                    draft.place,
                    draft.activity,
                    draft.goal,
                    draft.events,
                ),
            )
        connection.execute(
            "INSERT OR IGNORE INTO episode_record VALUES (?, ?)", (changes.episode_id, changes.record_id)
        )
        ended = changes.ended or (None if draft else self._read_draft(changes.episode_id))
        if ended is not None:
            self.consolidate(connection, ended, self._template)

    def merge(self, connection: sqlite3.Connection, gone: str, kept: str) -> None:
        """Into the database: what ended episodes came down to for the one entity, they did for the other."""
        for end in ("subject", "object"):
            connection.execute(f"UPDATE OR REPLACE episode_atom SET {end} = ? WHERE {end} = ?", (kept, gone))

    def adopt(self, changes: EpisodeChanges) -> None:
        """Take over changes that were committed."""
        self._draft = changes.draft or self._draft

    def consolidate(
        self, connection: sqlite3.Connection, draft: EpisodeDraft, synthesiser: EpisodeSynthesiser
    ) -> Synthesis:
        """Write the card anew; the same material gives the same card. The caller holds the transaction."""
        material = read_material(connection, draft, self._config.robot)
        synthesis = synthesiser.synthesise(material)
        write_card(connection, material, synthesis)
        return synthesis

    def ended_after(self, episode_id: int) -> int:
        """The next that has ended; 0 if none has."""
        query = "SELECT min(episode_id) FROM episode WHERE episode_id > ? AND episode_id < ?"
        going_on = self._draft.episode_id if self._draft else 0
        return int(self._connection.execute(query, (episode_id, going_on)).fetchone()[0] or 0)

    def at_record(self, record_id: int) -> int:
        """The one that the last event up to this record belongs to; 0 if there is none."""
        query = "SELECT episode_id FROM episode_record WHERE record_id <= ? ORDER BY record_id DESC LIMIT 1"
        row = self._connection.execute(query, (record_id,)).fetchone()
        return int(row[0]) if row else 0

    def last_record(self, episode_id: int) -> int:
        """Its last record; 0 if it has none."""
        query = "SELECT max(record_id) FROM episode_record WHERE episode_id = ?"
        return int(self._connection.execute(query, (episode_id,)).fetchone()[0] or 0)

    def tell(self, connection: sqlite3.Connection, episode_id: int, synthesiser: EpisodeSynthesiser) -> None:
        """Write the card of an ended one anew. The caller holds the transaction."""
        draft = self._read_draft(episode_id)
        if draft is not None:
            self.consolidate(connection, draft, synthesiser)

    def tell_again(self, connection: sqlite3.Connection, episode_ids: Iterable[int]) -> None:
        """Write the cards of these episodes anew after events of theirs were erased; empty ones go."""
        for number in episode_ids:
            draft = self._read_draft(number)
            left = "SELECT count(*) FROM episode_record WHERE episode_id = ?"
            if connection.execute(left, (number,)).fetchone()[0] == 0:
                delete(connection, number, "episode", "episode_card", "episode_atom")
            elif draft is not None:
                connection.execute("UPDATE episode SET activity = '', goal = '' WHERE episode_id = ?", (number,))
                if self._draft is None or number != self._draft.episode_id:
                    self.consolidate(connection, draft, self._template)
                else:  # It had ended, and goes on again since what came after it was erased.
                    delete(connection, number, "episode_card", "episode_atom")

    def drafts(self, since_ns: int, until_ns: int) -> list[EpisodeDraft]:
        """Those that overlap this time, in order of time."""
        rows = self._connection.execute(
            f"{_DRAFT} WHERE start_ns <= ? AND start_ns >= ? AND end_ns >= ? ORDER BY start_ns, episode_id",
            (until_ns, since_ns - self._longest_ns(), since_ns),
        )
        return [EpisodeDraft(*row) for row in rows]

    def cards(self, since_ns: int, until_ns: int) -> tuple[EpisodeCard, ...]:
        """The cards of those that overlap this time, in order of time; the one going on among them."""
        return tuple(self._card(draft) for draft in self.drafts(since_ns, until_ns))

    def _card(self, draft: EpisodeDraft) -> EpisodeCard:
        number = (draft.episode_id,)
        row = self._connection.execute(
            "SELECT people, object_ids, summary FROM episode_card WHERE episode_id = ?", number
        ).fetchone()
        records = self._connection.execute(
            "SELECT record_id FROM episode_record WHERE episode_id = ? ORDER BY record_id", number
        )
        record_ids = tuple(record_id for (record_id,) in records)
        if row is None:
            return self._provisional_card(draft, record_ids)
        people, object_ids, summary = row
        rows = self._connection.execute(
            "SELECT subject, relation, object, provenance, stamp_ns, record_ids FROM episode_atom WHERE episode_id"
            " = ?",
            number,
        )
        return EpisodeCard(
            draft.episode_id, draft.start_ns, draft.end_ns, draft.place, lines(people), lines(object_ids),
            record_ids, summary, tuple(map(atom, rows)), is_open=False,
        )  # fmt: skip

    def _provisional_card(self, draft: EpisodeDraft, record_ids: tuple[int, ...]) -> EpisodeCard:
        material = read_material(self._connection, draft, self._config.robot)
        synthesis = self._template.synthesise(material)
        return EpisodeCard(
            draft.episode_id, draft.start_ns, draft.end_ns, draft.place, material.people, material.object_ids,
            record_ids, synthesis.summary, synthesis.atoms, is_open=True,
        )  # fmt: skip

    def _around(self, stamp_ns: int) -> int | None:
        """The ended episode that a late event falls into, if there is one and it has not grown too long by that."""
        row = self._connection.execute(
            "SELECT episode_id, end_ns, events FROM episode WHERE start_ns <= ? AND episode_id < ?"
            " ORDER BY start_ns DESC, episode_id DESC LIMIT 1",
            (stamp_ns, self._draft.episode_id if self._draft else 0),
        ).fetchone()
        if row is None or stamp_ns > row[1] or row[2] >= 2 * self._config.episode_max_events:
            return None
        return int(row[0])

    def _read_draft(self, episode_id: int) -> EpisodeDraft | None:
        row = self._connection.execute(f"{_DRAFT} WHERE episode_id = ?", (episode_id,)).fetchone()
        return EpisodeDraft(*row) if row else None

    def _longest_ns(self) -> int:
        return int((self._config.episode_longest_s + self._config.episode_gap_s) * 1_000_000_000)
