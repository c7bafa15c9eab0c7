"""What is told after a look: only what the look showed; a model is asked what its records do not tell."""

from dataclasses import replace

import pytest
from scripted_model import ScriptedModel

from embodied_memory.event import Provenance
from embodied_memory.evidence import Answer, EpistemicStatus, Evidence, RetrievalResult, RetrievedMemory
from embodied_memory.language.advisor import Advisor
from embodied_memory.memory.personal.knowledge import learn_knowledge
from embodied_memory.memory.personal.personal_memory import PersonalMemory, PersonalRecollection
from embodied_memory.planning.instruction import TaskStatus
from embodied_memory.planning.skill_call import SkillKind
from embodied_memory.planning.tasks.look_answers import QuestionAfterSearch
from embodied_memory_tools.language.small_home import SmallHome, usual_things

BEFORE_NS, LOOKED_NS = 5, 50


class SeenHome(SmallHome):
    """A small home that was seen at 5 ns; what is looked at is seen again at 50 ns. said: memory's answer.

    views: what its memory bank holds of it.
    """

    def __init__(self, said, views=()):
        super().__init__(tuple(replace(one, last_seen_ns=BEFORE_NS) for one in usual_things()))
        self.said, self.views = said, views

    def retrieve(self, query):
        return RetrievalResult(query, self.views, super().retrieve(query).objects)

    def answer(self, question):
        return replace(self.said, question=question)

    def execute(self, call):
        result = super().execute(call)
        if call.kind is SkillKind.LOOK:
            self.known = tuple(
                replace(one, last_seen_ns=LOOKED_NS, record_id=9)
                if call.arguments[0] in (one.object_id, one.room) else one
                for one in self.known
            )  # fmt: skip
        return result


def said(text, stamp_ns, provenance=Provenance.OBSERVED, **more):
    cited = (Evidence(3, stamp_ns, "instant", "saw it", provenance),)
    return Answer("", text, True, 0.9, cited, ("lamp_1",), **more)


def test_an_answer_that_rests_on_the_look_is_told_as_it_is_now(carry_out):
    home = SeenHome(said("No, the lamp was off when I last saw it just now.", LOOKED_NS))
    _, outcome = carry_out("see whether the lamp is on", home)
    (answer,) = outcome.report.answers
    assert (outcome.report.status, outcome.report.summary) == (TaskStatus.SUCCEEDED, "No, the lamp is off")
    assert (answer.question, answer.known, answer.evidence) == ("Is the lamp on?", True, home.said.evidence)


def test_a_state_that_has_not_changed_since_is_known_by_what_the_look_showed(carry_out):
    fresh = said("No, the lamp is off; I saw that just now.", BEFORE_NS, status=EpistemicStatus.FRESH)
    _, outcome = carry_out("see whether the lamp is on", SeenHome(fresh))
    assert outcome.report.summary == "No, the lamp is off"


@pytest.mark.parametrize(
    "answer",
    [
        said("Yes, the lamp was on when I last saw it 2 hours ago.", BEFORE_NS),
        said("Yes, the lamp is on; I saw that 2 hours ago.", BEFORE_NS, status=EpistemicStatus.STALE),
        said("Yes, the lamp is on; I saw that.", BEFORE_NS, status=EpistemicStatus.FRESH),
        said("Yes, the lamp is on, as Tom told me.", LOOKED_NS, Provenance.REPORTED),
        Answer("", "I don't know: I have not seen that.", False, 0.0),
    ],
    ids=["older", "stale", "another state than what was seen", "told by somebody", "not known"],
)
def test_what_does_not_rest_on_the_look_is_not_told(carry_out, answer):
    _, outcome = carry_out("see whether the lamp is on", SeenHome(answer))
    (told,) = outcome.report.answers
    plain = "I saw the lamp on the desk in the living room (power off); more I could not tell from looking."
    assert (told.text, told.known) == (plain, False)
    assert [(cited.record_id, cited.stamp_ns) for cited in told.evidence] == [(9, LOOKED_NS)]


def test_that_nothing_of_the_sort_is_there_is_an_answer(carry_out):
    home = SeenHome(Answer("", "I don't know: I know of no violins.", False, 0.0))
    _, outcome = carry_out("check how many violins are in the kitchen", home)
    (told,) = outcome.report.answers
    assert (told.text, told.known) == ("I looked in the kitchen and saw no violins.", True)


def test_a_model_is_asked_what_the_records_of_the_look_do_not_tell(carry_out):
    old = RetrievedMemory(4, BEFORE_NS, (0, 0, 0), 0.9, (), ("lamp_1",), "a dusty lamp")
    new = RetrievedMemory(8, LOOKED_NS, (0, 0, 0), 0.8, (), ("lamp_1",), "a clean lamp")
    home = SeenHome(Answer("", "I don't know.", False, 0.0), (old, new))
    model = ScriptedModel(answer_after_search={"memory": 0, "answer": "Yes, it is clean."})
    _, outcome = carry_out("see whether the lamp is clean", home, advisor=Advisor(model))
    (told,) = outcome.report.answers
    assert (told.text, told.known, [cited.record_id for cited in told.evidence]) == ("Yes, it is clean.", True, [8])
    (asked,) = [request.prompt for request in model.requests if request.role == "answer after search"]
    assert "clean lamp" in asked
    assert "dusty" not in asked


def test_a_model_of_no_use_changes_nothing(carry_out):
    home = SeenHome(Answer("", "I don't know.", False, 0.0))
    model = ScriptedModel(answer_after_search={"memory": 7, "answer": "Yes."})
    _, outcome = carry_out("see whether the lamp is clean", home, advisor=Advisor(model))
    assert "more I could not tell" in outcome.report.answers[0].text


def test_where_a_thing_is_now_is_told_though_memory_speaks_of_another_place_too(carry_out):
    both = said("There are two lamps: one on the shelf (2 hours ago) and one on the desk (just now).", LOOKED_NS)
    home = SeenHome(replace(both, object_ids=("lamp_1", "shelf_1")))
    _, outcome = carry_out("look where the lamp is", home)
    (told,) = outcome.report.answers
    assert (told.text, told.known) == ("I saw the lamp on the desk in the living room.", True)
    assert told.object_ids == ("lamp_1",)


def test_what_is_somebodys_own_is_asked_about_by_what_they_told(carry_out):
    words = "The red mug is my favourite cup."
    told = PersonalMemory(5, "anna", 0, "", words, knowledge=learn_knowledge("anna", words))
    home = SeenHome(said("Yes, the red mug is on the table.", LOOKED_NS))
    home.recalled = lambda query, person: (PersonalRecollection(told, query, 0.9),)
    _, outcome = carry_out("see whether my favourite cup is on the table", home)
    assert outcome.report.answers[0].question == "Is the red mug on the table?"


VIEW = RetrievedMemory(1, 1, (0.0, 0.0, 0.0), 0.8, ("bin",), (), "a bin, a door", b"jpeg")
CHOICES = (("A", "open"), ("B", "closed"))


def answer(said, choices=()):
    model = ScriptedModel(answer_after_search=said)
    role = QuestionAfterSearch(Advisor(model), lambda question: "memory's own answer")
    return role.told("Is the door closed?", RetrievalResult("the door", (VIEW,)), (), choices).text, model


def test_the_model_answers_from_a_view():
    said, model = answer({"memory": 0, "answer": "The door is closed."})
    assert said == "The door is closed."
    assert model.requests[0].images == (b"jpeg",)
    assert "Memory 0: a bin, a door" in model.requests[0].prompt


def test_a_choice_is_answered_with_its_letter():
    assert answer({"memory": 0, "answer": "B)"}, CHOICES)[0] == "B"


@pytest.mark.parametrize(
    "said",
    [
        None,
        {"memory": None, "answer": "closed"},
        {"memory": 1, "answer": "B"},
        {"memory": 0, "answer": " "},
        {"memory": 0, "answer": "C"},
    ],
)
def test_what_rests_on_no_memory_or_is_no_choice_is_not_said(said):
    assert answer(said, CHOICES)[0] == "memory's own answer"
