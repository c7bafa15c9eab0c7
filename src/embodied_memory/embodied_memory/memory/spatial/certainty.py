"""How sure memory is of a last-seen state: existence, label, score, number of sightings, age and misses.

Sightings of one thing by one detector are not independent: where it errs it errs again. So being seen often raises no
certainty above that of its existence and its label, as perception gives them; and how often what is said with a
certainty is right is measured, not derived (`calibrated`).
"""

from __future__ import annotations

from embodied_memory.config import CertaintyConfig, MemoryConfig
from embodied_memory.evidence import EpistemicStatus, RememberedObject
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.memory.spatial.object_state import ObjectState

_SIGHTINGS_THAT_COUNT = 5
_SURE = 0.6


def calibrated(probability: float, config: CertaintyConfig) -> float:
    """The share of statements of this probability that turned out right: straight in log odds (Platt, 1999).

    Never falls where the probability rises; 0, one half and 1 stay what they are.
    """
    for_it, against_it = probability**config.slope, (1.0 - probability) ** config.slope
    return float(for_it / (for_it + against_it))


def recognition(state: ObjectState) -> float:
    """How sure it is by its scores that the object is what it is called, 0 to 1.

    Sightings are taken as independent, each wrong with 1 - score, up to five of them.
    """
    score = min(1.0, max(0.0, state.score))
    return float(1.0 - (1.0 - score) ** min(state.times_seen, _SIGHTINGS_THAT_COUNT))


def identity(state: ObjectState | RememberedObject) -> float:
    """How likely there is such a thing and it is what it is called, as perception has it, 0 to 1."""
    return state.existence * (state.labels[0][1] if state.labels else 1.0)


def certainty(state: ObjectState, now_ns: int, config: MemoryConfig) -> float:
    """How sure it is that the object is there now, 0 to 1.

    Identity and recognition, halved by age over time (half of that loss once it is stale), and halved by every look
    in vain at its place.
    """
    age_factor = 0.5 + 0.5 * 0.5 ** (_age_s(state, now_ns) / _stale_after_s(state, config))
    sure = calibrated(identity(state), config.certainty) * recognition(state)
    return round(sure * float(age_factor) * 0.5**state.times_missed, 4)


def status(state: ObjectState, now_ns: int, config: MemoryConfig) -> EpistemicStatus:
    """Contradicted by looking in vain, uncertain if badly seen, stale by age, else fresh."""
    if state.times_missed >= config.misses_to_contradict:
        return EpistemicStatus.CONTRADICTED
    if min(recognition(state), identity(state)) < _SURE:
        return EpistemicStatus.UNCERTAIN
    if _age_s(state, now_ns) > _stale_after_s(state, config):
        return EpistemicStatus.STALE
    return EpistemicStatus.FRESH


def _stale_after_s(state: ObjectState, config: MemoryConfig) -> float:
    return config.furniture_stale_after_s if stays_put(state.category) else config.stale_after_s


def _age_s(state: ObjectState, now_ns: int) -> float:
    return max(0, now_ns - state.last_seen_ns) * 1e-9
