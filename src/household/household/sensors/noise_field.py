"""Noise over an image, as white or as smooth as is wanted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage


def noise_field(shape: tuple[int, int], correlation_px: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """(H, W) of deviation 1 and mean 0. correlation_px: deviation of the Gaussian that smooths it; 0: white."""
    white = rng.standard_normal(shape, np.float32)
    if correlation_px <= 0:
        return white
    smooth = ndimage.gaussian_filter(white, correlation_px, mode="wrap")
    impulse = np.zeros(2 * int(4 * correlation_px + 1) + 1)
    impulse[len(impulse) // 2] = 1.0
    kept = float((ndimage.gaussian_filter1d(impulse, correlation_px) ** 2).sum())
    return np.asarray(smooth / kept, np.float32)


def spread_share(
    shape: tuple[int, int], share: float | NDArray[np.float32], correlation_px: float, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """(H, W) bool: true for that share of the pixels (one number, or one for each), in patches."""
    from scipy.special import ndtr

    chosen: NDArray[np.bool_] = ndtr(noise_field(shape, correlation_px, rng)) < share
    return chosen
