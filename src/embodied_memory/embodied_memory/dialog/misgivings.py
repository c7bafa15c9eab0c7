"""What the robot says before it does something that may hurt somebody or do damage."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from embodied_memory.dialog.agreeing import deed_of
from embodied_memory.dialog.dialog_act import Reading
from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.tasks.damage import damage_by, danger_to
from embodied_memory.planning.tasks.task_reading import read_task


@dataclass(frozen=True)
class Misgiving:
    """text: what to say; is_open: whether the speaker may want it all the same."""

    text: str
    is_open: bool


class Misgivings:
    """people: names known, in lower case; children: who is given nothing dangerous, whoever they say allowed it."""

    def __init__(self, people: Callable[[], Collection[str]], children: Iterable[str]) -> None:
        self._people = people
        self._children = frozenset(name.strip().lower() for name in children if name.strip())

    def of(self, reading: Reading, speaker: str) -> Misgiving | None:
        """Of an instruction; None if nothing speaks against it, or if the speaker was asked and wants it."""
        try:
            goals = read_task(reading.text, speaker, frozenset(self._people()))
        except InstructionError:
            return None
        danger = danger_to(goals, self._children, speaker, self._people())
        if danger:
            return Misgiving(f"I would rather not: {danger}. Let a grown-up do that.", False)
        damage = "" if reading.is_confirmed else damage_by(goals)
        if not damage:
            return None
        if speaker.strip().lower() in self._children:
            return Misgiving(f"I would rather not: {damage}.", False)
        asked = f"Shall I {deed_of(reading.text)} all the same?"
        return Misgiving(f"Are you sure? {damage[:1].upper()}{damage[1:]}. {asked}", True)
