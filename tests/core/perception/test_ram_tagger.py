"""The RAM adapter against a stand-in with the interface of recognize-anything (its weights cannot be had here)."""

import contextlib
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from embodied_memory.observation import CameraIntrinsics, Observation
from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.model_files import MissingModelError
from embodied_memory.perception.tagger import make_tagger


@pytest.fixture
def recognize_anything(monkeypatch):
    """Modules `ram`, `ram.models` and `torch`; the list they give back says how they were called."""
    calls = []
    package, models, torch = ModuleType("ram"), ModuleType("ram.models"), ModuleType("torch")
    torch.no_grad = contextlib.nullcontext
    model = SimpleNamespace(eval=lambda: "model")
    models.ram = lambda **options: calls.append(options) or model
    picture = SimpleNamespace(unsqueeze=lambda axis: "batch")
    package.get_transform = lambda image_size: lambda image: calls.append((image.size, image_size)) or picture
    package.inference_ram = lambda batch, loaded: calls.append((batch, loaded)) or ["mug | table | mug", "杯子"]
    for name, module in (("ram", package), ("ram.models", models), ("torch", torch)):
        monkeypatch.setitem(sys.modules, name, module)
    return calls


@pytest.fixture
def view():
    camera = CameraIntrinsics.from_horizontal_fov(8, 6, 90)
    return Observation(0, np.zeros((6, 8, 3), np.uint8), np.ones((6, 8), np.float32), camera, np.eye(4))


def test_tags_come_in_the_model_s_order_without_repetition(recognize_anything, make_config, view, tmp_path):
    weights = tmp_path / "weights.pth"
    weights.touch()
    tagger = make_tagger(make_config(tagger="ram", tagger_weights=str(weights)))
    assert tagger.tag(view, ()) == ("mug", "table")
    options = {"pretrained": str(weights), "image_size": 384, "vit": "swin_l"}
    assert recognize_anything == [options, ((8, 6), 384), ("batch", "model")]


def test_missing_weights_and_a_missing_package_are_clear_errors(make_config, tmp_path, monkeypatch):
    with pytest.raises(MissingModelError, match=r"ram_swin_large_14m\.pth is not in .* remedy: download"):
        make_tagger(make_config(tagger="ram", model_folder=str(tmp_path)))
    monkeypatch.setitem(sys.modules, "torch", None)
    (tmp_path / "weights.pth").touch()
    with pytest.raises(MissingExtraError, match=r"embodied_memory\[ram\]"):
        make_tagger(make_config(tagger="ram", tagger_weights=str(tmp_path / "weights.pth")))
