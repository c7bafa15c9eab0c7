"""What a detector makes of a view in which every instance is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from embodied_memory.observation import CameraIntrinsics, InstanceImage, InstanceLabel
from household.home import Home
from household.renderer import Rendering
from household.sensors.detector_model import DetectorModel
from household.sensors.surfaces import incidence
from household.sensors.wrong_names import WrongNames, renamed

Box = tuple[int, int, int, int]
_GHOST_SHARE = (0.04, 0.3)
"""Of the image's height: the sides of a ghost's box."""
_CUT = (0.2, 0.6)


@dataclass(frozen=True, eq=False)
class _Found:
    """A thing in a view, not yet numbered. mask: (H, W) bool."""

    label: InstanceLabel
    box: Box
    mask: NDArray[np.bool_]


class SimulatedDetector:
    """Errs as its model says, drawn from rng. entity_of: the entity behind an instance number of the renderer."""

    def __init__(
        self, model: DetectorModel, home: Home, entity_of: Callable[[int], str], seed: int, rng: np.random.Generator
    ) -> None:
        self._model, self._rng, self._entity_of = model, rng, entity_of
        self._home = home
        self._names = WrongNames(home, model.confusion_size_ratio, seed)

    def detected(self, picture: Rendering, camera: CameraIntrinsics) -> InstanceImage:
        """Labels and, with masks, an image of instances; numbers say nothing of what is behind them."""
        if self._model == DetectorModel():
            return InstanceImage(picture.ids, picture.labels)
        found = [self._seen(one) for one in self._noticed(picture, camera)]
        if self._rng.random() < self._model.ghosts_per_view:
            found.append(self._ghost(picture))
        found = [found[k] for k in self._rng.permutation(len(found))]
        return self._numbered(found, picture.ids.shape)

    def _noticed(self, picture: Rendering, camera: CameraIntrinsics) -> list[_Found]:
        """Those that are not missed."""
        pixels = np.bincount(picture.ids.ravel())
        pixels[0] = 0
        chance = self._chances(picture, camera, pixels)
        boxes = ndimage.find_objects(picture.ids.astype(np.int32))
        noticed = []
        for label in picture.labels:
            number = label.instance
            if (
                number < len(pixels)
                and pixels[number] >= self._model.least_px
                and self._rng.random() < chance[number]
            ):
                rows, columns = boxes[number - 1]
                box = (columns.start, rows.start, columns.stop, rows.stop)
                noticed.append(_Found(label, box, picture.ids == number))
        return noticed

    def _chances(
        self, picture: Rendering, camera: CameraIntrinsics, pixels: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """By instance number: that it is found."""
        model, counts = self._model, np.maximum(pixels, 1)
        chances = model.recall * counts / (counts + model.half_recall_px)
        if model.oblique_loss_share:
            front = np.cos(incidence(picture.depth, camera)).ravel()
            facing = np.bincount(picture.ids.ravel(), front, len(pixels)) / counts
            chances = chances * (1 - model.oblique_loss_share * (1 - facing))
        return np.asarray(chances, np.float64)

    def _seen(self, thing: _Found) -> _Found:
        """As the detector takes it: its name, how sure that is, and where it ends."""
        true, entity_id = thing.label, self._entity_of(thing.label.instance)
        name = true.category
        if entity_id not in {actor.entity_id for actor in self._home.world.actors}:
            name = self._names.sticking_to(entity_id, name, self._model.sticking_share)
            if self._rng.random() < self._model.flicker_share:
                name = self._names.instead_of(true.category, self._rng)
        right = name == true.category
        label = true if right else renamed(true, name)
        mean = self._model.right_score if right else self._model.wrong_score
        thing = replace(thing, label=replace(label, score=self._score(mean)))
        if self._rng.random() < self._model.truncated_share:
            thing = self._truncated(thing)
        return replace(thing, box=self._shaken(thing.box, thing.mask.shape))

    def _truncated(self, thing: _Found) -> _Found:
        left, top, right, bottom = thing.box
        part, side = self._rng.uniform(*_CUT), self._rng.integers(4)
        across, down = round((right - left) * part), round((bottom - top) * part)
        box = (
            left + across * (side == 0), top + down * (side == 1),
            right - across * (side == 2), bottom - down * (side == 3),
        )  # fmt: skip
        return _Found(thing.label, _whole(box, thing.mask.shape), thing.mask & _within(box, thing.mask.shape))

    def _shaken(self, box: Box, shape: tuple[int, ...]) -> Box:
        if not self._model.box_jitter_share:
            return box
        left, top, right, bottom = box
        sides = np.array([right - left, bottom - top, right - left, bottom - top])
        off = sides * self._model.box_jitter_share * self._rng.standard_normal(4)
        return _whole(tuple(np.rint(np.asarray(box) + off)), shape)

    def _ghost(self, picture: Rendering) -> _Found:
        """A box anywhere; its mask is what of an ellipse in it belongs to nothing."""
        height, width = picture.ids.shape
        tall, wide = self._rng.uniform(*_GHOST_SHARE, 2) * height
        y, x = self._rng.uniform(0, height - tall), self._rng.uniform(0, width - wide)
        box = _whole((round(x), round(y), round(x + wide), round(y + tall)), picture.ids.shape)
        rows, columns = np.ogrid[:height, :width]
        inside = ((rows - y - tall / 2) / (tall / 2)) ** 2 + ((columns - x - wide / 2) / (wide / 2)) ** 2 <= 1
        free = inside & (picture.ids == 0)
        mask = free if np.count_nonzero(free) >= self._model.least_px else inside
        label = replace(self._names.of_a_ghost(self._rng), score=self._score(self._model.ghost_score))
        return _Found(label, box, mask)

    def _score(self, mean: float) -> float:
        if not self._model.scores:
            return 1.0
        k = self._model.score_concentration
        return max(self._model.least_score, float(self._rng.beta(mean * k, (1 - mean) * k)))

    def _numbered(self, found: Sequence[_Found], shape: tuple[int, ...]) -> InstanceImage:
        ids = np.zeros(shape, np.uint16)
        labels = []
        for number, thing in enumerate(found, 1):
            if self._model.masks:
                ids[thing.mask] = number
            labels.append(replace(thing.label, instance=number, box=None if self._model.masks else thing.box))
        return InstanceImage(ids, tuple(labels))


def _within(box: Box, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    inside = np.zeros(shape, np.bool_)
    inside[box[1] : box[3], box[0] : box[2]] = True
    return inside


def _whole(box: Sequence[float], shape: tuple[int, ...]) -> Box:
    """Within the image, and not empty."""
    left, top = (int(min(max(box[k], 0), shape[1 - k] - 1)) for k in (0, 1))
    right, bottom = (int(min(max(box[k + 2], low + 1), shape[1 - k])) for k, low in ((0, left), (1, top)))
    return left, top, right, bottom
