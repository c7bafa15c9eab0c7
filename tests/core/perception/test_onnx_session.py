"""ONNX sessions give the same vectors on processors with and without the newer eight-bit instructions."""

import ctypes
import subprocess
import sys

import pytest

from embodied_memory.perception.model_files import onnx_session
from embodied_memory.words.reading_network import WEIGHTS

EXACT = "session.x64quantprecision"


def test_eight_bit_products_do_not_overflow_on_older_processors():
    """Of the commands that people gave 9 % were read rightly on such a processor without it, 94 % with it."""
    pytest.importorskip("onnxruntime")

    options = onnx_session(str(WEIGHTS)).get_session_options()

    assert options.get_session_config_entry(EXACT) == "1"


def test_what_reading_a_network_took_is_given_back():
    """80 MB a network and process, of which a small computer runs several."""
    pytest.importorskip("onnxruntime")
    if getattr(ctypes.CDLL(None), "malloc_trim", None) is None:
        pytest.skip("this C library gives nothing back")
    script = (
        "import ctypes, pathlib\n"
        "from embodied_memory.perception.model_files import onnx_session\n"
        f"onnx_session({str(WEIGHTS)!r})\n"
        "held = lambda: int(pathlib.Path('/proc/self/statm').read_text().split()[1]) * 4096 // 2**20\n"
        "before = held(); ctypes.CDLL(None).malloc_trim(0); print(before - held())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert int(done.stdout) < 40
