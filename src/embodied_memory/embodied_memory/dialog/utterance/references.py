"""Whom and what names and pronouns refer to: "he" is somebody spoken of before, "my favourite cup" the white one,
"Dad" Tom.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from embodied_memory.dialog.talk.conversation import Conversation, DialogAct, Reading
from embodied_memory.memory.personal.personal_memory import PersonalRecollection, all_things_meant, other_name
from embodied_memory.memory.retrieval.query_plan.question_words import ASKING_KIND, ASKING_PERSON, NOT_NAMES
from embodied_memory.planning.tasks.request_frame import DEED_VERBS
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import Role
from embodied_memory.words.time_words.local_calendar import MONTHS, WEEKDAYS
from embodied_memory.words.who_is_meant import WhoIsMeant
from embodied_memory.words.wording.words import split_words

_NAME = re.compile(r"\b(?P<name>[A-Z][a-z]+)\b(?P<has>'s\b)?(?!')")
"""Also of whom something is: "Tom's cord"."""
_HE = re.compile(r"\b(?P<word>he|she|him|her|his|hers)\b(?! own)", re.I)
_ITS_OWN = re.compile(r"\s+(?!(?:an?|the|some|my|your|our|this|that|one|two|another|if|to|when|that)\b)[a-z]")
"""What is hers: "her book", not "give her a book"."""
_NO_NAMES = (
    frozenset(
        split_words(
            "a an he she they we yes no what how can could would will please hello hi and but so all thanks thank"
            " shall nothing nobody today yesterday tomorrow this that or perhaps also say ask reminder remind"
            " whose some any both two three later from since then"
            " still only"
        )
    )
    | ASKING_KIND
    | frozenset(WEEKDAYS)
    | ASKING_PERSON
    | NOT_NAMES
    | frozenset(DEED_VERBS.split("|"))
)
"""What begins a sentence, too, with a capital: "Bring the yellow thing" names nobody."""
_NAMED = re.compile(r"\b(?:my|our|[A-Z][\w-]*'s)\s+(?:[\w-]+\s+){0,3}?[\w-]+(?=[\s?.!,]|$)")
""" "Tom's favourite cup"."""
_PROPER = re.compile(r"(?<=[a-z'’,] )(?:the )?[A-Z]\w+(?: [A-Z]\w+)*")
"""Names within a sentence, of people too: what nobody is taught to be another name stays."""
_FAVOURITE = re.compile(r"\b(?:favou?rite|gift|gifted|present|beloved|special|preferred|usual|lucky|old|new)\b", re.I)
""" "my lucky socks"."""

_FETCHED = re.compile(
    r"(?:please )?(?:go (?:and )?)?(?:get|fetch|bring|call)(?: me| us)? (?P<name>[A-Z]\w+)"
    r"(?: (?:here|for me|for us|please|now|then|quick(?:ly)?))*[.!]*",
    re.I,
)
"""Nobody is carried: they are told."""

Recall = Callable[[str, str], Sequence[PersonalRecollection]]


def with_person_named(text: str, beside: str) -> str:
    """ "Give him some", beside "Pickles looks hungry"."""
    reading = the_reading()
    roles = (Role.PERSON, Role.RECIPIENT, Role.THEME)
    fillers = reading.read(beside).fillers if reading is not None and beside and _HE.search(text) else ()
    named = (one.text for one in fillers if one.role in roles and _NAME.fullmatch(one.text))
    return _with_name(text, next((name for name in named if _is_name(name, ())), ""))


def with_person_before(text: str, conversation: Conversation) -> str:
    """ "Where is he?" after "Did Bob come home?"."""
    said = _HE.search(text)
    return _with_name(text, person_before(conversation, word=said["word"]) if said else "")


def person_before(conversation: Conversation, known: Collection[str] = (), word: str = "") -> str:
    """Who was named last, by anybody; "" if nobody was. Who speaks calls themselves "I".

    known: names in lower case; if told, only one of them. word: "he", "her" and the like, which they may be called.
    """
    for turn in reversed(conversation.turns):
        for said in (turn.said, turn.answer.text):
            for name in names_in(said, known, conversation):
                is_other = name.lower() != conversation.person.lower()
                if is_other and (not word or conversation.who.may_be(name, word)):
                    return name
    return ""


def names_in(text: str, known: Collection[str] = (), conversation: Conversation | None = None) -> Iterator[str]:
    """In their order. A month is somebody who has something ("June's train"), or is known by that name."""
    for match in _NAME.finditer(text):
        name = match["name"]
        is_told = not known and conversation is not None and conversation.who.knows(name)
        is_month = name.lower() in MONTHS and not match["has"]
        if is_told or (_is_name(name, known) and not is_month):
            yield name


def _with_name(text: str, person: str) -> str:
    match = _HE.search(text)
    if match is None or not person:
        return text
    own = match["word"].lower() in ("his", "hers") or (
        match["word"].lower() == "her" and _ITS_OWN.match(text, match.end()) is not None
    )
    return f"{text[: match.start()]}{person}{chr(39) + 's' if own else ''}{text[match.end() :]}"


def _is_name(word: str, known: Collection[str]) -> bool:
    return word.lower() in known if known else word.lower() not in _NO_NAMES


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
