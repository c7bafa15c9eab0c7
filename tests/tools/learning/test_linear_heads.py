"""Heads of one layer are learned from labelled lines, and read back as they were written."""

from enum import Enum

import numpy as np
import pytest

from embodied_memory.words.reading_network import LinearHead
from embodied_memory_tools.learning.linear_heads import labelled_lines, learn_linear, no_hints


class Side(str, Enum):
    LEFT = "left"
    RIGHT = "right"
    MIDDLE = "middle"


def test_what_was_learned_tells_the_labels_apart(tmp_path):
    rows = [np.array([side * 3.0 + 0.1 * k, 5.0], np.float32) for side in (-1, 1, 0) for k in range(20)]
    head = learn_linear(rows, [side for side in Side for _ in range(20)], Side, 1.0)
    head.write(tmp_path / "head.npz")
    likely = LinearHead.read(tmp_path / "head.npz").shares(Side, np.array([4.5, 5.0], np.float32))
    assert max(likely, key=likely.get) is Side.RIGHT
    assert sum(likely.values()) == pytest.approx(1.0)


def test_a_label_without_an_example_is_named():
    with pytest.raises(ValueError, match="middle, right"):
        learn_linear([np.zeros(2, np.float32)], [Side.LEFT], Side, 1.0)


@pytest.mark.parametrize("line", ["up\tone\ttwo", "left\tone", "left\tone\ttwo\tthree", "left\t\ttwo"])
def test_a_bad_line_is_named(tmp_path, line):
    path = tmp_path / "lines.tsv"
    path.write_text(f"right\tone\ttwo\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match="lines.tsv, line 2"):
        list(labelled_lines(path, Side, 2))


def test_lines_are_read(tmp_path):
    path = tmp_path / "lines.tsv"
    path.write_text("right\tone\ttwo\n", encoding="utf-8")
    assert list(labelled_lines(path, Side, 2)) == [(Side.RIGHT, ("one", "two"))]


def test_what_shares_no_word_with_several_hints_hints_at_nothing():
    hints = ["it's dark in here", "so dark tonight", "dark as a cave"]
    told = [("tell", "the bins went out"), ("tell", "it was dark when I left"), ("ask", "who ate the cake")]
    assert no_hints(told, hints) == ["the bins went out"]
