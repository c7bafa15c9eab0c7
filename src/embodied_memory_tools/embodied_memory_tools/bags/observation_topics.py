"""Which topics of a bag make up observations, and the account of what could not be used."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ObservationTopics:
    """Names of topics (relative ones count from "/") and frames. The defaults are those of our own nodes.

    A camera topic may carry Image or CompressedImage. max_difference_s: how far apart the stamps of a colour
    and a depth image may be that still belong together.
    """

    color: str = "camera/color/image_raw"
    camera_info: str = "camera/color/camera_info"
    depth: str = "camera/depth/image_raw"
    instances: str = "camera/instances/image"
    labels: str = "camera/instances/labels"
    tf: str = "tf"
    tf_static: str = "tf_static"
    odometry: str = "odom"
    events: str = "events"
    map_frame: str = "map"
    base_frame: str = "base_link"
    max_difference_s: float = 0.03

    def absolute(self, role: str) -> str:
        """The topic of a role with its leading slash, for example absolute("color")."""
        return "/" + str(getattr(self, role)).strip("/")


@dataclass
class ReadReport:
    """How many observations were used and why others were skipped; notes say what was assumed."""

    used: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def skip(self, reason: str, detail: str = "") -> None:
        """Count a message or image that cannot be used. The first of each reason is logged as a warning."""
        self.skipped[reason] += 1
        level = logging.WARNING if self.skipped[reason] == 1 else logging.DEBUG
        logger.log(level, "skipped: %s%s", reason, f" ({detail})" if detail else "")

    def note(self, text: str) -> None:
        """Remember, once, something that was assumed."""
        if text not in self.notes:
            self.notes.append(text)
            logger.info(text)

    def lines(self) -> list[str]:
        """The report in words, one line a matter."""
        counted = [f"{count} skipped: {reason}" for reason, count in self.skipped.most_common()]
        return [f"{self.used} observations used", *counted, *self.notes]
