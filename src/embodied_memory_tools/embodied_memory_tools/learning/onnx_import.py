"""The layers of the quick reader back from its int8 ONNX file, so that what it knows is the beginning of another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from embodied_memory.optional import require
from embodied_memory.perception.cross_encoder import WEIGHTS

_EXTRA = "reranker"
_LAYER = re.compile(r"/encoder/encoder/layer\.(\d+)/(.*)/MatMul_quant$")
_WHOLE = "encoder."


def read_int8_encoder(path: Path = WEIGHTS) -> dict[str, Any]:
    """name in torch -> tensor, of all layers and embeddings of a cross-encoder that `write_reranker` wrote."""
    onnx, torch = require("onnx", _EXTRA), require("torch", _EXTRA)
    graph = onnx.load(str(path)).graph
    held = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    found = {
        name.removeprefix(_WHOLE): values
        for name, values in held.items()
        if name.startswith(_WHOLE) and values.dtype == np.float32 and not name.endswith("_scale")
    }
    for name in held:
        if name.startswith(_WHOLE) and name.endswith("_quantized"):
            stem = name.removesuffix("_quantized")
            found[stem.removeprefix(_WHOLE)] = _unpacked(held, stem)
    for node in graph.node:
        layer = _LAYER.match(node.name)
        if layer:
            stem = node.input[1].removesuffix("_quantized")
            found[f"encoder.layer.{layer[1]}.{layer[2].replace('/', '.')}.weight"] = _unpacked(held, stem).T
    return {name: torch.from_numpy(np.array(values)) for name, values in found.items()}


def _unpacked(held: dict[str, Any], stem: str) -> Any:
    """In single precision. stem: of the names of the numbers, their scale and their zero."""
    zero = held.get(f"{stem}_zero_point", np.zeros((), np.float32)).astype(np.float32)
    return (held[f"{stem}_quantized"].astype(np.float32) - zero) * held[f"{stem}_scale"]
