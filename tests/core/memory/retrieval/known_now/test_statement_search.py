"""What is known of things now is told in sentences, and asked for in words that are none of theirs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from embodied_memory.config import DiscretionConfig, MemoryConfig
from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.evidence import Answer
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.retrieval import evidence_first
from embodied_memory.memory.retrieval.known_now.known_statements import (
    Counted,
    KnownStatement,
    KnownStatements,
    counts_of,
)
from embodied_memory.memory.retrieval.known_now.statement_search import (
    FEATURES,
    ReadStatement,
    StatementSearch,
    as_known,
    learned_statements,
    may_be_of_now,
)
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, TimeFilter
from embodied_memory.memory.retrieval.views.retriever import SeenThings
from embodied_memory.perception.text_embedders import MiniLmEmbedder
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import AskedKind

S = 10**9
NOW = 160 * S


def statements(memory, withheld=lambda record_ids: ()):
    objects = tuple(one for one in memory.objects(NOW) if one.is_asserted)
    return KnownStatements(objects, memory.stores.beliefs, SeenThings(), withheld).all()


def furnish(memory, build):
    """A kitchen with a counter and a stove, a study with a desk."""
    memory.record(
        build.instant(
            100,
            build.thing("counter_1", (1, 0, 0.5), (2.0, 0.6, 1.0)),
            build.thing("refrigerator_1", (2, 0, 1), (0.7, 0.7, 1.8), open="true"),
            build.thing("stove_1", (0, 0, 0.5), (0.6, 0.6, 1.0)),
            build.thing("kettle_1", (1, 0, 1.1)),
            build.thing("umbrella_1", (1.3, 0, 1.1), caption="a green umbrella"),
            build.thing("desk_1", (8, 8, 0.5), (1.5, 0.8, 0.8)),
            build.thing("monitor_1", (8.2, 8.2, 1), (0.5, 0.2, 0.4)),
            build.thing("book_1", (8, 8, 1), caption="a red book"),
            build.thing("book_2", (8.4, 8, 1), caption="a blue book"),
            build.thing("glasses_1", (8.6, 8, 1), caption="reading glasses"),
            relations=(
                build.on("kettle_1", "counter_1"), build.on("umbrella_1", "counter_1"),
                build.on("book_1", "desk_1"), build.on("book_2", "desk_1"), build.on("glasses_1", "desk_1"),
            ),
        )
    )  # fmt: skip
    return memory


def test_each_thing_each_place_each_sort_and_each_state_has_its_sentence(memory, build):
    told = {(one.kind, one.text) for one in statements(furnish(memory, build))}
    assert {
        (AskedKind.WHERE, "The kettle is on the counter, in the kitchen."),
        (AskedKind.WHERE, "The stove is in the kitchen."),
        (AskedKind.CONTENTS, "Nothing was seen on or in the stove, in the kitchen."),
        (AskedKind.COUNT, "Two books: the red book and the blue book."),
        (AskedKind.COUNT, "One umbrella: the green umbrella."),
        (AskedKind.STATE, "The refrigerator is open."),
    } <= told
    desk = next(text for kind, text in told if kind is AskedKind.CONTENTS and text.startswith("On the desk"))
    assert "three things" in desk
    assert "the reading glasses" in desk


def test_what_somebody_did_since_is_told_as_it_is_by_then(memory, build):
    furnish(memory, build)
    book = next(one.object_id for one in memory.objects() if one.caption == "a red book")
    took = (StateChange(book, "location", ""), StateChange(book, "held by", "Ana"))
    memory.record_event(
        Event(130 * S, EventKind.OBJECT_STATE_CHANGED, "Ana", "Ana took the red book.", (book,), "study",
              ("robot", "Ana"), changes=took)
    )  # fmt: skip
    told = {one.text for one in statements(memory)}
    assert "The red book is with Ana." in told
    assert not any(text.startswith("On the desk") and "red book" in text for text in told)


def test_of_what_the_asker_may_not_hear_there_is_no_sentence(memory, build):
    furnish(memory, build)
    receipt = memory.record_event(
        Event(130 * S, EventKind.OBJECT_STATE_CHANGED, "Ana", "Ana put the necklace on the desk.",
              ("necklace_9", "desk_1"), "study", ("robot", "Ana"), Provenance.OBSERVED,
              changes=(StateChange("necklace_9", "location", "on desk_1"),), object_captions=("a necklace", "a desk"))
    )  # fmt: skip
    assert any("necklace" in one.text for one in statements(memory))
    hidden = statements(memory, lambda record_ids: {receipt.record_id} & set(record_ids))
    assert hidden
    assert not any("necklace" in one.text for one in hidden)


def test_an_empty_memory_has_none(memory):
    assert statements(memory) == ()


needs_minilm = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


@pytest.fixture
def seen(tmp_path, build):
    """With somebody who came in since."""
    came = (StateChange("Ana", "location", "kitchen"),)
    with Memory(tmp_path / "memory.db", MiniLmEmbedder()) as memory:
        furnish(memory, build)
        memory.record_event(
            Event(120 * S, EventKind.PERSON_MOVED, "Ana", "Ana came into the kitchen.", (), "kitchen",
                  ("robot", "Ana"), changes=came)
        )  # fmt: skip
        yield memory


@needs_minilm
@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Anybody seen my specs?", ("desk",)),
        ("It's bucketing down. Where did that brolly get to?", ("umbrella", "counter")),
        ("Remind me, what all is lying on the desk?", ("red book", "blue book", "glasses")),
        ("Books - how many have we?", ("two",)),
        ("Has somebody left the fridge standing open?", ("open",)),
    ],
)
def test_it_is_found_in_words_that_are_none_of_its_own(seen, question, words):
    answer = seen.answer(question, NOW)
    assert answer.known
    assert all(word in answer.text.lower() for word in words), answer.text
    assert [one.record_id for one in answer.evidence] == [1]
    assert 0 < answer.certainty <= 1


@needs_minilm
def test_it_is_as_sure_as_such_answers_were_right(seen, monkeypatch):
    weighed = []
    monkeypatch.setattr(evidence_first, "known_certainty", lambda *both: weighed.append(both) or 0.4321)
    assert seen.answer("Anybody seen my specs?", NOW).certainty == 0.4321
    assert len(weighed) == 1
    assert all(0 < one <= 1 for one in weighed[0])


@needs_minilm
@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Do we own a kettle at all?", "Yes"),
        ("we got a kettle here or nah", "Yes"),
        ("Have we got some umbrella in this house?", "Yes"),
    ],
)
def test_whether_there_is_one_is_told_with_a_verdict(seen, question, begins):
    assert seen.answer(question, NOW).text.startswith(begins)
    assert not seen.answer("Is there a book in the kitchen?", NOW).text.startswith("Yes")


@needs_minilm
def test_what_was_told_in_confidence_is_left_out_of_what_lies_there(tmp_path, build):
    config = replace(MemoryConfig(), discretion=DiscretionConfig(residents=("Ana", "Ben")))
    with Memory(tmp_path / "memory.db", MiniLmEmbedder(), config) as memory:
        furnish(memory, build)
        text = "Don't breathe a word to Ben: his birthday necklace is on the desk."
        told = Event(130 * S, EventKind.UTTERANCE, "Ana", text, ("necklace_9",), "study", ("robot", "Ana"),
                     Provenance.REPORTED, changes=(StateChange("necklace_9", "location", "on desk_1"),),
                     object_captions=("a necklace",))  # fmt: skip
        memory.record_event(told)
        asked = "Remind me, what all is lying on the desk?"
        answer = memory.answer(asked, NOW, asker="Ben")
        assert "red book" in answer.text
        assert "necklace" not in answer.text


@pytest.mark.parametrize(
    ("plan", "is_of_now"),
    [
        (QueryPlan("", QueryIntent.DUE, likeness=0.9), False),
        (QueryPlan("", QueryIntent.LOCATION, likeness=0.9), True),
        (QueryPlan("", QueryIntent.BESIDE, likeness=0.9), False),
        (QueryPlan("", QueryIntent.DUE, likeness=0.3), True),
        (QueryPlan("Where is it? Where is the mug?", QueryIntent.LOCATION, likeness=0.9), False),
        (QueryPlan("Where is the mug? I need it for my tea.", QueryIntent.LOCATION, likeness=0.9), True),
        (QueryPlan("", QueryIntent.LOCATION, time=TimeFilter(0, S), likeness=0.3), False),
        (QueryPlan("", QueryIntent.LOCATION, via=QueryPlan("", QueryIntent.WHEN_DID), likeness=0.3), False),
    ],
)
def test_what_surely_asks_for_something_else_is_left_to_the_forms(plan, is_of_now):
    assert may_be_of_now(plan) is is_of_now


@needs_minilm
@pytest.mark.parametrize(
    "question",
    [
        "Why is the sky blue?", "When is the dentist?", "And before that?", "Which one is it again?", "?", "",
        "Is the stove hot?", "Did Ana like the red book?",
    ],
)  # fmt: skip
def test_what_no_sentence_answers_is_not_known(seen, question):
    assert not seen.answer(question, NOW).known


@needs_minilm
def test_each_is_read_with_its_features_the_likeliest_first(seen):
    found = seen.questions.read_known("where's my tea kettle gone?", NOW)
    assert found[0].statement.text == "The kettle is on the counter, in the kitchen."
    assert [one.probability for one in found] == sorted((one.probability for one in found), reverse=True)
    assert all(len(one.row) == len(FEATURES) for one in found)
    assert seen.questions.read_known("who rang about the kettle this morning?", NOW) == []
    assert all(one.statement.kind is AskedKind.STATE for one in seen.questions.read_known("Is the stove hot?", NOW))
    told_as_unsure = seen.questions.read_known("and which of them?", NOW)
    assert all(one.probability < 0.5 for one in told_as_unsure)


@needs_minilm
def test_what_is_not_there_is_none_of_what_is_near_to_it(seen):
    assert "green umbrella" in seen.answer("whereabouts did I stick my green brolly?", NOW).text
    assert not seen.answer("whereabouts did I stick my purple brolly with the ducks?", NOW).known
    assert not seen.answer("What have I done with my sunglasses, the dark ones?", NOW).known


class FakeReaders:
    """Read all alike; the last of twelve things is named, and some others hardly or not at all."""

    def logits(self, question, passages):
        return np.zeros(len(passages))

    def of(self, texts):
        return np.zeros((len(texts), 2), np.float32)

    def unkept(self, text):
        return np.zeros(2, np.float32)

    def likely(self, said, names):
        return tuple({"thing 11": 0.9, "thing 10": 0.01}.get(name, 0.06) for name in names)


@needs_minilm
def test_what_is_named_is_read_first_and_what_is_not_named_is_not_read():
    fake, said = FakeReaders(), the_reading().read("Where is it?")
    known = [KnownStatement(AskedKind.WHERE, f"thing {k}", f"The thing {k} is there.") for k in range(12)]
    search = StatementSearch(fake, fake, fake)
    found = [one.statement.about for one in search.search(said.text, "Ben", said, lambda: known)]
    assert found[0] == "thing 11"
    assert len(found) == 8
    assert "thing 10" not in [one.statement.about for one in search.search(said.text, "Ben", said, lambda: known[5:])]


class NamesBoots(FakeReaders):
    def likely(self, said, names):
        return tuple({"wellies": 0.8, "walking boots": 0.9}.get(name, 0.1) for name in names)


@needs_minilm
@pytest.mark.parametrize(("question", "counts"), [
    ("How many pairs of boots have we got?", {
        "Two things: the wellies and the walking boots.": 0.85,
        "In the hall: one welly: the wellies.": 0.85,
        "In the shed: one boot: the walking boots.": 0.85,
    }),
    ("Where are the boots?", {}),
])  # fmt: skip
def test_who_asks_for_a_number_is_told_of_all_that_is_meant(question, counts):
    rooms = {"wellies": "hall", "walking boots": "shed", "mug": "hall"}
    known = [KnownStatement(AskedKind.WHERE, name, f"The {name} is there.", (name,), room=room)
             for name, room in rooms.items()]  # fmt: skip
    fake, said = NamesBoots(), the_reading().read(question)
    found = StatementSearch(fake, fake, fake).search(question, "Ben", said, lambda: known)
    named = FEATURES.index("named")
    told = {one.statement.text: round(one.row[named], 3) for one in found if one.statement.kind is AskedKind.COUNT}
    assert told == counts
    of_a_room = {one.statement.text for one in found if one.row[FEATURES.index("of a room")]}
    assert of_a_room == {text for text in counts if text.startswith("In the")}


def test_what_is_of_one_sort_is_counted_by_its_name():
    mugs = [Counted("red mug", "a", "kitchen"), Counted("white mug", "b", "kitchen")]
    (told,) = counts_of(mugs)
    assert (told.text, told.about) == ("Two mugs: the red mug and the white mug.", "mugs")


@needs_minilm
def test_what_lies_beside_a_thing_is_told_of_what_does_not_lie_alone(seen):
    found = seen.questions.read_known("what is there next to the blue book?", NOW)
    assert found[0].statement.text == (
        "Next to the blue book, on the desk: two things: the red book and the reading glasses."
    )


def test_the_weights_are_of_these_features_and_trust_what_was_read():
    weights = dict(zip(FEATURES, learned_statements().weights, strict=True))
    assert weights["read closely"] > 0
    assert weights["odds that it is named"] > 0
    assert weights["asks where, tells where"] > weights["asks where, tells contents"]


class FakeSearch:
    """Finds one statement, as likely and as well read as it is told."""

    def __init__(self, statement, probability, closely, of_text):
        self._found = [ReadStatement(statement, probability, (), closely)]
        self._of_text = of_text

    def search(self, question, asker, said, known_now):
        return self._found

    def read_closely(self, question, asker, text):
        return self._of_text


KETTLE = KnownStatement(AskedKind.WHERE, "kettle", "The kettle is on the counter.", ("kettle_1",), "location")


def as_told(structured, probability=0.8, closely=3.0, of_text=0.0, statement=KETTLE):
    search = FakeSearch(statement, probability, closely, of_text)
    tell = lambda question, statement: Answer(question, statement.text, True, 0.9)  # noqa: E731
    return as_known(
        QueryPlan("where is the kettle?", QueryIntent.LOCATION), "", structured, lambda: (statement,), search, tell
    )


@needs_minilm
def test_the_better_read_of_two_answers_is_told():
    forms = Answer("", "The stove is in the kitchen.", True, 0.7, object_ids=("stove_1",))
    unknown = Answer("", "I don't know.", False, 0.0)
    assert as_told(unknown).answer.text == KETTLE.text
    assert as_told(unknown).likely == 0.8
    assert as_told(forms).answer.text == KETTLE.text
    assert as_told(forms, of_text=4.0).answer == forms
    assert as_told(forms, probability=0.2).answer == forms
    assert as_told(unknown, closely=-0.5).answer == unknown


@needs_minilm
def test_where_both_tell_of_the_same_thing_the_forms_have_told_more_and_are_trusted_as_it_was_read():
    forms = Answer("", "The kettle is on the counter. I saw it just now.", True, 0.7, object_ids=("kettle_1",))
    told = as_told(forms)
    assert (told.answer.text, told.likely) == (forms.text, 0.8)


@needs_minilm
def test_one_that_is_elsewhere_is_not_where_it_is_asked_for():
    room = KnownStatement(AskedKind.CONTENTS, "study", "In the study: the desk.", ("desk_1",))
    search = FakeSearch(KETTLE, 0.8, 3.0, 0.0)
    unknown = Answer("", "I don't know.", False, 0.0)
    told = as_known(
        QueryPlan("Is there a kettle in the study?", QueryIntent.LOCATION), "", unknown,
        lambda: (KETTLE, room), search,
        lambda question, statement: Answer(question, statement.text, True, 0.9),
    )  # fmt: skip
    assert told.answer.text.startswith("Not as far as I know. The kettle")
