"""What the robot asks whether it shall do it: what may be meant as an errand, and what somebody seems to need."""

from __future__ import annotations

import re
from collections.abc import Callable

from embodied_memory.dialog.answers.asking_memory import place_of
from embodied_memory.dialog.errands.instruction_queue import deed_of
from embodied_memory.dialog.talk.conversation import Conversation, DialogAct, Reading
from embodied_memory.dialog.talk.dialog_memory import DialogMemory
from embodied_memory.dialog.talk.reply import Reply, refusing, saying, stated
from embodied_memory.dialog.utterance.completion import thing_spoken_of
from embodied_memory.event import Utterance
from embodied_memory.memory.retrieval.kept_lists import list_changes
from embodied_memory.words.heard import hints, is_confidential
from embodied_memory.words.one_reading import as_read, the_reading
from embodied_memory.words.said import SpeechAct
from embodied_memory.words.saying_sorts import Need, the_needs

_TELLS = (DialogAct.REPORT, DialogAct.ASIDE, DialogAct.UNCLEAR)
_OF_NOW = (SpeechAct.TELL, SpeechAct.WISH, SpeechAct.ASIDE, SpeechAct.NONSENSE, SpeechAct.REFUSE)
_SURE, _VERY_SURE = 0.5, 0.9
"""Of 350 sayings of unseen writers that hint at a need 197 are read then, 33 as another one; of 770 others 8 are."""
_MET_BY = {
    Need.DARK: (("lamp", "turn on the lamp"), ("light", "turn on the light")),
    Need.BRIGHT: (("curtains", "close the curtains"), ("blinds", "close the blinds"), ("lamp", "turn off the lamp")),
    Need.COLD: (
        ("heater", "turn on the heater"),
        ("blanket", "bring me the blanket"),
        ("window", "close the window"),
    ),
    Need.DRAUGHT: (("window", "close the window"), ("door", "close the door")),
    Need.HOT: (("fan", "turn on the fan"), ("window", "open the window"), ("heater", "turn off the heater")),
    Need.LOUD: (("radio", "turn off the radio"), ("television", "turn off the television")),
    Need.THIRSTY: (
        ("kettle", "turn on the kettle"),
        ("water", "bring me the water"),
        ("juice", "bring me the juice"),
    ),
    Need.HUNGRY: (
        ("biscuit", "bring me the biscuits"),
        ("fruit", "bring me the fruit"),
        ("apple", "bring me an apple"),
    ),
    Need.HURT: (("plaster", "bring me the plasters"), ("first aid", "bring me the first aid box")),
    Need.SPILL: (
        ("cloth", "bring me the cloth"),
        ("kitchen roll", "bring me the kitchen roll"),
        ("dustpan", "bring me the dustpan"),
    ),
    Need.SIGHT: (("glasses", "bring me my glasses"),),
    Need.WET: (("towel", "bring me the towel"), ("umbrella", "bring me the umbrella")),
    Need.TISSUE: (("tissue", "bring me the tissues"),),
}
"""Things of a home, the likeliest first, and what is done with each."""


_TAG = re.compile(r",?\s+(?:is|are|was|does|do)n['’]?t (?:it|they)\W*$", re.I)
""" "bit warm in here, isn't it"."""
_ENDS = {"close ": "open", "turn off ": "on"}
_BRINGS_ABOUT = {"turn on ": "on", "open ": "open"}
_LEFT = re.compile(
    r"(?<![\w'’])(?:(?i:who|they|he|she|you|some(?:body|one))|[A-Z][a-z]\w+)(?:['’](?:s|ve)| has| have)?(?: \w+)?"
    r" (?:left|forgotten) (?P<thing>(?:the|my|our|his|her) [\w ]+?)(?: hanging| standing| wide| lying| stood)*"
    r" (?P<state>on|open|running)\b(?! (?:the|my|our|a|top)\b)"
)
""" "Somebody's left the radio on"."""
_WITHOUT = re.compile(
    r"\bwithout (?P<thing>(?:my|our) [\w'’ -]+?)(?=[.,;!]|\s+(?:on|in|and|or|at|any ?more|here|tonight|now)\b|$)",
    re.I,
)
""" "I can't make out a word without my glasses"."""
_STILL = re.compile(r"\b(?P<thing>(?:the|our) [\w ]+?)(?:['’]s| is| are) still (?P<state>on|open|running)\b", re.I)
"""What nobody says but who wants it otherwise; of what they left so themselves they may only tell."""


class Offers:
    """why_not: why a person may not have the robot do something, of an instruction and who asks; "" if they may."""

    def __init__(self, memory: DialogMemory, why_not: Callable[[str, str], str]) -> None:
        self._memory, self._why_not = memory, why_not

    def ask_whether(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """An act of the dialog (see `DialogManager`): it may be meant as an errand."""
        refusal = self._why_not(reading.text, utterance.speaker)
        if refusal:
            return refusing(reading, refusal)
        conversation.offered = reading.text
        known = place_of(thing_spoken_of(reading.text), utterance.speaker, self._memory)
        return saying(reading, f"{known} Shall I {deed_of(reading.text)}?".strip())

    def what_is_needed(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply | None:
        """What is said is remembered all the same. None where nothing is surely needed that the robot could do."""
        if list_changes(reading.text, the_reading()):
            return None
        least = _least_sure(reading, utterance.text)
        deed = _undone(utterance.text) if reading.act in _TELLS else ""
        if not deed and least is not None:
            deed = self._deed_for(utterance.text, utterance.speaker, least)
            deed = (deed and _missed(utterance.text)) or deed
        if not deed or self._why_not(deed, utterance.speaker):
            return None
        conversation.offered = deed
        return Reply(DialogAct.OFFER, stated(deed, f"Shall I {deed_of(deed)}?"), told=reading.text)

    def _deed_for(self, said: str, speaker: str, least: float) -> str:
        """With the first of the things that memory has seen."""
        needs = the_needs()
        likely = needs.read(said) if needs is not None else {Need.NONE: 1.0}
        need = max(likely, key=lambda one: likely[one])
        if need is Need.NONE or likely[need] < least:
            return ""
        known = [one for one in _MET_BY[need] if one[0] in place_of(one[0], speaker, self._memory).lower()]
        causes = filter(None, (self._against_cause(thing, deed, speaker) for thing, deed in known))
        undone = (deed for thing, deed in known if not self._is_done(thing, deed, speaker))
        is_plain = need is Need.DARK and likely[need] >= _VERY_SURE  # a lamp that is on elsewhere gives no light here
        return next(causes, next(undone, known[0][1] if known and is_plain else ""))

    def _against_cause(self, thing: str, deed: str, speaker: str) -> str:
        """ "Close the study window", where that is known to be open: what it is by comes before what helps."""
        state = next((state for verb, state in _ENDS.items() if deed.startswith(verb)), "")
        told = self._memory.answer(f"Is the {thing} {state}?", speaker).text if state else ""
        found = re.search(rf"\bthe (?P<name>(?:[\w'’]+ ){{0,2}}{thing})\b", told)
        is_so = found is not None and re.search(rf"\b{state}\b", told) and not told.startswith("No")
        return deed.replace(f"the {thing}", f"the {found['name']}") if found is not None and is_so else ""

    def _is_done(self, thing: str, deed: str, speaker: str) -> bool:
        """Whether it is known to be so already: no heater is turned on that is on."""
        state = next((state for verb, state in _BRINGS_ABOUT.items() if deed.startswith(verb)), "")
        return bool(state) and self._memory.answer(f"Is the {thing} {state}?", speaker).text.startswith("Yes")


def _missed(text: str) -> str:
    """ "I can't make out a word without my glasses" wants those rather than a lamp; "" where nothing is named so."""
    found = _WITHOUT.search(text)
    return f"bring me {found['thing']}" if found else ""


def _undone(text: str) -> str:
    """ "Somebody's left the radio on": to turn it off; "" for what complains of nothing of the kind."""
    found = _LEFT.search(text) or _STILL.search(text)
    if found is None or text.rstrip().endswith("?"):
        return ""
    thing = found["thing"][0].lower() + found["thing"][1:]
    return f"close {thing}" if found["state"].lower() == "open" else f"turn off {thing}"


def _least_sure(reading: Reading, text: str) -> float | None:
    """How sure a need must be read of what tells how it is now, rather than how it always is, or what to do; None
    where nothing hints: of an illness nobody is offered a lamp.
    """
    text = _TAG.sub("", text)  # "bit warm in here, isn't it" asks for nothing but a yes
    said = as_read(text) if not text.rstrip().endswith("?") else None
    if said is None or reading.act not in (*_TELLS, DialogAct.QUESTION, DialogAct.STOP) or is_confidential(text):
        return None
    if said.surely(SpeechAct.ASK):
        return None  # "where did the set go", however it is put
    is_plain = reading.act in _TELLS and (hints(text) or said.act in _OF_NOW)
    return _SURE if is_plain else _VERY_SURE
