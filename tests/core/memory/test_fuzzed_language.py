"""More than 1,000 fuzzed model outputs through the real client and every role: nothing changes that may not."""

from __future__ import annotations

import random

import pytest
from fake_language_server import FakeLanguageServer
from fuzzed_replies import fuzzed_reply
from language_roles import ROLE_CASES

from embodied_memory.config import LanguageConfig
from embodied_memory.language.server_model import ServerModel
from embodied_memory_tools.language.role_plays import shapes

OUTPUTS = 150
"""Of each play and seed; there are seven plays."""
SEEDS = (20260302, 3, 5)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("case", ROLE_CASES, ids=lambda case: case.play.name)
def test_fuzzed_outputs_raise_nothing_and_change_nothing_that_they_may_not(case, seed, tmp_path):
    rng = random.Random(seed)
    said = []

    def say(asked):
        schema = asked.body["response_format"]["json_schema"]["schema"]
        said.append((asked.shape, fuzzed_reply(rng, schema, asked.prompt)))
        return said[-1][1]

    by_rules = {}
    with FakeLanguageServer(say) as server:
        model = ServerModel(LanguageConfig(server_url=server.url, stream=rng.random() < 0.5))
        number = 0
        while len(said) < OUTPUTS:
            folder = tmp_path / str(number)
            folder.mkdir()
            names = number % 3
            if names not in by_rules:
                by_rules[names] = case.run(None, _made(tmp_path / f"rules_{names}"), names)
            case.judge(case.run(model, folder, names), by_rules[names])
            number += 1
        model.close()
    own, every = ({shape.__name__ for shape in some.values()} for some in (case.play.shapes, shapes()))
    assert own <= {shape for shape, _ in said} <= every
    spending = dict(model.ledger)
    asked, valid = (sum(count(one) for one in spending.values()) for count in (_requests, _valid))
    assert asked / 4 < valid < asked * 0.95
    assert all(set(dict(one.failures)) <= {"unusable"} for one in spending.values())


def _made(folder):
    folder.mkdir()
    return folder


def _requests(spending):
    return spending.requests


def _valid(spending):
    return spending.requests - spending.failed
