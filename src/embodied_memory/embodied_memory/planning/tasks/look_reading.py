"""Reads "go and see whether the stove is off": what is asked, as it would be asked of memory, and where to look.

Only what a look can show is read: what is there, where, how many, and in what state. What somebody said, likes or did
is asked of memory, not of the home.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal

_GOES = r"(?:go|come|run|walk|drive|head|move|pop)(?: (?:over|back|down|up|round|around|quickly))*"
_SEES = (
    r"(?:see|check|look|inspect|verify|find out|have a (?:quick |short )?look|take a (?:quick |short )?look)"
    r"(?: up| over there| there| in there)?(?: for (?:me|us))?"
)
_TELLS = r"(?:tell|show) (?:me|us)|let (?:me|us) know|report(?: back)?(?: to (?:me|us))?|say"
_LOOK = re.compile(
    rf"(?:{_GOES}(?: (?:in)?to (?P<room>.+?))?(?:,? and|,|))?\s*(?:(?P<sees>{_SEES})|(?P<tells>{_TELLS})),?\s+"
    r"(?P<asked>(?:if|whether|that|where|who|what|which|how)\b.+)",
    re.I,
)
_LOOK_AT = re.compile(
    rf"(?:{_GOES},? and\s+)?(?:look at|check(?: on)?|inspect|visit|see|go to|drive to"
    r"|look (?P<relation>in|into|on|inside))"
    rf" (?P<thing>.+?),? and (?:then )?(?:{_TELLS}|{_SEES})\s+(?P<asked>(?:if|whether|where|who|what|which|how)\b.+)",
    re.I,
)
_TELL_ME = re.compile(
    rf"(?:,|,? and)(?: then)?(?: come back and)? (?:{_TELLS})"
    r"(?: (?:it|so|about it|the (?:answer|result)|what you (?:see|saw|find|found)))?$",
    re.I,
)
_ELSE = re.compile(r"\b(?:if so|if not|otherwise|or else|in case|then)\b|,", re.I)

_PLACE = (
    r"(?P<relation>on top of|next to|in front of|inside of|inside|into|in|on|at|under|beside|near|by|behind|around)"
    r" (?P<place>.+)"
)
_IS = r"(?P<is>is|are|has|have)(?: (?:still|really|already|now|actually|all|currently))*"
_CONTRACTED = re.compile(
    r"(?<=\w)['’]s(?= (?:still |really |already |now |all )?"
    r"(?:on|off|in|at|under|by|near|behind|open|shut|closed|there|\w+ing)\b)",
    re.I,
)
_NAMED = re.compile(r"[A-Z]\w+")
_THEIRS = re.compile(r"^(?:his|her|their) ")
_WHETHER = r"(?:if|whether|that) "
_DET = re.compile(r"^(?:the|a|an|any|some|still|enough|no|more|my|our|your)\s+", re.I)
_NOBODY_IN_PARTICULAR = re.compile(r"(?:any|some|every)(?:body|one)", re.I)
_NOTHING_IN_PARTICULAR = re.compile(r"(?:any|some|every)thing", re.I)
_ENDING = re.compile(r"(?:\s+(?:left|now|right now|there|at the moment|currently|or not|any ?more))+$", re.I)
_RELATIONS = {"inside": "in", "inside of": "in", "into": "in", "in": "in", "at": "in"}
_DONE = {"closed": "closed", "shut": "closed", "locked": "locked", "opened": "open", "unlocked": "unlocked"}
_STATES = r"on|off|open|closed|shut|ajar|locked|unlocked|running|lit|plugged in|switched (?:on|off)|turned (?:on|off)"
_SAID = re.compile(
    r"\b(?:said|say|says|told|tell|tells|ask|asked|asks|wants?|wanted|likes?|liked|thinks?|thought|promised|remember"
    r"|knows?|means?|meant|should|must|did|does|do|was|were|will|would|yesterday|tomorrow|usually|always)\b",
    re.I,
)
"""What a look cannot show."""


class NotToBeSeenError(InstructionError):
    """The robot is to look at what a look does not show. The message says what would be understood."""


def read_look(clause: str, last: TaskGoal | None = None) -> TaskGoal | None:
    """The look that a clause asks for, None if it asks for none. last: the deed before: "go to the kitchen and ...".

    Raises NotToBeSeenError.
    """
    plain = _CONTRACTED.sub(" is", _TELL_ME.sub("", clause.strip(" .!?")))
    if last is not None and not goes_on_to_look(last):
        plain = re.sub(
            r"(?<=\s)(?:it|they)(?=\s(?:is|are|has|have)\b)", lambda _: f"the {last.thing}", plain, flags=re.I
        )
    at, found = _LOOK_AT.fullmatch(plain), _LOOK.fullmatch(plain)
    room = found["room"] or (last.thing if last is not None and goes_on_to_look(last) else "") if found else ""
    if (found is None and at is None) or (found is not None and found["tells"] and not room):
        return None
    goal = _at(at, clause) if at is not None else None
    goal = goal or (_asked(found["asked"], room, clause) if found is not None else None)
    if goal is None:
        told = "what is there now and in what state; for all else ask me. Try: see whether the stove is off"
        raise NotToBeSeenError(f'"{clause[:80]}": I can go and look {told}')
    return goal


def goes_on_to_look(last: TaskGoal | None) -> bool:
    """Whether the deed before only says where to look."""
    return last is not None and last.deed is Deed.SEEK and is_room(last.thing)


def _at(found: re.Match[str], clause: str) -> TaskGoal | None:
    """ "Look at the TV and tell me whether it is on": "it" is what is looked at."""
    thing = found["thing"].strip()
    asked = re.sub(r"\b(?:it|they|them)\b", lambda _: thing, found["asked"], flags=re.I)
    asked = re.sub(
        r"\b(?:in|on) there\b|\binside\b$|\bthere$", f"{found['relation'] or 'in'} {thing}", asked, flags=re.I
    )
    return _asked(asked, thing if is_room(thing) else "", clause)


def _asked(asked: str, room: str, clause: str) -> TaskGoal | None:
    room = _bare(room)
    asked = " ".join(asked.split())
    if room:
        asked = re.sub(r"\b(?:in )?there(?= (?:is|are)$|$)", f"in the {room}", asked, flags=re.I)
    asked = _ENDING.sub("", asked)
    if _ELSE.search(asked) or _SAID.search(asked):
        return None
    for form, read in _FORMS:
        found = form.fullmatch(asked)
        if found is not None:
            goal = read({name: said or "" for name, said in found.groupdict().items()})
            return _in_room(replace(goal, deed=Deed.LOOK, words=clause), room)
    return None


def _in_room(goal: TaskGoal, room: str) -> TaskGoal | None:
    """With the room that was named before, where the question names no place itself."""
    if goal.to or not room:
        is_anywhere = not goal.to and (not goal.thing or goal.question.startswith("How many"))
        return None if is_anywhere else goal
    placed = f"{goal.question.rstrip('?')} in the {room}?"
    if not goal.thing or goal.question.startswith(("How many", "Is there", "Are there")):
        return replace(goal, question=placed, to=room, relation="in")
    return goal if room in goal.thing else replace(goal, thing=f"{goal.thing} in the {room}")


def _there_is(said: dict[str, str]) -> TaskGoal:
    where = f" {said['relation']} {said['place']}" if said.get("place") else ""
    question = f"{said['is'].capitalize()} there {said['thing']}{where}?"
    return _goal(question, said["thing"], said)


def _is_somewhere(said: dict[str, str]) -> TaskGoal:
    """ "If Pip's in her room": in Pip's."""
    named = _NAMED.fullmatch(said["thing"])
    place = _THEIRS.sub(f"{said['thing']}'s ", said["place"]) if named else said["place"]
    said = {**said, "place": place}
    where = f"{said['relation']} {said['place']}"
    if _NOBODY_IN_PARTICULAR.fullmatch(said["thing"]):
        return _goal(f"Who is {where}?", "", said)
    if _NOTHING_IN_PARTICULAR.fullmatch(said["thing"]):
        return _goal(f"What is {where}?", "", said)
    return _goal(f"{said['is'].capitalize()} {said['thing']} {where}?", said["thing"], said)


def _is_so(said: dict[str, str]) -> TaskGoal:
    return _goal(f"{said['is'].capitalize()} {said['thing']} {said['state']}?", said["thing"], said)


def _was_left(said: dict[str, str]) -> TaskGoal:
    """ "I left the stove on": what matters is whether it is on."""
    state = said.get("state") or _DONE[said["done"].lower()]
    state = re.sub(r"^(?:switched|turned) ", "", state, flags=re.I)
    return _goal(f"Is {said['thing']} {state}?", said["thing"], said)


def _was_put(said: dict[str, str]) -> TaskGoal:
    return _goal(f"Is {said['thing']} {said['relation']} {said['place']}?", said["thing"], said)


def _where(said: dict[str, str]) -> TaskGoal:
    return _goal(f"Where {said['is']} {said['thing']}?", said["thing"], said)


def _how_many(said: dict[str, str]) -> TaskGoal:
    where = f" {said['relation']} {said['place']}" if said.get("place") else " there"
    return _goal(f"How many {said['thing']} are{where}?", said["thing"], said)


def _what_is_there(said: dict[str, str]) -> TaskGoal:
    return _goal(f"{said['what'].capitalize()} {said['is']} {said['relation']} {said['place']}?", "", said)


def _which_setting(said: dict[str, str]) -> TaskGoal:
    how = " set to" if said.get("set") else ""
    return _goal(f"{said['what'].capitalize()} {said['is']} {said['thing']}{how}?", said["thing"], said)


def _goal(question: str, thing: str, said: dict[str, str]) -> TaskGoal:
    place = _bare(said.get("place", ""))
    relation = _RELATIONS.get(said.get("relation", "").lower(), "on")
    return TaskGoal(Deed.LOOK, _bare(thing), place, relation if place else "on", question=question)


def _bare(words: str) -> str:
    """Without what only says that it is known; "my" stays, as it says whose."""
    shorter = _DET.sub("", words.strip())
    return words.strip() if re.match(r"(?:my|our|your)\b", words.strip(), re.I) else shorter


_WHO = r"(?:i|we|you|he|she|they|somebody|someone|anybody|anyone|[A-Z]\w+)(?: (?:have|has))?(?: \w+ly)?"
_FORMS: tuple[tuple[re.Pattern[str], Callable[[dict[str, str]], TaskGoal]], ...] = tuple(
    (re.compile(pattern, re.I), read)
    for pattern, read in (
        (rf"{_WHETHER}there {_IS} (?P<thing>.+?) {_PLACE}", _there_is),
        (rf"{_WHETHER}there {_IS} (?P<thing>.+)", _there_is),
        (rf"{_WHETHER}{_WHO} (?:left|forgot|forgotten) (?P<thing>.+?) (?P<state>{_STATES})", _was_left),
        (rf"{_WHETHER}{_WHO} (?:switched|turned) (?P<thing>.+?) (?P<state>on|off)", _was_left),
        (rf"{_WHETHER}{_WHO} (?:switched|turned) (?P<state>on|off) (?P<thing>.+)", _was_left),
        (rf"{_WHETHER}{_WHO} (?P<done>{'|'.join(_DONE)}) (?P<thing>.+)", _was_left),
        (rf"{_WHETHER}{_WHO} (?:left|forgot|forgotten|put) (?P<thing>.+?) {_PLACE}", _was_put),
        (rf"{_WHETHER}(?P<thing>.+?) {_IS} {_PLACE}", _is_somewhere),
        (rf"{_WHETHER}(?P<thing>.+?) {_IS} (?P<state>[\w '-]+)", _is_so),
        (rf"where (?P<thing>.+?) {_IS}", _where),
        (rf"where {_IS} (?P<thing>.+)", _where),
        (rf"how many (?P<thing>.+?)(?: (?:there )?{_IS}(?: there)?)? {_PLACE}", _how_many),
        (rf"(?P<what>who|what|which \w+(?: \w+)?) {_IS} {_PLACE}", _what_is_there),
        (
            r"(?P<what>(?:what|which) (?!the\b|my\b|our\b)\w+) (?P<thing>.+?) (?P<is>is|are)"
            r" (?P<set>set to|on|at|showing)",
            _which_setting,
        ),
        (r"(?P<what>(?:what|which|how) \w+) (?P<thing>(?:the|my|our|your|\w+'s) .+?) (?P<is>is|are)", _which_setting),
        (r"(?P<what>what) (?P<thing>.+?) (?P<is>is|are) (?P<set>set to)", _which_setting),
    )
)
