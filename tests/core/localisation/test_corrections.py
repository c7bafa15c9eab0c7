"""Since when which correction holds, and what has been moved since."""

import numpy as np

from embodied_memory.localisation import MapRevision
from embodied_memory.localisation.corrections import CorrectionChain
from embodied_memory.localisation.planar import spatial


def test_each_stamp_has_the_correction_that_was_in_force():
    chain = CorrectionChain()
    chain.append(10, spatial(np.array([1.0, 0.0, 0.0])))
    chain.append(20, spatial(np.array([2.0, 0.0, 0.0])))
    assert [chain.correction_at(stamp)[0, 3] for stamp in (5, 10, 19, 20, 99)] == [0, 1, 1, 2, 2]


def test_what_was_written_in_a_revised_span_is_moved_and_nothing_else():
    chain, shift = CorrectionChain(), spatial(np.array([0.5, 0.0, 0.0]))
    chain.revise(MapRevision(100, 200, shift))
    assert [chain.correction_since(stamp)[0, 3] for stamp in (99, 100, 200, 201)] == [0, 0.5, 0.5, 0]


def test_revisions_follow_one_another():
    chain = CorrectionChain()
    chain.revise(MapRevision(100, 200, spatial(np.array([0.0, 0.0, np.pi / 2]))))
    chain.revise(MapRevision(0, 300, spatial(np.array([1.0, 0.0, 0.0]))))
    moved = chain.correction_since(150) @ np.array([1.0, 0.0, 0.0, 1.0])
    assert np.allclose(moved, [1.0, 1.0, 0.0, 1.0])
