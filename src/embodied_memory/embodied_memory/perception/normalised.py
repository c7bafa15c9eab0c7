"""Vectors of length one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def normalised(vectors: NDArray[Any]) -> NDArray[np.float32]:
    """Return float32 rows of L2 length 1; rows of zeros stay zero."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-12), np.float32)
