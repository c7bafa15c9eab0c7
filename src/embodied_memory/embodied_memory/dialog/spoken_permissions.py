"""What somebody may have the robot do because a person with that right said so: "Toby may ask you for his book"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from embodied_memory.dialog.agreeing import in_name_of
from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.event import Utterance
from embodied_memory.memory.wording.word_stems import content_stems
from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.permissions import Permission, Permissions
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory.planning.tasks.task_goal import TaskGoal
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.words.one_reading import OneReading, the_reading
from embodied_memory.words.said import Role, Said, SpeechAct

_PERMITS = re.compile(r"\b(?:may|can|allowed|let|fine|ok(?:ay)?|all ?right|free)\b", re.I)
_LIMITED = re.compile(r"\b(?:not|never|no|nothing|nobody|only|but|unless|except|until|till)\b|n['’]t\b", re.I)
_FOR_GOOD = re.compile(
    r"^(?:from|starting|as of|any ?time|always|when(?:ever)? (?:he|she|they) (?:wants?|likes?|needs?))\b", re.I
)
_OF_ANYTHING = re.compile(r"\b(?:anything|everything|whatever|things|errands|orders)\b", re.I)
_NAMING = (Role.THEME, Role.CONTENT)


class SpokenPermissions:
    """permissions: of the configuration, which say who may give one; rules: as memory keeps them, oldest first."""

    def __init__(self, permissions: Permissions, rules: Callable[[], tuple[StandingRule, ...]]) -> None:
        self._permissions, self._rules = permissions, rules

    def on_behalf(self, reading: Reading, utterance: Utterance) -> tuple[Reading, Utterance] | None:
        """An errand that the speaker has no right to ask for, as that of who allowed it; None if nobody did."""
        giver = self._giver(reading, utterance.speaker) if reading.act is DialogAct.INSTRUCTION else ""
        if not giver:
            return None
        wanted = in_name_of(utterance.speaker, reading.text)
        return replace(reading, text=wanted), replace(utterance, speaker=giver)

    def _giver(self, reading: Reading, speaker: str) -> str:
        """Who allowed all of it; "" if nobody with the right to."""
        read = the_reading()
        try:
            goals = read_task(reading.text, speaker)
        except InstructionError:
            return ""
        of_each = {self._allowing(goal, speaker, read) for goal in goals} if read is not None else {""}
        return of_each.pop() if len(of_each) == 1 else ""

    def _allowing(self, goal: TaskGoal, speaker: str, reading: OneReading) -> str:
        """By the newest rule about it; what allows only something, at some time or on some
        condition, allows nothing here."""
        giver = ""
        for rule in self._rules():
            said = reading.read(rule.words)
            if _is_of(said, speaker) and _names(said, goal.thing):
                giver = rule.by if _is_given(said) and self._permissions.may(rule.by, Permission.HANDLE) else ""
        return giver


def _is_of(said: Said, speaker: str) -> bool:
    """Whether a rule speaks of somebody by name."""
    people = (re.sub(r"['’]s?$", "", one).lower() for one in (*said.of(Role.PERSON), *said.of(Role.RECIPIENT)))
    return speaker.lower() in people


def _is_given(said: Said) -> bool:
    """Whether a rule allows something for good: without an "only", at all times, and on no condition."""
    is_lasting = all(map(_FOR_GOOD.match, (*said.of(Role.TIME), *said.of(Role.CONDITION))))
    is_allowed = bool(_PERMITS.search(said.text)) and not _LIMITED.search(said.text)
    return said.surely(SpeechAct.RULE) and is_allowed and is_lasting


def _names(said: Said, thing: str) -> bool:
    """Whether it is about the thing wanted, or about anything."""
    wanted, named = content_stems(thing), [content_stems(one) for role in _NAMING for one in said.of(role)]
    return bool(_OF_ANYTHING.search(said.text)) or any(bool(wanted) and wanted <= one for one in named)
