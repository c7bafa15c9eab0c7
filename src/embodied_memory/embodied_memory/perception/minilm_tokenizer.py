"""The tokenizer of all who read with MiniLM's layers, as they are or learned anew."""

from __future__ import annotations

from typing import Any

from embodied_memory.optional import require
from embodied_memory.perception.model_folder import model_file

BEGIN, END = 101, 102
"""[CLS] and [SEP]."""


def minilm_tokenizer(model_folder: str = "") -> Any:
    """A tokenizer that neither cuts nor pads, unless it is told to.

    Raises MissingModelError if its file is not there, MissingExtraError if the package is not.
    """
    tokenizer_file = model_file("minilm/tokenizer.json", model_folder)
    tokenizer = require("tokenizers", "language").Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
