"""How sure it is that a thing is in the room and on the support that it seems to be in and on.

Only of what perception doubts: its place is known with a deviation, and near a border or an edge the truth may be
beyond.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from embodied_memory.config import CertaintyConfig
from embodied_memory.memory.spatial.certainty import identity
from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.memory.spatial.room_naming import RoomName
from embodied_memory.memory.spatial.rooms import RoomGrid
from embodied_memory.scene_graph import SpatialRelation

_SEEN_IN_SHUT = 0.1


def room_certainties(
    states: Sequence[ObjectState], names: Mapping[int, RoomName], grid: RoomGrid | None, deviation_m: float
) -> dict[int, float]:
    """Object key -> how sure the name of its room is, if the thing is there. deviation_m: of each axis."""
    sure = {state.key: names.get(state.key, ("", 0.0))[1] for state in states}
    doubted = [state for state in states if not state.is_plain and sure[state.key] > 0.0]
    if grid is None or not doubted:
        return sure
    places = np.array([state.position[:2] for state in doubted], np.float64)
    for state, share in zip(doubted, grid.shares_at(places, deviation_m).tolist(), strict=True):
        sure[state.key] *= share
    return sure


def support_certainty(
    thing: ObjectState, holder: ObjectState, relation: SpatialRelation, config: CertaintyConfig
) -> float:
    """How sure it is that the one rests on or in the other, if the thing is there.

    What rests on something has its middle well within its edges; what seems to be at an edge mostly stands beside it.
    And what is seen is not in what is shut.
    """
    if thing.is_plain and holder.is_plain:
        return 1.0
    within_m = min(holder.size[axis] / 2 - abs(thing.position[axis] - holder.position[axis]) for axis in range(2))
    clear = (within_m - config.support_edge_m) / config.support_deviation_m
    is_shut = relation is SpatialRelation.IN and dict(holder.attributes).get("open") == "false"
    likely = identity(holder) * 0.5 * (1.0 + math.erf(clear / math.sqrt(2.0)))
    return likely * (_SEEN_IN_SHUT if is_shut else 1.0)
