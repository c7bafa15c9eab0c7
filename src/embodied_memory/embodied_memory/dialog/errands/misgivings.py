"""What the robot says before it does something that may hurt somebody, do damage, or break a rule of the home; and
to who asks leave for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from embodied_memory.dialog.errands.instruction_queue import deed_of
from embodied_memory.dialog.errands.refusals import GROWN_UP
from embodied_memory.dialog.talk.conversation import DialogAct, Reading
from embodied_memory.dialog.talk.dialog_memory import DialogMemory
from embodied_memory.dialog.talk.reply import Reply, refusing
from embodied_memory.dialog.utterance.wanted_deeds import deeds_in
from embodied_memory.planning.instruction import InstructionError, is_search
from embodied_memory.planning.tasks.damage import damage_by, danger_to, falls, may_be_allergen
from embodied_memory.planning.tasks.look_reading import NotToBeSeenError
from embodied_memory.planning.tasks.standing_rules import (
    StandingRule,
    giver_of,
    objection,
    objection_to_words,
    own_rule,
)
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.words.one_reading import as_read
from embodied_memory.words.said import AskedKind, Role, Said, SpeechAct
from embodied_memory.words.saying_sorts import Risk, risk_of
from embodied_memory.words.wording.words import content_stems, split_words

_BEYOND_ME = re.compile(
    r"\b(?:go|drive|move|be|walk|roll) (?:a bit |more )?(?:slower|faster|quieter|slowly|gently|softly|easy|steady)\b"
    r"|\bfly (?:to|up|over|down|off|away)\b|\bclimb (?:up|on|over|onto|into|out)\b"
    r"|\b(?:carry|lift|hoist|push|pull|fly|drive) (?:me|us|you|him|her)\b(?! (?:an?|the|my|some|your|that|this)\b)",
    re.I,
)
""" "go a bit slower", "carry me to bed"."""

_LEAVE, _RATHER, _SURELY = 0.2, 0.5, 0.9
_WHY = {
    Risk.HURT: "that may hurt or frighten somebody",
    Risk.DAMAGE: "that may do damage",
    Risk.DANGER: "that may be dangerous",
    Risk.MEAN: "that may be unkind to somebody",
}
_OF_PEOPLE = (Risk.HURT, Risk.DANGER, Risk.MEAN)
_WANTS = (DialogAct.QUESTION, DialogAct.REPORT, DialogAct.ASIDE, DialogAct.UNCLEAR, DialogAct.OFFER)
"""As what a wish, a plea, a hint, or what somebody is about to do, is read; orders are weighed by their goals."""
_ASKED = re.compile(
    r"(?:\w+,? )?(?:is it|would it be|is that|will it be) (?:ok(?:ay)?|all?[ -]?right|fine)(?: (?:with|by) you)?"
    r" if (?:i|we) (?P<deed>[^?]+)\?*$",
    re.I,
)
""" "Is it all right if I open the window?" """


@dataclass(frozen=True)
class Misgiving:
    """text: what to say; is_open: whether the speaker may want it all the same."""

    text: str
    is_open: bool


class Misgivings:
    """children: who is given nothing dangerous, whoever they say allowed it."""

    def __init__(self, memory: DialogMemory, children: Iterable[str]) -> None:
        self._memory = memory
        self._children = frozenset(name.strip().lower() for name in children if name.strip())

    def of(self, reading: Reading, speaker: str, said: str) -> Misgiving | None:
        """Of an instruction; None if nothing speaks against it, or if the speaker was asked and wants it. said: all
        that was said, of which the reading may be a part.
        """
        people = self._memory.people()
        try:
            goals = read_task(reading.text, speaker, people)
        except InstructionError:
            return self._risky(reading, speaker, said)
        danger = danger_to(goals, self._children, speaker, people)
        if danger:
            return Misgiving(f"I would rather not: {danger}. {GROWN_UP}.", False)
        return (
            self._ruled_out(goals, reading, speaker)
            or self._allergic(goals, speaker, people)
            or self._damaging(goals, reading, speaker, said)
            or self._risky(reading, speaker, said)
        )

    def against_a_rule(self, reading: Reading, speaker: str) -> Reply | None:
        """To who wants, hints at or is about to do what a rule of somebody else's speaks against, or wants harm done
        in words that leave something open.
        """
        harm = _harm_of(reading.text) if _is_unclear_order(reading) else ""
        if harm:
            return refusing(reading, f"I would rather not: {harm}.")
        is_asked = reading.act is DialogAct.QUESTION and not _may_ask_leave(reading.text)
        if (
            reading.act not in _WANTS
            or is_asked
            or (reading.act is DialogAct.REPORT and _tells_a_liking(reading.text))
        ):
            return None
        is_grown_up = self._is_for_grown_ups(speaker)
        against = objection_to_words(reading.text, speaker, self._memory.standing_rules(), is_grown_up)
        return refusing(reading, f"I would rather not: {against}.") if against else None

    def is_beyond(self, instruction: str, speaker: str) -> bool:
        """Whether nothing in it can be done: "give it a rinse", "carry me to bed". What the planner words better is
        left to it.
        """
        people = {*self._memory.people(), speaker.lower(), "me", "us", "you"}
        if _BEYOND_ME.search(instruction):
            return True
        try:
            goals = read_task(instruction, speaker, self._memory.people())
        except NotToBeSeenError:
            return False
        except InstructionError:
            return not is_search(instruction)
        return any(goal.deed in (Deed.FETCH, Deed.PLACE) and goal.thing.lower() in people for goal in goals)

    def _ruled_out(self, goals: Sequence[TaskGoal], reading: Reading, speaker: str) -> Misgiving | None:
        """By a rule of somebody else's, which holds; or by one of the speaker's own, who may have forgotten it."""
        rules = self._memory.standing_rules()
        against = (
            objection(goal, speaker, rules, is_grown_up=self._is_for_grown_ups(speaker, goal.to)) for goal in goals
        )
        other = next(filter(None, against), "")
        if other:
            giver = giver_of(other)
            instead = f" If {giver} tells me to, I will." if giver[:1].isupper() else ""
            return Misgiving(f"I would rather not: {other}.{instead}", False)
        is_settled = reading.is_confirmed or reading.is_allowed
        own = "" if is_settled else next(filter(None, (own_rule(one, speaker, rules) for one in goals)), "")
        asked = f"Shall I {deed_of(reading.text)} all the same?"
        return Misgiving(f'You told me: "{own}" {asked}', True) if own else None

    def _is_for_grown_ups(self, *people: str) -> bool:
        """Whether no child has a part in it, as far as it is told who the children are."""
        return bool(self._children) and self._children.isdisjoint(one.strip().lower() for one in people)

    def _allergic(self, goals: Sequence[TaskGoal], speaker: str, people: frozenset[str]) -> Misgiving | None:
        """What somebody is allergic to is brought to them by nobody, nor put into what is theirs."""
        for goal in goals:
            words = split_words(goal.to if goal.deed in (Deed.FETCH, Deed.PLACE) else "")
            named = {word.removesuffix("'s") for word in words}
            whom = next((name for name in (speaker.lower(), *sorted(people)) if name in named), "")
            if whom and may_be_allergen(goal.thing):
                told = self._memory.answer(f"What is {whom.title()} allergic to?", whom.title())
                if told.certainty >= _RATHER and content_stems(goal.thing) & content_stems(told.text):
                    return Misgiving(f"I would rather not: {whom.title()} may be allergic to that.", False)
        return None

    def _risky(self, reading: Reading, speaker: str, said: str) -> Misgiving | None:
        """What would likely do harm, as it was learned of such orders, is asked about, and done for no child."""
        if reading.is_confirmed:
            return None
        risk, likely = max((risk_of(one) for one in {reading.text, said}), key=lambda one: one[1])
        if risk is Risk.NONE:
            return None
        is_child = speaker.strip().lower() in self._children
        if is_child or (risk in _OF_PEOPLE and likely >= _SURELY):
            return Misgiving(f"I would rather not: {_WHY[risk]}.", False)
        asked = f"Shall I {deed_of(reading.text)} all the same?"
        return Misgiving(f"Are you sure? {_WHY[risk][:1].upper()}{_WHY[risk][1:]}. {asked}", True)

    def _damaging(self, goals: Sequence[TaskGoal], reading: Reading, speaker: str, said: str) -> Misgiving | None:
        damage = "" if reading.is_confirmed else falls(reading.text) or falls(said) or damage_by(goals)
        if not damage:
            return None
        if speaker.strip().lower() in self._children:
            return Misgiving(f"I would rather not: {damage}.", False)
        asked = f"Shall I {deed_of(reading.text)} all the same?"
        return Misgiving(f"Are you sure? {damage[:1].upper()}{damage[1:]}. {asked}", True)


def _harm_of(order: str) -> str:
    """Of one that the robot makes nothing of otherwise, if that is quite sure."""
    risk, likely = risk_of(order)
    return falls(order) or (_WHY.get(risk, "") if likely >= _SURELY else "")


def _is_unclear_order(reading: Reading) -> bool:
    """ "Throw his bike out of the window": put where?"""
    said = as_read(reading.text) if reading.act is DialogAct.UNCLEAR else None
    return said is not None and said.surely(SpeechAct.INSTRUCT)


def _may_ask_leave(question: str) -> bool:
    """Whether it may ask for more than an answer: "could I have just one?", not "how does she like her tea?"."""
    said = as_read(question)
    if said is None or not said.surely(SpeechAct.ASK):
        return True
    return said.asked.get(AskedKind.MAY, 0.0) >= _LEAVE


def _tells_a_liking(told: str) -> bool:
    """ "I take a drop of milk now": how somebody likes it is to be remembered, whatever others may not have."""
    said = as_read(told)
    return said is not None and said.surely(SpeechAct.WISH, SpeechAct.TEACH, SpeechAct.CORRECT)


def asks_leave(said: Said) -> bool:
    """ "Can I grab a hammer out of Dad's cupboard?" wants no hammer brought."""
    asks = max(said.asked, key=lambda kind: said.asked[kind], default=None) is AskedKind.MAY
    is_own_deed = any(one.lower() in ("i", "we") for one in said.of(Role.PERSON)) and bool(said.of(Role.DEED))
    return asks and is_own_deed and said.text.rstrip().endswith("?")


def told_of_leave(question: str, speaker: str, rules: Callable[[], Sequence[StandingRule]]) -> str:
    """The rule against it, or that there is none; "" where something else is asked."""
    found = _ASKED.fullmatch(question.strip())
    goals = deeds_in(found["deed"].strip(), speaker) if found else ()
    if not goals:
        return ""
    known = rules()
    against = next(filter(None, (objection(goal, speaker, known) for goal in goals)), "")
    return f"Rather not: {against}." if against else "I know of no rule against it."
