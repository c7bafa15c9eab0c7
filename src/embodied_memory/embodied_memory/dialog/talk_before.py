"""What makes sense only by what was said before it: "why not?", a name that was asked for, "read it back to me"."""

from __future__ import annotations

import re

from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.dialog.spoken_parts import is_passed_on
from embodied_memory.dialog.wanted_deeds import deeds_wanted
from embodied_memory.memory.retrieval.kept_lists import list_changes
from embodied_memory.memory.wording.word_stems import content_stems
from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_words import named_things
from embodied_memory.words.said import SURE, AskedKind, DeedKind, Role, Said, SpeechAct

_OF_REASON = (AskedKind.WHY, AskedKind.WHO, AskedKind.MAY)
_WITHOUT = re.compile(r"(?:\w+,? ){0,2}(?:without|minus|except|scrap|strike|drop|skip|lose|forget)\b", re.I)
_SHORT = 4
"""So many words ask why, without a word of what."""


def by_talk_before(said: Said, conversation: Conversation) -> Reading | None:
    """None for what makes sense by itself."""
    last = conversation.last
    if last is not None and last.is_refused:
        return _after_a_refusal(said, last.said)
    if last is not None and last.act == DialogAct.UNCLEAR.value and _names_what_is_wanted(said):
        return Reading(DialogAct.INSTRUCTION, deeds_wanted(said))
    listed = _listed(conversation)
    if listed and (_wants_it_read(said) or _asks_what_is_on_it(said)):
        return Reading(DialogAct.QUESTION, "What is on the list?")
    is_less = bool(said.of(Role.NOT)) or bool(_WITHOUT.match(said.text))
    needless = [one for one in named_things(said) if content_stems(one.text) & listed] if is_less else []
    if needless and not said.surely(SpeechAct.ASK):
        return Reading(DialogAct.REPORT, " and ".join(f"take {one.text} off the list" for one in needless))
    return None


def _after_a_refusal(said: Said, refused: str) -> Reading | None:
    """ "Who says?" asks why, and "Mummy said I could" asks for the same again: it is refused again."""
    if said.surely(SpeechAct.ASK, SpeechAct.REASON) and not named_things(said):
        asks_why = said.surely(SpeechAct.REASON) or max(said.asked, key=lambda one: said.asked[one]) in _OF_REASON
        return Reading(DialogAct.REASON, said.text) if asks_why and len(split_words(said.text)) <= _SHORT else None
    is_claim = is_passed_on(said.text) and not said.surely(SpeechAct.INSTRUCT, SpeechAct.ASK, SpeechAct.CANCEL)
    return Reading(DialogAct.INSTRUCTION, refused, is_part=True) if is_claim else None


def _names_what_is_wanted(said: Said) -> bool:
    """ "The torch, I mean", where the robot has just said that it does not know what is wanted."""
    return said.is_surely_wanted and bool(deeds_wanted(said))


def _listed(conversation: Conversation) -> frozenset[str]:
    """What was put on a list in this talk, by its words."""
    told = (turn.said for turn in conversation.turns if turn.act == DialogAct.REPORT.value)
    changes = (change for one in told for change in list_changes(one, the_reading()))
    return frozenset(word for _, words in changes for word in content_stems(words))


def _asks_what_is_on_it(said: Said) -> bool:
    """ "So what stands on it now?"."""
    kinds = said.asked.get(AskedKind.LIST, 0.0) + said.asked.get(AskedKind.CONTENTS, 0.0)
    return said.surely(SpeechAct.ASK) and kinds >= SURE and not named_things(said) and not said.of(Role.SOURCE)


def _wants_it_read(said: Said) -> bool:
    """ "Read it back to me"."""
    is_said = bool(said.wanted) and all(one.kind is DeedKind.SAY for one in said.wanted)
    return is_said and said.share(SpeechAct.INSTRUCT, SpeechAct.REPEAT, SpeechAct.ASK) >= SURE
