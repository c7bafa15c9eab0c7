"""WorldLines, sections 3.3 and 8.2: questions are answerable from what the robot saw before their cutoff."""

from collections import Counter

import pytest

from embodied_memory.evidence import EpistemicStatus
from embodied_memory_tools.evaluation.household_traces import (
    AnswerKind,
    QuestionFamily,
    judge_answer,
    mine_questions,
)
from embodied_memory_tools.evaluation.household_traces.naming import Naming
from household.home import ROBOT_ID
from household.residents import TraceTruth, generate_trace
from household.residents.spoken import moment

FRESH = frozenset({EpistemicStatus.FRESH})


def right_words(question):
    """An answer that says what is expected."""
    answer = question.answer
    if answer.kind is AnswerKind.COUNT:
        return f"{answer.count} times"
    if answer.kind in (AnswerKind.TIME, AnswerKind.CLOCK):
        return f"{moment(answer.stamp_ns):%Y-%m-%d %H:%M}"
    if answer.kind is AnswerKind.ALL:
        return f"I would say {', '.join(group[0] for group in answer.groups)}."
    return f"I would say {answer.accepted[0]}."


def thing_asked_for(question, truth):
    """The entity that a hidden question names."""
    naming = Naming(truth)
    return next(t.entity_id for t in naming.things() if naming.the(t.entity_id) in question.question.lower())


def test_a_fortnight_gives_questions_of_each_family(questions):
    count = Counter(question.family for question in questions)
    assert set(count) == set(QuestionFamily)
    assert count.pop(QuestionFamily.EPISODE) >= 5
    assert min(count.values()) >= 10


def test_all_evidence_was_seen_or_heard_by_the_robot_before_the_cutoff(fortnight, questions):
    events = {record.evidence_id: record.event for record in fortnight[0]}
    for question in questions:
        assert question.evidence
        for group in question.evidence:
            assert len(group) == len(set(group)) > 0
            for evidence_id in group:
                assert ROBOT_ID in events[evidence_id].observers
                assert events[evidence_id].stamp_ns < question.cutoff_ns


def test_the_words_of_an_answer_are_in_its_evidence(fortnight, questions):
    """Section 8.2: the answer follows from the evidence alone."""
    events = {record.evidence_id: record.event for record in fortnight[0]}
    for question in questions:
        if question.answer.kind is AnswerKind.WORDS:
            cited = [events[evidence_id] for group in question.evidence for evidence_id in group]
            told = " ".join(f"{event.actor} {event.text} {event.place}".lower() for event in cited)
            assert any(phrase.lower() in told for phrase in question.answer.accepted), question


def test_questions_come_in_order_of_their_cutoffs_and_none_twice(questions):
    assert [q.cutoff_ns for q in questions] == sorted(q.cutoff_ns for q in questions)
    assert len({(q.question, q.cutoff_ns) for q in questions}) == len(questions)


def test_the_same_trace_gives_the_same_questions_and_another_seed_others(fortnight, questions):
    assert mine_questions(*fortnight) == questions
    assert mine_questions(*fortnight, seed=1) != questions


def test_questions_are_put_at_the_cutoffs_that_are_asked_for(fortnight):
    cutoff_ns = fortnight[0][-1].event.stamp_ns
    asked = mine_questions(*fortnight, cutoffs_ns=[cutoff_ns])
    assert {q.cutoff_ns for q in asked if q.family is not QuestionFamily.HIDDEN} == {cutoff_ns}


def test_the_expected_answer_is_judged_right_and_a_wrong_one_wrong(questions):
    for question in questions:
        ids = question.gold_evidence_ids
        status = next(iter(sorted(question.expected_statuses)), None)
        judged = judge_answer(question, right_words(question), ids, status)
        assert (judged.correct, judged.event_recall_at_5) == (True, 1.0), question
        assert judged.status_right in (True, None)
        ignorant = judge_answer(question, "I do not know that.", (), None)
        assert (ignorant.correct, ignorant.event_recall_at_5) == (False, 0.0)
        assert not judge_answer(question, "It was at 03:33 on 1 May 1999, 77 times.", (), None).correct
        for distractor in question.answer.distractors[:5]:
            said_first = f"Perhaps {distractor}, or {right_words(question)}"
            assert not judge_answer(question, said_first, (), None).correct, (question, distractor)


def test_what_a_question_names_may_be_said_before_the_answer(questions):
    """ "Uma heard it from Viktor" is right if the question was from whom Uma heard it."""
    for question in [question for question in questions if question.answer.kind is AnswerKind.WORDS]:
        named = [p for p in question.answer.distractors if p.lower() in question.question.lower()]
        assert not named or any(p.lower() in question.question.lower() for p in question.answer.accepted)


def test_hidden_questions_ask_before_the_robot_could_know_and_after_it_saw(fortnight, questions):
    naming, truth = Naming(fortnight[1]), fortnight[1]
    hidden = [question for question in questions if question.family is QuestionFamily.HIDDEN]
    seen_again = [question for question in hidden if question.expected_statuses == FRESH]
    assert 3 <= len(seen_again) <= len(hidden) - 3
    for question in hidden:
        location = truth.state(thing_asked_for(question, truth), "location", question.cutoff_ns)
        is_known = set(naming.place_phrases(location)) <= set(question.answer.accepted)
        if question in seen_again:
            assert is_known
        else:
            assert EpistemicStatus.FRESH not in question.expected_statuses
            assert EpistemicStatus.STALE in question.expected_statuses


def test_an_unseen_move_is_answered_with_the_last_sighting_not_with_the_truth(fortnight, questions):
    truth, naming = fortnight[1], Naming(fortnight[1])
    unseen = [q for q in questions if q.family is QuestionFamily.HIDDEN and q.expected_statuses != FRESH]
    unseen = [question for question in unseen if len(question.evidence) == 1]
    assert len(unseen) >= 3
    for question in unseen:
        really = truth.state(thing_asked_for(question, truth), "location", question.cutoff_ns)
        assert not set(naming.place_phrases(really)) & set(question.answer.accepted)


def test_present_places_are_really_so(fortnight, questions):
    truth, naming = fortnight[1], Naming(fortnight[1])
    checked = 0
    for question in questions:
        is_present = question.family is QuestionFamily.CURRENT_STATE and question.answer.kind is AnswerKind.WORDS
        named = [t.entity_id for t in naming.things() if naming.the(t.entity_id) in question.question.lower()]
        for thing in named if is_present else ():
            places = (truth.state(thing, "location", question.cutoff_ns), truth.room_of(thing, question.cutoff_ns))
            if question.question.lower().startswith(("where", "do you know where")):
                places = places[:1]
            elif "room" in question.question.lower():
                places = places[1:]
            else:
                continue
            assert naming.place_phrases(*places) == question.answer.accepted
            checked += 1
    assert checked >= 4


@pytest.mark.parametrize("seed", [3, 9])
def test_other_households_give_questions_of_each_family_too(seed):
    truth = TraceTruth()
    asked = mine_questions(generate_trace(seed, 8, truth=truth), truth)
    assert min(Counter(question.family for question in asked).values()) >= 5


def test_a_trace_that_the_robot_saw_nothing_of_is_refused(fortnight):
    unseen = [record for record in fortnight[0] if ROBOT_ID not in record.event.observers]
    with pytest.raises(ValueError, match="the robot saw nothing"):
        mine_questions(unseen, fortnight[1])
