"""A sentence that tells what memory knows now."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.words.said import AskedKind


@dataclass(frozen=True)
class KnownStatement:
    """kind: of the questions that it answers; about: what it tells of, as it is called; text: the sentence.

    ids: the entities that it tells of: the one that is somewhere, or in a state; all that are counted or lie there.
    attribute: of the one: its location, or a state. room: where the one is, or where alone is counted.
    """

    kind: AskedKind
    about: str
    text: str
    ids: tuple[str, ...] = ()
    attribute: str = ""
    room: str = ""
