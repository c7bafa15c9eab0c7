"""What a person may not have the robot say or do, by what was said as well as by what it was read as."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.dialog.about_others import asks_to_erase, person_opened
from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.dialog.spoken_parts import speaks_of_own_words
from embodied_memory.planning.permissions import Permission, Permissions
from embodied_memory.words.first_person import in_third_person

_NEEDS = {
    DialogAct.QUESTION: Permission.ASK,
    DialogAct.EXPLANATION: Permission.ASK,
    DialogAct.REASON: Permission.ASK,
    DialogAct.MESSAGE: Permission.ASK,
    DialogAct.PROGRESS: Permission.ASK,
    DialogAct.FEEDBACK: Permission.TEACH,
    DialogAct.RULE: Permission.TEACH,
    DialogAct.FORGETTING: Permission.TEACH,
    DialogAct.INSTRUCTION: Permission.SEARCH,
    DialogAct.LATER: Permission.SEARCH,
    DialogAct.RESUME: Permission.SEARCH,
}
_REFUSALS = {
    Permission.ASK: "I may not answer you.",
    Permission.TEACH: "I may not change what I remember for you.",
    Permission.SEARCH: "I may not take instructions from you: ask somebody of this home who may give me some.",
}


class Refusals:
    """people: the names of those that memory knows, in lower case, whenever it is called."""

    def __init__(self, permissions: Permissions, people: Callable[[], frozenset[str]]) -> None:
        self._permissions, self._people = permissions, people

    def of(self, reading: Reading, speaker: str, said: str) -> str:
        """Why the robot does not go along with an utterance, in a sentence; "" if it does."""
        needed = _NEEDS.get(reading.act)
        if needed is not None and not self._permissions.may(speaker, needed):
            return _REFUSALS[needed]
        takes_back = reading.act is DialogAct.FORGETTING and speaks_of_own_words(said)
        if asks_to_erase(said) and reading.act is not DialogAct.QUESTION and not takes_back:
            return "I do not erase memories by word of mouth: `embodied-memory memory erase` does."
        if self._permissions.may(speaker, Permission.OTHERS):
            return ""
        asked = (reading.text, said, in_third_person(reading.text, speaker))
        people = self._people()
        other = next(filter(None, (person_opened(one, speaker, people) for one in asked)), "").capitalize()
        return f"What I know of {other} is for {other} to open." if other else ""
