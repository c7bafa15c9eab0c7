"""Whether what is said means a thing that is called by some name, and whether a rule speaks against it."""

import json
from pathlib import Path

import numpy as np
import pytest

from embodied_memory.planning.tasks.standing_rules import SURELY
from embodied_memory.words.pair_reader import the_name_reader, the_rule_reader

pytestmark = pytest.mark.skipif(the_name_reader() is None, reason="the language model's files are not installed")


def likely(said, *names):
    return dict(zip(names, the_name_reader().likely(said, names), strict=True))


@pytest.mark.parametrize(
    ("said", "meant", "other"),
    [
        ("Where's my green mug?", "green mug", "white mug"),
        ("Fetch my brolly, it's pouring.", "umbrella", "umbrella stand"),
        ("My phone, where is it?", "phone", "phone charger"),
        ("Where are my red wellies?", "red wellies", "green wellies"),
    ],
)
def test_a_near_miss_is_not_what_is_meant(said, meant, other):
    told = likely(said, meant, other)
    assert told[meant] > 0.7
    assert told[other] < 0.5  # from there on it is counted as meant


def test_a_sort_means_all_of_it():
    told = likely("How many mugs have we got?", "white mug", "striped mug", "kettle")
    assert min(told["white mug"], told["striped mug"]) > 0.5 > told["kettle"]


def test_no_names_are_no_trouble():
    assert the_name_reader().likely("where is it?", ()) == ()


LINES = [
    json.loads(line) for line in (Path(__file__).parents[2] / "words/rules/c.jsonl").read_text("utf-8").splitlines()
]


def test_most_of_what_is_against_a_rule_is_found_and_hardly_anything_else():
    some = LINES[::4]
    against = np.array([one["against"] for one in some])
    likely = np.array([
        the_rule_reader().likely(one["who"], one["said"], [(one["by"], one["rule"])])[0] for one in some
    ])  # fmt: skip
    assert (likely >= SURELY)[against].mean() >= 0.5
    assert (likely >= SURELY)[~against].mean() <= 0.1


def test_other_peoples_rules_are_not_in_the_way():
    rules = list({one["rule"]: (one["by"], one["rule"]) for one in LINES}.values())
    likely = np.array(the_rule_reader().likely("Tom", "where did I leave my glasses?", rules))
    assert likely.shape == (len(rules),)
    assert (likely >= SURELY).mean() <= 0.02


def test_without_rules_nothing_is_read():
    assert the_rule_reader().likely("Tom", "bring me the mug", []) == ()
