"""What the robot asks whether it shall do it: what may be meant as an errand, and what somebody seems to need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from embodied_memory.dialog.agreeing import deed_of
from embodied_memory.dialog.asking_memory import place_of
from embodied_memory.dialog.completion import thing_spoken_of
from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.dialog.dialog_memory import DialogMemory
from embodied_memory.dialog.reply import Reply, refusing, saying
from embodied_memory.event import Utterance
from embodied_memory.words.heard import hints, is_confidential
from embodied_memory.words.needs import Need, the_needs
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import SpeechAct

_TELLS = (DialogAct.REPORT, DialogAct.ASIDE, DialogAct.UNCLEAR)
_OF_NOW = (SpeechAct.TELL, SpeechAct.WISH, SpeechAct.ASIDE, SpeechAct.NONSENSE, SpeechAct.REFUSE)
_SURE = 0.5
"""Of 350 sayings of unseen writers that hint at a need 208 are read then, 34 as another one; of 170 others 7 are."""
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
    Need.THIRSTY: (("kettle", "turn on the kettle"),),
}
"""Things of a home, the likeliest first, and what is done with each."""


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
        may_hint = reading.act in _TELLS and _may_hint(utterance.text)
        deed = self._deed_for(utterance.text, utterance.speaker) if may_hint else ""
        if not deed or self._why_not(deed, utterance.speaker):
            return None
        conversation.offered = deed
        return replace(saying(reading, f"Shall I {deed_of(deed)}?"), told=reading.text)

    def _deed_for(self, said: str, speaker: str) -> str:
        """With the first of the things that memory has seen."""
        needs = the_needs()
        likely = needs.read(said) if needs is not None else {Need.NONE: 1.0}
        need = max(likely, key=lambda one: likely[one])
        if need is Need.NONE or likely[need] < _SURE:
            return ""
        known = (deed for thing, deed in _MET_BY[need] if thing in place_of(thing, speaker, self._memory).lower())
        return next(known, "")


def _may_hint(text: str) -> bool:
    """Whether it tells how it is now, rather than how it always is, or what to do; of an illness nobody is offered a
    lamp.
    """
    reading = the_reading()
    said = reading.read(text) if reading is not None and not text.rstrip().endswith("?") else None
    return said is not None and (hints(text) or said.act in _OF_NOW) and not is_confidential(text)
