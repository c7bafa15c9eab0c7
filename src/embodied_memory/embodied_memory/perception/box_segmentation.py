"""Which pixels of a detector's box are the thing: what stands off the surfaces that go on around the box.

Of that the connected part counts that fills the box from its middle. Where nothing does, the thing is flat
on a wall or a level surface, or too small to be told from it at this distance, or has no depth, as glass has none.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from embodied_memory.perception.background import Background, Rays
from embodied_memory.perception.measurement import InverseDepth

Box = tuple[int, int, int, int]

STANDS_OFF = 3.0
"""A pixel stands off a surface by so many deviations ..."""
OFF_M = 0.02
"""... and by this much."""
GAP_M = 0.15
"""Neighbouring pixels farther apart in depth are not connected, unless noise or a slanted surface makes them so."""
GAP_DEVIATIONS = 4.0
MAX_PIXELS = 3000
MIN_SHARE, MIN_FILL = 0.08, 0.3
"""What makes up less of the measured pixels, or fills less of the box, is not the thing."""
FILLS = 0.75
"""A wall that goes on at one side alone is none of the thing if what is left fills so much of the box."""
MIDDLE = 0.35
"""Deviation of the weight of pixels around the middle, in sizes of the box."""


def segment_box(box: Box, image: InverseDepth, rays: Rays, background: Background) -> NDArray[np.bool_] | None:
    """(bottom - top, right - left): the pixels of the thing; None if nothing that stands off fills the box."""
    left, top, right, bottom = box
    step = 1 + int(((right - left) * (bottom - top) / MAX_PIXELS) ** 0.5)
    values = np.ascontiguousarray(image.values[top:bottom:step, left:right:step])
    fx, fy, cx, cy = rays.scale
    scale = (step * fx, step * fy, (cx - left) / step, (cy - top) / step)
    for walls, fill_wanted in ((background.walls, FILLS), (background.walls[: background.sure], MIN_FILL)):
        off = _standing_off(values, rays.rotation, scale, background.support, walls, image.deviation)
        chosen, share, fill = _main_part(values, off, rays.rotation, scale, image.deviation)
        if share >= MIN_SHARE and fill >= fill_wanted:
            mask = chosen if step == 1 else np.repeat(np.repeat(chosen, step, axis=0), step, axis=1)
            return mask[: bottom - top, : right - left]
    return None


@njit(cache=True)  # type: ignore[untyped-decorator]
def _standing_off(values, rotation, scale, support, walls, deviation):  # type: ignore[no-untyped-def]
    """(rows, columns) bool: nearer than what the thing stands on, and not on a wall."""
    rows, columns = values.shape
    off = np.zeros((rows, columns), np.bool_)
    for row in range(rows):
        for column in range(columns):
            value = values[row, column]
            if value <= 0:
                continue
            x, y = (column - scale[2]) * scale[0], (row - scale[3]) * scale[1]
            margin = STANDS_OFF * deviation + OFF_M * value * value
            up = rotation[2, 0] * x + rotation[2, 1] * y + rotation[2, 2]
            if support != 0 and value < support * up + margin:
                continue
            is_wall = False
            for wall in walls:
                ahead = wall[0] * (rotation[0, 0] * x + rotation[0, 1] * y + rotation[0, 2])
                ahead += wall[1] * (rotation[1, 0] * x + rotation[1, 1] * y + rotation[1, 2])
                is_wall |= abs(value - ahead) <= margin
            off[row, column] = not is_wall
    return off


@njit(cache=True)  # type: ignore[untyped-decorator]
def _main_part(values, off, rotation, scale, deviation):  # type: ignore[no-untyped-def]
    """The connected part that fills the box from its middle, with all at its depth; its shares of pixels and box."""
    rows, columns = values.shape
    part = np.zeros((rows, columns), np.int32)
    stack = np.empty((rows * columns, 2), np.int32)
    best, best_score, best_fill, count, measured = 0, 0.0, 0.0, 0, 0
    for row in range(rows):
        for column in range(columns):
            measured += values[row, column] > 0
            if not off[row, column] or part[row, column]:
                continue
            count += 1
            score, fill = _fill_part(values, off, part, stack, row, column, count, rotation, scale, deviation)
            if score > best_score:
                best, best_score, best_fill = count, score, fill
    if best == 0:
        return off, 0.0, 0.0
    chosen = _with_same_depth(values, off, part, best, deviation)
    return chosen, chosen.sum() / measured, best_fill


@njit(cache=True)  # type: ignore[untyped-decorator]
def _fill_part(values, off, part, stack, row, column, number, rotation, scale, deviation):  # type: ignore[no-untyped-def]
    """Number all that is connected with a pixel; its weight about the middle times its fill, and the fill."""
    rows, columns = values.shape
    stack[0, 0], stack[0, 1], size = row, column, 1
    part[row, column] = number
    weight = 0.0
    low_r, high_r, low_c, high_c = row, row, column, column
    while size:
        size -= 1
        r, c = stack[size]
        low_r, high_r, low_c, high_c = min(low_r, r), max(high_r, r), min(low_c, c), max(high_c, c)
        across, down = (c + 0.5) / columns - 0.5, (r + 0.5) / rows - 0.5
        weight += np.exp(-0.5 * (across * across + down * down) / MIDDLE**2)
        value = values[r, c]
        up = rotation[2, 0] * (c - scale[2]) * scale[0] + rotation[2, 1] * (r - scale[3]) * scale[1] + rotation[2, 2]
        slant = abs(rotation[2, 1] * scale[1] / up * value) if abs(up) > 0.05 else 0.0
        gap = GAP_DEVIATIONS * deviation + GAP_M * value * value
        for side in range(4):
            rr = r + (1 if side == 0 else -1 if side == 1 else 0)
            cc = c + (1 if side == 2 else -1 if side == 3 else 0)
            if not (0 <= rr < rows and 0 <= cc < columns) or part[rr, cc] or not off[rr, cc]:
                continue
            if abs(values[rr, cc] - value) <= gap + (1.5 * slant if side < 2 else 0.0):
                part[rr, cc] = number
                stack[size, 0], stack[size, 1] = rr, cc
                size += 1
    fill = (high_r - low_r + 1) * (high_c - low_c + 1) / (rows * columns)
    return weight * (0.2 + fill), fill


@njit(cache=True)  # type: ignore[untyped-decorator]
def _with_same_depth(values, off, part, best, deviation):  # type: ignore[no-untyped-def]
    """The part and all that stands off within its depths: holes and thin bars cut one thing into pieces."""
    rows, columns = values.shape
    depths = np.empty(rows * columns)
    count = 0
    for row in range(rows):
        for column in range(columns):
            if part[row, column] == best:
                depths[count] = values[row, column]
                count += 1
    ordered = np.sort(depths[:count])
    low, high = ordered[count // 20], ordered[count - 1 - count // 20]
    chosen = np.zeros((rows, columns), np.bool_)
    for row in range(rows):
        for column in range(columns):
            value = values[row, column]
            margin = 2 * deviation + OFF_M * value * value
            if part[row, column] == best or (off[row, column] and low - margin <= value <= high + margin):
                chosen[row, column] = True
    return chosen
