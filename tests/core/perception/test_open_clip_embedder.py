"""The CLIP adapter, with a tiny random checkpoint where open_clip is installed: the production path, no meaning."""

import json

import numpy as np
import pytest

from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.embedder import make_embedder
from embodied_memory.perception.model_files import MissingModelError
from embodied_memory.perception.open_clip_embedder import WEIGHTS, OpenClipEmbedder

TINY = {
    "embed_dim": 32,
    "vision_cfg": {"image_size": 32, "layers": 2, "width": 64, "head_width": 32, "patch_size": 16},
    "text_cfg": {"context_length": 77, "vocab_size": 49408, "width": 64, "heads": 2, "layers": 2},
}


def test_a_missing_checkpoint_is_an_error_and_never_random_weights(tmp_path):
    with pytest.raises(MissingModelError, match=r"ViT-B-32\.pt is not in .* remedy: download"):
        make_embedder("open_clip", str(tmp_path))


def test_a_missing_package_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "open_clip", None)
    (tmp_path / "open_clip").mkdir()
    (tmp_path / WEIGHTS).write_bytes(b"")
    with pytest.raises(MissingExtraError, match=r"embodied_memory\[clip\]"):
        make_embedder("open_clip", str(tmp_path))


@pytest.mark.model
def test_open_clip_itself_embeds_text_and_pixels_in_one_space(tmp_path):
    open_clip = pytest.importorskip(
        "open_clip", reason="open_clip is not installed (pip install 'embodied_memory[clip]')"
    )
    import torch

    (tmp_path / "tiny.json").write_text(json.dumps(TINY))
    open_clip.add_model_config(tmp_path / "tiny.json")
    torch.save(open_clip.create_model("tiny", pretrained=None).state_dict(), tmp_path / "tiny.pt")
    embedder = OpenClipEmbedder(str(tmp_path), architecture="tiny", weights="tiny.pt")
    texts = embedder.embed_text(["a red mug", "", "a red mug", "a sofa"])
    black = embedder.embed_image(np.zeros((24, 40, 3), np.uint8), (), ())
    white = embedder.embed_image(np.full((24, 40, 3), 255, np.uint8), ("mug",), ())
    assert (embedder.name, embedder.dimension, embedder.sees_images) == ("open_clip-tiny-tiny", 32, True)
    assert (texts.shape, texts.dtype, black.shape, black.dtype) == ((4, 32), np.float32, (32,), np.float32)
    assert np.linalg.norm(texts, axis=1) == pytest.approx([1, 0, 1, 1], abs=1e-5)
    assert np.array_equal(texts[0], texts[2])
    assert not np.allclose(black, white)
