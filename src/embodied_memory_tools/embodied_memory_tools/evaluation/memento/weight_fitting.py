"""Fitting the weights of the personal memory's agreements, and judging them on scenes they were not fitted on."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from embodied_memory.event import parse_act_trace
from embodied_memory.memory.personal.knowledge import learn_knowledge
from embodied_memory.memory.personal.memory_fields import FieldWeights, memory_fields
from embodied_memory.memory.personal.personal_retrieval import PersonalIndex
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.memento.dataset import MementoDataError, MementoEpisodes

Floats = NDArray[np.float64]

RIDGE = 0.03
_STEPS, _RATE = 400, 0.5


class WeightFitting:
    """The agreements of every single-memory request with every memory, in both settings, measured once."""

    def __init__(self, episodes: MementoEpisodes, embedder: Embedder) -> None:
        index = PersonalIndex(embedder)
        for number, memory in enumerate(episodes.memories):
            knowledge = learn_knowledge("", memory.instruction)
            fields = memory_fields(memory.instruction, parse_act_trace(memory.trace), knowledge)
            index.add(number, memory.scene, fields, index.embed(fields))
        everywhere = tuple(range(len(episodes.memories)))
        self._examples: list[tuple[str, Floats, int]] = []
        for scene in episodes.scenes:
            here = tuple(number for number in everywhere if episodes.memories[number].scene == scene)
            for candidates in (everywhere, here):
                ids = [episodes.memories[number].episode_id for number in candidates]
                self._examples += [
                    (scene, index.agreements(request.instruction, candidates), ids.index(request.needs[0]))
                    for request in episodes.single
                    if request.scene == scene
                ]

    def weights(self, without_scenes: Collection[str] = ()) -> FieldWeights:
        """The likeliest weights of the softmax over memories, with a ridge, by gradient ascent.

        Raises MementoDataError if no request is left to fit on.
        """
        kept = [(table, needed) for scene, table, needed in self._examples if scene not in without_scenes]
        if not kept:
            raise MementoDataError("no single-memory request of another scene is left to fit weights on")
        scale = np.concatenate([table for table, _ in kept]).std(axis=0) + 1e-9
        examples = [(table / scale, needed) for table, needed in kept]
        fitted = np.zeros(len(scale))
        for _ in range(_STEPS):
            surprise = sum((_surprise(table, needed, fitted) for table, needed in examples), np.zeros(len(scale)))
            fitted += _RATE * (surprise / len(examples) - RIDGE * fitted)
        return FieldWeights(*(fitted / scale).tolist())


def _surprise(table: Floats, needed: int, weights: Floats) -> Floats:
    """(F,) the gradient of one example: its memory's agreements less those expected."""
    scores = table @ weights
    shares = np.exp(scores - scores.max())
    return np.asarray(table[needed] - (shares / shares.sum()) @ table, np.float64)
