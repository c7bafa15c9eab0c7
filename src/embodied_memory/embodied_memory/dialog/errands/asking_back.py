"""Asking which of several readings is meant, and what the robot waits for once it has asked back or offered
something: which one, a yes, a no.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from embodied_memory.dialog.errands.errand_edits import ME, in_plain_words
from embodied_memory.dialog.errands.instruction_queue import Assignment, goes_on
from embodied_memory.dialog.errands.refusals import lets_it
from embodied_memory.dialog.talk.conversation import Conversation, DialogAct, OpenQuestion, Reading, UtteranceReader
from embodied_memory.dialog.talk.reply import Reply, saying
from embodied_memory.dialog.utterance.wanted_deeds import deeds_in
from embodied_memory.event import Utterance
from embodied_memory.words.heard import agrees
from embodied_memory.words.wording.words import split_words, stem

_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_NUMBERS = ("one", "two", "three", "four", "five")
_FILLING = frozenset(
    split_words(
        "the a an of one ones please i mean meant want would like that this it is take bring get yes yeah ok okay"
        " option number no not robot in on at my your to from with and"
    )
)
_NONE_OF_THEM = re.compile(
    r"^(?:no|nope|none|neither|never mind|nevermind|forget (?:about )?it|forget about that"
    r"|cancel|stop|nothing|leave it)\b(?: (?:of )?(?:them"
    r"|those|these|that|it|thanks|thank you|please))*[.! ]*$",
    re.I,
)
""" "forget about it", "none of those"."""
_EITHER = re.compile(r"^(?:either|any|both are fine|whichever|it does not matter|you choose|any of them)\b", re.I)
""" "either", "you choose"."""

_HAS_ARTICLE = re.compile(r"(?:the|a|an|my|your|our|\w+'s)\s", re.I)
_THAT_ONE = re.compile(
    r"(?:(?:yes|yeah|ok|okay|well|so|right) )*(?:take |bring )?(?:that|this)(?: one)?(?: then| please)*$"
)
""" "ok take that one then"."""
_ASKS = re.compile(r"(?:where|what|which|who|when|why|how|is|are|does|do|did|has|have|can)\b", re.I)
_TAG = re.compile(r",? (?:mind(?: you)?|please|then|though|thanks|thank you)[.! ]*$", re.I)
""" "the red one, mind you"."""
_SLIP = re.compile(
    r"[.,;!?]+\s*(?:(?:oh|ah|er|um|no|wait|hang on|hold on|actually|sorry|rather|scratch that|i mean"
    r"|make that|make it)\b[\s,]*)+",
    re.I,
)
""" "front door. No, hang on, the spare"."""
_REFUSED = re.compile(r"^(?:no,? )?(?:(?:i )?(?:do not|don't) (?:mean|want)|not)(?: the)? (?P<what>[^,]+)$", re.I)
""" "I don't mean the red one", "not the blue one"."""
_ACCEPTED = re.compile(
    r"(?:(?:yes|yeah|yep|sure|ok|okay|of course)[,. ]*(?:please(?: do)?|do(?: so| that)?|i would like that"
    r"|go(?: ahead| and (?:look|see))?)?|please(?: do)?"
    r"|(?:please )?(?:go ahead|go and (?:look|see)|do (?:so|that|it)))(?:[, ]+please)?[.! ]*",
    re.I,
)
""" "Yes, please do": an offer is taken up."""
_LEAVES_IT_OPEN = (
    DialogAct.QUESTION, DialogAct.EXPLANATION, DialogAct.PROGRESS, DialogAct.REPEAT, DialogAct.UNCLEAR,
    DialogAct.TALK, DialogAct.ASIDE,
)  # fmt: skip


def question_for(open_question: OpenQuestion, told: str = "") -> str:
    """Such as: By "my cup", do you mean the red cup on the desk or the white cup in the kitchen? told: before it."""
    *first, last = open_question.ambiguity.readings
    meant = f"{', '.join(first)} or {last}" if first else last
    before = f"{told.rstrip('. ')}. " if told and len(open_question.ambiguity.readings) > 1 else ""
    return f'{before}By "{open_question.ambiguity.phrase}", do you mean {meant}?'


def chosen_reading(open_question: OpenQuestion, reply: str) -> str:
    """The reading that a reply picks, "" if it picks none or several."""
    if _ASKS.match(reply.strip()):
        return ""
    readings, words = open_question.ambiguity.readings, list(split_words(reply))
    if len(readings) == 1 and agrees(reply):
        return readings[0]
    if _EITHER.match(" ".join(words)):
        return readings[0]
    refused = _REFUSED.match(_TAG.sub("", " ".join(reply.split())))
    if refused and len(readings) == 2:
        not_meant = chosen_reading(open_question, refused["what"])
        return next((one for one in readings if one != not_meant), "") if not_meant else ""
    if refused:
        return ""  # of several, what is not meant picks none
    by_number = _by_number(words, len(readings))
    if by_number is not None:
        return readings[by_number]
    said = {stem(word) for word in words if word not in _FILLING}
    told = [{stem(word) for word in split_words(reading)} - _FILLING for reading in readings]
    common = set.intersection(*told) if told else set()
    fits = [len(said & (reading - common)) for reading in told]
    best = max(fits, default=0)
    return readings[fits.index(best)] if best and fits.count(best) == 1 and len(words) <= 14 else ""


def put_right(open_question: OpenQuestion, reply: str) -> str:
    """What is said last where somebody stops themselves: "front door. No, hang on, the spare"."""
    *_, last = _SLIP.split(reply)
    return last if chosen_reading(open_question, last) else reply


def _that_one(reply: str, about: str) -> str:
    """What was just spoken of, where a reply only points at it: "ok, that one then"."""
    return about if about and _THAT_ONE.match(" ".join(split_words(reply))) else reply


def _asks_which(reply: str) -> bool:
    """Whether the speaker wants to hear the readings again."""
    words = " ".join(split_words(reply))
    return bool(re.search(r"^(?:\w+ ){0,2}(?:which (?:one|ones|of)\b|what (?:are|were) (?:the|my) )", words))


def _other_instruction(open_question: OpenQuestion, chosen: str, speaker: str) -> str:
    """With the reading that was not chosen; "" where there are several, or where it would ask for something else."""
    others = [reading for reading in open_question.ambiguity.readings if reading != chosen]
    other = with_reading(open_question, others[0]) if len(others) == 1 else ""
    return other if other and _asks_the_same(open_question.instruction, other, speaker) else ""


def _wants_none(reply: str) -> bool:
    """Whether the reply takes the instruction back."""
    parts = [part.strip() for part in re.split(r"[,.;!]", " ".join(reply.split())) if part.strip()]
    return bool(parts) and all(_NONE_OF_THEM.match(part) for part in parts)


def with_reading(open_question: OpenQuestion, reading: str) -> str:
    """The instruction with the chosen reading in the place of the ambiguous words."""
    phrase = open_question.ambiguity.phrase
    own_article = r"(?:\b(?:the|a|an|my|your|our|some) )?" if _HAS_ARTICLE.match(reading) else ""
    named = re.compile(rf"{own_article}\b{re.escape(phrase)}\b", re.I)
    changed, count = named.subn(lambda _: reading, open_question.instruction, count=1)
    return changed if count else _with_thing(open_question, reading)


def _with_thing(open_question: OpenQuestion, reading: str) -> str:
    """Where the instruction calls it otherwise ("that key off the table") the deeds are told anew."""
    goals = deeds_in(open_question.instruction, ME)
    meant = [replace(one, thing=reading) if one.thing == open_question.ambiguity.phrase else one for one in goals]
    return in_plain_words(meant) or f"{open_question.instruction.rstrip('.!? ')}: {reading}"


def _asks_the_same(instruction: str, changed: str, speaker: str) -> bool:
    """Whether an instruction asks for the same deeds with the chosen reading in it, about whatever thing.

    A reading is made of what was seen and told, and may read like orders; it says which thing, and nothing else.
    """
    return _deeds(instruction, speaker) == _deeds(changed, speaker)


def _deeds(instruction: str, speaker: str) -> list[tuple[str, ...]]:
    goals = deeds_in(instruction, speaker)
    return [(goal.deed.value, goal.relation, goal.setting, goal.value) for goal in goals]


def _by_number(words: list[str], readings: int) -> int | None:
    """ "the second", "number two", "2", "the last one"; only in short replies."""
    if len(words) > 5:
        return None
    for index in range(min(readings, len(_ORDINALS))):
        is_number = words in ([str(index + 1)], [_NUMBERS[index]]) or words[:1] in (["number"], ["option"])
        if _ORDINALS[index] in words or (is_number and {str(index + 1), _NUMBERS[index]} & set(words)):
            return index
    if {"last", "latter"} & set(words):
        return readings - 1
    return 0 if {"former"} & set(words) else None


class AwaitedReplies:
    """reader: of all else that is said; assign: begins an instruction, before all that waits."""

    def __init__(self, reader: UtteranceReader, assign: Callable[[Reading, Assignment, str, bool], Reply]) -> None:
        self._reader, self._assign = reader, assign

    def read(self, text: str, conversation: Conversation) -> Reading:
        """A reply to what the robot asked back goes before everything else, if it is one."""
        open_question = conversation.open_question
        is_awaited = bool(conversation.offered or conversation.to_forget)
        accepted = is_awaited and (_accepts(text) or agrees(text) or lets_it(text, conversation))
        if offered := conversation.take_offer(accepted):
            return Reading(DialogAct.INSTRUCTION, offered, is_confirmed=True)
        if accepted:
            return Reading(DialogAct.FORGETTING, conversation.to_forget)
        conversation.to_forget = ""
        if open_question is not None and text:
            text = put_right(open_question, _that_one(text, conversation.about))
            if _wants_none(text) or chosen_reading(open_question, text):
                return Reading(DialogAct.CHOICE, text)
            if _asks_which(text):
                return Reading(DialogAct.REPEAT, text)
        if goes_on(text):
            return Reading(DialogAct.RESUME, text)
        reading = self._reader.read(text, conversation)
        if reading.act in _LEAVES_IT_OPEN:
            return reading
        conversation.open_question = None
        return reading

    def choose(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """An act of the dialog (see `DialogManager`): what was meant of what the robot asked about."""
        open_question, conversation.open_question = conversation.open_question, None
        assert open_question is not None
        if _wants_none(reading.text):
            return saying(reading, "All right, I leave it.")
        reading_meant = chosen_reading(open_question, reading.text)
        instruction = with_reading(open_question, reading_meant)
        if not _asks_the_same(open_question.instruction, instruction, utterance.speaker):
            told = "I cannot put that into words of my own: tell me in yours which one you mean."
            return saying(reading, told)
        conversation.other_choice = _other_instruction(open_question, reading_meant, utterance.speaker)
        assignment = Assignment(instruction, utterance.speaker)
        return self._assign(replace(reading, text=instruction), assignment, reading_meant, True)


def _accepts(text: str) -> bool:
    """Whether an offer is taken up."""
    return bool(_ACCEPTED.fullmatch(text.strip()))
