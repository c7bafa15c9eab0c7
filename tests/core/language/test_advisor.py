"""The advisor: a model's reply where it is of use, the offline form everywhere else, and never a lock held for it."""

from __future__ import annotations

import pytest
from pydantic import BaseModel
from scripted_model import ScriptedModel

from embodied_memory.config import LanguageConfig
from embodied_memory.language.advisor import Advisor, Usage
from embodied_memory.language.language_model import LanguageModelError, Request, UnusableReplyError


class Word(BaseModel):
    word: str


class Other(BaseModel):
    number: int


def ask(advisor, prompt="?", role="say", use=lambda reply: reply.word):
    return advisor.advice(Request(role, prompt), Word, use, lambda: "offline")


def test_what_the_model_says_is_used():
    advisor = Advisor(ScriptedModel(say={"word": "yes"}))
    assert ask(advisor) == "yes"
    assert advisor.usage == {"say": Usage(language=1)}


@pytest.mark.parametrize(
    "said",
    [
        None, TimeoutError("late"), KeyError("x"), UnusableReplyError("no"), {"number": 1}, {}, "garbage", [], 7,
        Other(number=3), Word.model_construct(word=5), Word.model_construct(), Word.model_construct(word="\ud800"),
    ],
)  # fmt: skip
def test_whatever_else_comes_the_offline_form_answers(said):
    advisor = Advisor(ScriptedModel(say=said))
    assert ask(advisor) == "offline"
    assert advisor.usage == {"say": Usage(offline=1)}


@pytest.mark.parametrize("error", [LanguageModelError("no such piece"), OverflowError(), IndexError(), KeyError()])
def test_a_reply_that_the_role_cannot_use_is_answered_offline(error):
    def use(reply):
        raise error

    assert ask(Advisor(ScriptedModel(say={"word": "yes"})), use=use) == "offline"


def test_after_failures_in_a_row_the_model_rests_twice_as_long_each_time_and_recovers():
    model = ScriptedModel()
    advisor = Advisor(model, LanguageConfig(failures_to_rest=3, rest_calls=4, longest_rest_calls=8))
    asked = []
    for _ in range(3 + 4 + 1 + 8 + 1 + 8):
        before = len(model.requests)
        ask(advisor)
        asked.append(len(model.requests) - before)
    assert asked == [1, 1, 1, 0, 0, 0, 0, 1, *[0] * 8, 1, *[0] * 8]
    model.by_role["say"] = {"word": "back"}
    assert [ask(advisor), ask(advisor)] == ["back", "back"]


def test_a_role_with_useless_replies_rests_alone():
    model = ScriptedModel(say={"number": 1}, tell={"word": "well"})
    advisor = Advisor(model, LanguageConfig(failures_to_rest=2, rest_calls=50))
    for _ in range(5):
        assert (ask(advisor, role="tell"), ask(advisor)) == ("well", "offline")
    assert (model.roles.count("say"), model.roles.count("tell")) == (2, 5)


def test_a_step_is_run_again_with_its_replies_and_the_model_is_asked_outside_of_it():
    inside, runs = [], []
    model = ScriptedModel(say=lambda request: {"word": request.prompt * 2})
    model.on_ask = lambda request: inside.append(bool(runs and runs[-1] == "in"))
    advisor = Advisor(model)

    def step():
        runs.append("in")
        try:
            return ask(advisor, ask(advisor, "a"))
        finally:
            runs.append("out")

    assert advisor.think(step) == "aaaa"
    assert (inside, len(runs)) == ([False, False], 6)
    assert advisor.usage == {"say": Usage(language=2)}


def test_a_step_that_asks_without_end_is_answered_offline_in_the_end():
    model = ScriptedModel(say={"word": "more"})
    advisor = Advisor(model)
    number = iter(range(10_000))
    assert advisor.think(lambda: ask(advisor, str(next(number)))) == "offline"
    assert len(model.requests) == 32


def test_who_insists_on_a_reply_is_told_that_there_is_none():
    advisor = Advisor(ScriptedModel(tell={"number": 1}))
    with pytest.raises(LanguageModelError):
        advisor.insist(lambda: ask(advisor))
    assert advisor.insist(lambda: ask(advisor, role="tell")) == "offline"
    assert advisor.usage == {"tell": Usage(offline=1)}


def test_unadvised_nobody_is_asked():
    model = ScriptedModel(say={"word": "yes"})
    advisor = Advisor(model)
    assert (advisor.unadvised(lambda: ask(advisor)), model.requests) == ("offline", [])
