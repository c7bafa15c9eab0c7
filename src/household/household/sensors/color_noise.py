"""What a colour camera makes of what is there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from household.sensors.color_model import ColorModel


class ColorNoise:
    """Errs as its model says, drawn from rng."""

    def __init__(self, model: ColorModel, rng: np.random.Generator) -> None:
        self._model, self._rng = model, rng

    def seen(self, color: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """(H, W, 3) RGB."""
        if self._model == ColorModel():
            return color
        image = color.astype(np.float32)
        smear = round(self._rng.uniform(0, self._model.motion_blur_px))
        if smear > 1:
            image = ndimage.uniform_filter1d(image, smear, axis=1)
        if self._model.deviation:
            image += self._rng.standard_normal(image.shape, np.float32) * np.float32(self._model.deviation)
        return np.asarray(np.clip(np.rint(image), 0, 255), np.uint8)
