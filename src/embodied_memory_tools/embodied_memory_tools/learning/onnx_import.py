"""A reader's network back from its int8 ONNX file, so that what it knows is the beginning of another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from embodied_memory.optional import require
from embodied_memory.perception.minilm_cross_encoder import WEIGHTS

_EXTRA = "reranker"
_LAYER = re.compile(r"/encoder/encoder/layer\.(\d+)/(.*)/MatMul(?:_quant)?$")
_ENCODER, _HEAD, _TURNED = "encoder.", "head.", "_Transposed"


def read_int8_network(path: Path) -> dict[str, Any]:
    """name in torch -> tensor, of all that `write_reranker` wrote of a cross-encoder: its encoder and its head."""
    onnx, torch = require("onnx", _EXTRA), require("torch", _EXTRA)
    graph = onnx.load(str(path)).graph
    held = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    stems = {name.removesuffix("_quantized") for name in held}
    found = {stem: _unpacked(held, stem) for stem in stems if _is_plain(held, stem)}
    for node in graph.node:
        layer, stem = _LAYER.match(node.name), node.input[1].removesuffix("_quantized") if node.input[1:] else ""
        if layer and stem in stems:
            found[f"encoder.encoder.layer.{layer[1]}.{layer[2].replace('/', '.')}.weight"] = _unpacked(held, stem).T
    turned = {name: values.T if name.endswith(_TURNED) else values for name, values in found.items()}
    return {name.removesuffix(_TURNED): torch.from_numpy(np.array(values)) for name, values in turned.items()}


def read_int8_encoder(path: Path = WEIGHTS) -> dict[str, Any]:
    """The same of its layers and embeddings alone, as the encoder names them."""
    whole = read_int8_network(path)
    return {name.removeprefix(_ENCODER): held for name, held in whole.items() if name.startswith(_ENCODER)}


def _is_plain(held: dict[str, Any], stem: str) -> bool:
    """Whether it keeps its name in the file: what is multiplied in the layers has a number there."""
    is_number = f"{stem}_quantized" in held or (stem in held and not stem.endswith(("_scale", "_zero_point")))
    return is_number and stem.startswith((_ENCODER, _HEAD))


def _unpacked(held: dict[str, Any], stem: str) -> Any:
    """In single precision. stem: of the names of the numbers, their scale and their zero, where they are packed."""
    if stem in held:
        return held[stem]
    zero = held.get(f"{stem}_zero_point", np.zeros((), np.float32)).astype(np.float32)
    return (held[f"{stem}_quantized"].astype(np.float32) - zero) * held[f"{stem}_scale"]
