"""What is to be carried where, as the one reading found it: for requests that no form fits."""

from __future__ import annotations

import re

from embodied_memory.planning.tasks.request_frame import OTHER_DEED_VERBS
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import Move, MoveRelation, Role, Said, SpeechAct

_SPEAKER = frozenset({"me", "i", "my", "mine", "us", "we", "our", "here"})
_OTHER_DEED = re.compile(rf"(?:{OTHER_DEED_VERBS})\b", re.I)
_ARTICLE = re.compile(r"^(?:the|some|this|that|these|those)\s+", re.I)


def told_moves(text: str, speaker: str) -> tuple[TaskGoal, ...]:
    """Nothing where it is not surely something to be done, and done now; speaker: who "me" is."""
    reading = the_reading()
    said = reading.read(text) if reading else None
    if said is None or not said.surely(SpeechAct.INSTRUCT) or _is_limited(said):
        return ()
    carried = tuple(_goal(move, speaker, text) for move in said.moves)
    return carried + tuple(TaskGoal(Deed.ARRANGE, _plain(name), words=text) for name in said.arranged)


def _is_limited(said: Said) -> bool:
    """What is forbidden, or wanted on some condition, is another thing than what is wanted; so are other deeds."""
    is_other = any(_OTHER_DEED.match(deed) for deed in said.of(Role.DEED))
    return is_other or bool(said.of(Role.NOT) or said.of(Role.CONDITION))


def _goal(move: Move, speaker: str, text: str) -> TaskGoal:
    """What is told of its looks elsewhere belongs to what it is called by."""
    thing = " ".join((_plain(move.thing), *move.looks))
    if move.relation is MoveRelation.PERSON and move.goal:
        return TaskGoal(Deed.FETCH, thing, speaker if move.goal.lower() in _SPEAKER else move.goal, words=text)
    if not move.goal:
        return TaskGoal(Deed.PLACE, thing, _plain(move.beside), "next to", words=text)
    place = f"{_plain(move.goal)} in the {_plain(move.room)}" if move.room else _plain(move.goal)
    return TaskGoal(Deed.PLACE, thing, place, "in" if move.relation is MoveRelation.IN else "on", words=text)


def _plain(phrase: str) -> str:
    return _ARTICLE.sub("", phrase)
