"""Living through traces: our memory answers well, by whatever words it is asked, and better than a flat one."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.household_traces.flat_memory import FlatMemory, TextVectors, quoted
from embodied_memory_tools.evaluation.household_traces.mine_questions import mine_questions
from embodied_memory_tools.evaluation.household_traces.peer_memory import has_peer
from embodied_memory_tools.evaluation.household_traces.trace_evaluation import MemoryRun, live_through
from embodied_memory_tools.evaluation.household_traces.trace_memory import TraceAnswer, our_memory, perceived
from embodied_memory_tools.evaluation.household_traces.trace_report import accuracy, recall, status_right
from embodied_memory_tools.evaluation.household_traces.wordings import PLAIN, Wordings
from household.residents import TraceTruth, generate_trace

SEED, DAYS = 611, 6


@pytest.fixture(scope="module")
def life():
    truth = TraceTruth()
    return list(generate_trace(SEED, DAYS, truth=truth)), truth


def answered_by_ours(life, per_family=5, ablation="", style=PLAIN):
    records, truth = life
    questions = mine_questions(records, truth, SEED, per_family, wordings=Wordings.of(style))
    with our_memory(truth.entities, HashingEmbedder(), ablation) as memory:
        return list(live_through(SEED, records, questions, memory))


def test_our_memory_answers_cites_and_knows_how_sure_it_is(life):
    answered = answered_by_ours(life)
    questions = [one.question for one in answered]
    flat = list(live_through(SEED, life[0], questions, FlatMemory(TextVectors(HashingEmbedder()))))
    assert accuracy(answered) >= 0.9
    assert status_right(answered) >= 0.9
    assert recall(answered) >= 1.5 * recall(flat)


@pytest.mark.parametrize(("style", "least"), [("neighbourly", 0.9), ("visitor", 0.9)])
def test_it_answers_as_well_in_words_of_other_people(life, style, least):
    assert accuracy(answered_by_ours(life, style=style)) >= least


def test_without_beliefs_no_certainty_is_stated(life):
    answered = answered_by_ours(life, per_family=2, ablation="no-belief")
    assert {one.answer.status for one in answered} == {None}


def test_questions_are_asked_before_what_comes_after_them(life):
    class Watching:
        def __init__(self):
            self.latest_ns, self.asked = 0, []

        def record(self, record):
            assert perceived(record)
            self.latest_ns = record.event.stamp_ns

        def settle(self):
            pass

        def answer(self, question, now_ns):
            self.asked.append(question)
            assert self.latest_ns < now_ns
            return TraceAnswer("I don't know.", ())

    records, truth = life
    questions = mine_questions(records, truth, SEED, 2)
    watching = Watching()
    answered = list(live_through(SEED, records, questions, watching))
    assert sorted(watching.asked) == sorted(question.question for question in questions)
    assert accuracy(answered) == 0.0


def test_the_flat_memory_quotes_the_most_similar(life):
    records = [record for record in life[0] if perceived(record)][:50]
    memory = FlatMemory(TextVectors(HashingEmbedder()))
    assert memory.answer("anything", 1).cited == ()
    for record in records:
        memory.record(record)
    answer = memory.answer(records[7].event.text, records[-1].event.stamp_ns)
    same = {record.evidence_id for record in records if record.event.text == records[7].event.text}
    assert answer.cited[0] in same
    assert answer == quoted(
        [next(r for r in records if r.evidence_id == one) for one in answer.cited], records[-1].event.stamp_ns
    )


def test_a_peer_that_is_not_there_is_not_there(tmp_path):
    assert not has_peer(tmp_path / "python", "emem")


def test_figures_of_nothing_are_none():
    assert (accuracy([]), recall([]), status_right([])) == (None, None, None)
    assert MemoryRun("ours").answered == []


def test_the_command_prints_a_table_and_writes_everything(tmp_path):
    file = tmp_path / "traces.json"
    arguments = ["--seeds", "612", "--days", "3", "--per-family", "1", "--memory", "ours,flat,emem"]
    options = ["--embedder", "hashing", "--peers", str(tmp_path / "none"), "--output", str(file)]
    result = CliRunner().invoke(app, ["evaluate", "traces", *arguments, *options])
    assert result.exit_code == 0
    assert "emem is left out" in result.output
    assert "answer accuracy" in result.output
    written = json.loads(file.read_text())
    assert set(written["memories"]) == {"ours", "flat"}
    assert written["memories"]["ours"]["figures"]["all"]["questions"] == len(written["memories"]["ours"]["answers"])
