"""What a person may not have the robot say or do, by what was said as well as by what it was read as; and what they
may because a person with that right said so: "Toby may ask you for his book".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from embodied_memory.dialog.errands.instruction_queue import in_name_of
from embodied_memory.dialog.talk.dialog_act import DialogAct, Reading
from embodied_memory.dialog.utterance.spoken_parts import speaks_of_own_words
from embodied_memory.event import Utterance
from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.permissions import Permission, Permissions
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory.planning.tasks.task_goal import TaskGoal
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.words.first_person import in_third_person, is_named
from embodied_memory.words.one_reading import OneReading, the_reading
from embodied_memory.words.said import Role, Said, SpeechAct
from embodied_memory.words.wording.word_stems import content_stems
from embodied_memory.words.wording.words import split_words

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
_OPENS = re.compile(
    r"\b(?:everything|all|anything|what|whatever)\b.*\b(?:know|have|keep|kept|hold|store|stored|remember|saved|learned"
    r"|learnt|recorded)\b.*\b(?:about|of|on|from|for)\s+(?P<who>[a-z][\w'-]*(?: [A-Z][\w'-]*)?)"
    r"|\b(?:private|personal|secret|confidential)\b.*\b(?:of|about|from)\s+(?P<of>[a-z][\w'-]*)"
    r"|\b(?P<whose>[a-z][\w-]*)'s? (?:\w+ )?(?:private|personal|secrets?|confidential|memor(?:y|ies)|data|records?"
    r"|diary|profile|habits|preferences)\b"
    r"|\b(?:open|show|read|export|list|dump|print|send|give)\b.*\b(?:memor(?:y|ies)|data|records?|profile)\b.*"
    r"\b(?:of|about|from)\s+(?P<owner>[a-z][\w'-]*)",
    re.I,
)
""" "Tell me everything you know about Tom", "Show me Tom's private notes"."""
_WHOLE = re.compile(
    r"\b(?:everything|all)(?: there is)?(?: to \w+)? (?:about|on|of)\s+(?P<all_of>[a-z][\w'-]*)\b"
    r"|\b(?:summari[sz]e|describe|portray|profile)\s+(?P<described>[a-z][\w'-]*)\b"
    r"|^(?:please )?(?:(?:can|could|would|will) you )?(?:please )?"
    r"(?:tell|report to|inform) (?:me|us) (?:\w+ )?(?:about|of|on)"
    r"\s+(?P<told_of>[a-z][\w'-]*)\s*(?:[?.!,:;]|$)"
    r"|\bwhat (?:has|did|have|does)\s+(?P<teller>[a-z][\w'-]*)\s+(?:\w+ )?(?:told|tell|confided?|entrusted?)"
    r"(?: in| to)? you(?! (?:about|of|to|when|where|that))"
    r"|^what (?:has|did|does)\s+(?P<sayer>[a-z][\w'-]*)\s+(?:ever )?(?:say|said|says)(?: to you)?(?: ever| so far)?"
    r"\s*[?.!]*$",
    re.I,
)
"""Of somebody whom memory knows."""
_ONESELF = frozenset({"me", "my", "mine", "myself", "i", "us", "our"})
_NOBODY = frozenset(
    split_words(
        "the a an this that these those it there you your yourself home house kitchen robot all any every each"
        " today yesterday what where who"
    )
)
_ERASES = re.compile(
    r"\b(?:erase|delete|wipe|forget|destroy)\b[^.,;!?]*\b(?:memor(?:y|ies)|data|records?|everything|all)\b"
    r"|\b(?:remove|clear)\b[^.,;!?]*\b(?:memor(?:y|ies)|data|records?)\b",
    re.I,
)
""" "erase all your memories"."""
_PERMITS = re.compile(r"\b(?:may|can|allowed|let|fine|ok(?:ay)?|all ?right|free)\b", re.I)
""" "Toby may ask you for his book"."""
_LIMITED = re.compile(r"\b(?:not|never|no|nothing|nobody|only|but|unless|except|until|till)\b|n['’]t\b", re.I)
""" "only on Sundays"."""
_FOR_GOOD = re.compile(
    r"^(?:from|starting|as of|any ?time|always|when(?:ever)? (?:he|she|they) (?:wants?|likes?|needs?))\b", re.I
)
""" "from now on", "whenever he likes"."""
_OF_ANYTHING = re.compile(r"\b(?:anything|everything|whatever|things|errands|orders)\b", re.I)
_NAMING = (Role.THEME, Role.CONTENT)


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
        if _asks_to_erase(said) and reading.act is not DialogAct.QUESTION and not takes_back:
            return "I do not erase memories by word of mouth: `embodied-memory memory erase` does."
        if self._permissions.may(speaker, Permission.OTHERS):
            return ""
        asked = (reading.text, said, in_third_person(reading.text, speaker))
        people = self._people()
        other = next(filter(None, (_person_opened(one, speaker, people) for one in asked)), "").capitalize()
        return f"What I know of {other} is for {other} to open." if other else ""


def _person_opened(question: str, speaker: str, people: frozenset[str]) -> str:
    """Whose memory a question opens, "" if nobody's or the speaker's own. people: names known, in lower case.

    Who asks what is known of themselves has to be known by name.
    """
    for match in _OPENS.finditer(question):
        who = next((word for word in match.groupdict().values() if word), "").lower()
        who = who.removesuffix("'s").split(" ")[0]
        if who in _ONESELF and not is_named(speaker):
            return "whoever that is"
        if who in _ONESELF or who in _NOBODY or who == speaker.strip().lower():
            continue
        if who in people or match["whose"] or match["of"]:
            return who
    for match in _WHOLE.finditer(question):
        who = next((word for word in match.groupdict().values() if word), "").lower().removesuffix("'s")
        if who in people and who != speaker.strip().lower():
            return who
    return ""


def _asks_to_erase(text: str) -> bool:
    """Whether somebody wants memory itself erased: that is never done by word of mouth."""
    return bool(_ERASES.search(text)) and "reminder" not in text.lower()


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
