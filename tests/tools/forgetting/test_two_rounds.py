"""H2-EMV, section 4.2: the two rounds, lived through the memory as a whole."""

import json
from dataclasses import replace

import pytest

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.episodic.history_tree.explorer import NodeView, TreeExploration
from embodied_memory.memory.episodic.tree.node import Highlight
from embodied_memory.perception.embedder import make_embedder
from embodied_memory_tools.evaluation.forgetting.judging import JudgedAnswer, Wanted
from embodied_memory_tools.evaluation.forgetting.report import (
    cost_table,
    save_size_picture,
    score_table,
    write_results,
)
from embodied_memory_tools.evaluation.forgetting.scores import scores_of, targets_of
from embodied_memory_tools.evaluation.forgetting.two_rounds import TreeSize, TwoRounds, run_two_rounds
from embodied_memory_tools.evaluation.forgetting.variants import VARIANTS, variants_named


@pytest.fixture(scope="module")
def lived(life_without_looks):
    """By name: ours, no learning and no forgetting."""
    variants = variants_named("no learning")
    runs = [
        run_two_rounds(life_without_looks, variant, MemoryConfig(), make_embedder("hashing")) for variant in variants
    ]
    return {run.variant: run for run in runs}


def test_every_pair_is_asked_twice_and_every_morning_is_measured(lived, life_without_looks):
    for run in lived.values():
        assert sorted(answer.round for answer in run.answers) == [1] * 8 + [2] * 8
        assert [size.day for size in run.sizes] == list(range(1, 15))
        assert run.records == len(life_without_looks.events) + 6


def test_what_people_say_goes_through_the_dialog_and_is_understood(lived):
    assert {name: (run.feedback, run.understood, run.rules > 0) for name, run in lived.items()} == dict.fromkeys(
        lived, (6, 6, True)
    )


def test_a_tree_made_at_question_time_forgets_what_is_old_and_is_asked_the_same(life_without_looks):
    few = replace(life_without_looks, events=life_without_looks.events[:400], pairs=life_without_looks.pairs[:2])
    last = few.events[-1].stamp_ns
    few = replace(few, pairs=tuple(
        replace(pair, first=_asked_at(pair.first, last + 1), second=_asked_at(pair.second, last + 2 * 86_400 * 10**9))
        for pair in few.pairs
    ))  # fmt: skip
    asking = replace(few.pairs[0], feedback="When did Anna take the cup?")  # the dialog takes it for a question
    few = replace(few, pairs=(asking, *few.pairs[1:]))
    variants = variants_named("offline,offline without forgetting")
    by_name = {one.name: one for one in variants if one.offline}
    runs = {name: run_two_rounds(few, one, MemoryConfig(), make_embedder("hashing")) for name, one in by_name.items()}
    whole, forgetful = runs["offline without forgetting"], runs["offline"]
    assert [len(run.answers) for run in (whole, forgetful)] == [4, 4]
    assert whole.sizes[-1].nodes > 400 > forgetful.sizes[-1].nodes > 0


def _asked_at(asking, asked_ns):
    return replace(asking, asked_ns=asked_ns, events=(0,))


def test_what_forgetting_saves_is_in_the_tree_and_learning_gives_some_of_it_back(lived):
    last = {name: run.sizes[-1] for name, run in lived.items()}
    assert last["no learning"].nodes < last["ours"].nodes < last["no forgetting"].nodes
    assert last["no learning"].upper < last["ours"].upper < last["no forgetting"].upper


def test_what_was_asked_for_is_forgotten_before_the_feedback_and_kept_after_it(lived):
    def forgotten(name, number):
        asked = [a for a in lived[name].answers if a.round == number and a.with_feedback]
        return sum(answer.is_forgotten for answer in asked) / len(asked)

    assert [forgotten("no forgetting", number) for number in (1, 2)] == [0, 0]
    assert forgotten("no learning", 1) > 0.5  # what is done again and again is kept without any rule
    assert forgotten("ours", 1) > 0.5 > forgotten("ours", 2)
    assert forgotten("no learning", 2) > forgotten("ours", 2)


def test_the_same_life_in_the_same_variant_gives_the_same(life_without_looks):
    few = replace(life_without_looks, events=life_without_looks.events[:200], pairs=())
    one, other = (run_two_rounds(few, VARIANTS[0], MemoryConfig(), make_embedder("hashing")) for _ in range(2))
    assert replace(one, wall_s=0.0) == replace(other, wall_s=0.0)
    assert one.sizes


def test_variants_differ_from_ours_by_what_their_names_say():
    configs = {variant.name: variant.config(MemoryConfig()) for variant in VARIANTS}
    assert configs["ours"] == MemoryConfig()
    assert not configs["no forgetting"].forgetting.enabled
    assert not configs["no forgetting"].history_tree.use_rules
    assert not configs["time only"].forgetting.use_relevance
    assert configs["flat"] == replace(MemoryConfig(), history_tree=replace(MemoryConfig().history_tree, flat=True))
    assert len(set(map(repr, configs.values()))) == len(VARIANTS)


def test_ours_and_no_forgetting_are_always_compared_and_others_must_be_known():
    assert [variant.name for variant in variants_named("flat")] == ["ours", "no forgetting", "flat"]
    assert variants_named("all") == VARIANTS
    with pytest.raises(ValueError, match="unknown: nothing"):
        variants_named("nothing")


def test_a_record_is_cited_among_the_first_five_leaves_or_kept_sentences_and_an_older_one_does_not_count():
    wanted = Wanted({7: (70, "Anna put the cup on the table.")})
    assert wanted.is_cited_by(TreeExploration("", record_ids=(1, 7)))
    kept, ended = "Anna put the cup on the table. in the hall", Highlight(71, 0, "Anna put the cup on the table.")
    assert wanted.is_cited_by(TreeExploration("", highlights=(Highlight(70, 0, kept),)))
    assert not wanted.is_cited_by(TreeExploration("", highlights=(ended,)))
    assert wanted.is_cited_by(TreeExploration("", highlights=(Highlight(70, 7, "Anna put it"),)))
    assert not wanted.is_cited_by(TreeExploration("", record_ids=(1, 2, 3, 4, 5, 7)))
    assert not wanted.is_cited_by(TreeExploration("", record_ids=(6,)))


def test_a_summary_tells_it_if_it_covers_the_time_and_was_read_up_to_the_sentence():
    wanted = Wanted({7: (70, "Anna put the cup on the table.")})
    text = "Ben slept\nalso: Anna put the cup on the table; Ben ate"
    assert wanted.is_told_by(_found(NodeView(3, 4, 60, 80, text, 0, 2, False), expanded=True))
    assert not wanted.is_told_by(_found(NodeView(3, 4, 60, 80, text, 0, 2, False), expanded=False))
    assert not wanted.is_told_by(_found(NodeView(3, 4, 10, 60, text, 0, 2, False), expanded=True))


def test_scores_and_targets_are_those_of_the_answers(tmp_path):
    ours = TwoRounds(1, "ours", 9, (_answer(1, False, 60), _answer(2, True, 60)), (TreeSize(1, 50, 4),), 1, 0.0)
    full = TwoRounds(
        1, "no forgetting", 9, (_answer(1, True, 100), _answer(2, True, 100)), (TreeSize(1, 100, 10),), 1, 0.0
    )
    scores = scores_of([ours, full])
    targets = targets_of(scores)
    assert [round(target.value, 6) for target in targets] == [0.6, 0.6, 0.5, 0.4, float("inf"), 0.0]
    assert all(target.is_met for target in targets)
    assert (score_table(scores).row_count, cost_table(scores).row_count) == (2, 2)
    assert [(one.improved, one.unchanged) for one in scores.values()] == [(1.0, 0.0), (0.0, 1.0)]
    write_results(scores, targets, tmp_path / "runs" / "two.json")
    written = json.loads((tmp_path / "runs" / "two.json").read_text(encoding="utf-8"))
    assert written["variants"]["ours"]["rounds"][1]["correct"] == 1.0
    save_size_picture(scores, tmp_path / "two.png")
    assert (tmp_path / "two.png").read_bytes()[:4] == b"\x89PNG"


def _answer(number, correct, tokens):
    return JudgedAnswer("put", number, "Where?", True, correct, correct, not correct, tokens, 3)


def _found(view, expanded):
    from embodied_memory.memory.episodic.history_tree.explorer import ExplorationStep

    steps = (ExplorationStep("expand", view.node_id, view.level, 0.5),) if expanded else ()
    return TreeExploration("", steps=steps, summaries=(view,))
