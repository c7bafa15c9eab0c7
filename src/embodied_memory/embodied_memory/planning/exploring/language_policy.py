"""A language model chooses where to go (MemoryExplorer and RA-Mem; LMEE, section 4 and figures 15 to 17).

Two requests a step: the first writes the one retrieval call, the second sees what was retrieved and chooses. Whatever
is not usable is as if it had not been said: then the choice made before retrieving counts, or the offline form.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field, model_validator

from embodied_memory.evidence import RememberedObject, RetrievedMemory, UsualPlace
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import UnusableReplyError, asking
from embodied_memory.planning.exploring.decision import SearchPolicy, SearchSituation, SearchTarget, describe

_LONGEST_QUERY = 200
_LONGEST_WORDS = 300
_MOST_FRONTIERS = 12
_MOST_OBJECTS = 12
_NEAR_M = 2.5


class QueryReply(BaseModel):
    """The first response y' of LMEE, section 4: a thought, the text of the call, and what to do if it fails."""

    thought: str = ""
    query: str = Field(min_length=1, max_length=_LONGEST_QUERY)
    frontier: int | None = None
    answer: str = ""


class TargetReply(BaseModel):
    """The final response y = (S, F, A), with figure 17's choice: a memory's object or a frontier."""

    thought: str = ""
    choose: Literal["memory", "frontier"]
    memory: int | None = None
    object: int | None = None
    frontier: int | None = None
    action: Literal["turn_left", "move_forward", "turn_right"] | None = None
    answer: str = ""

    @model_validator(mode="after")
    def _gives_its_numbers(self) -> TargetReply:
        numbers = (self.frontier,) if self.choose == "frontier" else (self.memory, self.object)
        if None in numbers:
            raise ValueError("give the number of the frontier, or those of the memory and of its object")
        return self


class LanguagePolicy:
    """The role over a language model. offline: writes the query if the model does not."""

    def __init__(self, advisor: Advisor, offline: SearchPolicy) -> None:
        self._advisor = advisor
        self._offline = offline
        self._before: SearchTarget | None = None

    def query(self, situation: SearchSituation) -> str:
        """The model's words for memory; keeps where it would go without an answer from there."""
        self._before = None
        images = (*situation.views, *_goal_image(situation))
        told = {"frontiers": _frontiers_in_words(situation), **_task_in_words(situation)}
        return self._advisor.advice(
            asking("memory query", images, **told),
            QueryReply,
            lambda reply: self._note(reply, situation),
            lambda: self._offline.query(situation),
        )

    def _note(self, reply: QueryReply, situation: SearchSituation) -> str:
        """Raises UnusableReplyError for a frontier that does not exist."""
        words = " ".join(reply.query.split())
        if not words or not words.isprintable():
            raise UnusableReplyError("the query names nothing")
        if reply.frontier is not None:
            self._before = _to_frontier(reply.frontier, situation, reply.thought, reply.answer)
        return words

    def choose(self, situation: SearchSituation, retrieved: bool) -> SearchTarget | None:
        """What the model chooses; the first response if retrieving failed; None if there is nothing to choose."""
        shelves = memories_with_objects(situation.memories, situation.objects, situation.known)
        if not retrieved or not (shelves or situation.frontiers):
            return self._before
        pictures = tuple(memory.thumbnail for memory in situation.memories if memory.thumbnail)
        request = asking(
            "choose target",
            (*situation.views, *pictures, *_goal_image(situation)),
            memories=memories_in_words(shelves),
            frontiers=_frontiers_in_words(situation),
            **_task_in_words(situation),
        )
        return self._advisor.advice(
            request,
            TargetReply,
            lambda reply: _target(reply, situation, shelves),
            lambda: None,
        )


Shelves = list[tuple[str, list[RememberedObject]]]
"""(what a memory shows, its objects that can be gone to), in the order in which they are numbered."""


def memories_with_objects(
    memories: Sequence[RetrievedMemory], fitting: Sequence[RememberedObject], everything: Sequence[RememberedObject]
) -> Shelves:
    """The retrieved views, then the things that fit the goal's words and are in none of these views."""
    known = {thing.object_id: thing for thing in everything}
    shelves: Shelves = []
    for memory in memories:
        things = [known[key] for key in memory.object_ids if key in known][:_MOST_OBJECTS]
        shelves.append((memory.text if memory.thumbnail else f"{memory.text} (no picture)", things))
    shown = {thing.object_id for _, things in shelves for thing in things}
    others = [thing for thing in fitting if thing.object_id not in shown][:_MOST_OBJECTS]
    return [*shelves, ("other things that fit the words (no picture)", others)] if others else shelves


def memories_in_words(shelves: Shelves) -> str:
    """ "Memory 0: ..." with "Object 0: ..." for each of its things."""
    lines = []
    for number, (text, things) in enumerate(shelves):
        lines.append(f"Memory {number}: {_clean(text)}")
        lines += [f"  Object {k}: {_clean(_in_words(thing))}" for k, thing in enumerate(things)]
    return "\n".join(lines) or "none"


def _target(reply: TargetReply, situation: SearchSituation, shelves: Shelves) -> SearchTarget:
    """Raises UnusableReplyError for what is in none of the lists."""
    if reply.choose == "frontier" and reply.frontier is not None:
        return _to_frontier(reply.frontier, situation, reply.thought, reply.answer)
    memory, number = reply.memory, reply.object
    if (
        memory is None
        or number is None
        or not 0 <= memory < len(shelves)
        or not 0 <= number < len(shelves[memory][1])
    ):
        raise UnusableReplyError(f"there is no object {number} in a memory {memory}")
    thing = shelves[memory][1][number]
    return SearchTarget(_clean(reply.thought), object_id=thing.object_id, answer=_clean(reply.answer))


def _to_frontier(number: int, situation: SearchSituation, thought: str, answer: str) -> SearchTarget:
    shown = situation.frontiers[:_MOST_FRONTIERS]
    if not 0 <= number < len(shown):
        raise UnusableReplyError(f"there is no frontier {number} among {len(shown)}")
    return SearchTarget(_clean(thought), frontier_id=shown[number].frontier_id, answer=_clean(answer))


def _task_in_words(situation: SearchSituation) -> dict[str, str]:
    goal = situation.goal
    shown = " (the thing in the last picture)" if goal.image else ""
    return {
        "task": _clean(situation.task),
        "goal": _clean(goal.description) + shown + _usually(situation.usual),
        "question": _clean(situation.question) or "none",
    }


def _usually(usual: Sequence[UsualPlace]) -> str:
    """Where such things are in this home, by all that memory knows; "" if it knows of none."""
    if not usual:
        return ""
    best = usual[0]
    place = "" if best.place == best.room else f"{best.relation} the {best.place}"
    where = ", ".join(filter(None, (place, f"in the {best.room}" if best.room else "")))
    return _clean(f"; in this home such things were {where}, {best.times} of {best.of_times} times")


def _frontiers_in_words(situation: SearchSituation) -> str:
    lines = []
    for number, frontier in enumerate(situation.frontiers[:_MOST_FRONTIERS]):
        point = frontier.boundary_point
        near = _names_near(point, situation.known)
        away = f"{situation.distances[frontier.frontier_id]:.1f} m away, {_side(situation.here, point)}"
        lines.append(f"Frontier {number}: {away}, {frontier.area_m2:.1f} m2; near it: {near}")
    return "\n".join(lines) or "none"


def _names_near(point: Point, known: Sequence[RememberedObject]) -> str:
    near = sorted(known, key=lambda thing: math.dist(thing.position[:2], point))
    names = dict.fromkeys(t.category for t in near if math.dist(t.position[:2], point) < _NEAR_M)
    return _clean(", ".join(list(names)[:6])) or "nothing known"


def _side(here: Pose2D, point: Point) -> str:
    turn = math.remainder(math.atan2(point[1] - here.y, point[0] - here.x) - here.yaw, 2 * math.pi)
    sides = ("in front", "to the left", "behind", "to the right")
    return sides[round(turn / (math.pi / 2)) % 4]


def _in_words(thing: RememberedObject) -> str:
    place = f", {thing.support_relation} a {thing.support_category}" if thing.support_category else ""
    return f"{describe(thing)}{place}{f', in the {thing.room}' if thing.room else ''}"


def _goal_image(situation: SearchSituation) -> tuple[bytes, ...]:
    return (situation.goal.image,) if situation.goal.image else ()


def _clean(text: str) -> str:
    """One line of at most so many characters: what was seen or said cannot pose as another part of a prompt."""
    return " ".join(text.split())[:_LONGEST_WORDS]
