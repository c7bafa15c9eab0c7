"""A language model answers from numbered pieces; what they do not bear out is answered as without one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from embodied_memory.config import DiscretionConfig, MemoryConfig
from embodied_memory.event import Event, EventKind
from embodied_memory.language.advisor import Advisor, Usage
from embodied_memory.language.language_model import LanguageModelError
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.retrieval.language_answerer import AnswerReply, LanguageAnswerer
from embodied_memory.perception.text_embedders import MiniLmEmbedder

NOW = 1_772_409_600_000_000_000 + 62 * 3_600_000_000_000


class ModelThatCites:
    """Answers with `answer` and cites the pieces that hold one of the `words`; keeps what it was asked."""

    def __init__(self, answer, *words):
        self.answer, self.words, self.requests = answer, words, []

    def ask(self, request, reply):
        self.requests.append(request)
        if self.answer is None:
            raise LanguageModelError("nobody there")
        lines = [line.split(". ", 1) for line in request.prompt.splitlines() if line[:1].isdigit()]
        cited = [int(number) for number, text in lines if any(word in text for word in self.words)]
        return reply(cited=cited, answer=self.answer)


def answered_by(home, model):
    advisor = Advisor(model)
    home.memory.questions.answerer = LanguageAnswerer(advisor)
    return advisor


def test_one_call_a_question_with_what_never_changes_in_front(lived_in):
    model = ModelThatCites("Bob did, today.", "brightness of the black lamp to 80")
    answered_by(lived_in, model)
    questions = ("Who set the lamp brighter?", "Where is the green book?")
    for question in questions:
        lived_in.ask(question, NOW)
    first, second = model.requests
    assert first.system == second.system
    assert "numbered pieces" in first.system
    assert "Reply: {" in first.system
    assert all(question in request.prompt for question, request in zip(questions, model.requests, strict=True))
    assert "today at 11:30, study: Bob set brightness of the black lamp to 80." in first.prompt
    assert "What I believe: " in second.prompt
    assert "book_3" not in first.prompt + second.prompt


def test_what_happens_while_the_model_thinks_asks_it_no_second_time(lived_in):
    class Model(ModelThatCites):
        def ask(self, request, reply):
            lived_in.says(NOW - 10**9, "Bob", f"The green book number {len(self.requests)} is on the shelf.")
            return super().ask(request, reply)

    model = Model("On the white shelf.", "put the green book")
    answered_by(lived_in, model)
    assert lived_in.ask("Where is the green book?", NOW).text == "On the white shelf."
    assert len(model.requests) == 1


def test_what_the_model_says_is_told_with_the_pieces_it_cites(lived_in):
    advisor = answered_by(lived_in, ModelThatCites("Anna put it on the white shelf.", "put the green book"))
    answer = lived_in.ask("Where has the green book got to?", NOW)
    assert answer.text == "Anna put it on the white shelf."
    assert answer.known
    assert lived_in.records["put on shelf"] in lived_in.cited(answer)
    assert advisor.usage == {"answer question": Usage(language=1)}


def test_a_belief_that_is_cited_brings_its_status_and_its_things(lived_in):
    answered_by(lived_in, ModelThatCites("On the white shelf.", "What I believe"))
    answer = lived_in.ask("Where is the green book?", NOW)
    assert answer.text == "On the white shelf."
    assert answer.status is not None
    assert answer.object_ids == ("book_3",)


def test_an_answer_is_bound_to_the_piece_that_tells_it(lived_in):
    """The model says what one piece tells and cites another."""
    answered_by(lived_in, ModelThatCites("The dentist.", "brightness of the black lamp to 80"))
    answer = lived_in.ask("Whom will Bob call tomorrow?", NOW)
    assert answer.text == "The dentist."
    assert lived_in.cited(answer) == [lived_in.records["promise"]]


@pytest.mark.parametrize(
    ("said", "cited"),
    [
        (None, ""),
        ("It is on the moon.", "put the green book"),
        ("On the white shelf, since Zaphod put it there.", "put the green book"),
        ("On the white shelf, for 31 days.", "put the green book"),
        (" ", "put the green book"),
    ],
    ids=["no model", "another place", "a name", "a number", "nothing"],
)
def test_what_nobody_told_is_answered_offline(lived_in, said, cited):
    offline = lived_in.ask("Where is the green book?", NOW)
    advisor = answered_by(lived_in, ModelThatCites(said, cited))
    assert lived_in.ask("Where is the green book?", NOW) == offline
    assert "white shelf" in offline.text
    assert advisor.usage == {"answer question": Usage(offline=1)}


def test_nobody_did_what_nobody_was_seen_to_do(lived_in):
    answered_by(lived_in, ModelThatCites("Zaphod put it there.", "put the green book"))
    assert lived_in.ask("Who put the green book on the shelf?", NOW).text.startswith("Anna")


@pytest.mark.parametrize("number", [0, -1, 99])
def test_a_piece_that_is_not_there_is_none(lived_in, number):
    class Model(ModelThatCites):
        def ask(self, request, reply):
            return reply(cited=[number], answer="On the white shelf.")

    advisor = answered_by(lived_in, Model(""))
    assert "white shelf" in lived_in.ask("Where is the green book?", NOW).text
    assert advisor.usage == {"answer question": Usage(offline=1)}


def test_times_between_pieces_may_be_counted(lived_in):
    answered_by(lived_in, ModelThatCites("36 minutes, in the study.", "brightness of the black lamp"))
    assert lived_in.ask("How long was the lamp dimmed?", NOW).text == "36 minutes, in the study."


def test_a_model_that_finds_nothing_does_not_undo_what_is_surely_known(lived_in):
    answered_by(lived_in, ModelThatCites(""))
    right_after = NOW - 3 * 3_600_000_000_000 - 45 * 60_000_000_000
    assert "white shelf" in lived_in.ask("Where is the green book?", right_after).text


def test_a_model_that_finds_nothing_decides_where_memory_is_unsure(lived_in):
    question = "Where is the green book?"
    unsure = replace(lived_in.ask(question, NOW), certainty=0.45)
    answerer = LanguageAnswerer(Advisor(ModelThatCites("")))
    model = ModelThatCites("On the white shelf.", "What I believe")
    answered_by(lived_in, model)
    lived_in.ask(question, NOW)
    shown = _shown_to(lived_in, question)
    told = answerer(question, shown, lived_in.memory.stores.words.told_by, unsure)
    assert (told.known, told.text, told.certainty) == (False, "I don't know.", 0.0)


def _shown_to(home, question):
    """What a model would be shown."""
    kept = []
    home.memory.questions.answerer = lambda question, shown, told_by, offline: kept.append(shown) or offline
    home.ask(question, NOW)
    return kept[0]


def test_a_model_is_never_shown_what_the_asker_may_not_know(tmp_path):
    config = MemoryConfig(discretion=DiscretionConfig(residents=("Anna", "Bob")))
    with Memory(tmp_path / "memory.db", MiniLmEmbedder(), config) as memory:
        for ago, said in (
            (9, "The password of the safe is tulip nine, keep it secret."),
            (7, "The bin goes on Thursday."),
        ):
            stamp_ns = NOW - ago * 60 * 10**9
            memory.record_event(Event(stamp_ns, EventKind.UTTERANCE, "Anna", said, (), "hall", ("robot", "Anna")))
        model = ModelThatCites("Tulip nine.", "tulip")
        memory.questions.answerer = LanguageAnswerer(Advisor(model))
        for asker in ("stranger", "Carla"):
            assert "ulip" not in memory.answer("What is the password of the safe?", NOW, asker).text
        assert not any("tulip" in request.prompt for request in model.requests)
        assert memory.answer("What is the password of the safe?", NOW, "Anna").text == "Tulip nine."


def test_the_reply_is_bounded():
    with pytest.raises(ValueError, match="at most 20"):
        AnswerReply(cited=list(range(1, 40)), answer="x")
