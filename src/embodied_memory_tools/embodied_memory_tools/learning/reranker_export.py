"""A learned cross-encoder as the int8 ONNX file that the stack reads."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from embodied_memory.optional import require

_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def write_reranker(network: Any, path: Path) -> None:
    """Weights as int8, a scale for each row; activations are scaled as they come."""
    torch = require("torch", "reranker")
    quantization = require("onnxruntime.quantization", "reranker")
    network.bert.set_attn_implementation("eager")
    ids = torch.ones((2, 16), dtype=torch.long)
    axes = {0: "batch", 1: "length"}
    with tempfile.TemporaryDirectory() as folder:
        single = str(Path(folder) / "single.onnx")
        torch.onnx.export(
            network,
            (ids, ids, ids - 1),
            single,
            input_names=list(_INPUTS),
            output_names=["logits"],
            dynamic_axes=dict.fromkeys(_INPUTS, axes) | {"logits": {0: "batch"}},
            opset_version=17,
            dynamo=False,
        )
        quantization.quantize_dynamic(single, str(path), weight_type=quantization.QuantType.QInt8, per_channel=True)
