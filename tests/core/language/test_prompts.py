"""Prompt files: a fixed system message with whole examples, a line of dashes, and the data of one request."""

import re
from importlib.resources import files
from string import Template

import pytest

from embodied_memory.dialog.reading.language_reader import UtteranceReply
from embodied_memory.language.language_model import asking, prompt_file, read_reply
from embodied_memory.memory.belief.language_synthesis import SynthesisReply
from embodied_memory.memory.belief.statements.language_reader import StatementsReply
from embodied_memory.memory.episodic.forgetting.language_forgetting import RelevanceReply, RulesReply
from embodied_memory.memory.episodic.history_tree.group_and_summarise import GroupingReply
from embodied_memory.memory.retrieval.language_answerer import AnswerReply
from embodied_memory.memory.spatial.knowledge_graph.relation_retriever import ExtractedTriples
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import AggregatedText
from embodied_memory.planning.exploring.language_policy import QueryReply, TargetReply
from embodied_memory.planning.placement_reading import ReadingReply
from embodied_memory.planning.tasks.language_planners import ActionVerdict, PlannedActions, StepReply
from embodied_memory.planning.tasks.look_answers import SearchAnswerReply
from embodied_memory_tools.evaluation.textworld.player.language_roles import SummarisedHistory

REPLIES = {
    "aggregate_relations": AggregatedText,
    "answer_after_search": SearchAnswerReply,
    "answer_question": AnswerReply,
    "choose_target": TargetReply,
    "critique_action": ActionVerdict,
    "estimate_relevance": RelevanceReply,
    "group_and_summarise": GroupingReply,
    "memory_query": QueryReply,
    "plan_actions": PlannedActions,
    "plan_task": PlannedActions,
    "react_step": StepReply,
    "read_instruction": ReadingReply,
    "read_statements": StatementsReply,
    "read_utterance": UtteranceReply,
    "retrieve_relations": ExtractedTriples,
    "revise_rules": RulesReply,
    "summarise_history": SummarisedHistory,
    "synthesise_episode": SynthesisReply,
}
NO_ROLES = {"repair_reply", "reply_schema"}
CONSTANTS = {"react_step": {"actions"}, "read_statements": {"kinds"}, "retrieve_relations": {"relations"}}
MOST_LINES = 90
PLACEHOLDER = Template.pattern


def placeholders(text):
    return {match["named"] or match["braced"] for match in PLACEHOLDER.finditer(text)}


def parts(name):
    told, _, asked = prompt_file(name).rpartition("\n---\n")
    return told, asked


def examples(name):
    """(data, reply) of each."""
    return re.findall(r"^Example\n(.*?\n)Reply: ([^\n]*)$", parts(name)[0], re.MULTILINE | re.DOTALL)


def test_every_prompt_file_has_its_type_here():
    folder = files("embodied_memory.language").joinpath("prompts")
    assert {path.name.removesuffix(".txt") for path in folder.iterdir()} == REPLIES.keys() | NO_ROLES


@pytest.mark.parametrize("name", REPLIES)
def test_only_what_changes_stands_below_the_line(name):
    told, asked = parts(name)
    assert prompt_file(name).splitlines().count("---") == 1
    assert len(prompt_file(name).splitlines()) < MOST_LINES
    assert placeholders(told) == CONSTANTS.get(name, set())
    assert placeholders(asked)
    request = asking(name, **{key: f"<{key}>" for key in placeholders(told + asked)})
    assert "Reply: {" in request.system
    assert all(f"<{key}>" in request.prompt for key in placeholders(asked))


@pytest.mark.parametrize("name", REPLIES)
def test_its_examples_are_asked_as_it_asks_and_have_replies_of_its_type(name):
    told, asked = parts(name)
    found = examples(name)
    assert 3 <= len(found) == told.count("\nExample\n") == len(re.findall("^Reply: ", told, re.MULTILINE)) <= 5
    form = re.compile(re.sub(r"\\\$\w+", "(.*)", re.escape(asked)), re.DOTALL)
    for data, reply in found:
        assert form.fullmatch(data), data
        said = read_reply(reply, REPLIES[name])
        assert said.model_dump(exclude_unset=True) == said.model_dump()
    assert len({reply for _, reply in found}) == len(found)
