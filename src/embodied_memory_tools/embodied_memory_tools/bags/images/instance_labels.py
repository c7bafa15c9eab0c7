"""embodied_memory_interfaces/InstanceLabels messages, as rosbags has them, to labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from embodied_memory.observation import InstanceLabel


def instance_labels(message: Any) -> tuple[InstanceLabel, ...]:
    """One for each instance; bags of before have neither scores nor boxes."""
    return tuple(
        InstanceLabel(
            int(label.instance),
            label.category,
            label.caption,
            tuple((a.key, a.value) for a in label.attributes),
            float(getattr(label, "score", 1.0)),
            _box(getattr(label, "box", ())),
        )
        for label in message.labels
    )


def _box(sides: Sequence[int]) -> tuple[int, int, int, int] | None:
    """Of a label without a mask; bags of before have none."""
    if len(sides) != 4:
        return None
    left, top, right, bottom = (int(side) for side in sides)
    return left, top, right, bottom
