"""Figures against targets, the exit code, and the measurement of retrieval at a small size."""

import json

import pytest
from figure import Figure
from measurements import retrieve
from run import store_figures, verdict
from scale import QUICK
from show import rounded


@pytest.mark.parametrize(
    ("value", "target", "full", "said"),
    [
        (0.3, ("at most", 0.4), True, "met"),
        (0.5, ("at most", 0.4), True, "MISSED"),
        (0.99, ("at least", 0.995), False, "MISSED at this size"),
        (5.0, None, True, ""),
        (None, ("at most", 0.4), True, "not measured"),
    ],
)
def test_a_figure_says_whether_it_is_as_it_should_be(value, target, full, said):
    figure = Figure("ratio", value, "", target, full)

    assert figure.verdict == said
    assert Figure.from_json(json.loads(json.dumps(figure.as_json()))) == figure


def test_the_exit_code_tells_missed_from_not_measured():
    met, missed = Figure("a", 1, "", ("at most", 2)), Figure("b", 3, "", ("at most", 2))

    assert [verdict([met]), verdict([met, missed]), verdict([missed, Figure("c", None)])] == [0, 1, 2]


def test_what_a_peer_loses_is_no_target_but_what_we_lose_is():
    kills = {"lost": 1, "not_searchable": 2, "stopped": 0}
    figures = store_figures(
        {"ours": {"kill_safety": kills}, "emem": {"kill_safety": kills}, "lancedb": {"error": "x"}}
    )

    assert [(figure.name, figure.value) for figure in figures] == [
        ("ours: acknowledged entries lost by kills", 3),
        ("lancedb beside the others", None),
    ]


def test_retrieval_is_measured_at_a_small_size(tmp_path):
    figures = {figure.name: figure for figure in retrieve.measure(QUICK.at(3000), tmp_path, 1)}

    recalls = [figure.value for name, figure in figures.items() if "recall" in name]
    assert len(recalls) == 4
    assert min(recalls) >= 0.99
    assert not any(figure.at_full_size for figure in figures.values() if figure.target)


def test_values_are_shown_without_exponents():
    assert [rounded(value) for value in (0.31172, 23.7123, 229_512.4, 0.0, 1000)] == [
        "0.312",
        "23.7",
        "229,512",
        "0",
        "1,000",
    ]
