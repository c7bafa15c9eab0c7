"""What the one reading is learned from, and that what is learned reads the same in torch and in numpy."""

from __future__ import annotations

import json

import numpy as np
import pytest

from embodied_memory.words.moves import Link, SpanKind
from embodied_memory.words.reading_network import ReadingTokens
from embodied_memory.words.said import AskedKind, DeedKind
from embodied_memory_tools.learning import reading
from embodied_memory_tools.learning.labelled_moves import read_labelled_moves
from embodied_memory_tools.learning.labelled_utterances import MarkedUtterance, unmarked
from embodied_memory_tools.learning.reading import ReadingExamples, learn_reading, shares_of
from embodied_memory_tools.learning.reading_examples import (
    ACTS,
    ASKED,
    DEEDS,
    RELATIONS,
    SPAN_TAGS,
    TAGS,
    UNKNOWN,
    act_example,
    move_example,
    padded,
)
from embodied_memory_tools.learning.reading_network import heads_of, over_minilm_numbers

TOKENS = ReadingTokens()
VASE = {
    "text": "My vase goes from the bench to the tall shelf, next to the clock. It was a gift.",
    "moves": [
        {"thing": "My vase", "from": "the bench", "to": "the tall shelf", "beside": "the clock", "looks": ["a gift"]}
    ],
}


def moves_of(tmp_path, *lines):
    path = tmp_path / "moves.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return list(read_labelled_moves(path))


def test_labels_become_spans_and_links(tmp_path):
    (one,) = moves_of(tmp_path, VASE)
    words = {one.text[begin:end]: kind for (begin, end), kind in one.kinds.items()}
    assert words == {
        "My vase": SpanKind.THING, "the bench": SpanKind.PLACE, "the tall shelf": SpanKind.PLACE,
        "the clock": SpanKind.PLACE, "a gift": SpanKind.LOOK,
    }  # fmt: skip
    links = {one.text[slice(*other)]: link for (_, other), link in one.links.items()}
    assert links == {
        "the bench": Link.SOURCE, "the tall shelf": Link.TO_ON, "the clock": Link.BESIDE, "a gift": Link.LOOKS,
    }  # fmt: skip


def test_links_become_numbers_of_spans_in_order(tmp_path):
    example = move_example(moves_of(tmp_path, VASE)[0], TOKENS)
    first, last = example.spans[0]
    assert [SPAN_TAGS[k] for k in example.tags[first : last + 1]] == ["B-thing", "I-thing"]
    assert example.tags[0] == example.tags[-1] == UNKNOWN
    assert [(one, other, RELATIONS[link]) for one, other, link in example.links] == [
        (0, 1, "from"), (0, 2, "to on"), (0, 3, "beside"), (0, 4, "looks"),
    ]  # fmt: skip


def test_the_second_time_that_words_are_said_can_be_meant(tmp_path):
    cup = {"words": "the cup", "nth": 2}
    (one,) = moves_of(tmp_path, {"text": "the cup? the cup to the sink", "moves": [{"thing": cup, "to": "the sink"}]})
    assert (9, 16) in one.kinds


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        {"text": "the cup", "moves": [{"thing": "the jug", "to": "the cup"}]},
        {"text": "the cup", "moves": [{"thing": "the cup", "onto": "the cup"}]},
        {"text": "the cup", "moves": [{"thing": "the cup", "to": "the cup", "relation": "under"}]},
    ],
)
def test_a_bad_line_is_named(tmp_path, line):
    with pytest.raises(ValueError, match="line 2"):
        moves_of(tmp_path, {"text": "fine", "moves": []}, line)


def test_only_the_first_token_of_a_word_has_a_role():
    example = act_example(
        MarkedUtterance("instruct", *unmarked("[deed: fetch] [theme: the wheelbarrows]"), True), TOKENS
    )
    told = [TAGS[k] for k in example.tags if k != UNKNOWN]
    assert told == ["B-deed", "B-theme", "I-theme"]
    assert len(example.tags) == len(example.ids) > 5, "a long word is several tokens"
    assert ACTS[example.act] == "instruct"
    untold = act_example(MarkedUtterance("instruct", "fetch it", (), False), TOKENS)
    assert set(untold.tags) == {UNKNOWN}


def test_an_act_or_a_role_that_there_is_none_of_is_an_error():
    for label, marks in (("sing", ()), ("ask", (("colour", 0, 3),))):
        with pytest.raises(ValueError):
            act_example(MarkedUtterance(label, "what is it", marks, True), TOKENS)


def test_certainty_is_made_the_share_of_right_ones():
    """Somebody who says .99 and is right in three of four cases is taken for surer than he is."""
    sure = np.log(np.array([0.99, 0.01]))
    found = shares_of([(sure, 0)] * 3 + [(sure, 1)])
    assert found.acts == 0.75
    assert found.temperature == pytest.approx(2.0)


def tiny_encoder(torch):
    transformers = pytest.importorskip("transformers", reason="transformers (extra reranker) is not installed")
    size = {"num_hidden_layers": 1, "num_attention_heads": 4, "intermediate_size": 64}
    config = transformers.MPNetConfig(hidden_size=384, vocab_size=30527, **size)
    return over_minilm_numbers(torch, transformers.MPNetModel(config, add_pooling_layer=False))


def test_numbers_of_minilm_are_read_as_those_of_mpnet():
    torch = pytest.importorskip("torch", reason="torch (extra reranker) is not installed")
    encoder = tiny_encoder(torch).eval()
    ids = torch.tensor([[101, 2000, 2001, 102, 0, 0]])
    with torch.no_grad():
        read = encoder(ids, (ids != 0).long()).last_hidden_state[0, :4]
        own = encoder.mpnet(torch.tensor([[0, 2004, 2005, 2]])).last_hidden_state[0]
    assert torch.allclose(read, own, atol=1e-5)


def test_what_is_learned_reads_as_torch_learned_it(monkeypatch, tmp_path):
    torch = pytest.importorskip("torch", reason="torch (extra reranker) is not installed")
    encoder = tiny_encoder(torch)
    monkeypatch.setattr(reading, "_ENCODER_RATE", 1e-3)
    things = ("cup", "lamp", "book", "key", "plate", "bag", "shoe", "pen")
    lines = [("ask", f"where is [theme: the {thing}]?") for thing in things]
    lines += [("instruct", f"[deed: bring] [recipient: me] [theme: the {thing}]") for thing in things]
    acts = [
        act_example(
            MarkedUtterance(label, *unmarked(words), True),
            TOKENS,
            (DeedKind.BRING,) if label == "instruct" else (),
            AskedKind.WHERE if label == "ask" else None,
        )
        for label, words in lines
    ]
    told = [
        {"text": f"the {thing} to the shelf", "moves": [{"thing": f"the {thing}", "to": "the shelf"}]}
        for thing in things
    ]
    moves = [move_example(one, TOKENS) for one in moves_of(tmp_path, *told)]
    steps = []
    network = learn_reading(ReadingExamples(acts * 6, moves * 18, ()), encoder, 0, lambda *step: steps.append(step))
    assert steps[-1][0] == steps[-1][1]
    heads = heads_of(network, 1.0)
    ids, mask, _ = map(torch.from_numpy, padded([moves[0].ids], [moves[0].tags]))
    with torch.no_grad():
        vectors = network.vectors(ids, mask)
        acts_of_torch = torch.softmax(network.act_scores(vectors, mask)[0], 0).numpy()
        one, other = torch.tensor([0]), torch.tensor([1])
        links = torch.softmax(
            network.relation_scores(vectors[0], torch.tensor(moves[0].spans), one, other)[0], 0
        ).numpy()
    rows = vectors[0].numpy()
    assert np.allclose(heads.act_shares(rows), acts_of_torch, atol=1e-4)
    ends = np.array([np.concatenate([rows[first], rows[last]]) for first, last in moves[0].spans])
    between = rows[moves[0].spans[0][1] + 1 : moves[0].spans[1][0]].mean(axis=0)
    assert np.allclose(heads.relation_shares(ends, 0, 1, between), links, atol=1e-4)
    assert RELATIONS[int(links.argmax())] == "to on"
    assert ASKED[int(heads.asked_shares(rows_of(torch, network, acts[0])).argmax())] == "where"
    order = acts[len(things)]
    thing = next(k for k, kind in enumerate(order.deeds) if kind != UNKNOWN)
    assert DEEDS[int(heads.deed_shares(rows_of(torch, network, order)[thing]).argmax())] == "bring"


def rows_of(torch, network, example):
    ids, mask, _ = map(torch.from_numpy, padded([example.ids], [example.tags]))
    with torch.no_grad():
        return network.vectors(ids, mask)[0].numpy()
