"""Questions about talks, with the utterances that answer them: FriendsQA (Yang and Choi 2019, Apache 2.0).

The corpus is read where it lies; nothing of it is copied.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Scene:
    """said: (who, words) in order; questions: each with the places in `said` of what answers it, if any."""

    said: tuple[tuple[str, str], ...]
    questions: tuple[tuple[str, frozenset[int]], ...]


def read_scenes(path: Path) -> Iterator[Scene]:
    """All of a file, in its order."""
    for episode in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for scene in episode["paragraphs"]:
            said = [(", ".join(one["speakers"]) or "somebody", one["utterance"]) for one in scene["utterances:"]]
            asked = [(one["question"].replace(" ?", "?"), _answering(one["answers"])) for one in scene["qas"]]
            yield Scene(tuple(said), tuple(asked))


def _answering(answers: list[dict[str, int]]) -> frozenset[int]:
    return frozenset(one["utterance_id"] for one in answers if one["utterance_id"] >= 0)
