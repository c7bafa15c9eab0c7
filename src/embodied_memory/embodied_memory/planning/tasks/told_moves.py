"""What is to be carried where, and which words name things, as the one reading found them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from embodied_memory.planning.tasks.request_frame import OTHER_DEED_VERBS, bare_request
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.plain_orders import OWN_PLACE, ends_wanted, is_put_for_somebody, is_taken_from_there
from embodied_memory.words.plain_words import POINTING
from embodied_memory.words.said import DeedKind, Move, MoveRelation, Role, Said, SpeechAct
from embodied_memory.words.wording.words import split_words

_SURELY = 0.85
_SPEAKER = frozenset({"me", "i", "my", "mine", "us", "we", "our", "here"})
_OTHER_DEED = re.compile(rf"(?:{OTHER_DEED_VERBS})\b", re.I)
_NAMING = (Role.THEME, Role.GOAL, Role.RECIPIENT, Role.SOURCE)
_PLACES = r"(?:on|in|at|of|from|off|under|behind|by|with|next|near|inside|beside|to)\b"
_NEAR = r"(?:by|near|next to|beside|close to)"
_AT_END = re.compile(rf"\s+{_PLACES}$", re.I)
_OWNER = re.compile(r"^(?:my|our|your)\s+", re.I)
_ARTICLE = re.compile(r"^(?:the|some|this|that|these|those)\s+|\s+(?:where\b.*|which|that)$", re.I)
"""What is no part of a name, before it and after it."""
_OF_NAMES = frozenset(split_words("the a an my your our his her their from in on of to and"))
_SAME = re.compile(r"^(?P<look>(?:\w+ ){1,3})ones?$", re.I)


def told_moves(text: str, speaker: str) -> tuple[TaskGoal, ...]:
    """Nothing where it is not surely something to be done, and done now; speaker: who "me" is."""
    said = request_in(text)
    if said is None or _is_limited(said):
        return ()
    carried = tuple(_goal(move, speaker, bare_request(text)) for move in _to_one_end(said))
    return carried + tuple(TaskGoal(Deed.ARRANGE, _plain(name), words=text) for name in said.arranged)


def _to_one_end(said: Said) -> list[Move]:
    """ "Bring me the mug in the sink": what is handed to somebody is not put anywhere; that is where it is."""
    moves = said.moves
    if is_put_for_somebody(said):
        return [move for move in moves if move.relation is not MoveRelation.PERSON]
    placed = {one.thing.text for one in ends_wanted(said) if one.kind is DeedKind.PUT and one.certainty >= _SURELY}
    goes = {move.thing for move in moves if move.relation is not MoveRelation.PERSON and move.thing in placed}
    moves = tuple(one for one in moves if one.thing not in goes or one.relation is not MoveRelation.PERSON)
    handed = {move.thing for move in moves if move.relation is MoveRelation.PERSON}
    lies = {move.thing: move.goal for move in moves if move.relation is not MoveRelation.PERSON}
    kept = [move for move in moves if move.relation is MoveRelation.PERSON or move.thing not in handed]
    return [replace(move, source=move.source or lies.get(move.thing, "")) if move.thing in handed else move
            for move in kept]  # fmt: skip


def as_named(goals: Sequence[TaskGoal], text: str) -> list[TaskGoal]:
    """What is said after the name of a thing or a place is no part of it: "the bread, the cat can have it"; nor is
    the verb before it.
    """
    said = request_in(text)
    if said is None:
        return list(goals)
    goals = [replace(goal, thing=_without_deed(goal.thing, said)) for goal in goals]
    named = [(one.role, _AT_END.sub("", _plain(one.text))) for one in said.fillers if one.role in _NAMING]
    names = sorted((name for _, name in named), key=len, reverse=True)
    themes = [name for name in names if (Role.THEME, name) in named]
    words = {word for name in names for word in split_words(name)}
    about = [goal for goal in goals if not carries(goal) or words & set(split_words(goal.thing))] or goals
    return [
        replace(goal, thing=_cut(goal.thing, names if carries(goal) else themes), to=_cut(goal.to, names))
        for goal in about
    ]


def one_each(goals: Sequence[TaskGoal], text: str) -> list[TaskGoal]:
    """Each thing once: what is called "the green one", or by the noun alone, after its name is the same thing; "and
    the green one" is another of its kind.
    """
    kept: list[TaskGoal] = []
    for goal in goals:
        last = kept[-1] if kept and carries(goal) and (kept[-1].deed, kept[-1].to) == (goal.deed, goal.to) else None
        look = _SAME.match(goal.thing) if last else None
        is_other = re.search(rf"\b(?:and|or)\s+(?:\w+\s+)?{re.escape(goal.thing)}", text, re.I)
        before, _, noun = last.thing.rpartition(" ") if last else ("", "", "")
        if (last and goal.thing.lower() in POINTING) or goal.thing.lower().startswith("not "):
            continue  # "pick up the ball and bring it to Tom", "the headphones, not the charger"
        if look and is_other:
            kept.append(replace(goal, thing=f"{look['look']}{noun}"))
        elif last and look:
            kept[-1] = replace(last, thing=f"{before} {look['look']}{noun}".strip())
        elif not last or is_other or not set(split_words(goal.thing)) <= set(split_words(last.thing)):
            kept.append(goal)
    return kept


def is_named_in(names: str, said: Said, speaker: str) -> bool:
    """Whether each word of it is part of what was read as playing some role: not "nah", nor a reason."""
    words = {word for one in said.fillers for word in split_words(one.text)}
    words |= {word for move in said.moves for look in move.looks for word in split_words(look)}
    return set(split_words(names)) <= words | _OF_NAMES | set(split_words(speaker))


def carries(goal: TaskGoal) -> bool:
    """Whether a thing is to end somewhere else."""
    return goal.deed in (Deed.FETCH, Deed.PLACE)


def _without_deed(thing: str, said: Said) -> str:
    """ "Pop the oven on" is about the oven."""
    verb, _, rest = thing.partition(" ")
    is_deed = verb.lower() in {word for deed in said.of(Role.DEED) for word in split_words(deed)}
    return _plain(rest) if is_deed and rest else thing


def _cut(phrase: str, names: Sequence[str]) -> str:
    """To the longest name that it begins with. A place of which it is a part ("mug on the desk") belongs to it."""
    fits = (name for name in names if re.match(rf"{re.escape(name)}(?:[,.;!?]|\s+(?!{_PLACES}\s))", phrase, re.I))
    return next(fits, phrase)


def request_in(text: str) -> Said | None:
    """The reading of what is surely something to be done."""
    reading = the_reading()
    said = reading.read(text) if reading else None
    return said if said is not None and said.surely(SpeechAct.INSTRUCT) else None


def _is_limited(said: Said) -> bool:
    """What is forbidden, or wanted on some condition, is another thing than what is wanted; so are other deeds."""
    is_other = any(_OTHER_DEED.match(deed) for deed in said.of(Role.DEED))
    return is_other or bool(said.of(Role.NOT) or said.of(Role.CONDITION))


def _goal(move: Move, speaker: str, text: str) -> TaskGoal:
    """What is told of its looks elsewhere belongs to what it is called by."""
    whence = f"from the {_OWNER.sub('', _plain(move.source))}" if move.source else ""
    thing = " ".join(filter(None, (_plain(move.thing), *move.looks, whence)))
    if move.relation is MoveRelation.PERSON and move.goal:
        return TaskGoal(Deed.FETCH, thing, speaker if move.goal.lower() in _SPEAKER else move.goal, words=text)
    if not move.goal:
        return TaskGoal(Deed.PLACE, thing, _plain(move.beside), "next to", words=text)
    if OWN_PLACE.match(move.goal):
        return TaskGoal(Deed.PLACE, thing, words=text)
    place = f"{_plain(move.goal)} in the {_plain(move.room)}" if move.room else _plain(move.goal)
    return TaskGoal(Deed.PLACE, thing, place, _relation(move, text), words=text)


def _relation(move: Move, text: str) -> str:
    """Of what is to be at a place the preposition tells whether near it; to a room or to furniture is on it."""
    is_near = move.relation is MoveRelation.AT and re.search(rf"\b{_NEAR}\s+{re.escape(move.goal)}", text, re.I)
    return "next to" if is_near else "in" if move.relation is MoveRelation.IN else "on"


def _plain(phrase: str) -> str:
    return _ARTICLE.sub("", phrase)


def is_gone_rather_than_brought(said: Said, goals: Sequence[TaskGoal]) -> bool:
    """ "Take the bins out", "get rid of that newspaper": what is surely to be put somewhere is brought to nobody."""
    is_put = all(one.kind is DeedKind.PUT and one.certainty >= _SURELY for one in said.wanted)
    return is_put and not said.of(Role.GOAL) and all(goal.deed is Deed.FETCH for goal in goals)


def deeds_of(goals: Iterable[TaskGoal]) -> set[Deed]:
    """To carry something is one deed: to whom or where is read by the moves."""
    return {Deed.PLACE if carries(goal) else goal.deed for goal in goals}


def deeds_meant(said: Said) -> set[Deed]:
    """What is to be done with each thing, as far as the robot has a deed for it."""
    return {
        Deed.FETCH if is_taken_from_there(one, said) else _DEEDS_MEANT[one.kind]
        for one in ends_wanted(said)
        if one.kind in _DEEDS_MEANT
    }


GOING = {Deed.SEEK, Deed.LOOK, Deed.ARRANGE}
"""Of where to go and look the kinds tell nothing that the rules do not read."""
_DEEDS_MEANT = {
    **dict.fromkeys((DeedKind.BRING, DeedKind.HOLD, DeedKind.PUT), Deed.PLACE), DeedKind.OPEN: Deed.OPEN,
    DeedKind.CLOSE: Deed.CLOSE, DeedKind.FIND: Deed.SEEK, DeedKind.GO: Deed.SEEK, DeedKind.LOOK: Deed.LOOK,
    **dict.fromkeys((DeedKind.ON, DeedKind.OFF, DeedKind.UP, DeedKind.DOWN, DeedKind.SET), Deed.SET),
}  # fmt: skip
