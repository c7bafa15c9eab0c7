"""Every measurement of ours runs at a small size and gives the figures that its targets are about."""

import dataclasses

import big_memory
import household_events
import pytest
from measurements import answer, bounded, days, graph, grow, memory_retrieve, record
from scale import QUICK

SMALL = dataclasses.replace(
    QUICK, memory_entries=300, graph_entities=1500, days=1, days_longest_s=0.1, grown_events=200, grow_longest_s=60
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(big_memory.BigMemory.__init__, "__defaults__", (tmp_path / "great",))
    for module in (household_events, answer):
        monkeypatch.setattr(module, "LOOKS_PER_HOUR", 8.0)
    return tmp_path


def figures(module, folder):
    return {figure.name: figure for figure in module.measure(SMALL, folder, 3)}


def test_the_size_on_disk_is_followed_and_compared(folder):
    first, last, ratio = figures(bounded, folder).values()
    assert ratio.value == last.value / first.value > 1
    assert (ratio.target, ratio.at_full_size, ratio.note) == (("at most", 1.3), False, "3 of 180 days")


def test_the_memory_grows_and_then_records_and_answers(folder):
    grown = figures(grow, folder)
    recorded = figures(record, folder)
    answered = figures(answer, folder)

    assert grown["great memory: events"].value == 200
    ratio = next(figure for name, figure in recorded.items() if "ours / bare" in name)
    assert 1 < ratio.value < 50
    assert not ratio.at_full_size
    assert answered["opening it"].target == ("at most", 10.0)
    assert next(figure.value for name, figure in answered.items() if "99 of 100" in name) > 0


def test_a_day_is_ingested(folder):
    found = figures(days, folder)

    assert found["days: records"].value > 100
    assert found["days: all of it"].verdict == "met at this size"
    assert found["days: RSS"].value > 50


def test_hops_are_measured_beside_the_search(folder):
    found = figures(graph, folder)

    assert [figure.target for figure in found.values()] == [("at most", 2.0), None, None, None]
    assert all(figure.value is not None for figure in found.values())


def test_the_whole_memory_finds_what_exact_search_finds(folder):
    recalls = [figure.value for name, figure in figures(memory_retrieve, folder).items() if "recall" in name]

    assert len(recalls) == 4
    assert min(recalls) > 0.99
