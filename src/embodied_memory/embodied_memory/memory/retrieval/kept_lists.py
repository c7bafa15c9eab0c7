"""What is on a shopping or a packing list by now: what people had put on it and knocked off it, in their order; and
what stands on one, by what it is and by how much of it: "two tins of salmon" are salmon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan
from embodied_memory.memory.retrieval.views.event_rows import EventRows, RecordedEvent
from embodied_memory.words.demands import acts_in
from embodied_memory.words.one_reading import OneReading
from embodied_memory.words.plain_words import POINTING, POINTING_THERE, in_midst, named_things
from embodied_memory.words.said import AskedKind, DeedKind, Role, Said, SpeechAct
from embodied_memory.words.wording.phrases import each_listed, listed
from embodied_memory.words.wording.words import content_stems, plural, singular

_MANY = (
    r"(?:\d+|half a dozen|(?:a|one|two|three) dozen|a couple(?: of)?|a few|two|three|four|five|six|seven|eight|nine"
    r"|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|one)"
)
_AMOUNT = re.compile(rf"^(?:(?:{_MANY}|an?|some|any|more|the)\s+)*(?:[\w-]+\s+of\s+)?", re.I)
_COUNTED = re.compile(rf"^(?:{_MANY}|an?|some|the)\s+(?=\w)", re.I)
_CONTAINER = re.compile(
    r"(?:pack|packet|tin|can|box|bottle|bag|jar|tub|carton|loaf|loave|pint|litre|liter|kilo|pound|roll|bunch|bunche"
    r"|tube|sack|case|crate|pair|piece|slice|boxe|punnet|multipack)s?",
    re.I,
)
_MOST_CHARACTERS = 100
_FIRST = (
    r"(?:(?:no|oh|and|actually|sorry|wait|hang on|well|hmm|yeah|but|so|i mean|or rather"
    r"|in fact|on second thoughts?)\b[,.!]?\s*)*"
)
_WANTS = (
    r"(?:(?:better |just |can you |please |you can )*(?:make|call|let['’]s (?:say|make|have)|say|get|put"
    r"|(?:we|i)(?:['’]ll| will)?(?: only)? (?:need|want|meant?))\s+)?(?:(?:it|that|those|them|the [\w ]+?)\s+)?"
)
_OF_WHAT = (
    r"(?:\s+of\b(?! (?:them|those|it|these)\b))?"
    r"(?:\s+(?P<what>(?!(?:will|would|should|do|is|please|then|actually|instead|of)\b)[\w'’ -]+?))??"
)
_LAST = (
    r"(?:,?\s+(?:(?:will|would|should) (?:do|be enough)|is (?:enough|plenty)|please|then|actually|instead|rather"
    r"|in fact|on second thoughts?|sorry|i think|of (?:them|those|it|these)))*\W*"
)
_SAID = re.compile(rf"{_FIRST}{_WANTS}(?P<many>{_MANY})\b{_OF_WHAT}{_LAST}", re.I)
""" "No, make it three", "better make that two tins", "six would do, actually"."""
_LIST = re.compile(r"\b(?:(?P<name>(?!the\b|a\b|my\b|our\b|your\b|that\b|this\b|on\b|off\b)[\w'-]+) )?list\b", re.I)
_NO_NAMES = frozenset({*POINTING, "the", "a", "an", "some", "my", "our"})
_OF_ALL = re.compile(r"(?:\w+[,.]? ){0,2}(?:what|which|read|how many|tell|list|anything)\b", re.I)
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


def item_stems(words: str) -> frozenset[str]:
    """What it is, without how much of it."""
    bare = _AMOUNT.sub("", words)
    return content_stems(bare) or content_stems(words)


def is_same_item(one: str, other: str) -> bool:
    """Whatever the amount."""
    return item_stems(one) == item_stems(other)


def items_meant(words: str, items: Sequence[str]) -> list[int]:
    """Which of what stands on a list is named so: the very thing, else what has all its words, else some of them."""
    named = item_stems(words)
    of_each = [item_stems(one) for one in items]
    tiers = (
        [k for k, one in enumerate(of_each) if one == named],
        [k for k, one in enumerate(of_each) if named <= one],
        [k for k, one in enumerate(of_each) if named & one],
    )
    return next(filter(None, tiers), [])


def in_other_amount(text: str, items: Sequence[str]) -> tuple[str, str] | None:
    """(what stood there, what is to stand there instead), where nothing but an amount is said of what was just put on
    it, be it twice ("two lemons. No, three"); None for all else. items: the newest last.
    """
    changed: tuple[str, str] | None = None
    for sentence in re.split(r"(?<=[.!?;])\s+", text.strip()):
        found = _amount_of(sentence, [changed[1]] if changed else items)
        if found is None:
            return None
        changed = (changed or found)[0], found[1]
    return changed


def _amount_of(text: str, items: Sequence[str]) -> tuple[str, str] | None:
    said = _SAID.fullmatch(text) if len(text) <= _MOST_CHARACTERS else None
    what = (said["what"] or "").strip() if said else ""
    if said is None or not items:
        return None
    is_contained = _CONTAINER.fullmatch(what) is not None
    named = [one for one in items if not what or is_contained or is_same_item(what, one)]
    if not named:
        return None
    many = said["many"].lower()
    is_whole = bool(what) and not is_contained
    return named[-1], f"{many} {what}" if is_whole else _counted(named[-1], many, what)


def _counted(item: str, many: str, container: str) -> str:
    """ "Three lemons" of "a lemon", "two tins of salmon" of "a tin of salmon"."""
    bare = _COUNTED.sub("", item)
    head, of, rest = bare.partition(" of ")
    if container:
        return f"{many} {container} of {rest or bare}"
    head = singular(head) if many in ("one", "1") else plural(head)
    return f"{many} {head}{of}{rest}"


@dataclass(frozen=True)
class _Item:
    words: str
    record_id: int


def answer_list(
    plan: QueryPlan,
    rows: EventRows,
    robot: str,
    reading: OneReading | None,
    may_cite: Callable[[Sequence[int]], bool] = lambda record_ids: True,
) -> Answer | None:
    """None for a question about no list, or where nothing was ever put on one. may_cite: whether the asker may hear
    of records: what others had put on it so that the asker does not see it is not on it for them.
    """
    question, asked = plan.question, _LIST.search(plan.question)
    if reading is None or plan.said is None or not _asks(plan.said, _LIKELY if asked else _SURELY):
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
    wanted = _asked_about(plan.said)
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


def _asks(said: Said, least: float) -> bool:
    return said.surely(SpeechAct.ASK) and said.asked.get(AskedKind.LIST, 0.0) >= least


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


def _things(words: str) -> list[str]:
    return [re.sub(r"^(?:the|some) ", "", thing) for thing in each_listed(words)]


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
