"""The history tree as memory uses it: kept in the database, read from snapshots, explored."""

import sqlite3
import threading
from dataclasses import replace

import pytest
from episodic_lives import DAY, HOUR, Life, Shelf, lives
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.config import HistoryTreeConfig
from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.memory.episodic.history_tree.content import GoalTracker, TreeRecord, record_of_event
from embodied_memory.memory.episodic.tree.node import TimeSpan


@settings(max_examples=15, deadline=None)
@given(lives(least=4, most=40), st.booleans())
def test_what_was_written_is_loaded_and_replaying_gives_the_same_tree(records, forget):
    shelf, again = Shelf(), Shelf()
    half = len(records) // 2
    for each in (shelf, again):
        each.tell("always remember where my keys are")
    shelf.add(*records[:half])
    for record in records[:half]:
        again.add(record)
    for each in (shelf, again):
        if forget:
            each.forget(records[half].stamp_ns / HOUR)
    shelf.reopen()
    for each in (shelf, again):
        each.add(*records[half:])
    assert list(shelf.tree.snapshot().walk()) == list(again.tree.snapshot().walk())
    before = shelf.tree.snapshot()
    shelf.reopen()
    assert list(shelf.tree.snapshot().nodes) == list(before.nodes)
    assert shelf.tree.snapshot().next_id == before.next_id
    assert shelf.tree.snapshot().last_record_id == records[-1].record_id


def test_nothing_changes_before_the_commit(shelf, life):
    shelf.add(life.saw(8, "mug"))
    before = shelf.tree.snapshot()
    shelf.connection.execute("DROP TABLE history_progress")
    with pytest.raises(sqlite3.OperationalError):
        shelf.add(life.saw(9, "mug"))
    assert shelf.tree.snapshot() is before
    assert shelf.connection.execute("SELECT count(*) FROM history_node").fetchone() == (len(before.nodes),)


def test_a_tree_of_other_levels_is_refused(life):
    shelf = Shelf()
    shelf.add(life.saw(8, "mug"))
    shelf.config = replace(HistoryTreeConfig(), flat=True)
    with pytest.raises(ValueError, match="built with 7 levels"):
        shelf.reopen()


def test_expand_and_search_are_the_tools_of_exploration(shelf, life):
    shelf.add(life.said(8, "Anna", "the doctor comes on monday"), life.saw(9, "mug"), life.saw(10, "lamp"))
    view = shelf.tree.expand(0)
    while view[0].record_id == 0:
        view = shelf.tree.expand(view[0].node_id)
    assert [(each.record_id, each.text) for each in view] == [(1, 'Anna said "the doctor comes on monday"')]
    assert [each.record_id for each in shelf.tree.search("Which day does the doctor come?", level=1)] == [1]
    assert shelf.tree.search("unicorns") == []
    with pytest.raises(KeyError):
        shelf.tree.expand(10**6)


def test_exploring_finds_the_leaf_and_counts_what_it_read(shelf, life):
    shelf.add(*(life.saw(day * 24 + 8 + n / 60, "mug", "lamp") for day in range(3) for n in range(30)))
    shelf.add(life.did(80, "Ben", "hid the red scarf behind the sofa", "scarf", place="living room"))
    shelf.add(*(life.saw(day * 24 + 8 + n / 60, "mug", "lamp") for day in range(4, 6) for n in range(30)))
    found = shelf.tree.explore("where is the red scarf?")
    assert found.record_ids[0] == 91
    assert [step.action for step in found.steps[:2]] == ["search", "take"]
    assert 0 < found.cost.characters_read < 3000
    assert found.cost.tokens == -(-found.cost.characters_read // 4)
    assert shelf.tree.explore("where is the unicorn?").record_ids == ()


def test_exploring_keeps_to_the_time_asked_for(shelf, life):
    shelf.add(*(life.did(day * 24 + 8, "Ben", "watered the plant", "plant") for day in range(5)))
    found = shelf.tree.explore("who watered the plant?", span=TimeSpan(2 * DAY, 3 * DAY))
    assert found.record_ids == (3,)


def test_exploring_stops_at_its_budget(life):
    shelf = Shelf(replace(HistoryTreeConfig(), question_budget_characters=500))
    shelf.add(*(life.said(8 + n, "Anna", f"story number {n} about the old lamp") for n in range(50)))
    cost = shelf.tree.explore("tell me the story of the lamp", records=50).cost
    assert cost.characters_read < 4000


def test_events_become_records(life):
    moved = Event(
        5, EventKind.PERSON_MOVED, "Ben", "Ben walked in", ("Ben", "door_1"), "hall",
        changes=(StateChange("Ben", "location", "hall"),),
    )  # fmt: skip
    assert record_of_event(7, moved, ("tidy up",)) == TreeRecord(
        7, 5, "person moved", "Ben walked in", "hall", "Ben", ("door_1",), ("Ben",), ("tidy up",)
    )


def test_the_goal_stack_follows_starts_and_ends():
    goals = GoalTracker()

    def follow(kind, text, actor="robot"):
        return goals.follow(Event(0, kind, actor, text))

    assert follow(EventKind.INSTRUCTION_STARTED, "tidy") == ("tidy",)
    assert follow(EventKind.SKILL_STARTED, "pick mug") == ("tidy", "pick mug")
    assert follow(EventKind.SKILL_STARTED, "someone else's", "Anna") == ("tidy", "pick mug")
    assert follow(EventKind.SKILL_ENDED, "picked it") == ("tidy", "pick mug")
    assert follow(EventKind.UTTERANCE, "well done", "Anna") == ("tidy",)
    assert follow(EventKind.GOAL_STARTED, "find plate") == ("tidy", "find plate")
    # the goal's end was never reported
    assert follow(EventKind.INSTRUCTION_ENDED, "tidied") == ("tidy",)
    assert goals.goals == ()


def test_readers_have_finished_trees_while_a_thread_builds(shelf, life):
    records = [life.saw(8 + n / 100, "mug", ("lamp", "book")[n % 2]) for n in range(200)]

    def build():
        for begin in range(0, 200, 10):
            shelf.add(*records[begin : begin + 10])

    builder = threading.Thread(target=build)
    builder.start()
    seen = set()
    while builder.is_alive():
        tree = shelf.tree.snapshot()
        seen.add((len(list(tree.leaves())), tree.last_record_id))
        shelf.tree.explore("where is the lamp?")
    builder.join()
    assert all(leaves == last and last % 10 == 0 for leaves, last in seen)
    assert len(list(shelf.tree.snapshot().leaves())) == 200


def test_rules_bring_sentences_forward_in_summaries(life):
    def summary(feedback, config=None):
        shelf, local = Shelf(config), Life()
        shelf.tell(feedback)
        shelf.add(local.did(8.6, "Anna", "put the keys on the hook", "key"))
        shelf.add(*(local.said(8.7 + n / 60, "Ben", f"story {n}") for n in range(60)))  # more than a summary tells
        return shelf.tree.snapshot().root.summary

    assert "to remember: Anna put the keys on the hook" in summary("always remember where my keys are")
    assert "to remember" not in summary("remember the laundry")
    assert "to remember" not in summary("always remember where my keys are", HistoryTreeConfig(use_rules=False))


def test_a_placeholder_is_not_explored(shelf, life):
    shelf.add(life.did(8, "Ben", "watered the cactus", "cactus"), life.saw(8 + 24 * 40, "mug"))
    shelf.forget(8 + 24 * 100)
    found = shelf.tree.explore("who watered the cactus?", span=TimeSpan(0, 20 * HOUR))
    assert found.record_ids == ()
    # what summaries above still say of it stays: here only the root's
    assert [(each.stamp_ns, each.text) for each in found.highlights] == [
        (8 * HOUR, "Ben watered the cactus in the kitchen")
    ]
    assert found.forgotten == ((8 * HOUR, (8 + 24 * 40) * HOUR),)


def test_what_a_rule_asked_for_is_told_once_and_before_newer_deeds_that_fit_as_well(shelf, life):
    shelf.tell("remember for one day when Ben waters the cactus")
    shelf.add(life.did(8, "Ben", "watered the cactus", "cactus"))
    shelf.add(*(life.did(9 + n / 60, "Anna", f"moved the cactus to shelf {n}", "cactus") for n in range(6)))
    shelf.add(life.saw(8 + 24 * 4, "mug"))
    shelf.forget(8 + 24 * 3)
    found = shelf.tree.explore("what about the cactus?")
    texts = [each.text for each in found.highlights]
    assert (texts[0], len(texts)) == ("Ben watered the cactus in the kitchen", len(set(texts)))
    assert [bool(each.record_id) for each in found.highlights] == [True] + [False] * (len(texts) - 1)


def test_what_a_summary_tells_of_forgotten_leaves_is_found_with_its_time(shelf, life):
    shelf.add(life.did(8, "Ben", "watered the cactus", "cactus"), life.saw(8.1, "mug"), life.saw(8 + 24 * 4, "mug"))
    shelf.forget(8 + 24 * 3)
    assert shelf.tree.snapshot().root.content.deeds  # the stretch and the day outlive their leaves
    (told,) = shelf.tree.explore("who watered the cactus?").highlights
    assert (told.stamp_ns, told.record_id, told.text) == (8 * HOUR, 0, "Ben watered the cactus in the kitchen")


def test_of_many_summaries_that_have_the_words_the_sentences_that_have_them_together_are_read(shelf, life):
    for hours in range(8, 24 * 12, 24):
        shelf.add(*(life.did(hours + n / 9, "Ben", f"moved the {thing}", thing) for n, thing in enumerate("abcd")))
        shelf.add(life.did(hours + 1, "Anna", "watered the fern", "fern"), life.said(hours + 1.1, "Ben", "hello"))
    shelf.add(life.did(24 * 12 + 8, "Ben", "watered the fern", "fern"))
    shelf.add(*(life.did(24 * 13 + 8 + n / 9, "Anna", "watered the palm", "palm") for n in range(4)))
    shelf.forget(24 * 16)
    assert list(shelf.tree.snapshot().leaves()) == []
    found = shelf.tree.explore("when did Ben water the fern?")
    assert (found.highlights[0].stamp_ns, found.highlights[0].text) == (
        (24 * 12 + 8) * HOUR, "Ben watered the fern in the kitchen",
    )  # fmt: skip
    assert found.cost.characters_read < 1000


def test_what_a_leaf_tells_is_not_told_by_a_summary_too(shelf, life):
    shelf.tell("always remember what Ben says")
    shelf.add(life.said(8, "Ben", "the cactus is dry"), life.did(8.1, "Anna", "watered the cactus", "cactus"))
    shelf.forget(8 + 24 * 3)
    found = shelf.tree.explore("what about the cactus?")
    told = [each.text for each in found.highlights]
    assert (found.record_ids, told) == ((1,), ["Anna watered the cactus in the kitchen"])


def test_what_a_rule_plays_down_is_not_told(shelf, life):
    shelf.tell("never mind the cactus")
    shelf.add(life.did(8, "Ben", "watered the cactus", "cactus"), life.said(8.1, "Ben", "hello"))
    shelf.forget(8 + 24 * 3)
    assert shelf.tree.explore("who watered the cactus?").highlights == ()


def test_however_one_asks_for_what_was_said_or_switched_it_is_found(shelf, life):
    shelf.add(life.said(8, "Ben", "the fern is dry"), life.said(8.1, "Anna", "tell me a tale of the fern"))
    shelf.add(life.did(9, "Ben", "set power of the fan to on", "fan"), life.said(9.1, "Anna", "it is my turn, Ben"))
    for question in ("What did Ben tell of the fern?", "What did Ben mention of the fern?"):
        assert shelf.tree.explore(question).record_ids[0] == 1
    for question in ("When did Ben turn the fan on?", "When was the fan switched on by Ben?"):
        assert shelf.tree.explore(question).record_ids[0] == 3
    assert shelf.tree.explore("Whose turn is it?").record_ids[0] == 4
