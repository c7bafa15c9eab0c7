"""Words and their tags, what is linked with what, and the file of the heads."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.words.moves import Link, SpanKind, marked_spans, read_moves
from embodied_memory.words.one_reading import OneReading, fillers_of, first_tokens
from embodied_memory.words.reading_network import FARTHEST, Encoded, ReadingHeads, best_tags, read_heads, write_heads
from embodied_memory.words.said import Move, MoveRelation, Role, SpeechAct

TAGS = ("O", "B-theme", "I-theme", "B-deed", "I-deed")
SPAN_TAGS = ("O", *(f"{part}-{kind.value}" for kind in SpanKind for part in "BI"))
RELATIONS = tuple(link.value for link in Link)
WORDS = ["the", "mug", "and", "the", "jug", "to", "the", "shelf", "next", "to", "the", "cup", "mum's", "gift"]


def is_allowed(tags):
    before = ["O", *tags]
    return all(tag[:2] != "I-" or last[2:] == tag[2:] for last, tag in itertools.pairwise(before))


@given(st.lists(st.lists(st.floats(-9, 9, width=16), min_size=5, max_size=5), min_size=1, max_size=4))
def test_the_best_sequence_that_is_allowed_is_found(scores):
    rows = np.array(scores, np.float32)
    found = best_tags(rows, TAGS)
    ways = (way for way in itertools.product(range(5), repeat=len(rows)) if is_allowed([TAGS[k] for k in way]))
    best = max(sum(rows[i, k] for i, k in enumerate(way)) for way in ways)
    assert is_allowed(found)
    assert np.isclose(sum(rows[i, TAGS.index(tag)] for i, tag in enumerate(found)), best, atol=1e-3)


def test_tags_become_spans_of_the_text():
    spans = ((0, 5), (6, 8), (9, 12), (13, 17), (18, 20))
    found = fillers_of("bring me the lamp ok", spans, ["B-deed", "O", "B-theme", "I-theme", "O"])
    assert [(one.role, one.text) for one in found] == [(Role.DEED, "bring"), (Role.THEME, "the lamp")]


def test_a_word_is_known_by_its_first_token():
    assert first_tokens("kettle now!", ((0, 3), (3, 6), (7, 10), (10, 11))) == {0: 0, 7: 2, 10: 3}


def test_spans_are_words_as_said():
    text, spans = "the mug, please", ((0, 3), (4, 7), (7, 8), (9, 15))
    (one,) = marked_spans(text, spans, ["B-thing", "I-thing", "O", "O"])
    assert (one.kind, one.words, one.first, one.last) == (SpanKind.THING, "the mug", 0, 1)


def test_heads_are_read_as_they_were_written(tmp_path):
    heads = ReadingHeads(
        {"act.weight": np.array([[0.5, -1.25]], np.float32)},
        ("ask",),
        ("O",),
        ("O",),
        ("none",),
        ("off",),
        ("where",),
        0.75,
    )
    write_heads(heads, tmp_path / "heads.npz")
    again = read_heads(tmp_path / "heads.npz")
    assert (again.acts, again.tags, again.span_tags, again.relations) == (("ask",), ("O",), ("O",), ("none",))
    assert (again.deeds, again.asked, again.temperature) == (
        ("off",), ("where",), 0.75,
    )  # fmt: skip
    assert np.array_equal(again.weights["act.weight"], heads.weights["act.weight"])


def heads_that_link(links, spans):
    """Heads to which a token is its number: each span is tagged as told, and two spans are to each other as told.

    links: (first token of the thing, first token of the other) -> Link.
    """
    size = len(WORDS)
    span = np.zeros((len(SPAN_TAGS), size), np.float32)
    for kind, first, last in spans:
        for k in range(first, last + 1):
            span[SPAN_TAGS.index(f"{'B' if k == first else 'I'}-{kind.value}"), k] = 9.0
    span[0] = np.where(span.max(axis=0) > 0, 0.0, 9.0)
    one, other = np.zeros((len(links) or 1, 2 * size)), np.zeros((len(links) or 1, 2 * size))
    relation = np.zeros((len(RELATIONS), len(links) or 1))
    relation_bias = np.zeros(len(RELATIONS))
    relation_bias[RELATIONS.index("none")] = 6.0
    for row, ((thing, place), link) in enumerate(links.items()):
        one[row, thing], other[row, place] = 4.0, 4.0
        relation[RELATIONS.index(link.value), row] = 3.0
    hidden = len(relation[0])
    weights = {
        "act.weight": np.zeros((len(SpeechAct), 2 * size)), "act.bias": np.zeros(len(SpeechAct)),
        "asked.weight": np.zeros((1, 2 * size)), "asked.bias": np.zeros(1),
        "deed.weight": np.zeros((1, size)), "deed.bias": np.zeros(1),
        "tag.weight": np.zeros((1, size)), "tag.bias": np.zeros(1), "span.weight": span,
        "span.bias": np.zeros(len(SPAN_TAGS)), "first.weight": one, "first.bias": np.zeros(hidden),
        "second.weight": other, "second.bias": np.zeros(hidden), "between.weight": np.zeros((hidden, size)),
        "between.bias": np.full(hidden, -8.0), "apart.weight": np.zeros((2 * FARTHEST + 1, hidden)),
        "relation.weight": relation, "relation.bias": relation_bias,
    }  # fmt: skip
    arrays = {name: np.asarray(value, np.float32) for name, value in weights.items()}
    return ReadingHeads(
        arrays, tuple(act.value for act in SpeechAct), ("O",), SPAN_TAGS, RELATIONS, ("off",), ("where",)
    )


class EachWordItself:
    """A token a word, whose vector is its number."""

    def encode(self, text):
        words = text.split()
        ends = list(itertools.accumulate(len(word) + 1 for word in words))
        spans = tuple((end - len(word) - 1, end - 1) for word, end in zip(words, ends, strict=True))
        rows = np.eye(len(WORDS), dtype=np.float32)[: len(words)]
        return Encoded(spans, np.vstack([np.zeros(len(WORDS)), rows, np.zeros(len(WORDS))]).astype(np.float32))


MUG, JUG, SHELF, CUP = (0, 1), (3, 4), (6, 7), (10, 11)
THINGS = [(SpanKind.THING, *MUG), (SpanKind.THING, *JUG), (SpanKind.PLACE, *SHELF), (SpanKind.PLACE, *CUP)]


@pytest.mark.parametrize(
    ("links", "moves"),
    [
        (
            {(0, 6): Link.TO_ON, (3, 6): Link.TO_IN, (3, 10): Link.BESIDE},
            [Move("the mug", "the shelf"), Move("the jug", "the shelf", MoveRelation.IN, beside="the cup")],
        ),
        ({(0, 10): Link.BESIDE}, [Move("the mug", "", beside="the cup")]),
        (
            {(0, 6): Link.TO_ON, (0, 10): Link.TO_PERSON, (3, 6): Link.TO_ON},
            [
                Move("the mug", "the shelf"),
                Move("the jug", "the shelf"),
                Move("the mug", "the cup", MoveRelation.PERSON),
            ],
        ),
        ({(0, 6): Link.SOURCE, (0, 10): Link.TO_AT}, [Move("the mug", "the cup", MoveRelation.AT, "the shelf")]),
        ({}, []),
    ],
)  # fmt: skip
def test_what_belongs_together_becomes_moves(links, moves):
    text = " ".join(WORDS[:12])
    found, arranged = read_moves(text, EachWordItself().encode(text), heads_that_link(links, THINGS))
    assert list(found) == moves
    assert not arranged


def test_looks_told_elsewhere_belong_to_the_thing_and_habits_have_names():
    spans = [(SpanKind.THING, *MUG), (SpanKind.PLACE, *SHELF), (SpanKind.LOOK, 12, 13), (SpanKind.ARRANGED, 8, 9)]
    heads = heads_that_link({(0, 6): Link.TO_ON, (0, 12): Link.LOOKS}, spans)
    said = OneReading(heads, EachWordItself()).read(" ".join(WORDS))
    assert said.moves == (Move("the mug", "the shelf", looks=("mum's gift",)),)
    assert said.arranged == ("next to",)


def test_no_span_begins_within_a_word():
    spans = ((0, 3), (3, 4), (4, 5), (6, 10))
    found = marked_spans("Tom's book", spans, ["B-thing", "I-thing", "B-thing", "I-thing"])
    assert [one.words for one in found] == ["Tom's book"]
    found = marked_spans("cup, mug", ((0, 3), (3, 4), (5, 8)), ["B-thing", "O", "B-thing"])
    assert [one.words for one in found] == ["cup", "mug"]
