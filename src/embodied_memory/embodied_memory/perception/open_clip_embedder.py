"""CLIP (Radford et al. 2021) through open_clip: text and pixels in one space, as in the LMEE paper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from embodied_memory.optional import require
from embodied_memory.perception.model_files import model_file, read_model
from embodied_memory.perception.text_embedders import normalised

ARCHITECTURE = "ViT-B-32"
WEIGHTS = "open_clip/ViT-B-32.pt"
REMEDY = "download the 'openai' or 'laion2b_s34b_b79k' weights of open_clip's ViT-B-32 and save them there"


class OpenClipEmbedder:
    """Text and image vectors of a CLIP model whose checkpoint lies in the model folder."""

    sees_images = True

    def __init__(self, model_folder: str = "", architecture: str = ARCHITECTURE, weights: str = WEIGHTS) -> None:
        """Load the checkpoint `weights` of `model_folder` into open_clip's `architecture`.

        Raises MissingModelError if the file is not there or cannot be read (random weights are never used in its
        place), MissingExtraError if open_clip is not installed.
        """
        checkpoint = model_file(weights, model_folder, REMEDY)
        open_clip = require("open_clip", "clip")
        self._torch = require("torch", "clip")
        # open_clip's own loader reads checkpoints with weights_only=True: data, no code.
        model, _, preprocess = read_model(
            checkpoint,
            lambda: open_clip.create_model_and_transforms(architecture, pretrained=str(checkpoint)),
            REMEDY,
        )
        self._model, self._preprocess = model.eval(), preprocess
        self._tokenize = open_clip.get_tokenizer(architecture)
        self.name = f"open_clip-{architecture}-{checkpoint.stem}"
        self.description = f"CLIP {architecture} ({checkpoint.name}): embeds text and the pixels of views"
        self._embed_one = lru_cache(maxsize=4096)(self._embed_one_text)
        self.dimension = int(self._embed_one("a photo").shape[0])

    def embed_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(N, dimension), one row a text; an empty text gives a zero row."""
        rows = [self._embed_one(text) if text.strip() else self._nothing() for text in texts]
        return np.array(rows, np.float32).reshape(len(texts), self.dimension)

    def embed_image(
        self, color: NDArray[np.uint8], tags: Sequence[str], captions: Sequence[str]
    ) -> NDArray[np.float32]:
        """(dimension,) of the pixels; tags and captions are not used."""
        batch = self._preprocess(Image.fromarray(color)).unsqueeze(0)
        with self._torch.no_grad():
            return normalised(_array(self._model.encode_image(batch))[0])

    def forget_texts(self) -> None:
        """Keep no text that was embedded, nor its vector."""
        self._embed_one.cache_clear()

    def _embed_one_text(self, text: str) -> NDArray[np.float32]:
        with self._torch.no_grad():
            return normalised(_array(self._model.encode_text(self._tokenize([text])))[0])

    def _nothing(self) -> NDArray[np.float32]:
        return np.zeros(self.dimension, np.float32)


def _array(tensor: Any) -> NDArray[np.float32]:
    return np.asarray(tensor.float().cpu().numpy(), np.float32)
