"""The rules by which answers are judged: words, times, numbers, evidence, certainty."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.evidence import EpistemicStatus
from embodied_memory_tools.evaluation.household_traces import (
    AnswerKind,
    ExpectedAnswer,
    Judgement,
    QuestionFamily,
    TraceQuestion,
    judge_answer,
)
from embodied_memory_tools.evaluation.household_traces.judge import evidence_recall, is_correct
from household.residents import FIRST_DAY_NS
from household.residents.spoken import DAY_NS, HOUR_NS

NOW = FIRST_DAY_NS + 3 * DAY_NS + 20 * HOUR_NS  # Thursday, 5 March 2026, 20:00
TUESDAY = FIRST_DAY_NS + DAY_NS + 17 * HOUR_NS + HOUR_NS // 2  # 17:30
TABLE = ExpectedAnswer(AnswerKind.WORDS, ("brown kitchen table", "kitchen table"), ("dresser", "side table"))
POWER = ExpectedAnswer(AnswerKind.CHOICE, ("no", "off"), ("yes", "is on"))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The red mug is on the brown kitchen table in the kitchen.", True),
        ("It was on the kitchen table when I last saw it, later perhaps on the dresser.", True),
        ("It is no longer on the dresser, but on the kitchen table.", True),
        ("On the dresser.", False),
        ("First on the dresser, now on the kitchen table.", False),
        ("It is not on the kitchen table.", False),
        ("In the kitchen.", False),
        ("I don't know.", False),
        ("", False),
    ],
)
def test_the_place_that_is_said_first_counts(text, right):
    assert is_correct(TABLE, text, NOW) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [("No, it is off.", True), ("It is off.", True), ("Yes, it is on.", False), ("It is on the table.", False),
     ("I do not know.", False), ("Nothing is known.", False)],
)  # fmt: skip
def test_yes_and_no(text, right):
    assert is_correct(POWER, text, NOW) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("On Tuesday at 17:30.", True),
        ("Tuesday, 5:35 pm", True),
        ("On 2026-03-03 at 17:28:10 (UTC).", True),
        ("2026-03-03T17:30:00", True),
        ("On 3 March at 17:30.", True),
        ("March 3rd, 17:30", True),
        ("March 3, 17:30", True),
        ("Two days ago.", False),
        ("At 17:30.", False),
        ("On Wednesday at 17:30.", False),
        ("Yesterday at 17:30.", False),
        ("On Tuesday at 19:30.", False),
        ("On Tuesday.", False),
        ("It was between 09:00 and 17:30 on Tuesday.", False),
    ],
)
def test_times_need_their_day_unless_it_is_today(text, right):
    expected = ExpectedAnswer(AnswerKind.TIME, stamp_ns=TUESDAY, tolerance_s=600)
    assert is_correct(expected, text, NOW) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [("At 17:30.", True), ("Today at 5:30 pm.", True), ("3 hours ago.", True), ("150 minutes ago", True),
     ("An hour ago.", False), ("Yesterday at 17:30.", False)],
)  # fmt: skip
def test_times_of_today(text, right):
    expected = ExpectedAnswer(AnswerKind.TIME, stamp_ns=TUESDAY + 2 * DAY_NS, tolerance_s=600)
    assert is_correct(expected, text, NOW) is right


@pytest.mark.parametrize(
    ("text", "right"), [("Around 7 am.", True), ("Usually at 07:20.", True), ("At 7 pm.", False), ("Early.", False)]
)
def test_usual_times_are_times_of_the_day(text, right):
    expected = ExpectedAnswer(AnswerKind.CLOCK, stamp_ns=7 * HOUR_NS, tolerance_s=1800)
    assert is_correct(expected, text, NOW) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [("Anna: she told me so.", True), ("It was Anna; Bob heard of it.", True), ("(Anna)", True), ('"Anna."', True),
     ("Answer:Anna", True), ("Bob: not Anna", False), ("Annabel: she did.", False)],
)  # fmt: skip
def test_punctuation_beside_a_name_does_not_hide_it(text, right):
    assert is_correct(ExpectedAnswer(AnswerKind.WORDS, ("Anna",), ("Bob",)), text, NOW) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [("07:20: Anna gets up.", True), ("At 07:20:", True), ("Usually:07:20", True), ("7 am: Anna gets up", True),
     ("07:20:15.250", True), ("17:20: Anna", False), ("It is 70.", False)],
)  # fmt: skip
def test_punctuation_beside_a_time_does_not_hide_it(text, right):
    expected = ExpectedAnswer(AnswerKind.CLOCK, stamp_ns=7 * HOUR_NS, tolerance_s=1800)
    assert is_correct(expected, text, NOW) is right


@pytest.mark.parametrize(
    ("text", "right"), [("17", True), ("17: that is all", True), ("17:30", False), ("0.17", False)]
)
def test_a_value_is_no_part_of_a_time_or_of_a_fraction(text, right):
    assert is_correct(ExpectedAnswer(AnswerKind.WORDS, ("17",)), text, NOW) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [("Three times.", True), ("I saw it 3 times, last at 17:30.", True), ("Twice.", False), ("At 03:03.", False),
     ("13 times.", False), ("Often.", False)],
)  # fmt: skip
def test_counts(text, right):
    assert is_correct(ExpectedAnswer(AnswerKind.COUNT, count=3), text, NOW) is right


def test_a_judgement_tells_words_evidence_and_certainty_apart():
    question = TraceQuestion(
        "Where is the red mug?", QuestionFamily.HIDDEN, NOW, TABLE, (("a", "b"), ("c",)),
        frozenset({EpistemicStatus.STALE}),
    )  # fmt: skip
    text = "On the kitchen table."
    assert judge_answer(question, text, ["b", "x"], EpistemicStatus.STALE) == Judgement(True, 0.5, True)
    assert judge_answer(question, text, ["x", "y", "z", "v", "w", "a"], EpistemicStatus.FRESH) == Judgement(
        True, 0.0, False
    )
    assert judge_answer(question, "Nowhere.", [], None) == Judgement(False, 0.0, False)
    assert question.gold_evidence_ids == ("a", "c")


ids = st.lists(st.sampled_from("abcdefghij"), max_size=8)


@given(
    groups=st.lists(st.lists(st.sampled_from("abcdefghij"), min_size=1, max_size=3), min_size=1, max_size=7),
    cited=ids,
)
def test_recall_is_a_share_and_more_evidence_never_lowers_it(groups, cited):
    recall = evidence_recall(groups, cited)
    assert 0.0 <= recall <= 1.0
    assert evidence_recall(groups, [*cited[:4], groups[0][0]]) >= evidence_recall(groups, cited[:4])
    assert recall == evidence_recall(groups, cited[:5])
