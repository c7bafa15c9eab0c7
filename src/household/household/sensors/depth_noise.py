"""What a depth camera makes of true depth."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from embodied_memory.observation import CameraIntrinsics
from household.renderer import Rendering
from household.sensors.depth_model import DepthModel
from household.sensors.noise_field import noise_field, spread_share
from household.sensors.surfaces import Image, edges, incidence, near_and_far, share_by_finish

_HOLE_PX, _DARK = 2.0, 40
"""How large patches without depth are (deviation of a Gaussian), and what is dark (brightness of 0 to 255)."""
_FARTHEST_SPIKE_M = 10.0
_LOOKED_ALONG_RAD = math.radians(85)
"""Nguyen et al. measured up to 82 degrees; nothing is taken to grow beyond."""


class DepthNoise:
    """Errs as its model says, drawn from rng. One instance for a run."""

    def __init__(self, model: DepthModel, rng: np.random.Generator) -> None:
        self._model, self._rng = model, rng

    def measured(self, picture: Rendering, camera: CameraIntrinsics) -> Image:
        """(H, W) float32, metres, 0 where nothing was measured."""
        if self._model == DepthModel():
            return picture.depth
        depth = self._seen_beside(picture.depth)
        at_edge = edges(depth)
        mixed = self._with_mixed_edges(depth, at_edge)
        noisy = np.where(mixed > 0, mixed + self._errors(mixed, depth, camera), 0)
        noisy = self._quantised(np.maximum(noisy, 0))
        noisy[self._holes(picture, noisy, at_edge)] = 0
        return np.asarray(self._with_spikes(noisy), np.float32)

    def _seen_beside(self, depth: Image) -> Image:
        if not self._model.lateral_deviation_px:
            return depth
        height, width = depth.shape
        rows, columns = (
            (np.arange(count).reshape(shape) + np.rint(self._noise(depth.shape) * self._model.lateral_deviation_px))
            for count, shape in ((height, (-1, 1)), (width, (1, -1)))
        )
        beside: Image = depth[np.clip(rows, 0, height - 1).astype(int), np.clip(columns, 0, width - 1).astype(int)]
        return beside

    def _with_mixed_edges(self, depth: Image, at_edge: NDArray[np.bool_]) -> Image:
        if not self._model.edge_mix_share:
            return depth
        near, far = near_and_far(depth)
        flies = at_edge & (near > 0) & (self._rng.random(depth.shape, np.float32) < self._model.edge_mix_share)
        return np.where(flies, near + (far - near) * self._rng.random(depth.shape, np.float32), depth)

    def _errors(self, depth: Image, surface: Image, camera: CameraIntrinsics) -> Image:
        """surface: depth whose slopes tell how steeply it is looked at."""
        model = self._model
        deviation = model.deviation_at_1_m * depth * depth + model.deviation_share * depth
        if model.incidence_deviation_m:
            angle = np.minimum(incidence(surface, camera), _LOOKED_ALONG_RAD)
            steep = (angle / (math.pi / 2 - angle)) ** 2
            deviation = deviation + model.incidence_deviation_m * steep / np.sqrt(np.maximum(depth, 0.1))
        return np.asarray(deviation * self._noise(depth.shape, model.correlation_px), np.float32)

    def _quantised(self, depth: Image) -> Image:
        """Whole steps of the inverse depth, which is a disparity."""
        step = self._model.step_at_1_m
        if not step:
            return depth
        steps = np.rint(1.0 / np.maximum(depth, 1e-3) / step)
        return np.where((depth > 0) & (steps > 0), 1.0 / np.maximum(steps * step, 1e-9), 0).astype(np.float32)

    def _holes(self, picture: Rendering, depth: Image, at_edge: NDArray[np.bool_]) -> NDArray[np.bool_]:
        model = self._model
        holes: NDArray[np.bool_] = (depth < model.least_range_m) | (depth > model.greatest_range_m)
        if model.edge_hole_share:
            holes |= at_edge & (self._rng.random(depth.shape, np.float32) < model.edge_hole_share)
        if model.glass_hole_share or model.shiny_hole_share or model.dark_hole_share:
            holes |= spread_share(depth.shape, self._unmeasured_share(picture), _HOLE_PX, self._rng)
        return holes

    def _unmeasured_share(self, picture: Rendering) -> NDArray[np.float32]:
        """(H, W) by the finish of what is there; nearly black pixels, of textures or in shade, are dark too."""
        model = self._model
        share = np.where(picture.color.max(axis=2) < _DARK, model.dark_hole_share, 0.0)
        if picture.finishes is not None:
            of = share_by_finish(model.glass_hole_share, model.shiny_hole_share, model.dark_hole_share)
            share = np.maximum(share, of[picture.finishes])
        return np.asarray(share, np.float32)

    def _with_spikes(self, depth: Image) -> Image:
        model = self._model
        if not model.spike_share:
            return depth
        farthest = min(model.greatest_range_m, _FARTHEST_SPIKE_M)
        spikes = self._rng.uniform(model.least_range_m, farthest, depth.shape)
        return np.where(self._rng.random(depth.shape) < model.spike_share, spikes, depth)

    def _noise(self, shape: tuple[int, ...], correlation_px: float = 0.0) -> Image:
        return noise_field((shape[0], shape[1]), correlation_px, self._rng)
