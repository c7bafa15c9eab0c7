"""Figures over tours: means, ratios over the same homes, and targets."""

import pytest

from embodied_memory_tools.evaluation.multi_goal.search_arm import ARMS, OURS, arms_named
from embodied_memory_tools.evaluation.multi_goal.tour_run import TourResult
from embodied_memory_tools.evaluation.multi_goal.tour_scores import ArmScore, Interval, targets_of
from embodied_memory_tools.report.run_summary import GoalSummary


def score(name, *homes):
    """One goal a pair (found, SPL)."""
    tours = {}
    for seed, goals in enumerate(homes):
        summaries = tuple(
            GoalSummary(text="the mug", found=found, claimed=found, steps=4, path_length_m=3.0, spl=spl)
            for found, spl in goals
        )
        tours[seed] = TourResult(summaries, ("category", "image")[: len(goals)], ((),) * len(goals), 1.0)
    return ArmScore(name, tours)


OURS_SCORE = score("ours", [(True, 0.9), (True, 0.7)], [(True, 1.0), (False, 0.0)])
OTHER = score("other", [(True, 0.45), (True, 0.35)], [(True, 0.5), (False, 0.0)])


def test_figures_are_means_over_goals_with_intervals_over_homes():
    assert OURS_SCORE.of("success").value == 0.75
    spl = OURS_SCORE.of("spl")
    assert (spl.value, spl.low, spl.high) == pytest.approx((0.65, 0.5, 0.8))
    assert OURS_SCORE.of_part("spl", lambda place, kind: kind == "image") == pytest.approx(0.35)
    assert OURS_SCORE.of_part("spl", lambda place, kind: place == 0) == pytest.approx(0.95)


def test_a_ratio_is_taken_over_the_same_homes_in_every_draw():
    assert OURS_SCORE.ratio("spl", OTHER) == Interval(pytest.approx(2.0), pytest.approx(2.0), pytest.approx(2.0))


def test_targets_are_judged_by_the_figures():
    met = {target.name: target.is_met for target in targets_of(OURS_SCORE, OTHER, None)}
    assert met == {"goals found": False, "SPL / that of other": True}


def test_searchers_are_chosen_by_name():
    assert arms_named("all") == ARMS
    assert arms_named("ours, nearest frontier") == (OURS, ARMS[2])
    with pytest.raises(ValueError, match='there is no searcher "clever"; choose from ours, ours without memory'):
        arms_named("ours,clever")
