"""Procedural textures: light patterns (h, w, 3) uint8 that a material's colour tints."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from household.shape import Color, Finish, Material

_SIZE = 128
COLORS: dict[str, Color] = {
    "red": (0.78, 0.13, 0.12), "blue": (0.13, 0.28, 0.72), "green": (0.16, 0.52, 0.22),
    "yellow": (0.93, 0.78, 0.16), "white": (0.93, 0.93, 0.91), "black": (0.10, 0.10, 0.11),
    "gray": (0.52, 0.53, 0.55), "brown": (0.47, 0.30, 0.17), "orange": (0.92, 0.48, 0.11),
    "purple": (0.45, 0.20, 0.58), "pink": (0.92, 0.55, 0.66), "beige": (0.83, 0.75, 0.60),
}  # fmt: skip
"""The colours that captions name."""


_DARK_BELOW = 0.13
"""Of all light, by the brightest channel: less comes back from black paint."""


def material(
    color: str | Color, texture: str = "", repeat_m: float = 1.0, glows: bool = False, finish: Finish | None = None
) -> Material:
    """A material of a named colour (or RGB) and a named texture. finish: None: as its colour and texture have it."""
    rgb = COLORS[color] if isinstance(color, str) else color
    finish = _finish_of(rgb, texture) if finish is None else finish
    return Material(rgb, pattern(texture) if texture else None, repeat_m, glows, finish)


def _finish_of(color: Color, texture: str) -> Finish:
    if texture == "metal":
        return Finish.SHINY
    return Finish.DARK if max(color) < _DARK_BELOW else Finish.MATT


@cache
def pattern(name: str) -> NDArray[np.uint8]:
    """The texture of that name; always the same array. Raises KeyError for an unknown name."""
    light = _PATTERNS[name](np.random.default_rng(len(name) * 7919 + sum(name.encode())))
    gray = np.clip(light * 255, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.repeat(gray[:, :, None], 3, 2) if gray.ndim == 2 else gray)


def _noise(rng: np.random.Generator, sigma: float | tuple[float, float]) -> NDArray[np.float64]:
    """Smooth noise that wraps around, mean 0, standard deviation 1."""
    rough = rng.standard_normal((_SIZE, _SIZE))
    smooth = ndimage.gaussian_filter(rough, sigma, mode="wrap")
    return np.asarray((smooth - smooth.mean()) / smooth.std())


def _wood(rng: np.random.Generator) -> NDArray[np.float64]:
    return 0.88 + 0.045 * _noise(rng, (1.0, 24.0)) + 0.02 * _noise(rng, (0.5, 6.0))


def _parquet(rng: np.random.Generator) -> NDArray[np.float64]:
    """Eight planks a repeat, each of its own tone, with dark joints."""
    light = _wood(rng)
    rows = np.arange(_SIZE) // 16
    light += rng.uniform(-0.10, 0.08, 8)[rows][:, None]
    light[np.arange(_SIZE) % 16 == 0] -= 0.18
    for row in range(8):
        light[row * 16 : row * 16 + 16, int(rng.integers(_SIZE))] -= 0.18
    return light


def _tiles(rng: np.random.Generator) -> NDArray[np.float64]:
    """Two by two tiles with light joints."""
    tones = rng.uniform(-0.04, 0.04, (2, 2)).repeat(64, 0).repeat(64, 1)
    light = 0.88 + tones + 0.015 * _noise(rng, 3.0)
    joint = np.arange(_SIZE) % 64 < 3
    light[joint] = light[:, joint] = 0.62
    return light


def _checker(rng: np.random.Generator) -> NDArray[np.float64]:
    row, column = np.indices((_SIZE, _SIZE)) // 64
    return 0.58 + 0.36 * ((row + column) % 2) + 0.02 * _noise(rng, 2.0)


def _carpet(rng: np.random.Generator) -> NDArray[np.float64]:
    return 0.82 + 0.08 * _noise(rng, 0.6) + 0.04 * _noise(rng, 8.0)


def _rug(rng: np.random.Generator) -> NDArray[np.float64]:
    """Stripes and diamonds."""
    row, column = np.indices((_SIZE, _SIZE))
    diamonds = (np.abs(row % 64 - 32) + np.abs(column % 64 - 32)) // 11 % 2
    return 0.68 + 0.24 * diamonds + 0.05 * _noise(rng, 0.7)


def _fabric(rng: np.random.Generator) -> NDArray[np.float64]:
    row, column = np.indices((_SIZE, _SIZE))
    return 0.84 + 0.07 * ((row // 2 + column // 2) % 2) + 0.03 * _noise(rng, 1.0)


def _plaster(rng: np.random.Generator) -> NDArray[np.float64]:
    return 0.94 + 0.012 * _noise(rng, 1.5) + 0.012 * _noise(rng, 12.0)


def _metal(rng: np.random.Generator) -> NDArray[np.float64]:
    return 0.88 + 0.035 * _noise(rng, (0.6, 30.0))


def _stone(rng: np.random.Generator) -> NDArray[np.float64]:
    return 0.84 + 0.07 * _noise(rng, 2.0) - 0.10 * (np.abs(_noise(rng, 9.0)) < 0.08)


def _leaves(rng: np.random.Generator) -> NDArray[np.float64]:
    return 0.72 + 0.22 * _noise(rng, 2.0)


def _spines(rng: np.random.Generator) -> NDArray[np.float64]:
    """Upright books of many colours, two shelves a repeat."""
    light = np.zeros((_SIZE, _SIZE, 3))
    palette = np.array(list(COLORS.values()))
    for shelf in (0, 64):
        column = 0
        while column < _SIZE:
            width, gap = int(rng.integers(5, 13)), int(rng.integers(2, 16))
            light[shelf + gap : shelf + 64, column : column + width] = palette[rng.integers(len(palette))]
            column += width
    return light * 0.9 + 0.05


def _painting(rng: np.random.Generator) -> NDArray[np.float64]:
    """A landscape: sky, hills, and a sun."""
    row, column = np.indices((_SIZE, _SIZE))
    light = np.stack([0.55 + row / 400, 0.70 + row / 500, 0.92 - row / 600], -1)
    light[np.hypot(row - 30, column - 90) < 13] = (0.98, 0.83, 0.40)
    for base, color in ((62, (0.35, 0.48, 0.55)), (80, (0.30, 0.50, 0.28)), (102, (0.62, 0.52, 0.25))):
        ridge = base + 9 * np.sin(column[0] / rng.uniform(9, 22) + rng.uniform(0, 6))
        light[row > ridge] = color
    return light


def _window(rng: np.random.Generator) -> NDArray[np.float64]:
    """Sky and trees behind a white cross of bars."""
    row, column = np.indices((_SIZE, _SIZE))
    light = np.stack([0.72 + row / 700, 0.85 + row / 900, np.full(row.shape, 0.97)], -1)
    light[row > 88 + 10 * _noise(rng, 6.0)] = (0.42, 0.58, 0.36)
    bars = (np.abs(row - 64) < 3) | (np.abs(column - 64) < 3)
    light[bars] = 0.95
    return light


_PATTERNS = {
    "wood": _wood, "parquet": _parquet, "tiles": _tiles, "checker": _checker, "carpet": _carpet, "rug": _rug,
    "fabric": _fabric, "plaster": _plaster, "metal": _metal, "stone": _stone, "leaves": _leaves,
    "spines": _spines, "painting": _painting, "window": _window,
}  # fmt: skip
