"""What is on a shopping or a packing list by now: what people had put on it and knocked off it, in their order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.list_items import is_same_item, items_meant
from embodied_memory.memory.retrieval.views.event_rows import EventRows, RecordedEvent
from embodied_memory.memory.wording.phrases import listed
from embodied_memory.memory.wording.word_stems import content_stems
from embodied_memory.words.demands import acts_in
from embodied_memory.words.one_reading import OneReading
from embodied_memory.words.plain_words import POINTING, POINTING_THERE, in_midst, named_things
from embodied_memory.words.said import AskedKind, DeedKind, Role, Said, SpeechAct

_LIST = re.compile(r"\b(?:(?P<name>(?!the\b|a\b|my\b|our\b|your\b|that\b|this\b|on\b|off\b)[\w'-]+) )?list\b", re.I)
_NO_NAMES = frozenset({*POINTING, "the", "a", "an", "some", "my", "our"})
_OF_ALL = re.compile(r"(?:\w+[,.]? ){0,2}(?:what|which|read|how many|tell|list|anything)\b", re.I)
_EACH = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_OFTEN_KEPT = ("", "shopping", "grocery")
_EMPTY = "Nothing: nobody has had me put anything on {}."
_CROSSES = re.compile(r"\b(?:cross|tick|strike|scratch)\b[^.;!?]{0,40}?\boff\b", re.I)
"""Nothing but what is on a list is crossed off."""
_JOINED = re.compile(r",? and (?:some |the )?|, (?:some |the )?", re.I)
"""Between two things for one verb, whatever kind the second seems to be of: "cat food and bin bags"."""
_TOO = re.compile(r"\W*(?:too|also|as well)\b", re.I)
_IN_WORDS = re.compile(r"put (?P<on>.+) on the list|take (?P<off>.+) off the list")
_NEXT = re.compile(r"(?<= the list) and (?=put |take )")
_MOST, _LIKELY, _SURELY, _CERTAINTY = 200, 0.5, 0.7, 0.85


@dataclass(frozen=True)
class _Item:
    words: str
    record_id: int


def answer_list(
    question: str,
    rows: EventRows,
    robot: str,
    reading: OneReading | None,
    may_cite: Callable[[Sequence[int]], bool] = lambda record_ids: True,
) -> Answer | None:
    """None for a question about no list, or where nothing was ever put on one. may_cite: whether the asker may hear
    of records: what others had put on it so that the asker does not see it is not on it for them.
    """
    asked = _LIST.search(question)
    if reading is None or not _asks(question, reading, _LIKELY if asked else _SURELY):
        return None
    name = (asked["name"] or "").lower() if asked else ""
    told = sorted(
        ((event.stamp_ns, number, event) for _, (number, event) in rows.with_words("list", _MOST)),
        key=lambda one: one[:2],
    )
    by_people = (one for one in told if one[2].kind is EventKind.UTTERANCE and one[2].actor != robot)
    said = [(number, event) for _, number, event in by_people if may_cite((number,))]
    items, records = _on_list(name, said, reading)
    which = f"the {name} list" if name else "the list"
    if not records:
        return Answer(question, _EMPTY.format(which), True, _CERTAINTY) if asked and name in _OFTEN_KEPT else None
    wanted = _asked_about(reading.read(question))
    if wanted:
        return _is_on_it(question, wanted, which, items, rows)
    text = f"On {which}: {listed([one.words for one in items])}." if items else f"Nothing is left on {which}."
    return Answer(question, text, True, _CERTAINTY, rows.evidence(records))


def _asked_about(said: Said) -> str:
    """The thing that is asked about, where one is named: "is there bleach on the list already?"."""
    named = (one.text for one in named_things(said) if not _LIST.search(one.text))
    is_of_all = _OF_ALL.match(said.text) is not None
    return "" if is_of_all else next((one for one in named if content_stems(one)), "")


def _is_on_it(question: str, wanted: str, which: str, items: Sequence[_Item], rows: EventRows) -> Answer:
    found = [one for one in items if content_stems(wanted) & content_stems(one.words)]
    text = f"Yes: {listed([one.words for one in found])} on {which}." if found else f"No, that is not on {which}."
    return Answer(question, text, True, _CERTAINTY, rows.evidence([one.record_id for one in found or items]))


def _asks(question: str, reading: OneReading, least: float) -> bool:
    read = reading.read(question)
    return read.surely(SpeechAct.ASK) and read.asked.get(AskedKind.LIST, 0.0) >= least


def _on_list(name: str, said: Iterable[RecordedEvent], reading: OneReading) -> tuple[list[_Item], list[int]]:
    """(what is left on the list of a name, all that was said of it). Without a name every list is meant."""
    items: list[_Item] = []
    records: list[int] = []
    for number, event in said:
        if name and not _is_of(name, event):
            continue
        for kind, words in list_changes(event.text, reading):
            records.append(number)
            gone = items_meant(words, [one.words for one in items])
            gone = gone if kind is DeedKind.UNLIST else [k for k in gone if is_same_item(words, items[k].words)]
            items = [one for k, one in enumerate(items) if k not in gone]
            items += [_Item(words, number)] if kind is DeedKind.LIST else []
    return items, list(dict.fromkeys([*(one.record_id for one in items), *records]))


def _is_of(name: str, event: Event) -> bool:
    """What is put on "the list" may be on any."""
    found = _LIST.search(event.text)
    return found is not None and (found["name"] or name).lower() == name


def list_changes(text: str, reading: OneReading | None) -> list[tuple[DeedKind, str]]:
    """What words put on a list, and what they take off, be it beside something else that they want; nothing where
    nobody reads.
    """
    own = [_IN_WORDS.fullmatch(one) for one in _NEXT.split(text)]
    if all(own):  # as the robot has told it itself
        told = [(DeedKind.LIST if one["on"] else DeedKind.UNLIST, one["on"] or one["off"]) for one in own if one]
        return [(kind, thing) for kind, words in told if words.lower() not in _NO_NAMES for thing in _things(words)]
    parts = acts_in(text, reading) if reading is not None and _LIST.search(text) else (text,)
    return [one for part in parts for one in changes_of(reading.read(part))] if reading is not None else []


def in_words(changes: Iterable[tuple[DeedKind, str]]) -> str:
    """Changes of a list as they are told to memory, which finds them by the list's name: "take milk off the list"."""
    how = {DeedKind.LIST: "put {} on the list", DeedKind.UNLIST: "take {} off the list"}
    return " and ".join(how[kind].format(words) for kind, words in changes)


def each_of(words: str) -> list[str]:
    """ "The milk, the eggs and flour", one by one."""
    return _EACH.split(words)


def _things(words: str) -> list[str]:
    return [re.sub(r"^(?:the|some) ", "", thing) for thing in each_of(words)]


def changes_of(said: Said) -> list[tuple[DeedKind, str]]:
    """What a saying puts on a list, and what it takes off; "put it on there" may be anywhere."""
    if not _LIST.search(said.text) and any(one.lower() in POINTING_THERE for one in said.of(Role.GOAL)):
        return []
    if said.share(SpeechAct.INSTRUCT, SpeechAct.REMEMBER) < _LIKELY:
        return []
    changes: list[tuple[DeedKind, str]] = []
    end = 0
    for one in said.wanted:
        is_too = bool(changes) and _TOO.match(said.text, one.thing.end) is not None
        is_joined = bool(changes) and _JOINED.fullmatch(said.text[end : one.thing.start]) is not None
        kind = changes[-1][0] if is_too or is_joined else one.kind  # "take the milk off. Eggs too."
        kind = DeedKind.UNLIST if kind is not DeedKind.LIST and _CROSSES.search(said.text) else kind
        is_change = kind in (DeedKind.LIST, DeedKind.UNLIST) and (is_joined or one.certainty >= _LIKELY)
        if is_change and one.thing.text.lower() not in _NO_NAMES:
            changes += [(kind, thing) for thing in _things(in_midst(said.text, one.thing))]
            end = one.thing.end
    return changes
