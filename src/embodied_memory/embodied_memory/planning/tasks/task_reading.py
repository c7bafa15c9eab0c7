"""Reads an instruction into deeds, by rules; what devices are set to is read as memory reads it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.belief.statements.reported_facts import device_said
from embodied_memory.planning.instruction import MAX_CHARACTERS, MAX_GOALS, InstructionError, is_search
from embodied_memory.planning.tasks.look_reading import goes_on_to_look, read_look
from embodied_memory.planning.tasks.request_frame import (
    DEED_VERBS,
    bare_request,
    comes_after_something,
    in_order,
    names_something,
    with_value_last,
)
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal, points_only
from embodied_memory.planning.tasks.told_moves import (
    GOING,
    as_named,
    carries,
    deeds_meant,
    deeds_of,
    is_gone_rather_than_brought,
    is_named_in,
    one_each,
    request_in,
    told_moves,
)
from embodied_memory.words.plain_orders import is_doable, plainly_ordered
from embodied_memory.words.plain_words import is_for_now
from embodied_memory.words.said import Role, Said
from embodied_memory.words.wording.description import in_one_name
from embodied_memory.words.wording.phrases import each_listed
from embodied_memory.words.wording.words import split_words

_CLAUSE = re.compile(
    rf"\s*[.;!?]+\s*"
    rf"|,?\s*\b(?:and (?:then|finally|afterwards|after that)|then|after that|afterwards|finally|and)\b,?\s+"
    rf"(?=(?:please |also |just )?(?:{DEED_VERBS})\b)"
    rf"|\s*,\s*(?=(?:{DEED_VERBS})\b)|,?\s*\b(?:and then|then|after that|afterwards)\b,?\s+",
    re.I,
)
_CONDITION = re.compile(
    r"^(?:if|when|whenever|unless|once|in case|as soon as|every|each time)\b"
    r"|\s(?:if|when|whenever|unless|in case|as soon as|every time|each time)\s",
    re.I,
)
_ARTICLE = re.compile(r"^(?:the|some|this|that|these|those)\s+", re.I)
_IT = re.compile(r"^(?:it|them|that|this|both|these|those)$", re.I)
_PAST = {
    "turn": "turned", "switch": "switched", "change": "changed", "adjust": "adjusted", "set": "set", "put": "put",
}  # fmt: skip
_DIMMED = re.compile(r"^dim (?P<thing>.+?)(?: to (?P<value>.+))?$", re.I)
_SWITCH_NOUN = re.compile(
    r"^(?:(?:leave|keep|have) )?(?!(?:is|are|was|were|what|who)\b)(?P<thing>(?:the )?[\w ]+?) (?P<value>on|off)$",
    re.I,
)
_SWITCH_PLACE = re.compile(
    r"^(?P<verb>turn|switch) (?P<thing>(?:the|my|our|\w+'s) .+?) (?P<value>on|off)"
    r" (?P<place>(?:in|on|at|by|next to) .+)$",
    re.I,
)
_NOUN_PHRASE = re.compile(r"^(?:the|a|an|my|our|your|some|\w+'s)\s+\w", re.I)
_FOR_SOMEBODY = re.compile(r"(?:me|us|him|her|them) (?:a|an|some|another)\b|(?:it|that|them) ", re.I)
"""Who asks for something to be made wants more than arranging: "make me a coffee", "make that half past"."""
_GIVEN = re.compile(r"\b(?:me|us|here)\b", re.I)
_OTHER_DEED = re.compile(
    r"\band (?P<deed>(?!(?:the|a|an|my|our|your|his|her|their|some|two|three|one|all|both|any|no|other|another)\b)"
    r"[a-z]+ (?:the|a|an|my|our|it|them|him|her|me|us)\b.*)",
    re.I,
)
"""What is left where a thing or a place should have ended is another deed, of which nothing is understood."""
_OUT = re.compile(rf"\b(?!(?:{DEED_VERBS})\b)(?P<thing>\w+) out (?=(?:the|my|our|your|his|her|their) )", re.I)
"""Dialect: "take it out the wardrobe"; but what is laid out comes out of nothing."""
_HITHER = re.compile(r"\s+(?:in|inside|over|through|along|round|across|up|down)$", re.I)
""" "Bring the glasses in"."""
_CARRIES_IT = re.compile(
    r"^(?:put|place|set|leave|lay|drop|store|bring|take|carry|give|hand)\b.*\b(?:it|them|that)\b", re.I
)
_NEXT_PLACEMENT = re.compile(
    r"(?:,?\s+and\s+|,\s+)(?=(?:the|my|a|an|our|your|his|her|\w+'s)\s"
    r".+?\s(?:on|onto|in|into|inside|next to|beside)\s)",
    re.I,
)
_RELATION = dict.fromkeys(("in", "into", "inside"), "in") | dict.fromkeys(
    ("next to", "beside", "by", "near"), "next to"
)
_SHORTEST_TIME = 3
_NOW_ALONE = "the robot does things now, it does not wait for something"


def read_task(text: str, speaker: str, people: frozenset[str] = frozenset()) -> tuple[TaskGoal, ...]:
    """The deeds of an instruction, in order. speaker: who "me" is; people: names known, in lower case.

    Raises InstructionError if there is none, or if the text is longer than a person would say.
    """
    if len(text) > MAX_CHARACTERS:
        raise InstructionError(f"the instruction has {len(text)} characters; at most {MAX_CHARACTERS} are read")
    text = in_one_name(text)
    goals = [one for one in _by_verbs_or_kinds(text, speaker, people) if not one.thing or names_something(one.thing)]
    if not goals:
        raise InstructionError(f'nothing to do in "{text.strip()[:80]}"; try: bring me the red mug')
    if len(goals) > MAX_GOALS:
        raise InstructionError(f"the instruction has {len(goals)} goals; at most {MAX_GOALS} are taken at once")
    return tuple(goals)


def _by_verbs_or_kinds(text: str, speaker: str, people: frozenset[str]) -> list[TaskGoal]:
    """Where the verbs that the rules know and what is to be done with each thing come to other deeds, the latter is
    right more often; where they come to the same, the rules have read more of it.
    """
    said = request_in(text)
    if said is None or not said.is_surely_wanted:
        return _by_rules(text, speaker, people)
    plain = ", then ".join(plainly_ordered(said))
    try:
        goals = _by_rules(text, speaker, people)
    except InstructionError:
        if not plain or comes_after_something(text):
            raise
        goals = []
    names_more = plain and any(not is_named_in(f"{goal.thing} {goal.to}", said, speaker) for goal in goals)
    if not plain and goals and is_gone_rather_than_brought(said, goals):
        raise InstructionError(f'"{bare_request(text)[:80]}": nobody said where that is to go')
    if not plain and _is_for_later(said):
        raise InstructionError(f'"{bare_request(text)[:80]}": {_NOW_ALONE}')
    if goals and deeds_meant(said) - GOING <= deeds_of(goals) and not names_more:
        return goals
    if goals and not is_doable(said):
        raise InstructionError(f'I do not know how to "{bare_request(text)[:80]}", so I leave all of it')
    return (_by_rules(plain, speaker, people) if plain else []) or goals


def _is_for_later(said: Said) -> bool:
    """ "Leave it till he's up, and then bring it me"."""
    times = [one for one in said.of(Role.TIME) if len(one) >= _SHORTEST_TIME]
    return bool(times) and not said.of(Role.NOT) and not is_for_now(said)


def _by_rules(text: str, speaker: str, people: frozenset[str]) -> list[TaskGoal]:
    """By its verbs, and of what is carried by what the reading found."""
    text = _OUT.sub(r"\g<thing> out of ", text)
    goals: list[TaskGoal] = []
    plain = in_order(bare_request(text.rstrip(".!? ")))
    for clause in filter(None, map(bare_request, _CLAUSE.split(plain))):
        look = read_look(clause, goals[-1] if goals else None)
        if look is not None:
            goals = [*(goals[:-1] if goes_on_to_look(goals[-1] if goals else None) else goals), look]
            continue
        if _CONDITION.search(clause) or comes_after_something(clause):
            raise InstructionError(f'"{clause[:80]}": {_NOW_ALONE}')
        found = _deeds(clause, speaker, people, goals[-1] if goals else None)
        goals = [*_without_what_goes_on(goals, clause), *found]
    for goal in goals:
        if left := _OTHER_DEED.search(f"{goal.thing} {goal.to}"):
            raise InstructionError(f'I do not know how to "{left["deed"]}", so I leave all of it')
    carried = told_moves(text, speaker)
    return _with_places(one_each(carried if carried and all(map(carries, goals)) else as_named(goals, text), text))


def _with_places(goals: list[TaskGoal]) -> list[TaskGoal]:
    """ "Switch the heater on and put the folder on there": there is what was named before."""
    found: list[TaskGoal] = []
    for goal in goals:
        is_pointed = goal.deed is Deed.PLACE and bool(found) and goal.to.lower() in ("there", "it", "that")
        found.append(replace(goal, to=found[-1].to or found[-1].thing) if is_pointed else goal)
    return found


def can_be_read(text: str) -> bool:
    """Whether there is anything to do in it, be it only something to look for, with a thing that is named."""
    try:
        return not only_points(text)
    except InstructionError:
        return is_search(text)


def only_points(text: str) -> bool:
    """Whether there is something to do, but with nothing that is named. Raises InstructionError as `read_task`."""
    goals = read_task(text, "", frozenset(split_words(text)))  # whoever it names may be a person
    return all(points_only(goal.thing) for goal in goals)


def _deeds(clause: str, speaker: str, people: frozenset[str], last: TaskGoal | None) -> list[TaskGoal]:
    """Those of one clause: one for each thing that it lists. last: the deed before, for "it" and "then the book"."""
    named = last.thing if last else ""
    device = _device(clause)
    if device is not None:
        return [replace(device, thing=_named(device.thing, named, speaker))]
    for deed, form in _forms(people):
        found = form.fullmatch(clause)
        if found:
            parts = {name: (said or "").strip() for name, said in found.groupdict().items()}
            place, *others = _NEXT_PLACEMENT.split(parts.get("place", ""), maxsplit=1)
            if others:
                first = _deeds(clause[: found.start("place")] + place, speaker, people, last)
                return [*first, *_deeds(f"put {others[0]}", speaker, people, first[-1])]
            if parts.get("here") and "thing" not in parts:
                return [TaskGoal(Deed.SEEK, speaker, words=clause)]
            named = _shut_around(deed, last) or named
            if deed is Deed.PLACE and last is not None and _IT.match(parts.get("place", "")):
                parts["place"] = last.to or last.thing  # open the box, then put the mug in it
            if deed is Deed.ARRANGE and _FOR_SOMEBODY.match(parts.get("thing", "")):
                raise InstructionError(f'"{clause[:80]}": the robot makes nothing new, it arranges what is there')
            things = each_listed(parts.get("thing", ""), bare_after=",")
            return [_goal(deed, _named(thing, named, speaker), parts, speaker, clause) for thing in things if thing]
    if last is not None and last.deed is Deed.SEEK and _NOUN_PHRASE.match(clause):
        return [TaskGoal(Deed.SEEK, _named(clause, named, speaker), words=clause)]
    goes_on = last is not None and last.deed is Deed.PLACE and _NOUN_PHRASE.match(clause)
    return _deeds(f"put {clause}", speaker, people, None) if goes_on else []


def _shut_around(deed: Deed, last: TaskGoal | None) -> str:
    """What "it" is that is to be opened or shut: what something was just put into."""
    is_around = last is not None and last.deed is Deed.PLACE and last.relation == "in"
    return last.to if last is not None and is_around and deed in (Deed.OPEN, Deed.CLOSE) else ""


def _without_what_goes_on(goals: list[TaskGoal], clause: str) -> list[TaskGoal]:
    """ "Get the cup, put it in the sink" is one deed: what is picked up to go on with is not brought to anybody."""
    goes_on = bool(goals) and goals[-1].deed is Deed.FETCH and not _GIVEN.search(goals[-1].words)
    return goals[:-1] if goes_on and _CARRIES_IT.match(clause) else goals


def _goal(deed: Deed, thing: str, parts: dict[str, str], speaker: str, clause: str) -> TaskGoal:
    if deed is Deed.FETCH:
        to, thing = parts.get("me", ""), _HITHER.sub("", thing)
        return TaskGoal(deed, thing, speaker if to.lower() in ("", "me", "us", "here") else to, words=clause)
    if deed is Deed.PLACE:
        relation = _RELATION.get(parts.get("relation", "").lower(), "on")
        return TaskGoal(deed, thing, _ARTICLE.sub("", parts.get("place", "")), relation, words=clause)
    return TaskGoal(deed, thing, words=clause)


def _named(thing: str, last: str, speaker: str) -> str:
    """Without an article that only says that it is known; "it" is what was spoken of before, "me" who speaks."""
    thing = thing.strip(" ,")
    if _IT.match(thing) and last:
        return last
    return speaker if thing.lower() in ("me", "us") else _ARTICLE.sub("", thing)


def _device(clause: str) -> TaskGoal | None:
    """ "Turn off the lamp" is read as "I turned off the lamp" is."""
    dimmed = _DIMMED.match(clause)
    if dimmed:
        return TaskGoal(Deed.SET, _ARTICLE.sub("", dimmed["thing"]), setting="brightness",
                        value=_value(dimmed["value"] or "30"), words=clause)  # fmt: skip
    clause = re.sub(r"\bback (?=(?:on|off)\b)", "", clause, flags=re.I)
    clause = _SWITCH_PLACE.sub(r"\g<verb> \g<value> \g<thing> \g<place>", clause)
    verb, _, rest = clause.partition(" ")
    past = _PAST.get(verb.lower())
    switched = _SWITCH_NOUN.match(with_value_last(clause))
    if past is None and switched:
        past, rest = "turned", f"{switched['value']} {switched['thing']}"
    for thing, setting, value, _ in device_said(f"I {past} {rest}") if past else ():
        if setting not in ("open", "locked", "location"):
            return TaskGoal(Deed.SET, _ARTICLE.sub("", thing), setting=setting, value=_value(value), words=clause)
    return None


def _value(text: str) -> str:
    """ "21 degrees" -> "21"."""
    number = re.match(r"-?\d+(?:\.\d+)?(?=\s*(?:°|%|degrees?|percent|celsius|minutes?|c\b|$))", text.strip(), re.I)
    return number[0] if number else text.strip().lower()


@lru_cache(maxsize=64)
def _forms(people: frozenset[str]) -> tuple[tuple[Deed, re.Pattern[str]], ...]:
    """The forms of the file. Names of people are words to compare with, never patterns."""
    names = "|".join(map(re.escape, sorted({"me", "us", *people}, key=len, reverse=True)))
    blanks = {
        "me": rf"(?P<me>{names})",
        "thing": r"(?P<thing>.+?)",
        "place": r"(?P<place>.+)",
        "here": r"(?P<here>here|over)",
    }
    forms: list[tuple[Deed, re.Pattern[str]]] = []
    deed = Deed.SEEK
    for line in Path(__file__).with_name("task_forms.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            deed = Deed(line[1:-1])
        elif line and not line.startswith("#"):
            for name, pattern in blanks.items():
                line = line.replace(f"{{{name}}}", pattern)
            forms.append((deed, re.compile(line, re.I)))
    return tuple(forms)
