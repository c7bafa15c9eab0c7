"""A memory that was only used finds nothing wrong with itself; a hand-made fault in any store is found."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from embodied_memory.config import ForgettingConfig, MemoryConfig
from embodied_memory.memory.file.database import Database, DatabaseError
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.verification.recomputed import can_replay_beliefs
from embodied_memory.memory.verification.verify_rows import verify_file

SECOND = 1_000_000_000
DAY = 86_400
PEOPLE = ("anna", "Zebulon", "Mira")
THINGS = ("mug_1", "book_1", "keys_1", "phone_1")
PLACES = ("desk_1", "shelf_1", "table_1")
ROOMS = ("kitchen", "hall", "study")
SAYINGS = (
    "the keys are on the desk", "I like green tea", "remind me to water the plants tomorrow at 9 am",
    "I watered the plants", "Mira is in the study", "this mug is mine", "I usually read on the sofa in the evening",
    "I will call Mira at 5 pm", "never mind the plants", "hello there",
)  # fmt: skip

steps = st.one_of(
    st.tuples(st.just("says"), st.sampled_from(PEOPLE), st.sampled_from(SAYINGS)),
    st.tuples(st.just("puts"), st.sampled_from(PEOPLE), st.sampled_from(THINGS), st.sampled_from(PLACES)),
    st.tuples(st.just("goes"), st.sampled_from(PEOPLE), st.sampled_from(ROOMS)),
    st.tuples(st.just("does"), st.sampled_from(PEOPLE), st.just("reads"), st.sampled_from(THINGS)),
    st.tuples(
        st.just("carries_out"),
        st.sampled_from((*PEOPLE, "")),
        st.sampled_from((*SAYINGS, "bring the cup")),
        st.sampled_from(("There it is.", "Mira wants it.")),
        st.sampled_from((True, False, None)),
    ),
)
views = st.tuples(
    st.just("sees"), st.lists(st.sampled_from(("mug", "book", "lamp")), unique=True, max_size=3),
    st.lists(st.sampled_from(PEOPLE), unique=True, max_size=2),
)  # fmt: skip
upkeep = st.one_of(
    st.tuples(st.sampled_from(("build", "forget", "forget_for_good", "restart", "compact"))),
    st.tuples(st.just("feedback"), st.sampled_from(PEOPLE)),
    st.tuples(st.just("undo")),
    st.tuples(st.just("erase"), st.sampled_from(PEOPLE)),
)
waits = st.sampled_from((1, 60, 3600, DAY, 20 * DAY, -30))
FORGETS_ALL = MemoryConfig(forgetting=ForgettingConfig(keep_for=("",)))
"""No kind of record stays longer than others."""


class Lived:
    """Goes through a list of steps with a memory on disk."""

    def __init__(self, folder, embedder, household):
        self._open = lambda: Memory(Path(folder) / "memory.db", embedder, FORGETS_ALL)
        self._household, self.second, self.memory = household, 10 * DAY, self._open()

    def go(self, wait, step):
        self.second += wait
        name, *rest = step
        if hasattr(self, name):
            getattr(self, name)(*rest)
        elif name == "sees":
            self.memory.record(self._household.sees(self.second, *rest[0], people=rest[1]))
        else:
            self.memory.record_event(getattr(self._household, name)(self.second, *rest))

    def build(self):
        while self.memory.upkeep.build_history(7):
            pass

    def forget(self):
        self.build()
        self.memory.upkeep.forget(self.second * SECOND)

    def forget_for_good(self):
        self.forget()
        self.second += 40 * DAY
        self.forget()

    def restart(self):
        self.memory.close()
        self.memory = self._open()

    def compact(self):
        self.memory.upkeep.compact()

    def feedback(self, who):
        text = "you should have remembered where the mug is"
        self.memory.rules.give_feedback(text, who, self.second * SECOND)

    def undo(self):
        self.memory.rules.undo("anna", self.second * SECOND)

    def erase(self, who):
        self.memory.people.erase(who, stamp_ns=self.second * SECOND)


@settings(
    max_examples=int(os.environ.get("EXAMPLES", "12")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(life=st.lists(st.tuples(waits, st.one_of(steps, steps, views, upkeep)), min_size=5, max_size=40))
@example(
    life=[
        (1, ("says", "anna", "the keys are on the desk")),
        (1, ("says", "anna", "Mira is in the study")),
        (3600, ("says", "Zebulon", "the keys are on the desk")),  # a new episode, which goes: the first goes on
        (1, ("erase", "Zebulon")),
        (1, ("erase", "Mira")),
    ]
)
@example(
    life=[
        (1, ("says", "Zebulon", "the keys are on the desk")),
        (60, ("erase", "Zebulon")),
        (-60, ("feedback", "anna")),  # at the very time of what was erased
    ]
)
def test_whatever_was_recorded_forgotten_and_erased_verify_finds_nothing(life, embedder, household):
    with TemporaryDirectory() as folder:
        lived = Lived(folder, embedder, household)
        for wait, step in life:
            lived.go(wait, step)
        assert [str(finding) for finding in lived.memory.upkeep.verify()] == []
        lived.restart()
        assert [str(finding) for finding in lived.memory.upkeep.verify()] == []
        lived.memory.close()


@settings(
    max_examples=int(os.environ.get("EXAMPLES", "12")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(life=st.lists(st.tuples(waits, steps), min_size=5, max_size=40))
def test_events_replayed_through_fresh_stores_give_the_same_rows(life, embedder, household):
    with TemporaryDirectory() as folder:
        lived = Lived(folder, embedder, household)
        for number, (wait, step) in enumerate(life):
            lived.go(wait, step)
            if number == len(life) // 2:
                lived.restart()
        assert can_replay_beliefs(lived.memory._file.database.connection)
        replayed = []
        assert lived.memory.upkeep.verify(replayed.append) == ()
        assert len(replayed) == lived.memory.counts()["records"]
        lived.memory.close()


FAULTS = {
    "an event without its record": ("DELETE FROM event_log WHERE record_id = 3", "event_observer"),
    "a view without its instant": ("DELETE FROM instant WHERE record_id = 9", "bank_entry"),
    "a sighting of nothing": ("INSERT INTO sighting VALUES (9, 99, 0, 0, 0, 1)", "sighting"),
    "an object seen at another time": ("UPDATE object SET last_seen_ns = 5 WHERE category = 'mug'", "object"),
    "a track of nothing": ("INSERT INTO track VALUES ('s9', 'mug', 99)", "track"),
    "a relation of nothing": ("INSERT INTO relation VALUES (1, 'on', 99, 0, 9)", "relation"),
    "a current fact that is not": (
        "DELETE FROM belief_standing WHERE fact_id IN (SELECT fact_id FROM belief_fact WHERE value = 'on shelf_1')",
        "belief_standing",
    ),
    "a fact of no record": ("UPDATE belief_fact SET record_id = 77 WHERE value = 'on desk_1'", "belief_fact"),
    "an intervention of no record": (
        "INSERT INTO belief_intervention VALUES ('room:hall', 1, 77, 'anna')", "belief_intervention",
    ),
    "a presence of no record": ("INSERT INTO belief_presence VALUES ('robot', 1, 77, 'hall')", "belief_presence"),
    "a name of no record": ("UPDATE belief_entity SET record_id = 77", "belief_entity"),
    "words of no statement": ("DELETE FROM reported_statement WHERE statement_id = 1", "reported_word"),
    "a commitment of no words": ("DELETE FROM commitment_record", "commitment"),
    "an episode of no record": ("INSERT INTO episode_record VALUES (1, 77)", "episode_record"),
    "a card of no episode": ("INSERT INTO episode_card VALUES (99, '', '', '')", "episode_card"),
    "an atom of no record": (
        "INSERT INTO episode_atom VALUES (1, 'a', 'b', 'c', 'observed', 1, '77 3')", "episode_atom",
    ),
    "words that lead nowhere": ("INSERT INTO event_words(event_words) VALUES ('delete-all')", "event_words"),
    "an edge from nowhere": ("DELETE FROM knowledge_vertex WHERE vertex_id = 'mug_1'", "knowledge_edge"),
    "an edge of no record": (
        "UPDATE knowledge_edge SET record_id = 77 WHERE object_id = 'shelf_1'", "knowledge_edge",
    ),
    "words that were not said": (
        "UPDATE personal_memory SET text = 'I like beer' WHERE text LIKE '%green tea%'", "personal_memory",
    ),
    "a lost personal memory": ("DELETE FROM personal_memory", "personal_knowledge"),
    "a rule of no step": ("DELETE FROM rule_revision", "rule_change"),
    "a leaf that is lost": ("DELETE FROM history_node WHERE record_id = 3", "history_node"),
    "a tree that is lost": ("DELETE FROM history_node", "history_node"),
    "a parent that dies first": (
        "UPDATE history_node SET expires_ns = 1 WHERE level = 2", "history_node",
    ),
    "a node of another parent": ("UPDATE history_node SET parent = 1 WHERE level = 1", "history_node"),
    "a node found by other words": ("UPDATE history_words SET words = 'unicorn'", "history_words"),
    "words of a node that is gone": (
        "INSERT INTO history_words (rowid, words) VALUES (4711, 'unicorn')", "history_words",
    ),
    "a leaf out of its time": ("UPDATE history_node SET last_ns = 1 WHERE level = 3", "history_node"),
    "children that are no numbers": ("UPDATE history_node SET children = 'x' WHERE level = 3", "history_node"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_made_by_hand_is_found_and_named(lived, path, fault):
    statement, store = FAULTS[fault]
    lived.close()
    database = Database(path)
    database.connection.execute("PRAGMA foreign_keys=OFF")
    database.connection.execute(statement)
    database.close()
    assert store in {finding.store for finding in found(path, lived._file.embedder)}


def found(path, embedder):
    """By the file alone; what only shows in the open stores, from them."""
    in_rows = verify_file(path)
    if in_rows:
        return in_rows
    with Memory(path, embedder) as memory:
        return memory.upkeep.verify()


def test_a_fault_of_the_events_shows_in_the_replay(memory, household):
    memory.record_event(household.puts(1, "anna", "mug_1", "shelf_1"))
    memory.record_event(household.says(2, "anna", "remind me to water the plants tomorrow at 9 am"))
    for table, change in (("belief_fact", "value = 'on desk_1'"), ("commitment", "status = 'cancelled'")):
        with memory._file.database.transaction() as connection:
            connection.execute(f"UPDATE {table} SET {change}")
        assert table in {finding.store for finding in memory.upkeep.verify()}


def test_what_is_held_in_memory_and_differs_is_found(lived):
    lived.stores.objects.states.popitem()
    assert [(finding.store, finding.remedy[:10]) for finding in lived.upkeep.verify()] == [("objects", "close the ")]


def test_a_finding_says_store_record_problem_and_remedy(lived):
    with lived._file.database.transaction() as connection:
        connection.execute("INSERT INTO belief_presence VALUES ('robot', 1, 77, 'hall')")
    assert str(lived.upkeep.verify()[0]) == (
        "belief_presence, record 77: record_id 77 is not in event_log; restore the memory from an export made before"
    )


def test_a_memory_whose_stores_make_no_sense_is_refused_with_a_remedy(lived, open_memory):
    with lived._file.database.transaction() as connection:
        connection.execute("UPDATE history_progress SET top = 4")
    lived.close()
    with pytest.raises(DatabaseError, match=r"cannot be opened.*memory verify.*restore it"):
        open_memory()


def test_a_damaged_history_tree_is_said_with_a_remedy_and_questions_are_still_answered(lived, open_memory):
    with lived._file.database.transaction() as connection:
        connection.execute("UPDATE history_node SET children = '4711'")
    lived.close()
    with open_memory() as memory:
        with pytest.raises(DatabaseError, match=r"is damaged.*no node 4711.*memory verify.*restore it"):
            memory.upkeep.explore_history("a unicorn")
        assert memory.answer("What did anna do?").known
        assert not memory.answer("What did Greta paint at Easter?").known
