"""What a person may not have the robot say or do, by what was said as well as by what it was read as, and what
they may because a person with that right said so: "Toby may ask you for his book". What was declined waits
until somebody who may give leave does so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from embodied_memory.config import DialogConfig
from embodied_memory.dialog.errands.instruction_queue import in_name_of
from embodied_memory.dialog.talk.conversation import Conversation, Conversations, DialogAct, Reading, Turn
from embodied_memory.dialog.talk.reply import Reply, stated
from embodied_memory.dialog.utterance.spoken_parts import is_passed_on, speaks_of_own_words
from embodied_memory.dialog.utterance.wanted_deeds import deeds_in
from embodied_memory.event import Utterance
from embodied_memory.planning.instruction import InstructionError, TaskReport
from embodied_memory.planning.skill_call import Permission, Permissions
from embodied_memory.planning.tasks.standing_rules import StandingRule, giver_of
from embodied_memory.planning.tasks.task_goal import TaskGoal
from embodied_memory.planning.tasks.task_reading import can_be_read, read_task
from embodied_memory.words.follow_ups import AfterRefusal, the_after_refusals
from embodied_memory.words.one_reading import OneReading, as_read, the_reading
from embodied_memory.words.plain_words import in_third_person, is_named, named_things
from embodied_memory.words.said import AskedKind, Role, Said, SpeechAct
from embodied_memory.words.wording.words import content_stems, split_words

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


GROWN_UP = "Let a grown-up do that"
"""With these words it is declined to hand something dangerous to a child."""
_SURE = 0.6
_LIKELY, _OF_IT, _ARGUED, _HARDLY = 0.5, 0.25, 0.75, 0.03
"""As they were measured on writers that were not learned from (docs/evaluation.md)."""
_MINUTE_NS = 60 * 10**9
_SHORT = 4
"""So many words ask why, without a word of what."""
_BEGS = re.compile(
    r"(?:(?:oh|aw+|ah|but|well)\W+)*(?:go on|come on|pretty please|please\W*$|i won['’]t tell)\b", re.I
)
""" "Oh, go on", "pretty please"."""
_ASKS_ANEW = re.compile(
    r"\b(?:what|where|who|whose|when|why|how|which|is|are|was|were|do|does|did|has|have)\b[^.!?]*\?", re.I
)
""" "where is Tom?" """
_WHAT_IF = re.compile(
    r"(?:(?:and|but|so|well|ok|okay)\W+)*(?:what|how about|not even|even|only)?\s*(?:if|when)\b", re.I
)
""" "But what if Grandpa's with me?" """
_LEFT_TO = re.compile(r"\b(?:unless|except|without|only|ask\w*)\b(?P<whom>.*)", re.I)
_GROWN_UPS = re.compile(r"\b(?:grown-?ups?|adults?|parents?)\b", re.I)
"""A rule that leaves it to others, too: "unless a grown-up sits with her", "without asking me or Yolanda"."""


@dataclass(frozen=True)
class _Declined:
    asked: Utterance
    instruction: str
    told: str


class Declined:
    """Remembers the last errand that was declined, as long as a conversation lasts. Children give no leave."""

    def __init__(self, conversations: Conversations, config: DialogConfig, permissions: Permissions) -> None:
        self._conversations, self._permissions = conversations, permissions
        self._lasts_ns = int(config.conversation_minutes * _MINUTE_NS)
        self._children = frozenset(map(str.lower, config.children))
        self._last: _Declined | None = None

    def heard(self, reading: Reading, asked: Utterance, reply: Reply, is_offered: bool) -> None:
        """An errand that was declined is remembered. is_offered: the asker may still have it done by a "yes"."""
        if reply.act is reading.act is DialogAct.INSTRUCTION and not (reply.answer.known or is_offered):
            self._last = _Declined(asked, reading.text, reply.answer.text)

    def ended(self, report: TaskReport, told: str) -> None:
        """So is one that the critic declined by a rule once it was begun. told: with what words."""
        last = self._conversations.with_person(report.speaker).last
        if giver_of(told) and last is not None:
            asked = Utterance(last.stamp_ns, report.speaker, report.instruction)
            self._last = _Declined(asked, report.instruction, told)

    def allowed_by(self, text: str, utterance: Utterance) -> tuple[Reading, Utterance] | None:
        """ "It's fine, she can have it": that errand, and as whose it is done, the speaker's or that of whose rule it
        is; None where nothing was declined, where the words give no leave, or where it is not the speaker's to give.
        """
        last = self._last
        giver = self._giver(last, utterance.speaker) if last is not None else ""
        if last is None or not giver or utterance.stamp_ns - last.asked.stamp_ns > self._lasts_ns:
            return None
        if not _may_be_leave(text) or not _gives_leave(last.instruction, text):
            return None
        self._last = None
        done = Turn(utterance.stamp_ns, last.instruction, DialogAct.INSTRUCTION.value, stated(last.instruction, ""))
        self._conversations.with_person(last.asked.speaker).add(done)
        to = utterance.speaker if GROWN_UP in last.told else last.asked.speaker
        return Reading(DialogAct.INSTRUCTION, _wanted(last, to), is_allowed=True), replace(utterance, speaker=giver)

    def _giver(self, last: _Declined, speaker: str) -> str:
        """Who gives it if this person gives leave; "" if it is not theirs to give."""
        ruled_by = giver_of(last.told)
        is_asker = speaker.lower() == last.asked.speaker.lower()
        is_child = speaker.lower() in self._children
        if is_asker or is_child or not self._permissions.may(speaker, Permission.HANDLE):
            return ""
        if not ruled_by or ruled_by.lower() == speaker.lower():
            return speaker
        left = _LEFT_TO.search(last.told)
        is_theirs = left and (speaker.lower() in split_words(left["whom"]) or _GROWN_UPS.search(left["whom"]))
        return ruled_by if is_theirs else ""


def after_refusal(text: str, conversation: Conversation) -> Reading | None:
    """What the asker says to it: "But it isn't a school night" asks for the same again, and is refused again. None
    for what makes sense by itself.
    """
    last, reader = conversation.last, the_after_refusals()
    if last is None or reader is None:
        return None
    if last.act == DialogAct.QUESTION.value:
        insists = not last.answer.known and reader.read(last.said, text).get(AfterRefusal.INSIST, 0.0) >= _SURE
        return Reading(DialogAct.REPEAT, text) if _begs(text) or (insists and "?" not in text) else None
    if not last.is_refused:
        return None
    likely = reader.read(last.said, text)
    if _WHAT_IF.match(text) and text.rstrip().endswith("?") and likely.get(AfterRefusal.NEW, 0.0) < _SURE:
        return Reading(DialogAct.REASON, text)  # "what if Grandpa's with me?": by whose rule it is tells whom to ask
    if likely.get(AfterRefusal.WHY, 0.0) >= _SURE:
        return Reading(DialogAct.REASON, text) if _asks_only_why(text) else None
    argues = likely.get(AfterRefusal.INSIST, 0.0) + likely.get(AfterRefusal.ALLOW, 0.0)
    leaves = likely.get(AfterRefusal.DROP, 0.0) + likely.get(AfterRefusal.FORBID, 0.0)
    if argues >= _LIKELY and argues > leaves and not _is_another_deed(last.said, text):
        return Reading(DialogAct.INSTRUCTION, last.said, is_part=True)
    return Reading(DialogAct.TALK, "no") if leaves >= _SURE else None


def _begs(text: str) -> bool:
    """ "Oh, go on, give me a clue": who got no answer that they like."""
    return _BEGS.match(text) is not None and not _ASKS_ANEW.search(text)


def _is_another_deed(declined: str, text: str) -> bool:
    """ "Just bring it to me, then", where it was to be washed."""
    reading = the_reading()
    said = reading.read(text) if reading is not None else None
    if reading is None or said is None or not (said.surely(SpeechAct.INSTRUCT) and said.of(Role.DEED)):
        return False
    return {one.kind for one in said.wanted} != {one.kind for one in reading.read(declined).wanted}


def _asks_only_why(text: str) -> bool:
    """ "Who says?"; "what's the matter with it?" is for memory to answer."""
    reading = the_reading()
    asked = reading.read(text).asked if reading is not None else {}
    kind = max(asked, key=lambda one: asked[one], default=AskedKind.WHY)
    return len(split_words(text)) <= _SHORT and kind in (AskedKind.WHY, AskedKind.WHO, AskedKind.MAY)


def lets_it(text: str, conversation: Conversation) -> bool:
    """Whether who was asked "shall I all the same?" says so, in whatever words."""
    last, reader = conversation.last, the_after_refusals()
    if last is None or not last.is_refused or reader is None or not _may_be_leave(text):
        return False
    return reader.read(last.said, text).get(AfterRefusal.ALLOW, 0.0) >= _SURE


def _may_be_leave(text: str) -> bool:
    """Nobody gives it by a question, by an order of their own, or by passing on what others said or wrote."""
    return not (text.rstrip().endswith("?") or is_passed_on(text) or _is_own_order(text))


def _is_own_order(text: str) -> bool:
    """Whether it names what is to be done with what: "bring me the mug" is no leave for anybody else."""
    said = as_read(text)
    return said is not None and said.surely(SpeechAct.INSTRUCT) and bool(said.of(Role.DEED) and named_things(said))


def _gives_leave(declined: str, text: str) -> bool:
    """From who may give it, an argument for it gives it, too: "go on, it's only a short wash". What backs the refusal
    is sometimes read as leave: where that may be, it is none.
    """
    reader = the_after_refusals()
    likely = reader.read(declined, text) if reader is not None else {}
    allows, argues, forbids = (
        likely.get(one, 0.0) for one in (AfterRefusal.ALLOW, AfterRefusal.INSIST, AfterRefusal.FORBID)
    )
    is_for_it = allows + argues >= _ARGUED and forbids <= _HARDLY
    return (allows >= _LIKELY and forbids <= _OF_IT * allows) or is_for_it


def _wanted(last: _Declined, to: str) -> str:
    """As it is asked for in the name of somebody else."""
    asker = last.asked.speaker
    wanted = in_name_of(asker, last.instruction)
    if to == asker and asker in wanted and can_be_read(wanted):
        return wanted
    goals = deeds_in(last.instruction, asker)
    if not goals:
        return wanted
    return ", then ".join(str(replace(goal, to=to) if goal.to == asker else goal) for goal in goals)
