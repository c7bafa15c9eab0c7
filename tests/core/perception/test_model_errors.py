"""Missing and damaged models and packages are named with what to do; nothing is installed by itself."""

import os
import sys
from types import SimpleNamespace

import pytest

from embodied_memory.optional import MissingExtraError, require
from embodied_memory.perception.detector import make_detector
from embodied_memory.perception.model_files import BrokenModelError, MissingModelError, read_model
from embodied_memory.perception.objectron_detector import LABELS, MODEL
from embodied_memory.perception.open_clip_embedder import WEIGHTS as CLIP_WEIGHTS
from embodied_memory.perception.open_clip_embedder import OpenClipEmbedder
from embodied_memory.perception.tagger import make_tagger


def broken(*_, **__):
    raise RuntimeError("PytorchStreamReader failed reading zip archive")


@pytest.fixture
def weights(tmp_path):
    file = tmp_path / "weights.pt"
    file.write_bytes(b"cut off")
    return file


@pytest.fixture
def fake(monkeypatch):
    """Puts a module of that name in the place of a package that may not be there."""

    def put(name, **parts):
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(**parts))
        return sys.modules[name]

    return put


def one_line(error):
    return "\n" not in str(error)


def yolo(names):
    chosen = []
    model = SimpleNamespace(names=dict(enumerate(names)), set_classes=chosen.append)
    return chosen, lambda weights: model


def test_damaged_weights_are_named(make_config, weights, fake):
    fake("ultralytics", YOLOWorld=broken)
    with pytest.raises(
        BrokenModelError, match=r"weights.pt cannot be read.*PytorchStreamReader.*remedy: download"
    ) as told:
        make_detector(make_config(detector="yolo_world", detector_weights=str(weights)))
    assert one_line(told.value)
    fake("torch")
    fake("ram")
    fake("ram.models", ram=broken)
    with pytest.raises(BrokenModelError, match=r"weights.pt cannot be read.*remedy: download"):
        make_tagger(make_config(tagger="ram", tagger_weights=str(weights)))


def test_a_damaged_checkpoint_of_clip_is_named(tmp_path, fake):
    (tmp_path / CLIP_WEIGHTS).parent.mkdir()
    (tmp_path / CLIP_WEIGHTS).write_bytes(b"")
    fake("torch")
    fake("open_clip", create_model_and_transforms=broken)
    with pytest.raises(BrokenModelError, match=r"ViT-B-32.pt cannot be read"):
        OpenClipEmbedder(str(tmp_path))


def test_a_damaged_small_detector_is_named(make_config, tmp_path):
    pytest.importorskip("ai_edge_litert")
    (tmp_path / MODEL).parent.mkdir()
    (tmp_path / MODEL).write_bytes(b"no flat buffer")
    (tmp_path / LABELS).write_text("background\nchair\n")
    with pytest.raises(BrokenModelError, match=r"object_detection.tflite cannot be read.*fetch_models.py"):
        make_detector(make_config(detector="objectron", model_folder=str(tmp_path)))


def test_a_missing_clip_package_is_named_with_its_command_and_never_installed(
    make_config, weights, fake, monkeypatch
):
    monkeypatch.setitem(sys.modules, "clip", None)
    utils = fake("ultralytics.utils", AUTOINSTALL=True)
    chosen, make = yolo(["other"])
    fake("ultralytics", YOLOWorld=make)
    monkeypatch.delenv("YOLO_AUTOINSTALL", raising=False)
    with pytest.raises(MissingExtraError, match=r"clip cannot be imported .*pip install git\+https") as told:
        make_detector(make_config(detector="yolo_world", detector_weights=str(weights)))
    assert one_line(told.value)
    assert chosen == []
    assert os.environ["YOLO_AUTOINSTALL"] == "false"
    assert utils.AUTOINSTALL is False


def test_weights_that_were_saved_with_the_classes_need_no_clip(make_config, weights, fake, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "clip", None)
    (tmp_path / "classes.txt").write_text("mug\n")
    chosen, make = yolo(["mug"])
    fake("ultralytics", YOLOWorld=make)
    settings = {"detector_weights": str(weights), "detector_classes": str(tmp_path / "classes.txt")}
    make_detector(make_config(detector="yolo_world", **settings))
    assert chosen == []


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"detector": "yolo_world", "detector_weights": "/nowhere/x.pt"},
            "perception.detector_weights names /nowhere/x.pt",
        ),
        ({"detector": "objectron", "model_folder": "/nowhere"}, "there is no folder /nowhere"),
    ],
)
def test_a_wrong_path_is_named(make_config, settings, said):
    with pytest.raises(MissingModelError, match=said):
        make_detector(make_config(**settings))


def test_a_wrong_file_of_classes_is_named(make_config, weights):
    with pytest.raises(MissingModelError, match="check perception.detector_classes"):
        make_detector(make_config(detector="yolo_world", detector_weights=str(weights), detector_classes="/nowhere"))


def test_a_package_that_is_there_but_broken_is_named(fake, monkeypatch, tmp_path):
    (tmp_path / "half_installed.py").write_text("raise OSError('libtorch.so: cannot open shared object file')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MissingExtraError, match=r"libtorch.so.*pip install 'embodied_memory\[yolo\]'"):
        require("half_installed", "yolo")


def test_a_missing_package_is_not_taken_for_a_damaged_file(tmp_path):
    def load():
        return require("no_such_package", "clip")

    with pytest.raises(MissingExtraError):
        read_model(tmp_path, load)
