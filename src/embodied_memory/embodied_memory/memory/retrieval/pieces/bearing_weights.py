"""Weights of what tells whether a piece bears on a question, as `make learn` writes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class BearingWeights:
    """A logistic regression over standardised features."""

    mean: NDArray[np.float64]
    scale: NDArray[np.float64]
    weights: NDArray[np.float64]
    bias: float

    @classmethod
    def read(cls, path: Path, features: tuple[str, ...]) -> BearingWeights:
        """Of a file. ValueError if it is of other features."""
        told = json.loads(path.read_text(encoding="utf-8"))
        if tuple(told["features"]) != features:
            raise ValueError(f"{path.name} is of other features: run `make learn`")
        return cls(np.array(told["mean"]), np.array(told["scale"]), np.array(told["weights"]), float(told["bias"]))

    def probabilities(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """(N, F) features -> (N,)."""
        logits = (rows - self.mean) / self.scale @ self.weights + self.bias
        found: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-logits))
        return found
