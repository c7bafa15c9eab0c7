"""What a tracker says of a thing, together with what earlier sessions knew of it.

A tracker begins each session knowing nothing: what was sure yesterday is a glimpse again this morning. So the first
sight in a session changes nothing of how likely the thing exists, and from then on that moves with the tracker's log
odds. Labels of both are evidence of their own: their probabilities are multiplied.
"""

from __future__ import annotations

import math

from embodied_memory.memory.spatial.object_state import Carried, ObjectState
from embodied_memory.scene_graph import Labels, SceneObject

_MOST_LOG_ODDS = 7.0
"""One in a thousand: nothing that was ever doubted is surer."""
_LEAST_PROBABILITY = 0.02
"""Of a label that one side does not name at all."""
_MOST_LABELS = 5


def carried_over(known: ObjectState, seen: SceneObject) -> Carried | None:
    """What is to be added to a session's tracker when it meets a known thing; None if nothing is in doubt."""
    if known.is_plain and seen.existence >= 1.0 and not seen.labels:
        return None
    log_odds = max(0.0, _log_odds(known.existence) - _log_odds(seen.existence))
    return Carried(log_odds, known.labels or ((known.category, 1.0),))


def existence_with(carried: Carried | None, told: float) -> float:
    """told: what the tracker says, 0 to 1."""
    if carried is None or carried.log_odds == 0.0 or told <= 0.0 or told >= 1.0:
        return told
    return 1.0 / (1.0 + math.exp(-(_log_odds(told) + carried.log_odds)))


def labels_with(carried: Carried | None, seen: SceneObject) -> Labels:
    """The likeliest first; the tracker's own where nothing is carried, or where it has no doubt."""
    if carried is None or not seen.labels:
        return seen.labels
    now, before = dict(seen.labels), dict(carried.labels)
    both = {
        name: now.get(name, _LEAST_PROBABILITY) * before.get(name, _LEAST_PROBABILITY)
        for name in dict.fromkeys((*now, *before))
    }
    share = min(1.0, max(sum(now.values()), sum(before.values()))) / sum(both.values())
    ranked = sorted(both.items(), key=lambda item: (-item[1], item[0]))
    return tuple((name, value * share) for name, value in ranked[:_MOST_LABELS])


def _log_odds(probability: float) -> float:
    if probability <= 0.0 or probability >= 1.0:
        return math.copysign(_MOST_LOG_ODDS, probability - 0.5)
    return max(-_MOST_LOG_ODDS, min(_MOST_LOG_ODDS, math.log(probability / (1.0 - probability))))
