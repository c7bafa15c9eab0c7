"""H2-EMV, section 4.2.1: pairs of questions about what occurs early and late in a life."""

import re
from pathlib import Path

import embodied_memory_tools.evaluation.forgetting as package
from embodied_memory_tools.evaluation.forgetting.question_pairs import ASKED_AFTER_NS, DAY_NS, live
from household.residents.phrasebook import Phrasebook

WORDINGS = Phrasebook.read(Path(package.__file__).parent / "texts" / "questions.txt")


def test_the_same_seed_asks_the_same(life):
    assert live(5, 14, 1.0, 6, 2).pairs == life.pairs


def test_there_are_as_many_pairs_with_and_without_feedback_as_wanted(life):
    assert [bool(pair.feedback) for pair in life.pairs].count(True) == 6
    assert [bool(pair.feedback) for pair in life.pairs].count(False) == 2


def test_each_is_asked_when_by_default_all_low_nodes_of_it_are_forgotten_and_long_after_the_other(life):
    for pair in life.pairs:
        for asking in (pair.first, pair.second):
            assert asking.asked_ns == life.events[asking.events[-1]].stamp_ns + ASKED_AFTER_NS
        between_ns = life.events[pair.second.events[0]].stamp_ns - pair.first.asked_ns
        assert between_ns >= 5 * DAY_NS


def test_nothing_that_would_answer_it_as_well_happens_before_it_is_asked(life):
    for pair in (pair for pair in life.pairs if pair.kind == "did"):
        person = life.events[pair.first.events[0]].actor
        kind = life.events[pair.first.events[0]].kind
        told = {life.events[place].text for place in pair.first.events}
        later = [
            event
            for event in life.events[pair.first.events[-1] + 1 :]
            if event.stamp_ns < pair.first.asked_ns and event.actor == person and event.kind is kind
        ]
        assert not told & {event.text for event in later}


def test_no_wording_of_one_part_is_a_wording_of_another():
    lines = [line for name in WORDINGS.sections for line in WORDINGS.variants(name)]
    assert len({re.sub(r"\W+", " ", line.lower()) for line in lines}) == len(lines)


def test_every_kind_has_all_three_parts_and_the_feedback_is_understood_as_a_wish_to_remember(life):
    from embodied_memory.memory.episodic.forgetting.feedback import Wish, understand

    kinds = {name.split()[0] for name in WORDINGS.sections}
    assert {f"{kind} {part}" for kind in kinds for part in ("first", "feedback", "second")} == set(WORDINGS.sections)
    understood = [understand(pair.feedback) for pair in life.pairs if pair.feedback]
    assert [each.wish for each in understood if each] == [Wish.REMEMBER] * 6
