"""What residents have a robot do on a day that is there in earnest."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from household.residents.beat import Beat, MemoryTarget
from household.residents.played_by_language import directed_day
from household.residents.scene import Scene
from household.residents.spoken import HOUR_NS

_HOURS = (7.5, 22.0)
_WISHES: Mapping[str, tuple[float, MemoryTarget]] = {
    "bring": (3.0, MemoryTarget.OBJECT_LOCATION),
    "bring_favourite": (2.0, MemoryTarget.PREFERENCE),
    "have_put": (2.0, MemoryTarget.OBJECT_LOCATION),
    "have_put_back": (1.5, MemoryTarget.PREFERENCE),
    "have_turned": (1.0, MemoryTarget.OBJECT_LOCATION),
    "have_switched": (1.5, MemoryTarget.DEVICE_STATE),
    "have_set": (1.0, MemoryTarget.DEVICE_STATE),
    "give": (1.5, MemoryTarget.OBJECT_LOCATION),
    "ask robot where": (1.5, MemoryTarget.OBJECT_LOCATION),
    "ask robot what": (1.0, MemoryTarget.SOCIAL_CONTEXT),
    "feedback": (0.7, MemoryTarget.HIDDEN_STATE),
}
"""How often, beside each other, and what it challenges."""


def plan_requests(scene: Scene, day_ns: int, rng: random.Random) -> Iterator[Beat]:
    """Beats of a day; the hours are wishes, the director moves them to when people are at home."""
    if scene.requests is None:
        return
    if scene.cast is not None:
        yield from _improvised(scene, day_ns, rng)
        directed = tuple(directed_day(scene.cast, scene, day_ns, {name: wish[1] for name, wish in _WISHES.items()}))
        if directed:
            yield from directed
            return
    names, most = list(_WISHES), scene.requests.most_a_day
    weights = [weight for weight, _ in _WISHES.values()]
    for person in scene.residents:
        for name in rng.choices(names, weights, k=rng.randint((most + 1) // 2, most)):
            stamp_ns = day_ns + int(rng.uniform(*_HOURS) * HOUR_NS)
            is_said = name.startswith(("ask robot", "feedback"))
            words = {"topic": name} if is_said else {"thing": "?"}
            script = "ask_robot" if is_said else name
            yield Beat(stamp_ns, person, script, f"household_routine of {person}", _WISHES[name][1], words)


def _improvised(scene: Scene, day_ns: int, rng: random.Random) -> Iterator[Beat]:
    """One small deed of each person that the model thinks of."""
    for person in scene.residents:
        stamp_ns = day_ns + int(rng.uniform(*_HOURS) * HOUR_NS)
        yield Beat(stamp_ns, person, "improvise", f"household_routine of {person}", MemoryTarget.HIDDEN_STATE)
