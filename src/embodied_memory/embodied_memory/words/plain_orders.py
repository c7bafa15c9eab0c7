"""What orders want done, said plainly by what is to be done with each thing, whatever the verb: "kill the lights in
the hall, they're giving me a migraine" -> "turn off the lights in the hall".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.words.plain_words import POINTING, in_midst, is_for_now
from embodied_memory.words.said import DeedKind, Filler, MoveRelation, Role, Said, SpeechAct, Wanted
from embodied_memory.words.saying_sorts import Condition, depends_on

_SURE, _SURELY = 0.5, 0.7
_NOT_DONE = (DeedKind.OTHER, DeedKind.SAY, DeedKind.LIST, DeedKind.UNLIST)
_GOES = (DeedKind.LOOK, DeedKind.FIND, DeedKind.GO)
_TAKEN = (DeedKind.BRING, DeedKind.HOLD, DeedKind.PUT)
_VERBS = {
    DeedKind.OPEN: "open", DeedKind.CLOSE: "close", DeedKind.ON: "turn on", DeedKind.OFF: "turn off",
    DeedKind.FIND: "find",
}  # fmt: skip
_IN_WORDS = {MoveRelation.IN: "in", MoveRelation.ON: "on", MoveRelation.AT: "to"}
_PREPOSITION = re.compile(
    r"\b(?P<word>(?:on top of|next to|close to|back (?:in|on|to)|inside|into|onto|beside|behind|under|near|in|on|to"
    r"|at|by))\s*$",
    re.I,
)
""" "put it next to "."""
OWN_PLACE = re.compile(
    r"(?:back )?(?:to )?(?:where(?:ver)? (?:it|they|that|those|these|you|i|we)\b.*"
    r"|(?:its|their) (?:usual |own |proper |right )?(?:places?|spots?|homes?))$",
    re.I,
)
"""Where a thing is kept, of which the speaker says nothing more: "where it belongs"."""
_SEVERAL = re.compile(r"(?:them|those|these|both|the lot|'em)\b", re.I)
""" "both"."""
_ONES = re.compile(r"\bones?\b", re.I)
_FOR = re.compile(r"\bfor\s+$", re.I)
_AT = re.compile(r"(?:in|on|at|by|next to|above|over|under|beside|behind) [\w'’ -]+", re.I)
""" "on the shelf"."""
_SHUTS = (DeedKind.OPEN, DeedKind.CLOSE)
_SWITCHED = (*_SHUTS, DeedKind.ON, DeedKind.OFF)
_ITS_DOOR = re.compile(r"^(?:the )?(?:doors?|lid|top|flap) (?:on|of|to) (?=(?:it|that|this|them)$)", re.I)
""" "the lid on it"."""
_IS_THERE = re.compile(r"\b(?:next to|close to|beside|behind|under|near|in|on|at|by)\s*$", re.I)
_AWAY = re.compile(r"\b(?:away|back|belongs?|lives?|tidy|tidied)\b", re.I)
""" "tidy it away"."""
_OF_PLACE = re.compile(r"to (?:(?:the|my|our|your|his|her|their|that|this|there|here|over|back)\b|\w+['’]s? )", re.I)
""" "to the kitchen"."""
_ANOTHER = re.compile(r"\b(?:and|then|and then)\s*$", re.I)
_STAYS = re.compile(r"(?:leave|keep)s?", re.I)
_HERE = frozenset(
    {"me", "us", "i", "we", "here", "over here", "my", "our", "over", "through", "along", "round", "up", "down", "in"}
)


def is_taken_from_there(wanted: Wanted, said: Said) -> bool:
    """Whether it is surely only taken up: the place that is named with it tells where it is ("grab the cup near the
    sink"), and not where it goes.
    """
    is_up = wanted.kind in (DeedKind.BRING, DeedKind.HOLD) and wanted.certainty >= _SURELY
    return is_up and not _goal(said) and bool(said.of(Role.GOAL))


def is_doable(said: Said) -> bool:
    """Whether everything that is wanted is something that the robot may be able to do, as far as that was read."""
    return bool(said.wanted) and not any(one.kind in _NOT_DONE and one.certainty >= _SURE for one in said.wanted)


def ends_wanted(said: Said) -> tuple[Wanted, ...]:
    """Without what is only picked up to be put somewhere: "get the cup, put it in the sink"; "get us the glue and the
    tape, and put them in the box" puts both.
    """
    ends: list[Wanted] = []
    is_handed_on = any(whom.lower() not in _HERE for whom in said.of(Role.RECIPIENT))
    for one in said.wanted:
        is_taken = bool(ends) and ends[-1].kind in _TAKEN and not is_handed_on
        is_looked_at = bool(ends) and ends[-1].kind is DeedKind.LOOK and one.kind in _SWITCHED
        if is_looked_at and _is_pointer(one):  # "see if the chest is open, and close it"
            ends[-1] = replace(one, thing=ends[-1].thing)
            continue
        if is_taken and one.kind is DeedKind.PUT and _is_pointer(one):
            since = 0 if _SEVERAL.match(one.thing.text) else len(ends) - 1
            ends[since:] = [replace(one, thing=end.thing) if end.kind in _TAKEN else end for end in ends[since:]]
        else:
            ends.append(one)
    return tuple(ends)


def _is_pointer(wanted: Wanted) -> bool:
    """ "The door on it" is shut by shutting it."""
    name = wanted.thing.text.lower()
    return (_ITS_DOOR.sub("", name) if wanted.kind in _SHUTS else name) in POINTING


def plainly_ordered(said: Said) -> tuple[str, ...]:
    """One imperative for each thing, in the order of the words; empty where one of them is not surely read, or is
    said best in the speaker's own words: then it is not for this to say; and where something limits it.
    """
    wanted = ends_wanted(said)
    goals = len(said.of(Role.GOAL))
    if _orders_in(said) > (len(said.wanted) if goals <= 1 else len(wanted)):  # of two goals the last is meant
        return ()
    parts = [_part(one, said, _named(one, said, wanted[:k])) for k, one in enumerate(wanted)]
    parts = list(dict.fromkeys(parts))  # "my specs are in the garage, bring us them": once
    is_whole = bool(parts) and all(parts) and is_doable(said)
    return tuple(parts) if is_whole and (is_for_now(said) or _is_so_either_way(said)) else ()


def _is_so_either_way(said: Said) -> bool:
    """ "If the back door's open, close it": whatever it is now, nothing else comes of just closing it."""
    wanted = ends_wanted(said)
    is_switched = bool(wanted) and all(one.kind in _SWITCHED for one in wanted)
    is_of_it = any(map(_is_pointer, said.wanted)) and not any(map(_is_pointer, wanted))
    return is_switched and is_of_it and not said.of(Role.NOT) and depends_on(said.text, Condition.STATE)


def _orders_in(said: Said) -> int:
    """How many are put by a verb of their own, after an "and": of "bring it and put it there" two."""
    deeds = [one for one in said.fillers if one.role is Role.DEED]
    return 1 + sum(bool(_ANOTHER.search(said.text[: one.start])) for one in deeds[1:])


def _part(wanted: Wanted, said: Said, named: Filler) -> str:
    if wanted.certainty < _SURE:
        return ""
    if wanted.thing.role is not Role.THEME:
        return _gone_to(said) if wanted.kind in _GOES else ""
    thing = _ITS_DOOR.sub("", in_midst(said.text, named)) if wanted.kind in _SHUTS else in_midst(said.text, named)
    if wanted.kind in _VERBS:
        return f"{_VERBS[wanted.kind]} {thing} {_there(wanted.thing, said)}".strip()
    is_brought = wanted.kind is DeedKind.BRING or is_taken_from_there(wanted, said)
    if is_brought and not (is_put_for_somebody(said) or _is_rather_put(wanted, said)):
        return _brought(thing, said)
    return _put(thing, wanted.thing, said) if wanted.kind in (DeedKind.PUT, DeedKind.BRING) else ""


def is_to_stay(said: Said) -> bool:
    """ "Leave that light off until Walt changes the bulb": nothing to do now, as long as something holds."""
    is_order = said.share(SpeechAct.INSTRUCT, SpeechAct.RULE) >= _SURE
    return is_order and bool(said.of(Role.CONDITION)) and any(map(_STAYS.fullmatch, said.of(Role.DEED)))


def is_put_for_somebody(said: Said) -> bool:
    """ "Carry it over to the table for me": who is named is done a favour, and handed nothing."""
    people = [one for one in said.fillers if one.role is Role.RECIPIENT]
    is_put = bool(said.wanted) and all(one.kind is DeedKind.PUT and one.certainty >= _SURELY for one in said.wanted)
    goes = _goal(said) or (is_put and (said.of(Role.GOAL) or _AWAY.search(" ".join(said.of(Role.DEED)))))
    return bool(people and goes) and all(_FOR.search(said.text[: one.start]) for one in people)


def is_put_there(said: Said) -> bool:
    """ "And my cup, it can go in the dishwasher": a thing and where it is to go, whatever is said of doing it."""
    is_put = said.is_surely_wanted and [one.kind for one in said.wanted] == [DeedKind.PUT]
    is_named = is_put and not _is_pointer(said.wanted[0]) and not _ONES.search(said.wanted[0].thing.text)
    return is_named and said.surely(SpeechAct.INSTRUCT) and bool(said.of(Role.GOAL)) and not said.of(Role.NOT)


def _is_rather_put(wanted: Wanted, said: Said) -> bool:
    """ "Take my bottle in the fridge": who is named is nobody, and that it is to be brought is not sure."""
    is_there = bool(said.of(Role.GOAL)) and not _goal(said)
    return is_there and wanted.certainty < _SURELY and not said.of(Role.RECIPIENT)


def _named(wanted: Wanted, said: Said, before: Sequence[Wanted]) -> Filler:
    """What is only pointed at is what was named before it; what is to be opened or shut, what something goes into."""
    if not _is_pointer(wanted):
        return wanted.thing
    if before and before[-1].kind is DeedKind.PUT and wanted.kind in _SHUTS:
        into = [one for one in said.fillers if one.role is Role.GOAL and one.end <= wanted.thing.start]
        return into[-1] if into else wanted.thing
    named = [one.thing for one in before if not _is_pointer(one)]
    return named[-1] if named else wanted.thing


def _there(named: Filler, said: Said) -> str:
    """Where the thing is that is to be switched or opened, if that is told right after its name."""
    places = (one for one in said.fillers if one.role in (Role.SOURCE, Role.GOAL) and one.start > named.end)
    verbs = [one.end for one in said.fillers if one.role is Role.DEED and one.start >= named.end]
    begin = max((named.end, *verbs))  # "the heater on in the study"
    where = next((said.text[begin : one.end].strip() for one in places if one.start > begin), "")
    return where if _AT.fullmatch(where) else ""


def _gone_to(said: Said) -> str:
    """ "Have a look in the study": to see what is to be seen there."""
    place = next(iter((*said.of(Role.GOAL), *said.of(Role.SOURCE))), "")
    return f"go to {place}" if place else ""


def _brought(thing: str, said: Said) -> str:
    whom = next(iter(said.of(Role.RECIPIENT)), "") or _goal(said) or "me"
    source = with_preposition(said, Role.SOURCE, "from")
    if whom.lower() in _HERE:
        return f"bring me {thing} {source}".strip()
    return f"bring {thing} {source}".strip() + f" to {whom}"


def _goal(said: Said) -> str:
    """Where to it is to be brought; "near the door" tells where it is."""
    goals = (one for one in said.fillers if one.role is Role.GOAL)
    return next((one.text for one in goals if not _IS_THERE.search(said.text[: one.start])), "")


def _put(thing: str, named: Filler, said: Said) -> str:
    own = [one for one in said.moves if one.goal and (one.thing in named.text or named.text in one.thing)]
    placed = [one for one in own if one.relation is not MoveRelation.PERSON]
    move = next(iter(placed if is_put_for_somebody(said) else placed or own), None)
    if move is not None and move.relation is MoveRelation.PERSON:
        return f"bring {thing} to {move.goal}"
    goal = with_preposition(said, Role.GOAL, _IN_WORDS[move.relation] if move else "to", named.end)
    if OWN_PLACE.search(goal):
        return f"put {thing} away"
    if goal:
        return f"put {thing} {goal}"
    return f"put {thing} away" if _AWAY.search(said.text) else ""


def put_there(said: Said) -> str:
    """ "Back on the windowsill, please": where what was spoken of is to go, with its preposition; "" where a deed or
    a thing is named, or no place.
    """
    is_bare = not said.of(Role.DEED) and not said.of(Role.THEME) and said.surely(SpeechAct.INSTRUCT)
    where = with_preposition(said, Role.GOAL, "to") if is_bare and is_for_now(said) else ""
    is_named = not where.startswith("to ") or _OF_PLACE.match(where)  # "same place" is a remark
    return where if is_named else ""


def with_preposition(said: Said, role: Role, else_: str, after: int = 0) -> str:
    """The first filler of a role after a character, or before it if there is none, with how it is there; "" if there
    is none.
    """
    found = [one for one in said.fillers if one.role is role]
    one = next((filler for filler in found if filler.start >= after), found[0] if found else None)
    if one is None:
        return ""
    before = _PREPOSITION.search(said.text[: one.start])
    word = before["word"].lower() if before and role is Role.GOAL else else_
    return f"{word} {one.text}"
