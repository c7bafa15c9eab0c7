"""The roles that a language model may play in the episodic floor, with a scripted model."""

import math

import pytest
from episodic_lives import Life, Shelf, build_tree
from pydantic import ValidationError

from embodied_memory.config import ForgettingConfig, HistoryTreeConfig
from embodied_memory.language.advisor import Advisor, Usage
from embodied_memory.language.language_model import LanguageModelError
from embodied_memory.memory.episodic.forgetting.language_forgetting import LanguageRelevance, LanguageReviser
from embodied_memory.memory.episodic.forgetting.relevance import OfflineRelevance, Relevance
from embodied_memory.memory.episodic.forgetting.rule_book import RuleBook
from embodied_memory.memory.episodic.forgetting.rule_reviser import FeedbackSaid, OfflineReviser
from embodied_memory.memory.episodic.history_tree.group_and_summarise import LanguageGrouping

CONFIG = ForgettingConfig()


class ScriptedModel:
    """Answers with prepared objects, one after another; what does not fit the shape is no usable reply."""

    def __init__(self, *replies):
        self.replies = list(replies)
        self.prompts = []

    def ask(self, request, reply):
        self.prompts.append(request.prompt)
        if not self.replies:
            raise LanguageModelError("unreachable")
        try:
            return reply.model_validate(self.replies.pop(0))
        except ValidationError as error:
            raise LanguageModelError(str(error)) from error


def goals_of(life):
    return [
        life.said(8, "Anna", "hello", "kitchen"),
        life.saw(8.2, "sofa", place="hall"),
        life.saw(8.4, "bed", place="attic"),
    ]


def groups(*spans):
    return {"groups": [{"first": first, "last": last, "summary": text} for first, last, text in spans]}


def grouped(model, config=None):
    config = config or HistoryTreeConfig()
    advisor = Advisor(model)
    tree = build_tree(goals_of(Life()), config, LanguageGrouping(advisor, config))
    return [node.summary for node in tree.level(4)], advisor.usage["group and summarise"].offline


def test_the_model_groups_and_summarises_goals():
    model = ScriptedModel(
        groups((1, 1, "I greeted Anna."), (2, 3, "I went up to the attic.")), groups((1, 2, "Anna in the morning.")),
        groups((1, 1, "A day with Anna.")),
    )  # fmt: skip
    assert grouped(model) == (["I greeted Anna.", "I went up to the attic."], 0)
    assert '1. 1970-01-01 08:00:00: Anna said "hello"' in model.prompts[0]
    assert "Every item from 1 to 3 must be" in model.prompts[0]


@pytest.mark.parametrize(
    "reply",
    [
        groups((1, 2, "the last is missing")),
        groups((1, 2, "one"), (2, 3, "repeated")),
        groups((2, 3, "the wrong"), (1, 1, "order")),
        groups((1, 9, "too far")),
        groups((1, 3, "")),
        groups((1, 3, "The reply must be one JSON object with all groups.")),
        {"groups": "none"},
    ],
)
def test_a_reply_of_no_use_falls_back_to_rules(reply):
    summaries, fallbacks = grouped(ScriptedModel(reply))
    by_rules = build_tree(goals_of(Life()))
    assert summaries == [node.summary for node in by_rules.level(4)]
    assert fallbacks == 3


def test_the_model_may_draw_old_borders_anew(life):
    config = HistoryTreeConfig()
    model = ScriptedModel(groups((1, 2, "Anna.")), groups((1, 1, "Anna came.")), groups((1, 1, "A day with Anna.")))
    first = build_tree(goals_of(life)[:2], config, LanguageGrouping(Advisor(model), config))
    assert [node.summary for node in first.level(4)] == ["Anna."]
    again = ScriptedModel(
        groups((1, 1, "Anna greeted."), (2, 3, "To the attic.")),
        groups((1, 2, "Anna came.")),
        groups((1, 1, "A day with Anna.")),
    )
    second = build_tree(
        [life.saw(8.4, "bed", place="attic")], config, LanguageGrouping(Advisor(again), config), first
    )
    assert [(node.summary, len(node.children)) for node in second.level(4)] == [
        ("Anna greeted.", 1),
        ("To the attic.", 2),
    ]
    assert [leaf.record_id for leaf in second.leaves()] == [1, 2, 4]


def judged(reply, life, rules=()):
    model = ScriptedModel(*reply)
    advisor = Advisor(model)
    estimate = LanguageRelevance(advisor, OfflineRelevance(CONFIG))
    tree = build_tree([life.said(8, "Anna", "hello")])
    (node,) = tree.level(3)
    return estimate(node, tree.node(node.parent), rules, node.last_ns), model, advisor


def test_the_model_says_what_a_memory_is_worth(life):
    shelf = Shelf()
    shelf.tell("always remember who you met")
    relevance, model, _ = judged([{"relevance": "inf", "rule": 1}], life, shelf.book.rules)
    assert relevance == Relevance(math.inf, "the language model, by rule 1", 1)
    assert "1. Remember who you met" in model.prompts[0]
    assert judged([{"relevance": 2}], life)[0] == Relevance(2.0, "the language model's judgement")


@pytest.mark.parametrize(
    "reply",
    [
        {"relevance": "much"},
        {"relevance": -1},
        {"relevance": "nan"},
        {"relevance": 1e9},
        {"relevance": 1, "rule": 7},
        {},
    ],
)
def test_a_relevance_of_no_use_falls_back_to_rules(life, reply):
    relevance, _, advisor = judged([reply], life)
    assert relevance == Relevance(1.0, "somebody spoke")
    assert advisor.usage == {"estimate relevance": Usage(language=0, offline=1)}


def revise(shelf, text, *replies):
    reviser = LanguageReviser(Advisor(ScriptedModel(*replies)), CONFIG, OfflineReviser(CONFIG))
    book = RuleBook(shelf.connection, CONFIG, reviser)
    shelf.settle(book.learn(FeedbackSaid(text, "Anna", 5)))
    return [(rule.rule_id, rule.text, rule.keeps) for rule in shelf.book.rules]


def test_the_model_revises_the_rules(shelf):
    shelf.tell("remember the laundry")
    shelf.tell("remember the lamps")
    reply = {
        "rules": [
            {"rule": 2, "text": "Remember lamps and candles", "keep": True},
            {"rule": 0, "text": "No mail", "keep": False},
        ]
    }
    assert revise(shelf, "candles too, never mind laundry and mail", reply) == [
        (2, "Remember lamps and candles", True), (3, "No mail", False),
    ]  # fmt: skip
    shelf.settle(shelf.book.undo("Anna", 6))
    assert [rule.text for rule in shelf.book.rules] == ["Remember the laundry", "Remember the lamps"]


@pytest.mark.parametrize(
    "reply",
    [
        {"rules": []},
        {"rules": [{"rule": 1, "text": "something else", "keep": True}]},
        {"rules": [{"rule": 1, "text": "Remember tea", "keep": True}, {"rule": 8, "text": "?", "keep": True}]},
        {"rules": [{"rule": 1, "text": "Remember tea", "keep": True}, {"rule": 1, "text": "x", "keep": True}]},
        {"rules": [{"text": "x"}]},
    ],
)
def test_a_rule_written_by_hand_survives_any_model(shelf, reply):
    shelf.settle(shelf.book.add("Remember tea", "Ben", 0))
    assert revise(shelf, "remember my keys", reply) == [(1, "Remember tea", True), (2, "Remember my keys", True)]
