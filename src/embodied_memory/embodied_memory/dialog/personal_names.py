"""Things and people by what they are to the speaker: "my favourite cup" is the white one, "Dad" is Tom."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from embodied_memory.dialog.dialog_act import DialogAct, Reading
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.memory.personal.things_meant import all_things_meant, other_name
from embodied_memory.words.who_is_meant import WhoIsMeant

_NAMED = re.compile(r"\b(?:my|our|[A-Z][\w-]*'s)\s+(?:[\w-]+\s+){0,3}?[\w-]+(?=[\s?.!,]|$)")
_PROPER = re.compile(r"(?<=[a-z'’,] )(?:the )?[A-Z]\w+(?: [A-Z]\w+)*")
"""Names within a sentence, of people too: what nobody is taught to be another name stays."""
_FAVOURITE = re.compile(r"\b(?:favou?rite|gift|gifted|present|beloved|special|preferred|usual|lucky|old|new)\b", re.I)

_FETCHED = re.compile(
    r"(?:please )?(?:go (?:and )?)?(?:get|fetch|bring|call)(?: me| us)? (?P<name>[A-Z]\w+)"
    r"(?: (?:here|for me|for us|please|now|then|quick(?:ly)?))*[.!]*",
    re.I,
)
"""Nobody is carried: they are told."""

Recall = Callable[[str, str], Sequence[PersonalRecollection]]


def for_whom_named(reading: Reading, who: WhoIsMeant, speaker: str) -> Reading:
    """With the names of those for whom something is to be done; what is only heard stays as it was said."""
    if reading.act not in (DialogAct.INSTRUCTION, DialogAct.MESSAGE, DialogAct.OFFER):
        return reading
    named = replace(reading, text=who.with_names(reading.text, speaker))
    fetched = _FETCHED.fullmatch(named.text) if named.act is DialogAct.INSTRUCTION else None
    if fetched is None or not who.knows(fetched["name"]):
        return named
    return Reading(DialogAct.MESSAGE, f"tell {fetched['name']}: {speaker or 'somebody'} would like you to come")


def with_things_meant(question: str, speaker: str, recall: Recall) -> str:
    """The question with the one thing in the place of its personal name; as it is if memory knows none, or several.

    Questions that ask what the favourite is are left alone.
    """
    if re.match(r"\s*(?:what|which)\b", question, re.I):
        return question
    question = _with_other_names(question, speaker, recall)
    for match in _NAMED.finditer(question):
        phrase = _whole(match[0], question[match.end() :])
        if not _FAVOURITE.search(phrase):
            continue
        things, _ = all_things_meant(recall(phrase, speaker), phrase)
        if len(things) == 1:
            return question.replace(phrase, f"the {things[0]}", 1)
    return question


def _with_other_names(question: str, speaker: str, recall: Recall) -> str:
    """ "Where's Big Red?" -> "Where's the red mug?", where somebody called it so."""
    for match in _PROPER.finditer(question):
        other = next(filter(None, (other_name(one, match[0]) for one in recall(match[0], speaker))), "")
        if other:
            return f"{question[: match.start()]}the {other}{question[match.end() :]}"
    return question


def _whole(phrase: str, rest: str) -> str:
    """With the noun, where only the look was taken: "my favourite" "book" of "my favourite book"."""
    following = re.match(r"\s+([\w-]+)", rest)
    return f"{phrase}{following[0]}" if following and _FAVOURITE.fullmatch(phrase.split()[-1]) else phrase
