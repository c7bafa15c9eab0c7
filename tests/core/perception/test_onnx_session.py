"""ONNX sessions give the same vectors on processors with and without the newer eight-bit instructions."""

import pytest

from embodied_memory.perception.onnx_session import onnx_session
from embodied_memory.words.reading_encoder import WEIGHTS

EXACT = "session.x64quantprecision"


def test_eight_bit_products_do_not_overflow_on_older_processors():
    """Of the commands that people gave 9 % were read rightly on such a processor without it, 94 % with it."""
    pytest.importorskip("onnxruntime")

    options = onnx_session(str(WEIGHTS)).get_session_options()

    assert options.get_session_config_entry(EXACT) == "1"
