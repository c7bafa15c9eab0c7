"""A picture that somebody shows: decoded safely, and what the thing in its middle is called; and views made small,
to keep and to show.

LMEE (section 14) shows the model "the exact object at the center of the image". Where words are needed they are
those of the detector for what fills the middle of the picture, or, where it detects nothing there and the
embedder sees pixels, the name of a thing that is most like the picture.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from embodied_memory.observation import CameraIntrinsics, InvalidObservationError, Observation
from embodied_memory.perception.detector import Detector
from embodied_memory.perception.embedder import Embedder
from embodied_memory.scene_graph import Detection

MAX_PICTURE_BYTES = 16_000_000
MAX_PICTURE_PIXELS = 40_000_000
_LEAST_SHARE = 0.01
_CUT = 0.1
_ANY_FOV_DEG = 60.0
"""Nobody knows the lens of a picture that is shown, and nothing is measured in it."""


class UnreadablePictureError(ValueError):
    """A picture that cannot be decoded, or in which nothing could be named. The message names what would help."""


@dataclass(frozen=True)
class PictureName:
    """What the thing in the middle of a picture is called, in lower case, and which part of perception says so."""

    words: str
    read_by: str


def decode_picture(file: bytes) -> NDArray[np.uint8]:
    """(H, W, 3) RGB of a JPEG or PNG file. Raises UnreadablePictureError, also for one that is too large."""
    if len(file) > MAX_PICTURE_BYTES:
        raise UnreadablePictureError(
            f"the picture has {len(file)} bytes; at most {MAX_PICTURE_BYTES} are read: send a smaller one"
        )
    try:
        image = Image.open(io.BytesIO(file), formats=("JPEG", "PNG"))
        if image.width * image.height > MAX_PICTURE_PIXELS:
            raise UnreadablePictureError(
                f"the picture has {image.width}x{image.height} pixels; at most {MAX_PICTURE_PIXELS} are read: "
                "send a smaller one"
            )
        return np.asarray(image.convert("RGB"), np.uint8)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, UnreadablePictureError):
            raise
        raise UnreadablePictureError(f"the picture is no JPEG or PNG that can be read ({error})") from error


def shown_picture(color: NDArray[np.uint8]) -> Observation:
    """A picture without a camera: nothing is measured in it. color: (H, W, 3) RGB."""
    height, width = color.shape[:2]
    lens = CameraIntrinsics.from_horizontal_fov(width, height, _ANY_FOV_DEG)
    return Observation(0, color, np.zeros((height, width), np.float32), lens, np.eye(4))


class PictureNamer:
    """names: of things that may be shown, for embedders that see pixels."""

    def __init__(self, detector: Detector, embedder: Embedder, names: Sequence[str] = ()) -> None:
        self._detector, self._embedder, self._names = detector, embedder, tuple(names)

    def name(self, picture: Observation) -> PictureName:
        """The thing in the middle of a picture. Raises UnreadablePictureError."""
        shown, why_not = self._detected(picture)
        if shown is not None:
            return PictureName((_without_article(shown.caption) or shown.category).lower(), "the detector")
        if self._embedder.sees_images and self._names:
            feature = self._embedder.embed_image(picture.color, (), ())
            if feature.size:
                likeness = self._embedder.embed_text([f"a photo of a {name}" for name in self._names]) @ feature
                return PictureName(self._names[int(np.argmax(likeness))].lower(), "the image embedder")
        raise UnreadablePictureError(
            f"{why_not}, and the embedder does not see pixels: show the thing from nearer, or set "
            "perception.embedder to open_clip"
        )

    def _detected(self, picture: Observation) -> tuple[Detection | None, str]:
        """What lies in the middle, or why nothing does: a detector of a simulator reads no picture of a camera."""
        try:
            found = self._detector.detect(picture)
        except InvalidObservationError as error:
            return None, str(error)
        return _in_the_middle(found, picture.color.shape[:2]), "nothing was detected in the middle of the picture"


def _in_the_middle(detections: Sequence[Detection], shape: tuple[int, int]) -> Detection | None:
    """What lies most nearly around the middle of the picture; what goes beyond its border is rather behind."""
    shown = [one for one in detections if _pixels(one, shape).mean() >= _LEAST_SHARE]
    return min(shown, key=lambda one: _off_the_middle(one, shape), default=None)


def _off_the_middle(detection: Detection, shape: tuple[int, int]) -> float:
    """Shares of the picture from its middle to that of the thing, and a share for each border that it is cut by.

    A share less for what a mask shows in the very middle: half behind another, a thing has its own elsewhere.
    """
    rows, columns = shape
    pixels = _pixels(detection, shape)
    row, column = np.argwhere(pixels).mean(axis=0)
    left, top, right, bottom = detection.box
    cut = sum((left <= 0, top <= 0, right >= columns, bottom >= rows))
    is_there = detection.mask is not None and pixels[rows // 2, columns // 2]
    return float(np.hypot(row / rows - 0.5, column / columns - 0.5)) + _CUT * (cut - is_there)


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


JPEG_QUALITY = 80


def thumbnail_jpeg(color: NDArray[np.uint8], width_px: int) -> bytes:
    """Return (H, W, 3) RGB as a JPEG at most `width_px` wide; empty if that is 0."""
    if width_px <= 0:
        return b""
    picture = Image.fromarray(color)
    if picture.width > width_px:
        height = max(1, round(picture.height * width_px / picture.width))
        picture = picture.resize((width_px, height), Image.Resampling.BILINEAR, reducing_gap=2.0)
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=JPEG_QUALITY)
    return stream.getvalue()
