"""A language model in the roles of planner, selector and answerer; what is malformed falls back on rules."""

from __future__ import annotations

import pytest

from embodied_memory.language.advisor import Advisor, Usage
from embodied_memory.language.language_model import LanguageModelError
from embodied_memory.memory.retrieval.answers.language_answerer import AnswerReply, LanguageAnswerer
from embodied_memory.memory.retrieval.evidence_selector import OfflineSelector
from embodied_memory.memory.retrieval.language_selector import LanguageSelector, SelectionReply
from embodied_memory.memory.retrieval.query_plan.language_planner import LanguagePlanner, PlanReply
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent
from embodied_memory.memory.retrieval.question_answering import Roles

NOW = 1_772_409_600_000_000_000 + 62 * 3_600_000_000_000


class ScriptedModel:
    """Gives what it was told to give, and keeps what it was asked."""

    def __init__(self, reply):
        self.reply, self.requests = reply, []

    def ask(self, request, reply):
        self.requests.append(request)
        if self.reply is None:
            raise LanguageModelError("nobody there")
        return reply.model_validate(self.reply.model_dump())


def planned_by(model, home):
    advisor = Advisor(model)
    home.memory.roles = Roles(planner=lambda beliefs, offline: LanguagePlanner(advisor, offline, beliefs))
    return advisor


def test_a_question_that_rules_do_not_read_is_read_by_the_model(lived_in):
    reply = PlanReply(intent=QueryIntent.PREVIOUS, things=["the green book"], people=["anna"], attribute="location")
    planned_by(ScriptedModel(reply), lived_in)
    answer = lived_in.ask("Hmm, that green thing to read, from which spot had our Anna got it?", NOW)
    assert "brown table" in answer.text


@pytest.mark.parametrize(
    "reply", [None, PlanReply(intent=QueryIntent.DUE, people=["Zaphod"])], ids=["no model", "invented person"]
)
def test_a_plan_that_is_none_is_made_by_rules(lived_in, reply):
    advisor = planned_by(ScriptedModel(reply), lived_in)
    assert "white shelf" in lived_in.ask("Where is the green book?", NOW).text
    assert advisor.usage == {"plan query": Usage(offline=1)}


def test_the_model_selects_among_numbered_pieces(lived_in):
    model = ScriptedModel(SelectionReply(chosen=[2]))
    lived_in.memory.roles = Roles(
        selector=LanguageSelector(Advisor(model), OfflineSelector(lived_in.memory._config.retrieval))
    )
    answer = lived_in.ask("Who put the green book on the shelf?", NOW)
    assert "1. (event, observed) Anna put the green book on the white shelf." in model.requests[0].prompt
    assert len(answer.evidence) <= 1


@pytest.mark.parametrize("chosen", [[99], [0], [-1]])
def test_a_selection_of_what_is_not_there_is_made_by_rules(lived_in, chosen):
    advisor = Advisor(ScriptedModel(SelectionReply(chosen=chosen)))
    selector = LanguageSelector(advisor, OfflineSelector(lived_in.memory._config.retrieval))
    lived_in.memory.roles = Roles(selector=selector)
    assert lived_in.ask("Who put the green book on the shelf?", NOW).text.startswith("Anna")
    assert advisor.usage == {"select evidence": Usage(offline=1)}


def test_the_model_words_the_answer_and_cites(lived_in):
    model = ScriptedModel(AnswerReply(answer="It lies on the white shelf.", cited=[1]))
    lived_in.memory.roles = Roles(answerer=LanguageAnswerer(Advisor(model)))
    answer = lived_in.ask("Where is the green book?", NOW)
    assert answer.text == "It lies on the white shelf."
    assert answer.status is not None
    assert lived_in.records["put on shelf"] in lived_in.cited(answer)


@pytest.mark.parametrize(
    "reply",
    [None, AnswerReply(answer="On the moon.", cited=[]), AnswerReply(answer="On the moon.", cited=[7])],
    ids=["no model", "cites nothing", "cites what is not there"],
)
def test_an_answer_without_ground_is_that_of_the_rules(lived_in, reply):
    advisor = Advisor(ScriptedModel(reply))
    lived_in.memory.roles = Roles(answerer=LanguageAnswerer(advisor))
    assert "white shelf" in lived_in.ask("Where is the green book?", NOW).text
    assert advisor.usage == {"answer question": Usage(offline=1)}


def test_the_model_may_say_that_it_does_not_know(lived_in):
    reply = AnswerReply(answer="no idea", known=False)
    lived_in.memory.roles = Roles(answerer=LanguageAnswerer(Advisor(ScriptedModel(reply))))
    assert not lived_in.ask("Where is the green book?", NOW).known
