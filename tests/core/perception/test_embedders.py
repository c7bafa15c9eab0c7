"""Vectors of text and views: length one, the same for the same text, near for near meanings."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.perception.embedder import make_embedder
from embodied_memory.perception.model_files import MissingModelError, model_file
from embodied_memory.perception.text_embedders import MiniLmEmbedder

GREY = np.full((4, 6, 3), 128, np.uint8)


@pytest.fixture(scope="module")
def minilm():
    try:
        return make_embedder("minilm")
    except MissingModelError as error:
        pytest.skip(str(error))


@pytest.fixture(params=["hashing", pytest.param("minilm", marks=pytest.mark.model)])
def embedder(request):
    return request.getfixturevalue("minilm") if request.param == "minilm" else make_embedder(request.param)


def nearest(embedder, query, texts):
    return texts[int(np.argmax(embedder.embed_text(texts) @ embedder.embed_text([query])[0]))]


def test_rows_have_length_one_and_an_empty_text_none(embedder):
    vectors = embedder.embed_text(["a red mug", "", "sofa"])
    assert (vectors.shape, vectors.dtype) == ((3, embedder.dimension), np.float32)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 0, 1], abs=1e-5)
    assert embedder.embed_text([]).shape == (0, embedder.dimension)


def test_a_text_has_one_vector_whatever_it_is_embedded_with(embedder):
    together = embedder.embed_text(["mug", "a very long sentence about a sofa in the living room", "mug"])
    assert np.array_equal(together[0], together[2])
    assert np.array_equal(together[0], embedder.embed_text(["mug"])[0])


def test_a_view_without_eyes_is_embedded_through_its_tags_and_captions(embedder):
    view = embedder.embed_image(GREY, ("Mug", "table"), ("a red mug",))
    assert np.array_equal(view, embedder.embed_image(255 - GREY, ("table", "mug"), ("a red mug", "a red mug")))
    assert (view.shape, view.dtype) == ((embedder.dimension,), np.float32)
    assert embedder.embed_image(GREY, (), ()).shape == (0,)
    assert not embedder.sees_images
    assert "not" in embedder.description


@pytest.mark.model
def test_minilm_knows_meanings(minilm):
    things = ["kettle", "sofa", "toothbrush", "novel", "refrigerator"]
    queries = ["something to boil water", "a place to sit", "dental care", "something to read", "keeps milk cold"]
    assert [nearest(minilm, query, things) for query in queries] == things


@pytest.mark.model
def test_minilm_embeds_a_repeated_text_from_its_cache_and_forgets_the_oldest(minilm, monkeypatch):
    monkeypatch.setattr("embodied_memory.perception.text_embedders.CACHED_TEXTS", 2)
    fresh = MiniLmEmbedder()
    computed = []
    monkeypatch.setattr(fresh, "_embed", lambda text: computed.append(text) or np.zeros(384, np.float32))
    fresh.embed_text(["a", "b", "a", "a"])
    fresh.embed_text(["a", "c"])
    fresh.embed_text(["a"])
    fresh.embed_text(["b", "d", "e"])
    assert computed == ["a", "b", "c", "b", "d", "e"]


def test_hashing_is_near_for_like_spellings():
    embedder = make_embedder("hashing")
    assert nearest(embedder, "book shelf", ["bookshelf", "sofa", "kettle"]) == "bookshelf"
    assert nearest(embedder, "the red mugs", ["red mug", "blue chair", "red sofa"]) == "red mug"


def test_hashing_is_the_same_in_every_process():
    code = "from embodied_memory.perception.embedder import make_embedder as make\n"
    code += "print(make('hashing').embed_text(['a mug'])[0].tobytes().hex())"
    there = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**_environment(), "PYTHONHASHSEED": "7"},
    )
    assert there.stdout.strip() == make_embedder("hashing").embed_text(["a mug"])[0].tobytes().hex()


def _environment():
    import os

    return {**os.environ, "PYTHONPATH": ":".join(sys.path)}


@given(st.text())
def test_hashing_takes_any_text(text):
    length = float(np.linalg.norm(make_embedder("hashing").embed_text([text])))
    assert length == pytest.approx(0, abs=1e-6) or length == pytest.approx(1, abs=1e-5)


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(ValueError, match="choose one of minilm, open_clip, hashing"):
        make_embedder("word2vec")


def test_a_missing_tokenizer_names_file_folder_and_remedy(tmp_path):
    with pytest.raises(
        MissingModelError, match=rf"minilm/tokenizer\.json is not in {tmp_path}/minilm; remedy: python setup/"
    ):
        make_embedder("minilm", str(tmp_path))


def test_models_are_looked_for_where_configured_then_in_the_environment_then_above(tmp_path, monkeypatch):
    for folder in ("configured", "environment", "checkout/.cache/models"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.txt").write_text(folder)
    (tmp_path / "checkout/src/deep").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "checkout/src/deep")
    monkeypatch.setenv("EMBODIED_MEMORY_MODELS", str(tmp_path / "environment"))
    assert model_file("a.txt", str(tmp_path / "configured")).read_text() == "configured"
    assert model_file("a.txt").read_text() == "environment"
    monkeypatch.delenv("EMBODIED_MEMORY_MODELS")
    assert model_file("a.txt").read_text() == "checkout/.cache/models"
