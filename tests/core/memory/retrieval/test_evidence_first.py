"""Which of the pieces that bear on a question are counted, and which are told."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from embodied_memory.evidence import Answer, Evidence
from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval import evidence_first
from embodied_memory.memory.retrieval.answers.what_is_there import answer_contents
from embodied_memory.memory.retrieval.pieces.deed_outcomes import DeedOutcome
from embodied_memory.memory.retrieval.pieces.piece_search import CLOSELY, BearingPiece
from embodied_memory.memory.retrieval.pieces.quoting_pieces import Quotation
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, Target, TimeFilter
from embodied_memory.words.one_reading import the_reading

from .conftest import at

needs_reading = pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")
SAID = BearingPiece(Piece(1, 10, "utterance", "Mr Lowe", "Sorry it is late."), 0.5)
CAME = BearingPiece(Piece(2, 20, "person moved", "Mr Lowe", "Mr Lowe came to the door."), 0.3)
LATER = BearingPiece(Piece(3, 90, "person moved", "Mr Lowe", "Mr Lowe came to the door."), 0.2)


@needs_reading
@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How many times did Mr Lowe come round?", CAME),
        ("How long did Mr Lowe stay?", CAME),
        ("What did Mr Lowe say?", SAID),
        ("Why was Mr Lowe here?", SAID),
    ],
)
def test_what_is_counted_is_what_was_done_and_other_questions_keep_the_order(question, first):
    assert evidence_first._counted(QueryPlan(question, QueryIntent.UNKNOWN), (SAID, CAME, LATER))[0] is first


@pytest.mark.parametrize(
    ("likely", "told", "is_planned"), [(0.9, (2, 3), False), (0.9, (1, 2), True), (0.6, (2, 3), True)]
)
def test_what_surely_answers_goes_before_all_that_is_planned(likely, told, is_planned):
    planned = DeedOutcome("It is on Friday.", told, True)
    kept = evidence_first._unless_surely_other(planned, [replace(SAID, probability=likely)])
    assert kept is (planned if is_planned else None)
    assert evidence_first._unless_surely_other(planned, []) is planned


@pytest.mark.parametrize(
    ("found", "time", "left_out"),
    [
        ((CAME, LATER, SAID), TimeFilter(15, 30), {3}),
        ((LATER, CAME), TimeFilter(15, 30), set()),
        ((SAID, CAME, LATER), TimeFilter(5, 30), set()),
        ((CAME, LATER), None, set()),
        ((), TimeFilter(15, 30), set()),
    ],
)
def test_deeds_of_another_time_are_left_out_where_one_of_the_right_time_is_best(found, time, left_out):
    plan = QueryPlan("when did Mr Lowe come?", QueryIntent.UNKNOWN, time=time)
    assert evidence_first._untimely(plan, found) == left_out


def test_what_was_taken_away_before_somebody_told_where_it_is_is_nowhere(home):
    home.puts(at(9), "Anna", "mug_1", "table_4")
    home.takes(at(10), "Ben", "mug_1", "table_4")
    home.says(at(11), "Anna", "The red mug is on the gray desk.")
    text = home.ask("Where is the red mug?", at(11.5)).text
    assert "desk" in text
    assert "gone from there" in text
    assert "  " not in text


def test_where_what_is_looked_for_is_is_told_with_its_place(home):
    home.puts(at(9), "Anna", "mug_1", "table_4")
    assert "table" in home.ask("Have you seen the red mug?", at(10)).text
    assert "table" not in home.ask("Which room is the red mug in?", at(10)).text


@pytest.mark.parametrize(
    ("cited", "best", "is_outdated"),
    [
        ([SAID.piece], Piece(9, 99, "utterance", "Mr Lowe", "It is tomorrow now."), True),
        ([SAID.piece], Piece(9, 99, "utterance", "Mr Lowe", "Is it tomorrow now?"), False),
        ([Piece(12, 120, "utterance", "Mr Lowe", "It is at four.")], LATER.piece, False),
        ([CAME.piece], Piece(9, 99, "utterance", "Mr Lowe", "It is tomorrow now."), False),
        ([], Piece(9, 99, "utterance", "Mr Lowe", "It is tomorrow now."), False),
    ],
)
def test_what_was_said_since_all_that_an_answer_rests_on_outdates_it(cited, best, is_outdated):
    rows = SimpleNamespace(of_ids=lambda ids: [one for one in cited if one.record_id in set(ids)])
    first = evidence_first.EvidenceFirst(rows, SimpleNamespace(when=str), None, None, None)
    told = tuple(Evidence(one.record_id, one.stamp_ns, one.kind, one.text) for one in cited)
    answer = Answer("When is it?", "At four.", True, 0.8, told)
    considered = evidence_first.Considered(answer, (BearingPiece(best, 0.7),), None, (), ())
    assert first._is_outdated(considered) is is_outdated


def considered_of(cited, *found):
    told = tuple(Evidence(one.record_id, one.stamp_ns, one.kind, one.text) for one in cited)
    return evidence_first.Considered(Answer("When is it?", "At four.", True, 0.8, told), found, None, (), ())


@pytest.mark.parametrize(
    ("cited", "best", "rests"),
    [(SAID.piece, SAID.piece, True), (SAID.piece, LATER.piece, False), (CAME.piece, CAME.piece, False)],
)
def test_an_answer_worked_out_of_the_best_saying_rests_on_it(cited, best, rests):
    assert evidence_first._rests_on_best(considered_of([cited], BearingPiece(best, 0.9))) is rests


@pytest.mark.parametrize("is_of_others", [True, False])
def test_what_others_said_of_themselves_gives_way_to_what_is_known_of_who_is_named(is_of_others):
    told = SimpleNamespace(of_structured=lambda likely: likely, of_quoted=lambda likely: likely)
    weights = SimpleNamespace(least=0.3, likely=lambda structured, quoted: (0.7, 0.9), told=told)
    search = SimpleNamespace(when=str)
    first = evidence_first.EvidenceFirst(SimpleNamespace(of_ids=lambda ids: []), search, lambda ids: (), None, None,
                                         weights)  # fmt: skip
    row = tuple(float(is_of_others and name == "misses who is named") for name in CLOSELY)
    of_ben = BearingPiece(Piece(5, 50, "utterance", "Ben", "My favourite book is the green one."), 0.9, row)
    cited = (Evidence(4, 40, "utterance", "I like the red book best."),)
    answer = Answer("What is Anna's favourite book?", "The red one.", True, 0.7, cited)
    quotation = evidence_first.quoted((of_ben,), str, None)
    considered = evidence_first.Considered(answer, (of_ben,), quotation, (), ())
    text = first.likelier(answer.question, considered).text
    assert ("The red one." in text) is is_of_others
    assert ("green one" in text) is not is_of_others


@pytest.mark.parametrize(("new", "old", "is_as_near"), [(0.2, 0.6, False), (0.6, 0.6, True), (0.6, 0.2, True)])
def test_what_shares_less_with_the_question_outdates_nothing(new, old, is_as_near):
    def bearing(piece, shared):
        return BearingPiece(piece, 0.6, tuple(shared if name == "same stems" else 0.0 for name in CLOSELY))

    considered = considered_of([SAID.piece], bearing(LATER.piece, new), bearing(SAID.piece, old))
    assert evidence_first._is_as_near(considered, {SAID.piece.record_id}) is is_as_near


@needs_reading
def test_of_another_one_it_is_said_that_it_is_another(home):
    home.puts(at(9), "Anna", "mug_1", "table_4")
    other, own = (home.ask(f"Where is the {name} mug?", at(10)) for name in ("Superman", "red"))
    assert other.text.startswith("I don't know of a Superman mug. The red mug is on")
    assert other.certainty < own.certainty
    assert own.text.startswith("The red mug is on")


@pytest.mark.parametrize(
    ("question", "expected"),
    [("What did Anna tell you today?", ["The bread is done."]), ("What did Anna say about the cake today?", [])],
)
def test_what_somebody_said_is_listed_without_what_the_asker_may_not_hear(home, question, expected):
    heard = home.says(at(9), "Anna", "The bread is done.")
    home.says(at(10), "Anna", "The cake is for Ben.")
    with home.memory._file.database.reading() as connection:
        answering = home.memory.questions._answering(connection, at(20))
        plan = answering.plan(question)
        told = answering.answer(question, plan, lambda record_ids: set(record_ids) <= {heard})
        everything = answering.answer(question, plan)
    said = [text for text in ("The bread is done.", "The cake is for Ben.") if text in told.text]
    assert (said == expected) if expected else told.text == everything.text


def test_what_is_there_is_listed_without_what_the_asker_may_not_hear_of(home):
    home.puts(at(9), "Anna", "mug_1", "table_4")
    hidden = home.puts(at(10), "Anna", "book_3", "table_4")
    with home.memory._file.database.reading() as connection:
        answering = home.memory.questions._answering(connection, at(20))
        plan = answering.plan("What is on the brown table?")
        told = answering.answer(plan.question, plan, lambda record_ids: hidden not in record_ids).text
    assert "red mug" in told
    assert "book" not in told


@pytest.mark.parametrize(
    ("question", "told"), [("Which mug is on the table?", "red mug"), ("What is on it?", "book")]
)
def test_which_of_them_is_there_leaves_out_the_others(home, question, told):
    home.puts(at(9), "Anna", "mug_1", "table_4")
    home.puts(at(10), "Anna", "book_3", "table_4")
    table, mugs = Target("the table", ("table_4",)), (Target("mug", ("mug_1", "mug_2"), True),)
    with home.memory._file.database.reading() as connection:
        answering = home.memory.questions._answering(connection, at(20))
        plan = answering.plan("What is on the brown table?")
        plan = replace(plan, things=mugs if "mug" in question else (), place=table)
        text = answer_contents(answering.gather(plan)).text
    assert told in text
    assert ("book" in text) is (told == "book")


@pytest.mark.parametrize("is_own", [True, False])
def test_what_the_robot_did_is_told_by_nothing_else(is_own):
    own = Answer("What did you do?", "I brought the mug.", True, 0.9)
    weighed = evidence_first.EvidenceFirst.__new__(evidence_first.EvidenceFirst)
    weighed._is_weighed, weighed._weights = True, SimpleNamespace(
        least=0.3, likely=lambda structured, quoted: (0.1, 0.1), told=None
    )  # fmt: skip
    considered = evidence_first.Considered(
        own, (SAID,), evidence_first.quoted((), str, None), (0.0,), (0.0,), is_own=is_own
    )
    assert weighed.likelier("What did you do?", considered).text == (own.text if is_own else "I don't know.")


@pytest.mark.parametrize(("probability", "cited"), [(0.2, [1]), (0.6, [1, 4])])
def test_what_was_asked_is_cited_where_it_is_what_is_asked_for_and_never_to_fill_up(probability, cited):
    asked = BearingPiece(Piece(4, 95, "utterance", "Mr Lowe", "How many mugs are there?"), probability)
    first = evidence_first.EvidenceFirst(None, SimpleNamespace(when=str), tuple, None, None)
    considered = replace(considered_of([], SAID, asked), quotation=Quotation("Mr Lowe said: sorry.", (1,)))
    assert list(first._quoted("What did Mr Lowe say?", considered, 0.8).evidence) == cited


def test_by_an_embedder_of_which_nothing_was_learned_what_has_the_words_of_a_question_is_quoted(home):
    said = home.says(at(8), "Anna", "The plumber charges forty pounds an hour on weekdays.")
    home.says(at(9), "Bob", "The cello needs new strings.")
    answer = home.ask("Forty pounds an hour on weekdays, the plumber?", at(10))
    told = 'Anna said today at 08:00: "The plumber charges forty pounds an hour on weekdays.".'
    assert answer.text == f"I am not sure that this is what you mean. {told}"
    assert [one.record_id for one in answer.evidence] == [said]
    assert not home.ask("Forty trumpets for the choir of the cathedral?", at(10)).known


def test_no_words_of_a_question_stand_for_an_answer_that_the_tracks_have_not(lived_in):
    answer = lived_in.ask("What is Bob's favourite mug?", at(14, 2))
    assert (answer.known, answer.text) == (False, "I don't know: I have not heard which one Bob likes best.")


@pytest.mark.parametrize(
    ("speaker", "text", "misses", "is_open", "is_quoted"),
    [
        ("Anna", "The ladder is in the garage.", 0.0, True, True),
        ("Anna", "The ladder is in the garage.", 0.0, False, False),
        ("Anna", "The ladder is in the garage.", 1.0, True, False),
        ("robot", "The ladder is in the garage.", 0.0, True, False),
        ("Anna", "Is the ladder in the garage?", 0.0, True, False),
    ],
)
def test_what_is_quoted_by_its_words_was_told_by_somebody_of_who_is_named(speaker, text, misses, is_open, is_quoted):
    row = tuple({"same stems": 1.0, "misses who is named": misses}.get(name, 0.0) for name in CLOSELY)
    found = (BearingPiece(Piece(1, 10, "utterance", speaker, text), 0.5, row),)
    search = SimpleNamespace(when=str, robot="robot")
    first = evidence_first.EvidenceFirst(None, search, lambda ids: (), None, None, None, "another")
    unknown = Answer("The ladder?", "I don't know.", False, 0.0)
    considered = evidence_first.Considered(unknown, found, None, (), (), is_open=is_open)
    assert first.likelier("The ladder?", considered).known is is_quoted
