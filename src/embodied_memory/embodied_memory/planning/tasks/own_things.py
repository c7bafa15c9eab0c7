"""What is called by the name of who speaks: "my room" is Theo's room, if there is one."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.task_goal import TaskGoal

_NAME_ENDS = r"(?=$|[,.;!?]|\s(?:in|on|at|of|from|to|by|under|near|next|behind|beside|inside|with|off|out)\b)"
"""Not "my room key", where only a room has that name."""


def with_owner(goal: TaskGoal, speaker: str, things: KnownThings) -> TaskGoal:
    """The goal with the speaker's own things and rooms by the names that they are known by."""
    if not speaker:
        return goal
    named = _by_short_name(speaker, things)
    own = re.compile(rf"\bmy (?:own )?(?P<what>{'|'.join(map(re.escape, named))}){_NAME_ENDS}", re.I)

    def in_full(words: str) -> str:
        return own.sub(lambda found: named[found["what"].lower()], words) if named else words

    return replace(goal, thing=in_full(goal.thing), to=in_full(goal.to), question=in_full(goal.question))


def _by_short_name(speaker: str, things: KnownThings) -> dict[str, str]:
    """ "writing desk" and "desk" -> "Anna's writing desk", the longest first; "desk" only where one may be meant."""
    own = re.compile(rf"(?:the )?{re.escape(speaker)}['’]s (?P<what>.+)", re.I)
    names = {name for one in things.all() for name in (one.room, one.called)}
    whats = {found["what"].lower(): name for name in sorted(names) if (found := own.fullmatch(name))}
    ending: dict[str, set[str]] = defaultdict(set)
    for what, name in whats.items():
        words = what.split()
        for k in range(1, len(words)):
            ending[" ".join(words[k:])].add(name)
    short = {tail: min(found) for tail, found in ending.items() if len(found) == 1}
    return {what: (short | whats)[what] for what in sorted(short | whats, key=len, reverse=True)}
