"""The robot's day: a tour of the home on the first, then patrols and company until it docks."""

from __future__ import annotations

import random

from household.home import ROBOT_ID
from household.residents.beat import Beat, MemoryTarget
from household.residents.scene import Scene
from household.residents.spoken import HOUR_NS

_PROJECT = "household_routine of robot"
_FIRST_H, _LAST_H = 6.4, 22.25
_FOLLOWS = 0.25


def plan_robot(scene: Scene, day: int, day_ns: int, looks_per_hour: float, rng: random.Random) -> list[Beat]:
    """Beats of the robot, each until the next."""
    target = MemoryTarget.HIDDEN_STATE
    beats = [Beat(day_ns + 5 * HOUR_NS, ROBOT_ID, "tour", _PROJECT, target)] if day == 0 else []
    hour = _FIRST_H
    while hour < _LAST_H:
        lasts = rng.uniform(0.15, 0.45)
        stamp_ns, due_ns = (day_ns + int(h * HOUR_NS) for h in (hour, hour + lasts))
        script = "follow" if rng.random() < _FOLLOWS else "patrol"
        words = {"looks_per_hour": str(looks_per_hour)}
        beats.append(Beat(stamp_ns, ROBOT_ID, script, _PROJECT, target, words, due_ns, latest_ns=due_ns))
        hour += lasts
    home = {"room": scene.map.entrance}
    beats.append(Beat(day_ns + int(hour * HOUR_NS), ROBOT_ID, "dock", _PROJECT, target, home))
    return beats
