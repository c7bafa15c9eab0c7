"""Questions about talks, with the utterances that answer them: FriendsQA (Yang and Choi 2019, Apache 2.0).

The corpus is read where it lies; nothing of it is copied.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from embodied_memory.event import Event, EventKind, Provenance

_SCENES_A_LIFE = 10
_NS = 10**9
_BEGINS_NS = 1_700_000_000 * _NS


@dataclass(frozen=True)
class Scene:
    """said: (who, words) in order; questions: as of `AskedLife`."""

    said: tuple[tuple[str, str], ...]
    questions: tuple[tuple[str, frozenset[int]], ...]


@dataclass(frozen=True)
class AskedLife:
    """Some events, and questions about them, each with the places in `events` of what answers it, if any."""

    events: tuple[Event, ...]
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


def read_friends_qa(path: Path, seed: int = 0) -> Iterator[AskedLife]:
    """Lives of ten scenes each; to each life a tenth of the questions of another one, which nothing in it answers."""
    scenes = list(read_scenes(path))
    random.Random(seed).shuffle(scenes)
    groups = [scenes[first : first + _SCENES_A_LIFE] for first in range(0, len(scenes), _SCENES_A_LIFE)]
    lives = [_life(group) for group in groups]
    for life, other in zip(lives, [*lives[1:], lives[0]], strict=True):
        strange = tuple((question, frozenset[int]()) for question, _ in other.questions[::10])
        yield AskedLife(life.events, life.questions + strange)


def _life(scenes: list[Scene]) -> AskedLife:
    events: list[Event] = []
    questions = []
    for number, scene in enumerate(scenes):
        questions += [(text, frozenset(len(events) + place for place in gold)) for text, gold in scene.questions]
        for place, (who, words) in enumerate(scene.said):
            stamp_ns = _BEGINS_NS + (number * 86_400 + place * 10) * _NS
            events.append(
                Event(stamp_ns, EventKind.UTTERANCE, who, words, place="room", provenance=Provenance.REPORTED)
            )
    return AskedLife(tuple(events), tuple(questions))
