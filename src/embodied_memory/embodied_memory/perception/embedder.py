"""Vectors for words and views (LMEE, section 3: the features f and o of a memory-bank entry)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Embedder(Protocol):
    """Turns text and views into L2-normalised float32 vectors of one space."""

    @property
    def name(self) -> str:
        """Names model and version: features of two names cannot be compared."""
        ...

    @property
    def dimension(self) -> int:
        """Length of every vector."""
        ...

    @property
    def sees_images(self) -> bool:
        """False: views are embedded through their tags and captions, not their pixels."""
        ...

    @property
    def description(self) -> str:
        """One sentence for people: which model, and whether it sees pixels."""
        ...

    def embed_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(N, dimension), one row a text. A text without any word gives a zero row."""
        ...

    def embed_image(
        self, color: NDArray[np.uint8], tags: Sequence[str], captions: Sequence[str]
    ) -> NDArray[np.float32]:
        """(dimension,), or (0,) if there is nothing to embed. color: (H, W, 3) RGB."""
        ...

    def forget_texts(self) -> None:
        """Keep no text that was embedded, nor its vector: somebody's words were erased."""
        ...


EMBEDDER_NAMES = ("minilm", "open_clip", "hashing")


def make_embedder(name: str, model_folder: str = "") -> Embedder:
    """Return the embedder of that name.

    Raises ValueError for an unknown name, MissingExtraError or MissingModelError where something is missing.
    """
    if name == "minilm":
        from embodied_memory.perception.text_embedders import MiniLmEmbedder

        return MiniLmEmbedder(model_folder)
    if name == "open_clip":
        from embodied_memory.perception.open_clip_embedder import OpenClipEmbedder

        return OpenClipEmbedder(model_folder)
    if name == "hashing":
        from embodied_memory.perception.text_embedders import HashingEmbedder

        return HashingEmbedder()
    raise ValueError(f"there is no embedder {name!r}; choose one of {', '.join(EMBEDDER_NAMES)}")
