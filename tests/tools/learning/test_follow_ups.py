"""What is learned of how sayings go on from those before, and that it is read alike in torch and in numpy."""

import numpy as np
import pytest

from embodied_memory.words.follow_ups import Follows, FollowUps
from embodied_memory.words.reading_network import ReadingTokens
from embodied_memory_tools.learning import reading
from embodied_memory_tools.learning.follow_up_examples import follow_up_example, unrelated
from embodied_memory_tools.learning.labelled_follow_ups import LabelledFollowUp, read_follow_ups
from embodied_memory_tools.learning.reading import ReadingExamples, learn_reading
from embodied_memory_tools.learning.reading_examples import UNKNOWN
from embodied_memory_tools.learning.reading_network import follow_up_heads_of, over_minilm_numbers

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
    torch = pytest.importorskip("torch", reason="torch (extra reranker) is not installed")
    transformers = pytest.importorskip("transformers", reason="transformers (extra reranker) is not installed")
    monkeypatch.setattr(reading, "_ENCODER_RATE", 1e-3)
    size = {"num_hidden_layers": 1, "num_attention_heads": 4, "intermediate_size": 64}
    config = transformers.MPNetConfig(hidden_size=384, vocab_size=30527, **size)
    encoder = over_minilm_numbers(torch, transformers.MPNetModel(config, add_pooling_layer=False))
    pairs = pairs_of(tmp_path, *[BLUE, "new\tBring the mug.\tThank you."] * 60)
    examples = [follow_up_example(one, TOKENS) for one in pairs]
    network = learn_reading(ReadingExamples((), (), examples), encoder, 0, lambda *told: None)

    class Encoder:
        def encode_pair(self, before, now):
            ids, first, second = TOKENS.split_pair(before, now)
            with torch.no_grad():
                mask = torch.ones((1, len(ids)), dtype=torch.long)
                vectors = network.bert(torch.tensor([ids]), mask).last_hidden_state[0]
            return first, second, vectors.numpy()

    told = FollowUps(follow_up_heads_of(network, 1.0), Encoder()).read("Bring the red mug.", "No, the blue one.")
    ids, _, _ = TOKENS.split_pair("Bring the red mug.", "No, the blue one.")
    mask = torch.ones((1, len(ids)), dtype=torch.long)
    with torch.no_grad():
        scores, exchanged = network.follow_scores(network.vectors(torch.tensor([ids]), mask), mask)
    assert np.allclose(list(told.shares.values()), torch.softmax(scores[0].float(), 0).numpy(), atol=1e-4)
    assert told.follows is Follows.INSTEAD
    assert (exchanged[0] > 0).sum() == 2


def test_a_long_saying_is_cut():
    long = LabelledFollowUp(Follows.NEW, "so " * 400, "and " * 400)
    assert len(follow_up_example(long, TOKENS).ids) < 200
