"""What was learned with torch as the int8 ONNX files that the stack reads."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from embodied_memory.optional import require

_EXTRA = "reranker"


def write_reranker(network: Any, inputs: Sequence[str], path: Path) -> None:
    """A learned cross-encoder: pairs -> logits. inputs: as its `Architecture` names them."""
    _write_int8(network, network.encoder, inputs, "logits", path)


def write_encoder(encoder: Any, path: Path) -> None:
    """MiniLM's encoder with other weights: tokens -> their vectors."""
    torch = require("torch", _EXTRA)

    class Vectors(torch.nn.Module):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.bert = encoder

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            return self.bert(input_ids, attention_mask=attention_mask).last_hidden_state

    _write_int8(Vectors().eval(), encoder, ("input_ids", "attention_mask"), "vectors", path)


def _write_int8(network: Any, encoder: Any, inputs: Sequence[str], output: str, path: Path) -> None:
    """Weights as int8, a scale for each row; activations are scaled as they come. inputs: each (batch, length)."""
    torch = require("torch", _EXTRA)
    quantization = require("onnxruntime.quantization", _EXTRA)
    encoder.set_attn_implementation("eager")
    ids = torch.ones((2, 16), dtype=torch.long)
    axes = {0: "batch", 1: "length"}
    with tempfile.TemporaryDirectory() as folder:
        single = str(Path(folder) / "single.onnx")
        torch.onnx.export(
            network,
            (ids, ids, ids - 1)[: len(inputs)],
            single,
            input_names=list(inputs),
            output_names=[output],
            dynamic_axes=dict.fromkeys(inputs, axes) | {output: axes if output == "vectors" else {0: "batch"}},
            opset_version=17,
            dynamo=False,
        )
        quantization.quantize_dynamic(single, str(path), weight_type=quantization.QuantType.QInt8, per_channel=True)
