"""Goals that are shown: what perception makes of a picture, in words that memory can be asked with.

LMEE (section 14) shows the model "the exact object at the center of the image". The offline form needs words: those
of the detector for what fills the middle of the picture, or, where it detects nothing there and the embedder sees
pixels, the name of a thing that is most like the picture.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import Observation
from embodied_memory.perception.detector import Detector
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.thumbnail import thumbnail_jpeg
from embodied_memory.planning.exploring.goal import Goal, GoalKind
from embodied_memory.scene_graph import Detection

_WIDTH_PX = 360
"""As frontier snapshots and views are shown to the model (LMEE, section 14)."""
_LEAST_SHARE = 0.01
_CUT = 0.1


class UnreadablePictureError(ValueError):
    """Nothing in a picture could be named. The message names what would help."""


class PictureReader:
    """Turns a picture of a thing into a goal."""

    def __init__(self, detector: Detector, embedder: Embedder, names: Sequence[str] = ()) -> None:
        """names: of things that may be shown, for embedders that see pixels."""
        self._detector = detector
        self._embedder = embedder
        self._names = tuple(names)

    def goal(self, picture: Observation) -> Goal:
        """The thing in the middle of a picture. Raises UnreadablePictureError."""
        image = thumbnail_jpeg(picture.color, _WIDTH_PX)
        shown = _in_the_middle(self._detector.detect(picture), picture.color.shape[:2])
        if shown is not None:
            words = _without_article(shown.caption) or shown.category
            return Goal(words.lower(), GoalKind.IMAGE, image, "the detector")
        if self._embedder.sees_images and self._names:
            feature = self._embedder.embed_image(picture.color, (), ())
            if feature.size:
                likeness = self._embedder.embed_text([f"a photo of a {name}" for name in self._names]) @ feature
                name = self._names[int(np.argmax(likeness))]
                return Goal(name.lower(), GoalKind.IMAGE, image, "the image embedder")
        raise UnreadablePictureError(
            "nothing was detected in the middle of the picture, and the embedder does not see pixels: show the thing "
            "from nearer, or set perception.embedder to open_clip"
        )


def _in_the_middle(detections: Sequence[Detection], shape: tuple[int, int]) -> Detection | None:
    """What lies most nearly around the middle of the picture; what goes beyond its border is rather behind."""
    shown = [one for one in detections if _pixels(one, shape).mean() >= _LEAST_SHARE]
    return min(shown, key=lambda one: _off_the_middle(one, shape), default=None)


def _off_the_middle(detection: Detection, shape: tuple[int, int]) -> float:
    """Shares of the picture from its middle to that of the thing, and a share for each border that it is cut by."""
    rows, columns = shape
    row, column = np.argwhere(_pixels(detection, shape)).mean(axis=0)
    left, top, right, bottom = detection.box
    cut = sum((left <= 0, top <= 0, right >= columns, bottom >= rows))
    return float(np.hypot(row / rows - 0.5, column / columns - 0.5)) + _CUT * cut


def _pixels(detection: Detection, shape: tuple[int, int]) -> NDArray[np.bool_]:
    if detection.mask is not None:
        return detection.mask
    left, top, right, bottom = detection.box
    box = np.zeros(shape, np.bool_)
    box[top:bottom, left:right] = True
    return box


def _without_article(caption: str) -> str:
    first, _, rest = caption.partition(" ")
    return rest if first.lower() in ("a", "an", "the") else caption
