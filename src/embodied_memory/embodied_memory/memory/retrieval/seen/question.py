"""What a question asks of the things that were seen, by what the one reading made of it (`words/`).

Questions about what was seen, when and how big, that the views and objects of a recording answer by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.words.said import AskedKind, Filler, Role, Said, SpeechAct
from embodied_memory.words.time_words.times_of_day import UNIT_S, number_of
from embodied_memory.words.wording.words import split_words

Way = Callable[[Said], "SeenQuestion | None"]


class SeenIntent(str, Enum):
    """What can be asked of the things that were seen, and of what the robot did."""

    WHERE_IS = "where is"
    WHAT_IS_NEAR = "what is near"
    HOW_MANY = "how many"
    WHICH_ROOM = "which room"
    WHAT_IS_IN_ROOM = "what is in the room"
    WHAT_ROOMS = "what rooms"
    WHAT_DID_YOU_DO = "what did you do"
    LAST_SEEN = "last seen"
    DID_YOU_FIND = "did you find"
    STATE_OF = "state of"
    WHAT_ATTRIBUTE = "what attribute"
    IS_THERE = "is there"
    SEEN_WHEN = "seen when"
    ALL_THINGS = "all things"
    HOW_MANY_THINGS = "how many things"
    WHERE_BEEN = "where been"
    WHERE_THEN = "where then"
    HOW_LONG = "how long"
    DISTANCE = "distance"
    SIZE = "size"
    EXTREME = "extreme"
    UNKNOWN = "unknown"


_OF_THINGS = frozenset(
    {
        SeenIntent.WHERE_IS, SeenIntent.HOW_MANY, SeenIntent.WHICH_ROOM, SeenIntent.LAST_SEEN, SeenIntent.IS_THERE,
        SeenIntent.STATE_OF, SeenIntent.WHAT_ATTRIBUTE, SeenIntent.WHAT_IS_NEAR, SeenIntent.WHAT_IS_IN_ROOM,
    }
)  # fmt: skip


@dataclass(frozen=True)
class SeenQuestion:
    """subject: the description of the object asked about. relation: "on", "in", "next to", "under" or "".

    place: a room or landmark that narrows the question. value: the state or attribute asked about, the time word of
    "what did you do", or of a recording (first, last, before, between ...), or a superlative. from_s, until_s:
    seconds from the first view, or how long the first or last stretch is; None: not told.
    """

    question: str
    intent: SeenIntent
    subject: str = ""
    relation: str = ""
    place: str = ""
    value: str = ""
    from_s: float | None = None
    until_s: float | None = None

    @property
    def is_of_things(self) -> bool:
        """Whether it is asked whether or where there is one, how many there are, how it is, or what is by it."""
        return self.intent in _OF_THINGS


_RATHER = 0.5
_RELATIONS = {
    "on top of": "on", "on": "on", "inside of": "in", "inside": "in", "in": "in", "next to": "next to",
    "close to": "next to", "near": "next to", "beside": "next to", "by": "next to", "around": "next to",
    "underneath": "under", "under": "under", "below": "under", "beneath": "under",
}  # fmt: skip
_RELATED = re.compile(rf"\b(?P<relation>{'|'.join(_RELATIONS)})\s+$", re.I)
_RELATED_TO = re.compile(
    rf"(?:.*\s)?(?P<relation>{'|'.join(_RELATIONS)})\s+(?P<place>[\w'’-]+(?: [\w'’-]+){{,3}})[.?!]*$", re.I
)
_WHETHER = re.compile(
    r"(?:(?:so|and|but|robot|please),? )*(?:is|are|was|were|do|does|did|have|has|can|could|any)\b", re.I
)
_ROOM, _ROOMS = re.compile(r"\b(?:which|what) room\b", re.I), re.compile(r"\brooms\b", re.I)
_WHERE, _TIMES, _FIRST = (re.compile(rf"\b{word}", re.I) for word in ("where", "how many times", "first"))
_STATE = re.compile(r"\b(?:open(?:ed)?|closed|shut|on|off|empty|full|clean|dirty|lit|unlit|locked|unlocked)\b", re.I)
_ATTRIBUTE = re.compile(r"\b(?P<name>colou?r|material|size|shape|state)\b", re.I)
_OF_ATTRIBUTE = re.compile(rf"^(?:the )?{_ATTRIBUTE.pattern} of ", re.I)
_ANYBODY = re.compile(r"(?:any|some)(?:body|one)(?: else)?(?: here| there| around)?", re.I)
_SPEAKING = frozenset({"i", "we", "you", "me", "us"})
_NEXT = re.compile(r"(?<=\?)\s+(?=\w)")
"""Between "How many are there?" and "Which ones?"."""
_OF_YOU = re.compile(r"\byou\b", re.I)
_SEEING = re.compile(r"\b(?:see|saw|seen|notic\w+|spot\w*)\b", re.I)
_FINDING = re.compile(r"\b(?:find|found|reach(?:ed)?|get to|go to)\b", re.I)
_DAY = re.compile(r"\b(?:today|yesterday|last|just now|recently|so far|before)\b", re.I)
_DOING = re.compile(
    r"\b(?:did|have|had|were|was|what|last thing)(?:['’]ve)? (?:that )?you\b(?!.*\b(?:do|done) with\b)", re.I
)
_KNOWING = re.compile(
    r"\byou (?:just )?(?:say|said|tell|told|mean|know|think|hear|heard|remember|see|seen|saw)\b", re.I
)


def first_of(question: str) -> str:
    """Of several questions that go on with each other, the first; with what is told after a question, all of it."""
    return _NEXT.split(question)[0] if asks_several(question) else question


def is_of_robot(question: str) -> bool:
    """Whether its words ask what the robot did, not what it saw or heard of others."""
    return bool(_DOING.search(question)) and not _KNOWING.search(question)


def seen_question(question: str, said: Said | None) -> SeenQuestion:
    """What asks for something else has the intent UNKNOWN, and so has all where nothing can be read. said: the first
    of the questions as it was read.
    """
    if said is None or said.share(SpeechAct.ASK, SpeechAct.PROGRESS) < _RATHER:
        return SeenQuestion(question, SeenIntent.UNKNOWN)
    way, share = max(((way, _share(said, kinds)) for way, kinds in _ways(said).items()), key=lambda one: one[1])
    asked = way(said) if share >= _RATHER else None
    return replace(asked or SeenQuestion(question, SeenIntent.UNKNOWN), question=question)


def asks_several(question: str) -> bool:
    """Whether one question goes on with another."""
    return any("?" in one for one in _NEXT.split(question)[1:])


def _ways(said: Said) -> dict[Way, tuple[AskedKind, ...]]:
    """Of which kinds a question is that goes each way. Whether a thing is there is asked in many words."""
    if not _is_whether(said):
        return _WAYS
    more = [AskedKind.CONTENTS]
    if _OF_YOU.search(said.text) and _SEEING.search(said.text):
        more += [AskedKind.ROBOT, AskedKind.DID]
    if not said.of(Role.THEME) and any(map(_ANYBODY.fullmatch, said.of(Role.PERSON))):
        more += [AskedKind.WHO, AskedKind.STATE]
    return {**_WAYS, _where: (*_WAYS[_where], *more)}


def _is_whether(said: Said) -> bool:
    return bool(_WHETHER.match(said.text)) and not _WHERE.search(said.text)


def _share(said: Said, kinds: tuple[AskedKind, ...]) -> float:
    return sum(said.asked.get(one, 0.0) for one in kinds)


def _where(said: Said) -> SeenQuestion | None:
    """Where a thing is, in which room, or whether there is one, here or at a place."""
    thing = _thing(said)
    if thing is None:
        return None
    plan = SeenQuestion(said.text, SeenIntent.WHERE_IS, thing.text)
    if _ROOM.search(said.text):
        return replace(plan, intent=SeenIntent.WHICH_ROOM)
    if not _is_whether(said):
        return plan
    relation, place = _place(said, thing)
    return replace(plan, intent=SeenIntent.IS_THERE, relation=relation, place=place)


def _contents(said: Said) -> SeenQuestion | None:
    relation, place = _place(said, None)
    if not place:
        return None
    if relation == "in" and is_room(place):
        return SeenQuestion(said.text, SeenIntent.WHAT_IS_IN_ROOM, place=place)
    return SeenQuestion(said.text, SeenIntent.WHAT_IS_NEAR, place, relation)


def _count(said: Said) -> SeenQuestion | None:
    """Of a sort, no times: of somebody with a name something else is counted."""
    thing = _thing(said)
    if thing is None or _TIMES.search(said.text) or (thing.role is Role.PERSON and thing.text[0].isupper()):
        return None
    if _ROOMS.fullmatch(thing.text):
        return SeenQuestion(said.text, SeenIntent.WHAT_ROOMS)
    relation, place = _place(said, thing)
    return SeenQuestion(said.text, SeenIntent.HOW_MANY, thing.text, relation, place)


def _state(said: Said) -> SeenQuestion | None:
    thing, value = _thing(said), _first(said, Role.VALUE)
    state = _STATE.search(value.text if value else "")
    return (
        SeenQuestion(said.text, SeenIntent.STATE_OF, thing.text, value=state[0].lower()) if thing and state else None
    )


def _name(said: Said) -> SeenQuestion | None:
    """What an attribute is; which rooms there are; what is beside a thing."""
    thing, attribute = _thing(said), _ATTRIBUTE.search(said.text)
    if thing is not None and _ROOMS.search(thing.text):
        return SeenQuestion(said.text, SeenIntent.WHAT_ROOMS)
    if attribute and thing is not None:
        subject = _OF_ATTRIBUTE.sub("", thing.text)
        return SeenQuestion(said.text, SeenIntent.WHAT_ATTRIBUTE, subject, value=attribute["name"].lower())
    return _contents(said)


def _when(said: Said) -> SeenQuestion | None:
    thing = _thing(said)
    if thing is None or not (_OF_YOU.search(said.text) and _SEEING.search(said.text)):
        return None
    value = "first" if _FIRST.search(said.text) else ""
    return SeenQuestion(said.text, SeenIntent.LAST_SEEN, thing.text, value=value)


def _done(said: Said) -> SeenQuestion | None:
    """What the robot did, or found."""
    thing = _thing(said)
    if thing and _OF_YOU.search(said.text) and _FINDING.search(said.text) and _WHETHER.match(said.text):
        return SeenQuestion(said.text, SeenIntent.DID_YOU_FIND, thing.text)
    if not is_of_robot(said.text):
        return None
    day = _DAY.search(said.text)
    return SeenQuestion(said.text, SeenIntent.WHAT_DID_YOU_DO, value=day[0].lower() if day else "")


_WAYS: dict[Way, tuple[AskedKind, ...]] = {
    _where: (AskedKind.WHERE, AskedKind.EXISTS),
    _contents: (AskedKind.CONTENTS,),
    _count: (AskedKind.COUNT,),
    _state: (AskedKind.STATE,),
    _name: (AskedKind.NAME,),
    _when: (AskedKind.WHEN,),
    _done: (AskedKind.DONE, AskedKind.ROBOT, AskedKind.DID, AskedKind.WHO),
}


def _thing(said: Said) -> Filler | None:
    """What is asked about: a thing, or anybody, or somebody by name."""
    people = (one for one in said.fillers if one.role is Role.PERSON and one.text.lower() not in _SPEAKING)
    thing = _first(said, Role.THEME) or next(people, None)
    is_anybody = thing is not None and _ANYBODY.fullmatch(thing.text)
    return replace(thing, text="any people") if thing is not None and is_anybody else thing


def _first(said: Said, role: Role) -> Filler | None:
    return next((one for one in said.fillers if one.role is role), None)


def _place(said: Said, thing: Filler | None) -> tuple[str, str]:
    """(relation, place): what stands behind a word of place; ("", "") if nothing does."""
    for one in said.fillers:
        if one.role not in (Role.SOURCE, Role.GOAL, Role.VALUE, Role.THEME):
            continue
        before = _RELATED.search(said.text[: one.start])
        if before and (thing is None or one.start != thing.start):
            return _RELATIONS[before["relation"].lower()], one.text
        within = _RELATED_TO.fullmatch(one.text)
        if within and one.role is Role.VALUE:
            return _RELATIONS[within["relation"].lower()], within["place"]
    last = _RELATED_TO.fullmatch(said.text) if thing is None else None
    return (_RELATIONS[last["relation"].lower()], last["place"]) if last else ("", "")


_MOST_CHARACTERS = 2000
_LEAD_IN = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|robot|please|so|and|well|excuse me) )*"
    r"(?:(?:can|could|would|will) you (?:please )?(?:tell|show) me |(?:please )?tell me |show me (?=wh|how)"
    r"|do you (?:still )?(?:know|remember) (?=wh|how|if)|i (?:want|would like|need) to know |i wonder )?"
    r"(?:please )?(?:if |whether )?"
)
_UNITS = "seconds?|secs?|minutes?|mins?|hours?"
_NUMBERS = (
    r"\d{1,6}(?: \d{1,3})?|half an?|a couple of|a few|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    "|twelve|fifteen|twenty|thirty|forty(?:-five)?|ninety"
)
_SAW = "(?:see|seen|saw|notice|noticed|observe|observed|recognise|recognised|recognize|find|found|know|remember)"
_PARTS = {
    "{number}": f"(?:{_NUMBERS})",
    "{unit}": f"(?:{_UNITS})",
    "{saw_then}": f"(?:things |objects |else )?(?:did|could|can|have) you {_SAW}|happened|was there|was visible",
    "{saw}": _SAW,
    "{things}": "(?:things?|objects?|items?|stuff|furniture)",
    "{extremes}": "largest|biggest|smallest|tiniest|tallest|highest|longest|widest|shortest|lowest",
}


def recording_question(question: str) -> SeenQuestion | None:
    """None for what is asked of something else."""
    plain = plain_question(question)
    for intent, pattern in _patterns():
        found = pattern.fullmatch(plain)
        if found:
            return _read(question, intent, {name: value or "" for name, value in found.groupdict().items()})
    return None


def plain_question(question: str) -> str:
    """Lower case, single spaces, no punctuation, no lead-in, contractions spelled out."""
    text = question[:_MOST_CHARACTERS].lower().replace("’", "'")
    text = re.sub(r"\b(where|what|who|when|how|there|it|that)'s\b", r"\1 is", text)
    text = re.sub(r"\b(where|what|how)'re\b", r"\1 are", text)
    plain = _LEAD_IN.sub("", " ".join(split_words(text)), count=1)
    return re.sub(r" (?:please|robot|thanks|thank you)$", "", plain)


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[SeenIntent, re.Pattern[str]], ...]:
    patterns = []
    for line in (Path(__file__).parent / "view_patterns.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            intent, _, pattern = line.partition(": ")
            for name, alternatives in _PARTS.items():
                pattern = pattern.replace(name, alternatives)
            patterns.append((SeenIntent(intent), re.compile(pattern)))
    return tuple(patterns)


def _read(question: str, intent: SeenIntent, parts: dict[str, str]) -> SeenQuestion:
    unit_s = UNIT_S[parts["unit"].strip().removesuffix("s")] if parts.get("unit") else 1
    start, end = (_seconds(parts.get(name, "").strip(), unit_s) for name in ("number", "until"))
    value = "between" if end is not None else parts.get("value", "").strip()
    if start is None and parts.get("unit"):
        start = float(unit_s)  # "in the first minute"
    subject, place = (parts.get(name, "").strip() for name in ("subject", "place"))
    return SeenQuestion(question, intent, subject, place=place, value=value, from_s=start, until_s=end)


def _seconds(text: str, unit_s: int) -> float | None:
    if not text:
        return None
    whole, _, decimals = text.partition(" ")
    if whole.isdecimal():  # 2.5 is two words of a plain question
        return float(f"{whole}.{decimals or 0}") * unit_s
    return number_of(text.removeprefix("a ") if len(text) > 1 else text) * unit_s
