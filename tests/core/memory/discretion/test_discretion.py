"""Who may be told what: one rule for sayings, deeds and answers."""

from __future__ import annotations

import weakref
from dataclasses import replace
from functools import partial

import pytest

from embodied_memory.config import DiscretionConfig, MemoryConfig
from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.memory.discretion.discretion import Discretion
from embodied_memory.memory.discretion.kept_sayings import SayingSorter, sentences_of
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceRows
from embodied_memory.perception.text_embedders import HashingEmbedder, MiniLmEmbedder
from embodied_memory.words.said import SayingSort
from embodied_memory.words.saying_sorts import the_sorts
from embodied_memory.words.who_is_meant import WhoIsMeant

HOUR = 3600 * 10**9
NOW = 1_772_600_000 * 10**9
CONFIG = MemoryConfig(discretion=DiscretionConfig(residents=("Ana", "Ben", "Mia")))
TALKS = (
    ("Ana", ("Ana", "Mia"), "Not a word to Ben, but I have booked the hot air balloon for his fortieth."),
    ("Ben", ("Ben",), "The alarm code is four seven one nine, don't write it down."),
    ("Mia", ("Mia", "Ana"), "The pasta sauce needs more basil, I think."),
    ("Ben", ("Ben", "Ana"), "The library book has to go back on Tuesday."),
)


def live(path, embedder, config=CONFIG):
    memory = Memory(path, embedder, config)
    for number, (speaker, heard, text) in enumerate(TALKS):
        memory.record_event(
            Event(NOW - (10 - number) * HOUR, EventKind.UTTERANCE, speaker, text, place="kitchen",
                  observers=(*heard, "robot"), provenance=Provenance.REPORTED)
        )  # fmt: skip
    return memory


@pytest.fixture(scope="module")
def minilm():
    return MiniLmEmbedder()


@pytest.fixture
def memory(tmp_path, minilm):
    with live(tmp_path / "memory.db", minilm) as memory:
        yield memory


def told(memory, question, asker):
    answer = memory.answer(question, NOW, asker)
    return " ".join((answer.text, *(one.summary for one in answer.evidence)))


@pytest.mark.parametrize("asker", ["Ana", "Mia", ""])
def test_who_said_or_heard_it_may_know_and_so_may_the_owners_tools(memory, asker):
    assert "balloon" in told(memory, "What has Ana booked for Ben's fortieth?", asker)


@pytest.mark.parametrize("asker", ["Ben", "Olga", "somebody"])
@pytest.mark.parametrize(
    "question",
    [
        "What has Ana booked for Ben's fortieth?",
        "What did Ana tell Mia?",
        "What is new?",
        "What did Ana say about Ben?",
    ],
)
def test_a_surprise_is_kept_from_whom_it_is_for_and_from_strangers(memory, asker, question):
    assert "balloon" not in told(memory, question, asker)


@pytest.mark.parametrize(("asker", "is_told"), [("Ben", True), ("Ana", False), ("Mia", False), ("Olga", False)])
def test_a_code_is_told_to_nobody_who_did_not_hear_it(memory, asker, is_told):
    assert ("four seven one nine" in told(memory, "What is the alarm code?", asker)) == is_told


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("Ben has football on Thursday at five.", True),
        ("Ben's do is next Saturday at seven, thirty people are coming and he thinks it is just us", False),
        ("Honestly, Ben's singing is like a cat in a dustbin", False),
    ],
)
def test_what_is_said_about_the_asker_behind_their_back_has_to_be_surely_plain(tmp_path, minilm, text, is_told):
    with Memory(tmp_path / "memory.db", minilm, CONFIG) as memory:
        said = Event(NOW - HOUR, EventKind.UTTERANCE, "Ana", text, place="kitchen",
                     observers=("Ana", "Mia", "robot"), provenance=Provenance.REPORTED)  # fmt: skip
        memory.record_event(said)
        assert (text in told(memory, "What did Ana say?", "Ben")) == is_told


class RatherPlain(SayingSorter):
    """Takes everything for rather plain, and nothing for surely so."""

    def __init__(self):
        super().__init__(None)

    def shares(self, saying):
        return {sort: 0.88 if sort is SayingSort.PLAIN else 0.12 / 7 for sort in SayingSort}


@pytest.mark.parametrize("named", ["Ben", "Ben's boots", "Ben’s boots", "ben's"])
def test_who_is_named_in_any_form_is_told_only_what_is_surely_plain(tmp_path, named):
    said = partial(Event, NOW - HOUR, EventKind.UTTERANCE, "Ana", place="kitchen", observers=("Ana", "robot"),
                   provenance=Provenance.REPORTED)  # fmt: skip
    with Memory(tmp_path / "memory.db", HashingEmbedder(), CONFIG) as memory:
        memory.record_event(said(f"Look at {named}, by the door."))
        with memory._file.database.reading() as connection:
            rows = PieceRows(connection, NOW)
            (piece,) = rows.of_ids([1])
            may_hear = {
                name: Discretion(name, CONFIG.discretion, RatherPlain(), rows.around).may_hear(piece)
                for name in ("Ben", "Mia")
            }
    assert may_hear == {"Ben": False, "Mia": True}


@pytest.mark.parametrize(
    ("text", "told_to"),
    [("He never looks behind the cookbooks.", {"Mia"}), ("The bread is in the oven.", {"Mia", "Ben"})],
)
def test_he_may_be_the_asker_who_was_not_there(tmp_path, text, told_to):
    said = Event(NOW - HOUR, EventKind.UTTERANCE, "Ana", text, place="kitchen", observers=("Ana", "Kit", "robot"),
                 provenance=Provenance.REPORTED)  # fmt: skip
    who = WhoIsMeant({"Ana": "mother of Ben and Mia", "Ben": "her son", "Mia": "her daughter"})
    strict = replace(CONFIG.discretion, least_plain_of_absent=0.92)
    with Memory(tmp_path / "memory.db", HashingEmbedder(), CONFIG) as memory:
        memory.record_event(said)
        with memory._file.database.reading() as connection:
            rows = PieceRows(connection, NOW, who)
            (piece,) = rows.of_ids([1])
            heard = {
                name
                for name in ("Ben", "Mia")
                if Discretion(name, strict, RatherPlain(), rows.around, who).may_hear(piece)
            }
    assert heard == told_to


@pytest.mark.parametrize(("asker", "is_told"), [("Ben", False), ("Mia", True), ("Ana", True)])
def test_who_is_spoken_of_in_confidence_was_hardly_there(tmp_path, minilm, asker, is_told):
    text = "I have an interview in Galway. Not a word to Ben, it is me who will tell him."
    who = MemoryConfig(people=("Ana: mother of Ben and Mia", "Ben: her son", "Mia: her daughter"),
                       discretion=CONFIG.discretion)  # fmt: skip
    with Memory(tmp_path / "memory.db", minilm, who) as memory:
        said = Event(NOW - HOUR, EventKind.UTTERANCE, "Ana", text, place="kitchen",
                     observers=("Ana", "Mia", "Ben", "robot"), provenance=Provenance.REPORTED)  # fmt: skip
        memory.record_event(said)
        assert ("Galway" in told(memory, "Where has Ana got an interview?", asker)) == is_told


def test_a_saying_is_sorted_once_however_often_it_is_asked_about(minilm):
    class Counting:
        heard = 0

        def sorts(self, text):
            self.heard += 1
            return the_sorts().sorts(text)

    reading = Counting()
    sorter = SayingSorter(reading)
    shares = [sorter.shares("The library book has to go back.") for _ in range(3)]
    assert reading.heard == 1
    assert shares[0] == shares[2]
    assert sum(shares[0].values()) == pytest.approx(1.0)
    assert sorter.shares("")  # nothing to read is sorted, too
    sorter.shares("A whole book. " * 100_000)
    assert reading.heard == 3


def test_no_erased_words_stay_with_the_sorter(memory):
    told(memory, "Which sauce needs more basil?", "Ben")
    before = memory.stores.sorter
    erased = weakref.ref(before)
    assert any("balloon" in saying for saying in before._sorted)
    del before
    memory.people.erase("Ana", stamp_ns=NOW)
    assert erased() is None
    assert not memory.stores.sorter._sorted


def test_what_cannot_be_read_is_confided():
    sorter = SayingSorter(None)
    assert not sorter.can_read
    assert sorter.shares("dinner is at six")[SayingSort.CONFIDED] == 1.0


def test_everyday_words_are_told_to_residents_and_not_to_strangers(memory):
    question = "When does the library book have to go back?"
    assert "Tuesday" in told(memory, question, "Mia")
    assert "Tuesday" not in told(memory, question, "Olga")


def puts(memory, minutes_ago, who, thing, place):
    text, change = f"{who} put the {thing} in the {place}.", StateChange(f"{thing}_1", "location", f"in {place}_1")
    memory.record_event(
        Event(NOW - minutes_ago * 60 * 10**9, EventKind.OBJECT_STATE_CHANGED, who, text, (f"{thing}_1", f"{place}_1"),
              "kitchen", (who, "robot"), changes=(change,), object_captions=(thing, place))
    )  # fmt: skip


def test_what_somebody_owns_up_to_in_confidence_was_not_seen_either(memory):
    puts(memory, 40, "Ana", "teapot", "bin")
    puts(memory, 38, "Ana", "saucepan", "cupboard")
    memory.record_event(
        Event(NOW - 35 * 60 * 10**9, EventKind.UTTERANCE, "Ana", "Not a word to Ben, I have smashed his teapot.",
              place="kitchen", observers=("Ana", "Mia", "robot"), provenance=Provenance.REPORTED)
    )  # fmt: skip
    assert "bin" not in told(memory, "Where is the teapot?", "Ben")
    assert "bin" in told(memory, "Where is the teapot?", "Mia")
    assert "cupboard" in told(memory, "Where is the saucepan?", "Ben")


def test_it_is_owned_up_to_by_two_sayings_too(memory):
    for minutes_ago, said in ((36, "Oh no. I have smashed Ben's teapot."), (35, "Please don't tell him.")):
        memory.record_event(
            Event(NOW - minutes_ago * 60 * 10**9, EventKind.UTTERANCE, "Ana", said, place="hall",
                  observers=("Ana", "Mia", "robot"), provenance=Provenance.REPORTED)
        )  # fmt: skip
    puts(memory, 32, "Ana", "teapot", "bin")
    assert "bin" not in told(memory, "Where is the teapot?", "Ben")
    assert "bin" in told(memory, "Where is the teapot?", "Mia")


@pytest.mark.parametrize(
    "question",
    [
        "Where is the passport?",
        "Where does the passport belong?",
        "Where is the passport usually?",
        "Where do you keep the passport?",
    ],
)
def test_however_a_stranger_asks_where_valuables_are_kept_nothing_is_told(memory, question):
    for minutes_ago, place in ((90, "toy trunk"), (60, "bin"), (30, "toy trunk")):
        puts(memory, minutes_ago, "Ana", "passport", place)
    places = ("toy trunk", "bin")
    assert not any(place in told(memory, question, "Olga") for place in places)
    assert any(place in told(memory, question, "Ben") for place in places)


@pytest.mark.parametrize(
    ("who", "said", "asker", "is_told"),
    [
        ("Ana", "Not a word to Ben: the silver watch is for his fortieth, as a surprise.", "Ben", False),
        ("Mia", "Not a word to Ben: the silver watch is for his fortieth, as a surprise.", "Ben", False),
        ("Mia", "Not a word to Ben: the silver watch is for his fortieth, as a surprise.", "Ana", True),
        ("Ben", "Not a word to Ben: the silver watch is for his fortieth, as a surprise.", "Ben", True),
        ("Ana", "Not a word to Ben: the silver balloon is for his fortieth, as a surprise.", "Ben", True),
        ("Ana", "The silver watch runs fast again.", "Ben", True),
    ],
)
def test_who_knows_of_a_surprise_was_not_seen_with_it(memory, who, said, asker, is_told):
    memory.record_event(
        Event(NOW - 30 * HOUR, EventKind.UTTERANCE, "Ana", said, place="hall",
              observers=("Ana", "Mia", "robot"), provenance=Provenance.REPORTED)
    )  # fmt: skip
    puts(memory, 120, who, "silver watch", "toy trunk")
    assert ("toy trunk" in told(memory, "Where is the silver watch?", asker)) == is_told


SURPRISE = "Not a word to Ben: the silver watch is for his fortieth, as a surprise."


@pytest.mark.parametrize(
    ("hours_ago", "heard", "said"),
    [
        (20 * 24, ("Ana", "Mia", "robot"), SURPRISE),
        (30, ("Ana", "robot"), SURPRISE),
        (30, ("Ana", "Mia", "robot"), "Not a word to Ben, but I think that silver watch of his is hideous."),
    ],
    ids=["long ago", "she did not know", "no surprise"],
)
def test_other_deeds_are_told_though_a_saying_about_the_thing_is_not(memory, hours_ago, heard, said):
    memory.record_event(
        Event(NOW - hours_ago * HOUR, EventKind.UTTERANCE, "Ana", said, place="hall", observers=heard,
              provenance=Provenance.REPORTED)
    )  # fmt: skip
    puts(memory, 120, "Mia", "silver watch", "toy trunk")
    assert "toy trunk" in told(memory, "Where is the silver watch?", "Ben")
    assert said not in told(memory, "What did Ana say about the silver watch?", "Ben")


def test_without_discretion_everybody_is_told_everything(tmp_path, minilm):
    config = MemoryConfig(discretion=DiscretionConfig(is_discreet=False))
    with live(tmp_path / "memory.db", minilm, config) as memory:
        assert "four seven one nine" in told(memory, "What is the alarm code?", "Olga")


def test_where_nobody_reads_only_what_was_heard_is_told(tmp_path):
    with live(tmp_path / "memory.db", HashingEmbedder()) as memory, memory._file.database.reading() as connection:
        rows = PieceRows(connection, NOW)
        pieces = rows.of_ids(range(1, 6))
        mia = Discretion("Mia", CONFIG.discretion, SayingSorter(None), rows.around)
        assert [mia.may_hear(piece) for piece in pieces] == ["Mia" in heard for _, heard, _ in TALKS]


def test_what_asks_for_silence_is_told_from_what_does_not(minilm):
    sorter = SayingSorter(the_sorts())
    asks, does_not = map(sorter.shares, ("Not a word to Mum about this.", "The bread is in the oven."))
    assert asks[SayingSort.CONFIDED] > 0.5 > does_not[SayingSort.CONFIDED]
    assert all(abs(sum(shares.values()) - 1.0) < 1e-6 for shares in (asks, does_not))


def test_a_stranger_is_told_where_things_are_but_not_who_has_them_nor_where_keys_lie(memory):
    deed = partial(Event, kind=EventKind.OBJECT_STATE_CHANGED, place="kitchen")
    for number, (thing, name, place, where) in enumerate(
        (
            ("bowl_1", "fruit bowl", "table_1", "table"),
            ("key_1", "spare key", "hook_1", "hook behind the meter"),
            ("purse_1", "red purse", "shelf_1", "shelf"),
        )
    ):
        text, changes = f"Ana put the {name} on the {where}.", (StateChange(thing, "location", f"on {place}"),)
        memory.record_event(
            deed(NOW - HOUR + number, actor="Ana", text=text, object_ids=(thing, place), observers=("Ana", "robot"),
                 changes=changes, object_captions=(name, where))
        )  # fmt: skip
    memory.record_event(
        deed(NOW - HOUR // 2, actor="Ben", text="Ben picked up the torch.", object_ids=("torch_1",),
             observers=("Ben", "robot"), changes=(StateChange("torch_1", "held by", "Ben"),),
             object_captions=("torch",))
    )  # fmt: skip
    assert "table" in memory.answer("Where is the fruit bowl?", NOW, "Olga").text
    assert "meter" not in told(memory, "Where is the spare key?", "Olga")
    assert "Ben" not in told(memory, "Who has the torch?", "Olga")
    assert "meter" in told(memory, "Where is the spare key?", "Mia")
    assert "shelf" not in told(memory, "Where is the red purse?", "Olga")
    assert "shelf" in told(memory, "Where is the red purse?", "Mia")


@pytest.mark.parametrize(
    ("text", "is_code"),
    [
        ("Seven three nine one. Freya doesn't need it, she'd have it on a sticker by lunchtime.", True),
        ("The gate is 4-4-1-7 now.", True),
        ("It is nine double two eight.", True),
        ("One of the two is mine.", False),
        ("Three or four eggs, not five.", False),
        ("We married in 1987.", False),
    ],
)
def test_digits_said_one_by_one_are_a_code(minilm, text, is_code):
    shares = SayingSorter(the_sorts()).shares(text)
    assert (shares[SayingSort.CODE] == 1.0) == is_code


@pytest.mark.parametrize(("others", "is_told"), [((), False), (("Mia",), True)])
def test_what_the_robot_alone_was_told_is_told_on_only_if_it_is_quite_plain(tmp_path, others, is_told):
    said = Event(NOW - HOUR, EventKind.UTTERANCE, "Ana", "Dinner at the Pheasant on Friday.", place="kitchen",
                 observers=("Ana", *others, "robot"), provenance=Provenance.REPORTED)  # fmt: skip
    strict = replace(CONFIG.discretion, least_plain_of_alone=0.95)
    with Memory(tmp_path / "memory.db", HashingEmbedder(), CONFIG) as memory:
        memory.record_event(said)
        with memory._file.database.reading() as connection:
            rows = PieceRows(connection, NOW)
            ben = Discretion("Ben", strict, RatherPlain(), rows.around)
            assert ben.may_hear(rows.of_ids([1])[0]) == is_told


@pytest.mark.parametrize(("asker", "after_s", "is_told"), [("Ana", 1, True), ("Ben", 1, False), ("Ana", 60, False)])
def test_what_the_robot_says_at_once_to_what_one_said_was_said_to_them(tmp_path, asker, after_s, is_told):
    said = Event(NOW - HOUR, EventKind.UTTERANCE, "Ana", "Remind me of Friday, just me.", place="kitchen",
                 provenance=Provenance.REPORTED)  # fmt: skip
    reply = replace(said, stamp_ns=NOW - HOUR + after_s * 10**9, actor="robot", text="I will, just you.")
    strict = replace(CONFIG.discretion, least_plain_of_alone=0.95)
    with Memory(tmp_path / "memory.db", HashingEmbedder(), CONFIG) as memory:
        memory.record_event(said)
        memory.record_event(reply)
        with memory._file.database.reading() as connection:
            rows = PieceRows(connection, NOW)
            discretion = Discretion(asker, strict, RatherPlain(), rows.around)
            assert discretion.may_hear(rows.of_ids([2])[0]) == is_told


@pytest.mark.parametrize(("whole", "odd", "is_told"), [(0.95, 0.5, True), (0.95, 0.3, False), (0.8, 0.5, False)])
def test_what_is_plain_as_a_whole_may_end_oddly(tmp_path, whole, odd, is_told):
    said = Event(NOW - HOUR, EventKind.UTTERANCE, "Ana", "I take my coffee black. Jo would fall off the chair.",
                 place="kitchen", observers=("Ana", "robot"), provenance=Provenance.REPORTED)  # fmt: skip
    with Memory(tmp_path / "memory.db", HashingEmbedder(), CONFIG) as memory:
        memory.record_event(said)
        with memory._file.database.reading() as connection:
            rows = PieceRows(connection, NOW)
            ben = Discretion("Ben", CONFIG.discretion, EndsOddly(whole, odd), rows.around)
            assert ben.may_hear(rows.of_ids([1])[0]) == is_told


class EndsOddly(SayingSorter):
    """Takes the whole for as plain as that, and what is said of Jo for less."""

    def __init__(self, whole, odd):
        super().__init__(None)
        self.whole, self.odd = whole, odd

    def shares(self, saying):
        plain = self.odd if saying.startswith("Jo") else self.whole
        return dict.fromkeys(SayingSort, 0.0) | {SayingSort.PLAIN: plain, SayingSort.CONFIDED: 1.0 - plain}


class OpinionOfHim(SayingSorter):
    """Takes what is said of "those lentils" for rather plain, and all else for surely so."""

    def __init__(self):
        super().__init__(None)

    def shares(self, saying):
        plain = 0.9 if "lentils" in saying else 0.99
        return {sort: plain if sort is SayingSort.PLAIN else (1 - plain) / 7 for sort in SayingSort}


def test_what_is_replied_to_what_may_be_of_the_asker_is_kept_with_it(tmp_path):
    who = WhoIsMeant({"Ana": "mother of Ben and Mia", "Ben": "her son", "Mia": "her daughter"})
    said = partial(Event, kind=EventKind.UTTERANCE, place="kitchen", observers=("Ana", "Mia", "robot"),
                   provenance=Provenance.REPORTED)  # fmt: skip
    with Memory(tmp_path / "memory.db", HashingEmbedder(), CONFIG) as memory:
        for number, (speaker, text) in enumerate(
            (
                ("Ana", "Now that he is gone: those lentils."),
                ("Mia", "I eat at school before."),
                ("Ana", "Bins go out."),
            )
        ):
            memory.record_event(said(NOW - HOUR + number * 20 * 10**9, actor=speaker, text=text))
        with memory._file.database.reading() as connection:
            rows = PieceRows(connection, NOW, who)
            ben = Discretion(
                "Ben", replace(CONFIG.discretion, least_plain_of_absent=0.95), OpinionOfHim(), rows.around, who
            )
            assert [ben.may_hear(piece) for piece in rows.of_ids(range(1, 4))] == [False, False, True]


class Percent(SayingSorter):
    """Takes what begins with a number for so plain, in percent; the rest is money."""

    def __init__(self):
        super().__init__(None)

    def shares(self, saying):
        plain = int(saying.split()[0]) / 100
        return {sort: {SayingSort.PLAIN: plain, SayingSort.MONEY: 1 - plain}.get(sort, 0.0) for sort in SayingSort}


@pytest.mark.parametrize(
    ("text", "after_s", "is_told"),
    [
        ("88 I will sew the cushions for it", 180, False),
        ("88 I will sew the cushions for it", 400, True),
        ("88 the bins go out", 180, True),
    ],
)
def test_what_points_back_to_a_talk_that_is_kept_is_kept_for_longer(tmp_path, text, after_s, is_told):
    said = partial(Event, kind=EventKind.UTTERANCE, place="kitchen", observers=("Ana", "Mia", "robot"),
                   provenance=Provenance.REPORTED)  # fmt: skip
    with Memory(tmp_path / "memory.db", HashingEmbedder(), CONFIG) as memory:
        memory.record_event(said(NOW - HOUR, actor="Ana", text="4 a bench, and not a word of it"))
        memory.record_event(said(NOW - HOUR + after_s * 10**9, actor="Mia", text=text))
        with memory._file.database.reading() as connection:
            rows = PieceRows(connection, NOW)
            ben = Discretion("Ben", CONFIG.discretion, Percent(), rows.around)
            assert ben.may_hear(rows.of_ids([2])[0]) == is_told


@pytest.mark.parametrize(
    ("before", "after", "is_told"),
    [
        ("4 it is.", "88 so it comes at noon", False),
        ("35 it is.", "88 so it comes at noon", True),
        ("4 the pump is dear", "99 the pump comes at noon", False),
        ("4 the pump is dear", "99 the bins go out", True),
    ],
)
def test_what_is_not_for_everybody_lets_the_talk_around_it_be_kept(tmp_path, before, after, is_told):
    said = partial(Event, kind=EventKind.UTTERANCE, place="kitchen", observers=("Ana", "Mia", "robot"),
                   provenance=Provenance.REPORTED)  # fmt: skip
    with Memory(tmp_path / "memory.db", HashingEmbedder(), CONFIG) as memory:
        for number, (speaker, text) in enumerate((("Ana", before), ("Mia", after))):
            memory.record_event(said(NOW - HOUR + number * 20 * 10**9, actor=speaker, text=text))
        with memory._file.database.reading() as connection:
            rows = PieceRows(connection, NOW)
            ben = Discretion("Ben", CONFIG.discretion, Percent(), rows.around)
            assert ben.may_hear(rows.of_ids([2])[0]) == is_told


@pytest.mark.parametrize(
    ("who", "said", "is_told"),
    [
        ("Ana", "4 thirty eight per cent in maths", True),
        ("Ana", "4 the parcel goes behind the books", False),
        ("Ana", "4 it goes behind the books", False),
        ("Ana", "95 it goes behind the books", True),
        ("Mia", "4 it goes behind the books", True),
        ("Mia", "4 the parcel goes behind the books", False),
        ("robot", "4 the parcel goes behind the books", True),
    ],
)
def test_a_deed_is_hidden_only_by_a_talk_that_tells_of_it(tmp_path, who, said, is_told):
    with Memory(tmp_path / "memory.db", HashingEmbedder(), CONFIG) as memory:
        puts(memory, 40, "Ana", "parcel", "shelf")
        memory.record_event(
            Event(NOW - 39 * 60 * 10**9, EventKind.UTTERANCE, who, said, place="kitchen",
                  observers=(who, "robot"), provenance=Provenance.REPORTED)
        )  # fmt: skip
        with memory._file.database.reading() as connection:
            rows = PieceRows(connection, NOW)
            ben = Discretion("Ben", CONFIG.discretion, Percent(), rows.around)
            deed = next(one for one in rows.of_ids(range(1, 9)) if not one.is_said)
            assert ben.may_hear(deed) == is_told


@pytest.mark.parametrize(
    ("said", "is_told"),
    [("4 thirty eight per cent in maths", True), ("4 nobody is to hear how late it was", False)],
)
def test_who_came_home_is_told_unless_the_talk_is_of_that(tmp_path, said, is_told):
    came = Event(NOW - HOUR, EventKind.PERSON_MOVED, "Mia", "Mia came home.", ("Mia",), "hall", ("Mia", "robot"),
                 changes=(StateChange("Mia", "location", "hall"),))  # fmt: skip
    told = Event(NOW - HOUR + 60 * 10**9, EventKind.UTTERANCE, "Mia", said, place="hall",
                 observers=("Mia", "robot"), provenance=Provenance.REPORTED)  # fmt: skip
    with Memory(tmp_path / "memory.db", HashingEmbedder(), CONFIG) as memory:
        memory.record_event(came)
        memory.record_event(told)
        with memory._file.database.reading() as connection:
            rows = PieceRows(connection, NOW)
            ben = Discretion("Ben", CONFIG.discretion, Percent(), rows.around)
            assert ben.may_hear(rows.of_ids([1])[0]) == is_told


def test_what_sort_a_saying_is_of_is_judged_once_when_it_is_recorded(memory):
    with memory._file.database.reading() as connection:
        pieces = PieceRows(connection, NOW, WhoIsMeant({})).of_ids(range(1, 20))
    sorter = memory.stores.sorter
    kept = [sorter.sorted("judged anew, as it seems", one.sorts) for one in pieces]
    assert [one.shares[SayingSort.PLAIN] > 0.5 for one in kept] == [False, False, True, True]
    assert sorter.sorted(pieces[0].text, b"old " + pieces[0].sorts[4:]) == sorter.sorted(pieces[0].text)


@pytest.mark.parametrize(
    ("saying", "parts"),
    [
        ("Milk, please. Got that?", ["Milk, please. Got that?"]),
        ("Ask me before you touch it. Nobody ever opens this door but me.", 2),
        ("It goes behind the books, but he never looks behind them", 2),
    ],
)
def test_a_few_words_go_with_what_is_said_before_them(saying, parts):
    found = sentences_of(saying)
    assert found == parts or len(found) == parts


class OfSort(SayingSorter):
    """Takes everything for a sort, in percent; the rest is plain."""

    def __init__(self, sort, percent):
        super().__init__(None)
        self.sort, self.percent = sort, percent

    def shares(self, saying):
        likely = {self.sort: self.percent / 100, SayingSort.PLAIN: 1 - self.percent / 100}
        return {sort: likely.get(sort, 0.0) for sort in SayingSort}


def heard_of(path, text, asker, sorter, who=None):
    """Whether somebody may hear what Ana told Mia."""
    told = Event(NOW - HOUR, EventKind.UTTERANCE, "Ana", text, place="kitchen",
                 observers=("Ana", "Mia", "robot"), provenance=Provenance.REPORTED)  # fmt: skip
    with Memory(path, HashingEmbedder(), CONFIG) as memory:
        memory.record_event(told)
        with memory._file.database.reading() as connection:
            rows = PieceRows(connection, NOW)
            asked = Discretion(asker, CONFIG.discretion, sorter, rows.around, who)
            return asked.may_hear(rows.of_ids([1])[0])


@pytest.mark.parametrize(
    ("text", "asker", "is_told"),
    [
        ("It's 5308 now, still only for the house.", "Ben", True),
        ("It's 5308 now, just the three of us.", "Ben", True),
        ("It's 5308 now, just the two of us.", "Ben", False),
        ("It's 5308 now. That's for us in the house, not for Ben.", "Ben", False),
        ("It's 5308 now, still only for the house.", "Olga", False),
        ("Visitors can have the Wi-Fi: plum seven.", "Olga", True),
        ("It's 5308 now.", "Ben", False),
    ],
)
def test_a_code_is_told_to_whom_its_saying_means_it_for(tmp_path, text, asker, is_told):
    assert heard_of(tmp_path / "memory.db", text, asker, OfSort(SayingSort.CODE, 95)) is is_told


@pytest.mark.parametrize(
    ("text", "percent", "is_told"),
    [
        ("Now you tell Ben the bins are Friday this week, not Thursday.", 40, True),
        ("Don't tell Ben the bins are Friday this week.", 40, False),
        ("Tell Mia that Ben wants the bins out on Friday.", 40, False),
        ("Not a word to Ben, but tell Mia the bins are Friday.", 40, False),
        ("Keep it from Ben, but tell Mia the party is Friday.", 40, False),
        ("Now you tell Ben the bins are Friday this week, not Thursday.", 95, False),
    ],
)
def test_a_message_is_for_whom_it_is_told_unless_it_is_to_be_kept(tmp_path, minilm, text, percent, is_told):
    assert heard_of(tmp_path / "memory.db", text, "Ben", OfSort(SayingSort.OPINION, percent)) is is_told


def test_a_surprise_for_the_house_is_kept(tmp_path):
    sorter = OfSort(SayingSort.SURPRISE, 95)
    assert not heard_of(tmp_path / "memory.db", "I have a hammock for the house.", "Ben", sorter)


@pytest.mark.parametrize(("sort", "is_told"), [(SayingSort.AWAY, True), (SayingSort.MONEY, False)])
def test_who_is_out_when_is_plain_to_those_who_live_there(tmp_path, sort, is_told):
    text = "Ben will be alone till nine."
    assert heard_of(tmp_path / "memory.db", text, "Ben", OfSort(sort, 30)) is is_told


@pytest.mark.parametrize(
    ("who", "percent", "is_told"),
    [
        ("Ana's sister", 2, True),
        ("Ana's sister", 30, False),
        ("sister of Olaf", 2, False),
        ("Ana's friend", 2, False),
        ("the neighbour", 2, False),
    ],
)
def test_family_that_visits_is_told_what_is_quite_plain(tmp_path, who, percent, is_told):
    known = WhoIsMeant({"Ana": "lives here", "Ben": "her husband", "Olga": who})
    sorter = OfSort(SayingSort.OPINION, percent)
    assert heard_of(tmp_path / "memory.db", "The bins go out on Monday.", "Olga", sorter, known) is is_told
