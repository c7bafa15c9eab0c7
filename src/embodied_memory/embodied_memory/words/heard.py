"""Single questions about an utterance, for who wants no more of it; all are no where nothing learned is installed."""

from __future__ import annotations

from embodied_memory.words.one_reading import as_read, the_reading
from embodied_memory.words.plain_words import POINTING, in_midst, is_for_now
from embodied_memory.words.said import SURE, DeedKind, Role, SayingSort, SpeechAct
from embodied_memory.words.saying_sorts import UNNOTICED, depends_on, the_sorts

_FEW = 0.3


def agrees(text: str) -> bool:
    """Whether somebody says yes to what was offered, in whatever words."""
    return _is(SpeechAct.AGREE, text)


def refuses(text: str) -> bool:
    """Whether somebody says no to it."""
    return _is(SpeechAct.REFUSE, text)


def thanks(text: str) -> bool:
    """Whether somebody is pleased with the robot, or thanks it."""
    return _is(SpeechAct.THANKS, text)


def wants_a_deed(text: str) -> bool:
    """Whether somebody wants something done, be it something that the robot can do or not."""
    return _is(SpeechAct.INSTRUCT, text)


def hints(text: str) -> bool:
    """Whether somebody wants something done without saying what: "there's a draught in here"."""
    said = as_read(text)
    return said is not None and said.surely(SpeechAct.INSTRUCT) and not said.of(Role.DEED)


def points_at_something(text: str) -> bool:
    """Whether a deed of a known kind is wanted with something that is only pointed at: "put it there"."""
    reading = the_reading()
    wanted = reading.read(text).wanted if reading is not None else ()
    return any(one.kind is not DeedKind.OTHER and one.thing.text.lower() in POINTING for one in wanted)


def lacks_a_goal(text: str) -> str:
    """The thing that is to go somewhere else, of which nothing says where: "move the box off the table"; else ""."""
    said = as_read(text)
    if said is None or said.of(Role.GOAL) or said.of(Role.RECIPIENT) or not said.surely(SpeechAct.INSTRUCT):
        return ""
    put = [one.thing for one in said.wanted if one.kind is DeedKind.PUT and one.certainty >= SURE]
    return in_midst(text, put[0]) if len(put) == 1 and put[0].text.lower() not in POINTING else ""


def wants_it_later(text: str) -> bool:
    """Whether a deed is wanted at some time or once something happens: "give her the scarf when she comes"."""
    said = as_read(text)
    if said is None or said.of(Role.NOT):
        return False
    if said.surely(SpeechAct.REMIND, SpeechAct.INSTRUCT) and depends_on(text, *UNNOTICED):
        return True
    if said.surely(SpeechAct.MESSAGE) and said.of(Role.CONDITION):
        return {"me", "us"} >= set(map(str.lower, said.of(Role.PERSON)))  # "let me know if she says no"
    if said.surely(SpeechAct.CANCEL):
        return bool(said.of(Role.CONDITION)) and not is_for_now(said)
    return said.surely(SpeechAct.INSTRUCT) and bool(said.wanted) and not is_for_now(said)


def is_confidential(text: str) -> bool:
    """Whether what somebody tells is hardly for everybody's ears."""
    sorts = the_sorts()
    return sorts is not None and sorts.sorts(text)[SayingSort.PLAIN] <= _FEW


def _is(act: SpeechAct, text: str) -> bool:
    said = as_read(text)
    return said is not None and said.surely(act)
