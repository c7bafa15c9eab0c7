"""Whether what was asked for before is called off."""

from __future__ import annotations

import re

from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.dialog_act import DialogAct
from embodied_memory.dialog.errand_edits import drops_all
from embodied_memory.dialog.messages import is_message
from embodied_memory.dialog.stop_words import asks_to_stop
from embodied_memory.dialog.turn_before import ERRANDS, LIKELY, PROMISED, Following, as_spoken
from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.follow_ups import Follows, the_follow_ups
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import TELLING, Role, Said, SpeechAct

_HALF, _SOME, _SURELY = 0.5, 0.2, 0.85
_PROMISED = (DialogAct.REMINDER.value, DialogAct.MESSAGE.value)
_STAYS = re.compile(
    r"\b(?:leave|keep|let) (?:it|them|that|those|everything)"
    r" (?:be\b|alone\b|(?:just )?(?:where|as|how) (?:it|they|that|those)\b)",
    re.I,
)
_CLAUSE = re.compile(r"[.,;!]+\s+")
_MOST_WORDS = 4
"""Of a no, before what only tells why."""


def is_taken_back(one: Following) -> bool:
    """By what follows; where that is less sure, the act must bear it out."""
    is_off = one.said.share(SpeechAct.CANCEL, SpeechAct.FORGET, SpeechAct.CORRECT)
    if one.act in ERRANDS and _STAYS.search(one.said.text) and not one.said.of(Role.CONDITION):
        return True
    if one.act is DialogAct.LATER and one.said.of(Role.NOT):
        return one.told.share(Follows.OFF, Follows.WITHOUT) >= LIKELY  # "no, don't turn it off" wants no stop
    if one.said.of(Role.CONDITION) or one.said.surely(SpeechAct.RESUME):
        return False  # "if he's still up at eleven, leave it"
    is_borne_out = is_off + one.said.share(SpeechAct.REFUSE) >= _SOME
    is_refused = one.act in PROMISED and is_borne_out and one.told.share(Follows.OFF) >= _SURELY
    if one.said.surely(SpeechAct.ASIDE) or (asks_to_stop(one.said.text) and is_off < _HALF and not is_refused):
        return False  # who may only want a stop takes nothing back
    return one.told.share(Follows.OFF) >= (LIKELY if is_borne_out else _SURELY) or _begins_with_no(one)


def drops_it(one: Following) -> bool:
    """ "On second thought, skip the shoes", of an errand that is about nothing else, or of what is promised."""
    is_less = one.told.share(Follows.WITHOUT, Follows.OFF) >= LIKELY and one.said.surely(SpeechAct.CANCEL)
    if one.act in ERRANDS:
        return is_less and drops_all(one.before.said, one.said)
    return is_less and one.act is DialogAct.LATER and not one.said.of(Role.NOT)


def _begins_with_no(one: Following) -> bool:
    """ "Actually no, don't. Greta wants to tell him herself": the rest only tells why."""
    ends = [found for found in _CLAUSE.finditer(one.said.text) if found.start() and found.end() < len(one.said.text)]
    ends = [found for found in ends if len(split_words(one.said.text[: found.start()])) <= _MOST_WORDS]
    follow_ups, reading = the_follow_ups(), the_reading()
    if not ends or follow_ups is None or reading is None:
        return False
    first, rest = one.said.text[: ends[-1].start()], one.said.text[ends[-1].end() :]
    is_off = follow_ups.read(as_spoken(one.before.said), f"{first}.").share(Follows.OFF) >= _SURELY
    wants = reading.read(rest).surely(SpeechAct.INSTRUCT, SpeechAct.ASK, SpeechAct.REMIND, SpeechAct.CORRECT)
    tells_why = ends[-1][0].strip() != "," or reading.read(rest).surely(*TELLING)  # "no, at six" does not
    return is_off and tells_why and not wants and not is_message(rest)


def takes_promise_back(said: Said, conversation: Conversation) -> bool:
    """ "Cancel that", of what the robot has just promised to tell or to remind of: nothing is being done then."""
    is_promised = conversation.last is not None and conversation.last.act in _PROMISED
    return is_promised and said.share(SpeechAct.CANCEL, SpeechAct.FORGET) > said.share(SpeechAct.STOP)


def takes_errand_back(said: Said, conversation: Conversation) -> bool:
    """ "Actually no, Mama will find out": who has just asked for something, and now wants it not, or otherwise."""
    last = conversation.last
    is_asked_for = last is not None and DialogAct(last.act) in ERRANDS
    is_off, refuses = said.share(SpeechAct.CANCEL, SpeechAct.CORRECT), said.share(SpeechAct.REFUSE)
    is_meant = is_off >= _SOME or refuses >= _SURELY  # "I've had enough potatoes, thank you" may be about those
    return is_asked_for and is_meant and is_off + refuses >= _HALF
