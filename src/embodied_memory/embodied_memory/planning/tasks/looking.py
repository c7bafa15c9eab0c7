"""Looking at a thing, into it, or over a room: from where the robot stands if that is near, else from there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from embodied_memory.config import Config
from embodied_memory.evidence import EpistemicStatus, RememberedObject
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.mapping.path_planner import travel_distances
from embodied_memory.planning.body import Body
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.exploring.object_approach import footprint_of
from embodied_memory.planning.skill_call import SkillResult
from embodied_memory.planning.tasks.known_things import KnownThings, can_be_shut, is_open
from embodied_memory.scene_graph import is_person

_AWAY_M = (0.8, 1.3)
_LOW_M = 1.2
"""A camera above a low piece sees farther into it from some way off."""
_SIDES = 8
_MOST_LOOKS = 7
"""Places from which it is looked into, the nearest first."""


def look_into(body: Body, container: RememberedObject, radius_m: float, is_seen: Callable[[], bool]) -> bool:
    """Drive from side to side until what is sought is seen. radius_m: of the robot. Raises BodyError."""
    for _, pose in zip(range(_MOST_LOOKS), _poses(body, container, radius_m), strict=False):
        if is_seen():
            return True
        body.navigate(pose)
        body.look()
        if body.canceled():
            break
    return is_seen()


def _poses(body: Body, container: RememberedObject, radius_m: float) -> Iterator[Pose2D]:
    """Places around it that there is a way to, each facing it, the nearest of each ring first."""
    planning_map, here = body.look(), body.pose()
    lengths = travel_distances(planning_map.slice, (here.x, here.y), radius_m)
    middle = container.position[:2]
    reached = []
    for ring, point in _around(container):
        cell = planning_map.slice.cell_of(*point)
        if planning_map.slice.contains(*cell) and math.isfinite(lengths[cell]):
            reached.append((ring, float(lengths[cell]), point))
    for _, _, (x, y) in sorted(reached):
        yield Pose2D(x, y, math.atan2(middle[1] - y, middle[0] - x))


def _around(container: RememberedObject) -> Iterator[tuple[int, Point]]:
    """(ring, place); ring 0 is the one to try first."""
    (x, y, z), (dx, dy, dz) = container.position, container.size
    for ring, away_m in enumerate(_AWAY_M if z + dz / 2 > _LOW_M else reversed(_AWAY_M)):
        for side in range(_SIDES):
            angle = 2 * math.pi * side / _SIDES
            yield ring, (x + (dx / 2 + away_m) * math.cos(angle), y + (dy / 2 + away_m) * math.sin(angle))


_MOST_STOPS = 6
"""Places in a room that are gone to because memory has a thing there that was not seen yet."""

GoTo = Callable[[RememberedObject], SkillResult]


class Looking:
    """go_to: close to a thing; go_in_sight: to where it is well seen, without going far for it."""

    def __init__(self, config: Config, body: Body, go_to: GoTo, go_in_sight: GoTo) -> None:
        self._config, self._body, self._go_to, self._go_in_sight = config, body, go_to, go_in_sight

    def at(self, thing: RememberedObject, words: str = "") -> SkillResult:
        """See it anew, and if it is open what is in it. words: for what is looked for there. Raises BodyError."""
        since_ns = self._look()
        if not self._sees_from_here(thing, since_ns):
            gone = self._go_to(thing)
            if not gone.succeeded:
                return gone
        now = self._newest(thing)
        if now.last_seen_ns <= since_ns:
            return SkillResult(False, f"The {thing.category} was not found where memory has it.")
        if words and can_be_shut(now):
            if not is_open(now):
                return SkillResult(False, f"The {now.category} is shut.")
            radius_m = self._config.frontier.robot_radius_m
            look_into(self._body, now, radius_m, lambda: self._is_seen(words, since_ns))
        return SkillResult(True, f"The robot looked at {describe(now)}.")

    def over(self, room: str) -> SkillResult:
        """See again everything that memory has in a room, or find it gone. Raises BodyError."""
        since_ns = self._look()
        missed: set[str] = set()
        for _ in range(_MOST_STOPS):
            waiting = [one for one in self._unseen(room, since_ns) if one.object_id not in missed]
            if not waiting or self._body.canceled():
                break
            nearest = min(waiting, key=self._away)
            self._go_in_sight(nearest)
            missed.add(nearest.object_id)
        if not any(one.last_seen_ns > since_ns for one in self._things().in_room(room)):
            return SkillResult(False, f"The robot did not get to see the {room}.")
        return SkillResult(True, f"The robot looked around in the {room}.")

    def _look(self) -> int:
        """Take new views; what is seen later than the time returned, ns, is seen by them."""
        before_ns = self._things().newest_ns
        if self._body.look().stamp_ns <= before_ns:
            self._body.navigate(self._body.pose())
            self._body.look()
        return before_ns

    def _sees_from_here(self, thing: RememberedObject, since_ns: int) -> bool:
        now = self._newest(thing)
        near = self._away(now) <= self._config.explorer.sight_range_m
        return now.last_seen_ns > since_ns and near and now.status is not EpistemicStatus.CONTRADICTED

    def _newest(self, thing: RememberedObject) -> RememberedObject:
        """As memory has it now: what it publishes of all things may be older."""
        found = self._body.retrieve(describe(thing)).objects
        same = [one for one in (*found, *self._body.known_objects()) if one.object_id == thing.object_id]
        return max(same, key=lambda one: one.last_seen_ns, default=thing)

    def _is_seen(self, words: str, since_ns: int) -> bool:
        good = self._config.explorer.good_match
        found = self._body.retrieve(words).objects
        return any(one.match >= good and one.last_seen_ns > since_ns for one in found)

    def _unseen(self, room: str, since_ns: int) -> list[RememberedObject]:
        """What stands there, not who: people come and go."""
        there = self._things().in_room(room)
        return [one for one in there if one.last_seen_ns <= since_ns and _stands(one)]

    def _away(self, thing: RememberedObject) -> float:
        here = self._body.pose()
        return footprint_of(thing).distance((here.x, here.y))

    def _things(self) -> KnownThings:
        return KnownThings(self._body.known_objects())


def _stands(thing: RememberedObject) -> bool:
    return thing.status is not EpistemicStatus.CONTRADICTED and not is_person(thing.category)
