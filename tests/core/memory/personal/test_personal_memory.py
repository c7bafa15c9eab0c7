"""What people call things: by its other name a thing is found, brought and asked for."""

import pytest
from knows_nothing import KnowsNothing

from embodied_memory.dialog.utterance.references import with_things_meant
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.personal.knowledge import ObjectMeaning, learn_knowledge
from embodied_memory.memory.personal.personal_memory import (
    PersonalMemory,
    PersonalRecollection,
    all_things_meant,
    other_name,
)
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.planning.tasks.task_execution import TaskExecution
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.words.one_reading import the_reading
from embodied_memory_tools.language.small_home import SmallHome

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


@pytest.fixture
def memory(tmp_path):
    with Memory(tmp_path / "memory.db", HashingEmbedder(), clock=lambda: 10**12) as memory:
        yield memory


def told(memory, stamp_s, who, text):
    memory.record_event(
        Event(
            stamp_s * 10**9, EventKind.UTTERANCE, who, text, observers=("robot", who), provenance=Provenance.REPORTED
        )
    )


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("That's Big Red, by the way, the red mug.", {"Big Red", "red mug"}),
        ("We call the brown armchair the Captain's chair.", {"brown armchair", "Captain's chair"}),
        ("By the cave I mean the box room.", {"cave", "box room"}),
    ],
)
def test_two_names_of_a_thing_are_learned(sentence, names):
    (known,) = learn_knowledge("Anna", sentence)
    assert (known.meaning, set(known.objects), known.person) == (ObjectMeaning.NAME, names, "Anna")


@pytest.mark.parametrize("sentence", ["The red mug is in the sink.", "That's not Big Red.", "Call Tom, please."])
def test_what_gives_no_name(sentence):
    assert all(known.meaning is not ObjectMeaning.NAME for known in learn_knowledge("Anna", sentence))


def test_either_name_means_the_other_and_a_like_word_does_not(memory):
    told(memory, 1, "Anna", "That's Big Red, by the way, the red mug.")
    told(memory, 2, "Anna", "Only two days till Big Red night, thank God.")
    recalled = memory.people.recall("Big Red", person="Anna")
    assert all_things_meant(recalled, "Big Red")[0] == ("red mug",)
    assert all_things_meant(memory.people.recall("the red mug"), "the red mug")[0] == ("Big Red",)
    assert with_things_meant("Where is Big Red?", "Anna", lambda words, who: recalled) == "Where is the red mug?"
    other = all_things_meant(memory.people.recall("Big Bertha", person="Anna"), "Big Bertha")[0]
    assert {"red mug", "Big Red"}.isdisjoint(other)
    assert with_things_meant("Where is Big Ben?", "Anna", lambda words, who: recalled) == "Where is Big Ben?"


def test_a_name_that_is_only_like_it_means_something_else():
    text = "That's Big Red, by the way, the red mug."
    taught = PersonalMemory(1, "Anna", 0, "", text, knowledge=learn_knowledge("Anna", text))
    named = [
        other_name(PersonalRecollection(taught, words, 1.0), words) for words in ("Big Red", "Big Bertha", "mug")
    ]
    assert named == ["red mug", "", ""]


def test_it_is_brought_by_the_name_it_was_given(memory):
    told(memory, 1, "Anna", "That's Big Red, by the way, the red mug.")
    home = SmallHome()
    home.recalled = lambda query, person: memory.people.recall(query, person=person)
    tasks = TaskExecution(home, home, home.things, Permissions())
    report = tasks.execute("bring me Big Red", "Anna", read_task("bring me Big Red", "Anna")).report
    assert report.summary, report.reasons
    assert any("mug" in str(done) for done in home.done)


def test_nobody_is_renamed_where_nothing_is_known():
    assert with_things_meant("Where is Big Red?", "Anna", KnowsNothing().recall_personal) == "Where is Big Red?"
