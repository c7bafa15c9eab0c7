"""What was learned with torch as the int8 ONNX files that the stack reads."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from embodied_memory.optional import require

_EXTRA = "reranker"
_IN_SINGLE = re.compile(r"encoder/layer\.[67]/output/dense/MatMul")
"""In MPNet's upper layers a few activations are so large that eight bits leave nothing of the others: with these two
in single precision (13 MB more) the vectors are those of the network (mean cosine .99, else .92).
"""


def write_reranker(network: Any, inputs: Sequence[str], path: Path) -> None:
    """A learned cross-encoder: pairs -> logits. inputs: as its `Architecture` names them."""
    _write_int8(network, network.encoder, inputs, "logits", path)


def write_encoder(encoder: Any, path: Path) -> None:
    """tokens -> their vectors."""
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


def _write_int8(network: Any, encoder: Any, inputs: Sequence[str], output: str, path: Path) -> None:
    """Weights as int8, a scale for each row; activations are scaled as they come. inputs: each (batch, length)."""
    onnx, quantization = require("onnx", _EXTRA), require("onnxruntime.quantization", _EXTRA)
    with tempfile.TemporaryDirectory() as folder:
        single = Path(folder) / "single.onnx"
        _write_single(network, encoder, inputs, output, single)
        kept = [node.name for node in onnx.load(str(single)).graph.node if _IN_SINGLE.search(node.name)]
        quantization.quantize_dynamic(
            str(single), str(path), weight_type=quantization.QuantType.QInt8, per_channel=True, nodes_to_exclude=kept
        )


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
