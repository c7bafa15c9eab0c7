"""What the whole memory tells out of its knowledge graph: with the rooms, and without waiting for a model."""

from __future__ import annotations

from embodied_memory.config import MemoryConfig, RetrievalConfig
from embodied_memory.event import Event, EventKind, StateChange

SECOND = 1_000_000_000


def put(memory, second, support):
    change = StateChange("kettle_1", "location", f"on {support}")
    memory.record_event(Event(second * SECOND, EventKind.OBJECT_STATE_CHANGED, "anna", "Anna put the kettle there.",
                              ("kettle_1", support), changes=(change,)))  # fmt: skip


def test_retrieval_tells_what_is_where_with_the_room_that_no_record_names(home):
    told = home.retrieve("steel kettle").spatial_belief
    assert told.startswith("kettle_1 (a steel kettle) is on counter_1, is in the kitchen")
    assert told == home.beliefs.spatial("steel kettle").text


def test_retrieval_tells_where_such_things_belong_after_what_was_put_where(home):
    put(home, 200, "desk_1")
    put(home, 300, "counter_1")
    best, second = home.retrieve("kettle").usual_places
    assert (best.relation, best.place_id, best.room) == ("on", "counter_1", "kitchen")
    assert (best.times, best.of_times) == (2, 3)
    assert (second.place_id, second.times) == ("desk_1", 1)
    assert home.beliefs.usual_places("kettle") == (best, second)
    assert {one.record_id for one in home.evidence_of(best.record_ids)} == {1, 3}


def test_what_is_related_follows_what_was_put_where(home):
    assert [one.subject_id for one in home.beliefs.related("counter_1", "on")] == ["kettle_1"]
    put(home, 200, "desk_1")
    assert home.beliefs.related("counter_1", "on") == ()
    assert "kettle_1" in [one.subject_id for one in home.beliefs.related("desk_1", "on")]


def test_only_who_asks_for_a_belief_has_a_model_put_it_into_words(path, embedder, open_memory, build):
    class Model:
        asked = ()

        def ask(self, request, reply):
            self.asked = (*self.asked, request.role)
            return reply(text="The mug is on the table, she said.")

    memory = open_memory(MemoryConfig(reasoning="language"), language_model=(model := Model()))
    relations = [build.on("mug_1", "table_1")]
    memory.record(build.instant(5, build.thing("table_1"), build.thing("mug_1", (0, 0, 1)), relations=relations))
    assert "mug_1 (mug) is on table_1" in memory.retrieve("mug").spatial_belief
    assert model.asked == ()
    assert memory.beliefs.spatial("mug").text == "The mug is on the table, she said."
    assert model.asked == ("aggregate relations",)


def test_without_the_graph_nothing_is_told_of_what_is_where(home, open_memory):
    assert "kettle" in home.answer("What is on the counter?").text
    home.close()
    without = open_memory(MemoryConfig(retrieval=RetrievalConfig(use_graph=False)))
    found = without.retrieve("kettle")
    assert (found.spatial_belief, found.usual_places) == ("", ())
    assert found.objects
    assert "kettle" not in without.answer("What is on the counter?").text
