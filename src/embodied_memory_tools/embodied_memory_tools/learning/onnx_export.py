"""What was learned with torch as the int8 ONNX files that the stack reads."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.optional import require

_EXTRA = "reranker"


def write_reranker(network: Any, inputs: Sequence[str], path: Path) -> None:
    """A learned cross-encoder: pairs -> logits. inputs: as its `Architecture` names them."""
    _write_int8(network, network.encoder, inputs, "logits", path)


def write_encoder(encoder: Any, path: Path) -> None:
    """MiniLM's encoder with other weights: tokens -> their vectors."""
    _write_int8(_vectors_of(encoder), encoder, ("input_ids", "attention_mask"), "vectors", path)


def _vectors_of(encoder: Any) -> Any:
    torch = require("torch", _EXTRA)

    class Vectors(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.bert = encoder

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            return self.bert(input_ids, attention_mask=attention_mask).last_hidden_state

    return Vectors().eval()


def learned_encoder(path: Path, base: Any) -> Any:
    """What `write_encoder` wrote, to be learned further. base: the encoder that it was learned from, as published: by
    its weights it is told which one each of the file is, since the export names them anew.
    """
    onnx, torch = require("onnx", _EXTRA), require("torch", _EXTRA)
    with tempfile.TemporaryDirectory() as folder:
        single = Path(folder) / "single.onnx"
        _write_single(_vectors_of(base), base, ("input_ids", "attention_mask"), "vectors", single)
        published = {one.name: onnx.numpy_helper.to_array(one) for one in onnx.load(str(single)).graph.initializer}
    stored = {one.name: onnx.numpy_helper.to_array(one) for one in onnx.load(str(path)).graph.initializer}
    for parameter in base.parameters():
        own = parameter.detach().numpy()
        for name, weight in published.items():
            is_turned = weight.shape == own.T.shape and np.array_equal(weight, own.T)
            if is_turned or (weight.shape == own.shape and np.array_equal(weight, own)):
                learned = _in_single(stored, name)
                with torch.no_grad():
                    parameter.copy_(torch.from_numpy(np.array(learned.T if is_turned else learned)))
                break
    return base


def _in_single(stored: dict[str, NDArray[Any]], name: str) -> NDArray[np.float32]:
    """A weight as it was before it was written as int8, as nearly as that tells. A scale for each column, or all."""
    if name in stored:
        return stored[name].astype(np.float32)
    whole, scale, zero = (
        stored[f"{name}_{part}"].astype(np.float32) for part in ("quantized", "scale", "zero_point")
    )
    return np.asarray((whole - zero) * scale, np.float32)


def _write_int8(network: Any, encoder: Any, inputs: Sequence[str], output: str, path: Path) -> None:
    """Weights as int8, a scale for each row; activations are scaled as they come. inputs: each (batch, length)."""
    quantization = require("onnxruntime.quantization", _EXTRA)
    with tempfile.TemporaryDirectory() as folder:
        single = Path(folder) / "single.onnx"
        _write_single(network, encoder, inputs, output, single)
        kind = quantization.QuantType.QInt8
        quantization.quantize_dynamic(str(single), str(path), weight_type=kind, per_channel=True)


def _write_single(network: Any, encoder: Any, inputs: Sequence[str], output: str, path: Path) -> None:
    """In single precision."""
    torch = require("torch", _EXTRA)
    encoder.set_attn_implementation("eager")
    ids = torch.ones((2, 16), dtype=torch.long)
    axes = {0: "batch", 1: "length"}
    torch.onnx.export(
        network,
        (ids, ids, ids - 1)[: len(inputs)],
        str(path),
        input_names=list(inputs),
        output_names=[output],
        dynamic_axes=dict.fromkeys(inputs, axes) | {output: axes if output == "vectors" else {0: "batch"}},
        opset_version=17,
        dynamo=False,
    )
