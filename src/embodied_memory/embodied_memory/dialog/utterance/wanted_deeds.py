"""The deeds that somebody wants, by the roles of their words, as plain instructions."""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.dialog.talk.dialog_act import DialogAct, Reading
from embodied_memory.dialog.utterance.spoken_parts import own_sentences
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.memory.retrieval.kept_lists import in_words, list_changes
from embodied_memory.planning.instruction import InstructionError, is_search
from embodied_memory.planning.tasks.request_frame import bare_request, comes_after_something, imperative
from embodied_memory.planning.tasks.task_goal import TaskGoal
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.planning.tasks.told_moves import carries
from embodied_memory.words.one_reading import as_read, the_reading
from embodied_memory.words.plain_orders import plainly_ordered
from embodied_memory.words.plain_words import in_midst, plain_request
from embodied_memory.words.said import Role, Said, SpeechAct
from embodied_memory.words.wording.words import split_words

_ON_THE_LIST = re.compile(r"\b(?:on|onto|to|off|from) (?:the|my|our) (?:[\w'-]+ )?list\b", re.I)
""" "put eggs on the shopping list"."""
_SWITCHES = ("turn ", "open ", "close ")
_PLAIN = frozenset(split_words("bring me put find go turn on off open close away from to in on the"))
"""What is said plainly is said in these words, and the speaker's own."""
LIGHT = re.compile(r"\b(?:lights?|lamps?)$", re.I)
""" "The lamp, please" wants nothing carried."""
_SHORT = re.compile(r"['’](?:ll|s|d|re|ve)$")
_MUCH = 3
"""So many words more than the deed and its roles take are about something else."""
_HEAD = re.compile(r" (?:on|in|at|of|from|under|behind|by|with)\b")
""" "the lamp in the hall"."""


def deeds_wanted(said: Said) -> str:
    """All of them in plain words; "" where one of them is none that the robot understands, or where they are to be
    done after something else: then none is done.
    """
    if comes_after_something(said.text):
        return ""
    plain = plainly_ordered(said)
    parts = list(plain) or _parts(said)
    is_whole = bool(parts) and all(map(_is_readable, parts)) and _is_own(" ".join(parts), said.text)
    is_hint = not said.of(Role.DEED) and not any(part.startswith(_SWITCHES) for part in plain)
    heads = [_HEAD.split(one)[0] for one in said.of(Role.THEME)]
    is_fixed = is_hint and any(stays_put(one) or LIGHT.search(one) for one in heads)
    return ", then ".join(parts) if is_whole and not is_fixed else ""


def as_wanted(reading: Reading) -> Reading:
    """An order without why it is given, what is to go on a list as told; any other reading as it is."""
    is_order = reading.act in (DialogAct.INSTRUCTION, DialogAct.OFFER)
    if is_order and _ON_THE_LIST.search(reading.text) and (changes := list_changes(reading.text, the_reading())):
        return replace(reading, act=DialogAct.REPORT, text=in_words(changes))
    return replace(reading, text=_without_reasons(reading.text)) if is_order else reading


def _without_reasons(text: str) -> str:
    """ "Get me my glasses, I can't read a word" -> "bring me my glasses"; as it is
    where what is left would be another deed.
    """
    said = as_read(text)
    plain = ", then ".join(plainly_ordered(said)) if said is not None and said.surely(SpeechAct.INSTRUCT) else ""
    has_more = len(split_words(bare_request(text))) - len(split_words(plain)) >= _MUCH
    return plain if plain and has_more and _deeds(plain) == _deeds(text) else text


def deeds_in(instruction: str, speaker: str = "", people: frozenset[str] = frozenset()) -> tuple[TaskGoal, ...]:
    """As the planner reads them; none where it reads none. speaker: who "me" is; people: names, in lower case."""
    try:
        return read_task(instruction, speaker, people)
    except InstructionError:
        return ()


def _deeds(text: str) -> list[str]:
    """Carrying is one, whereto is read by what is said of it."""
    return ["carry" if carries(goal) else goal.deed.value for goal in deeds_in(text)]


def thing_of(said: Said) -> str:
    """What is spoken of, "Torch" as "the torch"; "that" for a pointer."""
    thing = next((in_midst(said.text, one) for one in said.fillers if one.role is Role.THEME), "that")
    return f"the {thing.lower()}" if thing != "that" and len(split_words(thing)) == 1 else thing


def _parts(said: Said) -> list[str]:
    """ "taking this tray back" -> "take this tray back"."""
    requests = (request.partition(" ") for request in plain_request(said))
    return [f"{_plain(verb)}{space}{rest}" for verb, space, rest in requests]


def _plain(verb: str) -> str:
    return imperative(verb.lower()) if verb.lower().endswith("ing") else verb


def _is_readable(part: str) -> bool:
    """Whether a deed is one that the robot understands, be its thing only pointed at."""
    return bool(deeds_in(part)) or is_search(part)


def _is_own(request: str, text: str) -> bool:
    """Whether the speaker says these words for themselves, and does not quote them."""
    said = split_words(" ".join(own_sentences(text)))
    own = {*said, *(_SHORT.sub("", word) for word in said), *_PLAIN}  # "my cardi'll do nicely"
    return own | {imperative(word) for word in own} >= set(split_words(request))
