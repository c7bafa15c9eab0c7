"""What is left unsaid because it was said just before: "no, the blue one", "and the plate too", "off again", "not to
me, to Tom". The deed or the question before is said anew with the new part in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from embodied_memory.dialog.conversation import Conversation, Turn
from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.dialog.fragment import fragment_of, with_noun
from embodied_memory.memory.wording.word_stems import content_stems
from embodied_memory.memory.wording.words import split_words
from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.words.said import TELLING, Filler, Role, Said, SpeechAct

_HALF = 0.5
_DROPS = re.compile(
    r"^(?:(?:no|wait|actually|oh|hang on|you know what)[,.! ]*)*(?:scratch|strike|forget|drop|cancel) that\b", re.I
)
"""How people begin who want something else than what they asked for."""
_ADDS = re.compile(
    r"^(?:oh|ah|well|okay|ok|\W)*(?:and|also|plus|as well as)\b[\s,.]*(?!(?:where|what|who|when|why|how)\b)", re.I
)
_ENDS = re.compile(r"\s*(?:[,.;!?]|\b(?:and|while|when|if|for|please|too|as well)\b)", re.I)
_ONLY = r"\b(?:just|only)\W+(?:\w+\W+){0,3}"
_AGAIN = re.compile(
    r"^(?:(?:please )?(?:try|do)(?: (?:it|that|this))?(?: once more| one more time)? ?again|once more|again"
    r"|(?:try|look|search|check|go|ask|bring|put|do)(?: (?:it|that|this|there))* again"
    r"|(?:try |do it )?one more time|have another (?:go|try)|retry)$",
    re.I,
)
_NOUN = r"(?:(?:the|a|an|my|your|our|his|her|their|this|that|these|those|some|both|\w+'s) )\S+(?: \S+){0,5}"
_THING = re.compile(rf"(?:some|any)thing\b.*|{_NOUN}", re.I)
_PLACE = re.compile(
    rf"(?P<relation>to|into|in|onto|on top of|on|next to|beside|under|from|at)"
    rf" (?P<place>{_NOUN}|[A-Z]\w+|me|us|him|her)",
    re.I,
)
_SWITCHED = re.compile(r"^(?:turn it |switch it )?(?P<value>on|off|open|closed|shut)$", re.I)
_ONLY_NOUN_SWITCHED = re.compile(r"^the [\w ]+ (?:on|off)$", re.I)
_OTHER = re.compile(r"^the other(?: one)?$", re.I)


def resumed(text: str, conversation: Conversation) -> Reading | None:
    """The deed that a fragment asks for, by the instruction just before; None if it is whole in itself, or none."""
    last = conversation.last_request
    if last is None or last.act == DialogAct.QUESTION.value:
        return None
    fragment = fragment_of(text)
    if _AGAIN.match(" ".join(split_words(text))) or _AGAIN.match(fragment.words):
        return Reading(DialogAct.INSTRUCTION, last.said)
    if text.strip().endswith("?") or not fragment.is_part:
        return None
    is_place = bool(fragment.old) and _names_place_of(last, fragment.old, conversation.person)
    said = _changed(f"on {fragment.words}" if is_place else fragment.words, last, conversation)
    return Reading(DialogAct.INSTRUCTION, said, replaces=fragment.is_against) if said else None


def added(alone: Said, conversation: Conversation, read: Callable[[str], Said]) -> Reading | None:
    """One more thing for the errand just asked for ("and that puzzle thing I do"): read on from it, as if both were
    said in one breath.

    alone: what is said now, read by itself; None where that is whole, or asks, or tells something.
    """
    last = conversation.last
    lead = _ADDS.match(alone.text)
    is_errand = last is not None and last.act in (DialogAct.INSTRUCTION.value, DialogAct.CHOICE.value)
    if last is None or not is_errand or lead is None or alone.text.rstrip().endswith("?"):
        return None
    goals = [goal for goal in _goals(last, conversation.person) if goal.deed in (Deed.FETCH, Deed.PLACE)]
    if not goals or alone.share(*TELLING) >= _HALF:
        return None
    errand = in_words(goals[-1], conversation.person)
    whole = read(f"{errand} and {alone.text[lead.end() :].rstrip(' .!,')}")
    begin = len(errand) + len(" and ")
    new = [one for one in whole.fillers if one.start >= begin]
    is_thing = bool(new) and new[0].role is Role.THEME and new[0].start == begin
    has_deed = any(one.role is Role.DEED for one in new)
    if not is_thing or has_deed or whole.share(SpeechAct.INSTRUCT) < _HALF:
        return None
    named = (with_noun(thing, goals[-1].thing) for thing in _things(whole.text, new))
    wanted = (in_words(replace(goals[-1], thing=thing), conversation.person) for thing in named)
    return Reading(DialogAct.INSTRUCTION, ", then ".join(wanted))


def lessened(said: Said, conversation: Conversation) -> Reading | None:
    """ "Not the tablet, just the rest": the errand just asked for without what is dropped, or with what is to stay
    ("only the cables") alone; None where it names none of its things, or all.
    """
    last = conversation.last
    goals = _goals(last, conversation.person) if last is not None else ()
    named = [goal for goal in goals if content_stems(goal.thing) & content_stems(said.text)]
    if last is None or not 0 < len(named) < len(goals):
        return None
    stays = [goal for goal in named if re.search(rf"{_ONLY}{re.escape(goal.thing.split()[-1])}\b", said.text, re.I)]
    left = stays or [goal for goal in goals if goal not in named]
    wanted = ", then ".join(in_words(goal, conversation.person) for goal in left)
    return Reading(DialogAct.INSTRUCTION, wanted, replaces=True)


def _things(text: str, new: Sequence[Filler]) -> list[str]:
    """Each with what tells which one it is, up to the next: "the puzzle thing I do", "something to drink"."""
    ends = [*(one.start for one in new[1:]), len(text)]
    clauses = (text[one.start : end] for one, end in zip(new, ends, strict=True) if one.role is Role.THEME)
    return [_ENDS.split(clause, maxsplit=1)[0].strip() for clause in clauses]


def corrected(said: Said, conversation: Conversation) -> Reading | None:
    """The errand just asked for, with what a correction says instead ("no wait, the sideboard"); None for another."""
    last = conversation.last
    if last is None or last.act not in (DialogAct.INSTRUCTION.value, DialogAct.CHOICE.value):
        return None
    refused = {one.end for one in said.fillers if one.role is Role.NOT}
    wanted = [one for one in said.fillers if not any(0 <= one.start - end <= 2 for end in refused)]
    places = [one for one in wanted if one.role in (Role.GOAL, Role.RECIPIENT)]
    things = [one.text for one in wanted if one.role in (Role.THEME, Role.VALUE)]
    if things and places and _DROPS.match(said.text):
        place = re.sub(r"\s+(?:where|that|which)$", "", places[0].text)
        whole = f"put {_definite(things[0])} {_relation_before(said.text, places[0].start)} {place}"
        return Reading(DialogAct.INSTRUCTION, whole, replaces=True)
    if _names_place_of(last, " ".join(said.of(Role.NOT)), conversation.person):
        told = [f"on {one.text}" for one in wanted if one.role in (Role.THEME, Role.GOAL, Role.RECIPIENT, Role.VALUE)]
    else:
        told = [f"{_relation_before(said.text, one.start)} {one.text}" for one in places] or things
    changed = (_changed(words, last, conversation) for words in told)
    instead = next(filter(None, changed), "")
    return Reading(DialogAct.INSTRUCTION, instead, replaces=True) if instead else None


def drops_the_last(text: str) -> bool:
    """Whether somebody begins by dropping what they asked for."""
    return bool(_DROPS.match(text))


def _names_place_of(last: Turn, refused: str, speaker: str) -> bool:
    """Whether what is refused is where something was to go: "not the desk, the bed"."""
    words = {*split_words(refused)} - {"the", "a", "my", "on", "in", "to", "at", "not"}
    return any(goal.to and words & {*split_words(goal.to)} for goal in _goals(last, speaker))


def _goals(last: Turn, speaker: str) -> tuple[TaskGoal, ...]:
    """Of the errand before; none where it cannot be read."""
    try:
        return tuple(read_task(last.said, speaker))
    except InstructionError:
        return ()


def _relation_before(text: str, start: int) -> str:
    """The preposition before a place; "to" where it is left out."""
    words = split_words(text[:start])
    return words[-1] if words and words[-1] in ("in", "into", "on", "onto", "under", "at") else "to"


def _changed(words: str, last: Turn, conversation: Conversation) -> str:
    """The deed before with the new part in it; "" if the words are no such part."""
    goals = _goals(last, conversation.person)
    if not goals:
        return ""
    handled = [goal for goal in goals if goal.deed in (Deed.FETCH, Deed.PLACE)] or list(goals)
    if _ONLY_NOUN_SWITCHED.match(words):
        return words
    switched = _SWITCHED.match(words)
    if switched:
        return _switched(goals[-1], switched["value"].lower())
    place = _PLACE.fullmatch(words)
    if place:
        return _moved(handled[-1], place["relation"].lower(), place["place"], conversation.person)
    if _OTHER.match(words):
        return conversation.other_choice
    if _THING.fullmatch(words):
        thing = with_noun(words, handled[-1].thing)
        return in_words(replace(handled[-1], thing=thing), conversation.person)
    return ""


def _switched(goal: TaskGoal, value: str) -> str:
    if goal.deed is Deed.SET and value in ("on", "off"):
        return f"turn {value} {_definite(goal.thing)}"
    if goal.deed in (Deed.OPEN, Deed.CLOSE) and value not in ("on", "off"):
        return f"{'open' if value == 'open' else 'close'} {_definite(goal.thing)}"
    return ""


def _moved(goal: TaskGoal, relation: str, place: str, speaker: str) -> str:
    """To another person, or to another place."""
    is_person = place[:1].isupper() or place.lower() in ("me", "us", "him", "her")
    if relation == "to" and is_person and goal.deed in (Deed.FETCH, Deed.PLACE):
        return in_words(replace(goal, deed=Deed.FETCH, to=place), speaker)
    if goal.deed in (Deed.FETCH, Deed.PLACE):
        return f"put {_definite(goal.thing)} {relation} {place}"
    return f"find {_definite(goal.thing)} {relation} {place}" if goal.deed is Deed.SEEK and relation != "to" else ""


def in_words(goal: TaskGoal, speaker: str) -> str:
    """A deed as somebody would ask for it."""
    thing = _definite(goal.thing)
    if goal.deed is Deed.FETCH:
        return f"bring {thing} to {'me' if goal.to.lower() in ('', speaker.lower()) else goal.to}"
    if goal.deed is Deed.PLACE:
        return f"put {thing} {goal.relation} {_definite(goal.to)}" if goal.to else f"put {thing} away"
    if goal.deed is Deed.LOOK:
        return ""
    if goal.deed is Deed.SET:
        is_power = goal.setting == "power"
        return f"turn {goal.value} {thing}" if is_power else f"set the {goal.setting} of {thing} to {goal.value}"
    return f"{goal.deed.value} {thing}"


def _definite(thing: str) -> str:
    """With an article, where it has none of its own."""
    return thing if _THING.match(thing) or thing[:1].isupper() else f"the {thing}"
