"""One thing that was said or done, as evidence: who, to whom, where, when, in whose words."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.event import EventKind
from embodied_memory.words.wording.phrases import the_room


@dataclass(frozen=True)
class Piece:
    """speaker: who said or did it; audience: who was there, the robot too; place: the room, "" if unknown.

    meant: whom the words mean without a name, as the speaker's father by "Dad"; sorts: what sort of saying it is, as
    it was judged when it was recorded (`SayingSorter.packed`).
    """

    record_id: int
    stamp_ns: int
    kind: str
    speaker: str
    text: str
    place: str = ""
    audience: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    sorts: bytes = b""

    @property
    def is_said(self) -> bool:
        """Whether the text is what somebody said."""
        return self.kind == EventKind.UTTERANCE.value

    @property
    def words(self) -> str:
        """What is searched: what was said with who said it; of a deed, which names who did it, text and room."""
        return " ".join((f"{self.speaker}: {self.text}" if self.is_said else self.placed, *self.meant))

    @property
    def placed(self) -> str:
        """The text of a deed with the room, which it does not tell; people's comings and goings name theirs."""
        return placed(self.text, self.kind, self.place)

    @property
    def is_question(self) -> bool:
        """Whether somebody only asked."""
        return self.is_said and self.text.rstrip().endswith("?")


def placed(text: str, kind: str, place: str) -> str:
    """As `Piece.placed`."""
    if kind == EventKind.PERSON_MOVED.value or not place or place.lower() in text.lower():
        return text
    return f"{text.rstrip('. ')} in {the_room(place)}."
