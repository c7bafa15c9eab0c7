"""How sure memory is of a last-seen state: plain rules over score, number of sightings, age and misses."""

from __future__ import annotations

from embodied_memory.config import MemoryConfig
from embodied_memory.evidence import EpistemicStatus
from embodied_memory.memory.spatial.object_state import ObjectState

_SIGHTINGS_THAT_COUNT = 5
_SURE = 0.6


def recognition(state: ObjectState) -> float:
    """How sure it is that the object is what it is called, 0 to 1.

    Sightings are taken as independent, each wrong with 1 - score, up to five of them.
    """
    score = min(1.0, max(0.0, state.score))
    return float(1.0 - (1.0 - score) ** min(state.times_seen, _SIGHTINGS_THAT_COUNT))


def certainty(state: ObjectState, now_ns: int, config: MemoryConfig) -> float:
    """How sure it is that the object is there now, 0 to 1.

    Recognition, halved by age over time (half of that loss after `stale_after_s`), and halved by every
    look in vain at its place.
    """
    age_factor = 0.5 + 0.5 * 0.5 ** (_age_s(state, now_ns) / config.stale_after_s)
    return round(recognition(state) * float(age_factor) * 0.5**state.times_missed, 4)


def status(state: ObjectState, now_ns: int, config: MemoryConfig) -> EpistemicStatus:
    """Contradicted by looking in vain, uncertain if badly seen, stale by age, else fresh."""
    if state.times_missed >= config.misses_to_contradict:
        return EpistemicStatus.CONTRADICTED
    if recognition(state) < _SURE:
        return EpistemicStatus.UNCERTAIN
    if _age_s(state, now_ns) > config.stale_after_s:
        return EpistemicStatus.STALE
    return EpistemicStatus.FRESH


def _age_s(state: ObjectState, now_ns: int) -> float:
    return max(0, now_ns - state.last_seen_ns) * 1e-9
