"""Whether a rule speaks against what somebody wants, of a writer from whom nothing was learned."""

import json
from pathlib import Path

import numpy as np
import pytest

from embodied_memory.planning.tasks.standing_rules import SURELY
from embodied_memory.words.rule_reader import the_rule_reader

pytestmark = pytest.mark.skipif(the_rule_reader() is None, reason="MiniLM is not installed")
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
