"""How the outcome of a look is told: what was seen just now, and honestly what was not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.evidence import Answer, EpistemicStatus, Evidence, RememberedObject, RetrievedMemory
from embodied_memory.memory.personal.sentence_role import is_personal
from embodied_memory.memory.spatial.object_identity import LASTING_ATTRIBUTES
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.task_report import TaskReport
from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.meaning import in_words
from embodied_memory.planning.tasks.task_goal import TaskGoal
from embodied_memory.planning.tasks.told_names import as_told
from embodied_memory.words.wording.phrases import listed

_FAIR, _MOST_NAMED = 0.7, 6
_WAS = re.compile(r"\bwas ([\w -]+?) when I last saw (?:it|them) [^.;]*")
_WHEN = re.compile(
    r"[;:,]? (?:as )?I (?:last )?saw (?:it|them|that) (?:just now|\d+ seconds? ago|[^.;]*ago)(?=[.;]|$)"
    r"|[:;,] as I last saw(?=[.;]|$)"
)
_JUST_NOW = re.compile(r",? \(?just now\)?|,? \d+ seconds? ago")
_IS_THERE = re.compile(r"(?:is|are)\b", re.I)
_WITHIN = 0.5
"""From this share of its things on, a room was looked at."""


def as_seen_now(text: str) -> str:
    """Memory tells when it saw what it tells; after a look that was now. "No, the TV is off."."""
    told = _WHEN.sub("", _WAS.sub(r"is \1", text)).replace("Not as far as I know", "No")
    told = " ".join(_JUST_NOW.sub("", told).split()).replace(" .", ".").strip()
    told = re.sub(r"\.\.+", ".", told)
    return told if told.endswith((".", "!", "?")) else f"{told}."


def what_was_seen(goal: TaskGoal, seen: Sequence[RememberedObject]) -> Answer:
    """For a question that memory does not answer from the look: the things asked about, or that there were none."""
    asked = [one for one in seen if _is_asked(goal, one)]
    cited = _sights((asked or seen)[:_MOST_NAMED])
    ids = tuple(one.object_id for one in asked[:_MOST_NAMED])
    if asked:
        if goal.to or goal.question.startswith("Where"):
            places = listed([in_words(one) for one in asked[:_MOST_NAMED]])
            text = f"{'Yes, I' if _IS_THERE.match(goal.question) else 'I'} saw {places}."
            return Answer(
                goal.question, text, True, _FAIR, cited, ids, tuple(one.position for one in asked)[: len(ids)]
            )
        states = listed([f"{in_words(one)}{_state(one)}" for one in asked[:_MOST_NAMED]])
        text = f"I saw {states}; more I could not tell from looking."
        return Answer(goal.question, text, False, 0.0, cited, ids)
    missed = (
        "saw nobody" if goal.question.startswith("Who") else f"saw no {goal.thing}" if goal.thing else "saw nothing"
    )
    is_one = goal.thing[:1].isupper() or is_personal(goal.thing)
    missed = f"did not see {as_told(goal.thing)} there" if is_one else missed
    return Answer(goal.question, f"I looked {_there(goal)} and {missed}.", bool(goal.to), _FAIR, cited)


def in_vain(goal: TaskGoal, things: KnownThings, since_ns: int, reason: str) -> str:
    """ "I looked in the kitchen and the hall and did not find the red book."; else why the look was not possible."""
    sought = as_told(goal.sought)
    if "may not have the robot" in reason:
        return f"I could not see into {sought}: it is shut, and I may not open it for you."
    if "did not find" not in reason:
        return f"I could not look at {sought}: {reason}."
    rooms = [f"the {room}" for room in _rooms_looked_at(things, since_ns)]
    return f"I looked {f'in {listed(rooms)}' if rooms else 'around'} and did not find {sought}."


def with_answers(report: TaskReport, answers: tuple[Answer, ...]) -> TaskReport:
    """What was done and what was seen, in this order; a look in vain was told as a reason already."""
    said = report.summary.rstrip(". ")
    told = [said, *(one.text.rstrip(". ") for one in answers if one.text.rstrip(". ") not in said)]
    return replace(report, summary=". ".join(filter(None, told)), answers=answers) if answers else report


def evidence_of(memory: RetrievedMemory) -> Evidence:
    """The view that shows an answer."""
    return Evidence(memory.record_id, memory.stamp_ns, "instant", memory.text)


def _sights(things: Sequence[RememberedObject]) -> tuple[Evidence, ...]:
    """The records in which they were seen, each with all that it showed of them."""
    shown: dict[tuple[int, int], list[str]] = {}
    for one in things:
        shown.setdefault((one.record_id, one.last_seen_ns), []).append(describe(one))
    return tuple(
        Evidence(record_id, stamp_ns, "instant", f"saw {listed(names)}")
        for (record_id, stamp_ns), names in shown.items()
    )


def _is_asked(goal: TaskGoal, thing: RememberedObject) -> bool:
    """Not the place itself, nor, where somebody or something certain is asked for, what else is there."""
    if not goal.thing:
        return False
    is_there = not goal.to or goal.to.lower() in (thing.room.lower(), thing.support_category.lower())
    return is_there and thing.category.lower() in goal.thing.lower()


def _state(thing: RememberedObject) -> str:
    states = [f"{name} {value}" for name, value in thing.attributes if name not in LASTING_ATTRIBUTES]
    return f" ({', '.join(states)})" if states else ""


def _there(goal: TaskGoal) -> str:
    if is_room(goal.to):
        return f"in the {goal.to}"
    return f"{'into' if goal.relation == 'in' else 'at'} the {goal.sought}"


def _rooms_looked_at(things: KnownThings, since_ns: int) -> list[str]:
    """Where most of what memory has there was seen since, in the order in which they were left."""
    there = [one for one in things.all() if one.room and one.status is not EpistemicStatus.CONTRADICTED]
    seen = {room: [one.last_seen_ns for one in there if one.room == room and one.last_seen_ns > since_ns]
            for room in {one.room for one in there}}  # fmt: skip
    total = {room: sum(one.room == room for one in there) for room in seen}
    looked = [room for room, stamps in seen.items() if len(stamps) >= max(1, _WITHIN * total[room])]
    return sorted(looked, key=lambda room: max(seen[room]))
