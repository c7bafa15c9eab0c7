"""Nodes that lie in the database: read when needed, and every version stays readable."""

import sqlite3
import threading
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.memory.episodic.history_tree import stored_nodes
from embodied_memory.memory.episodic.history_tree.stored_nodes import RecentNodes, StoredNodes
from embodied_memory.memory.episodic.tree import node_rows
from embodied_memory.memory.episodic.tree.node import ROOT, NodeContent, TreeNode
from embodied_memory.memory.episodic.tree.tree import NodeTable, empty_root
from embodied_memory.memory.episodic.tree.word_index import words_of_history

CACHED = 3


def database():
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.create_function("words_of_history", 2, words_of_history)
    for statement in (*stored_nodes.TABLES, *stored_nodes.STORED_TABLES):
        connection.execute(statement)
    return connection


def opened(connection):
    recent = RecentNodes(connection, threading.RLock(), empty_root(7), CACHED)
    return StoredNodes(recent, max(1, node_rows.count(connection)))


def node(node_id, text, parent=ROOT):
    return TreeNode(node_id, 1, 5, 5, text, NodeContent(people=("Ann",)), parent=parent, record_id=node_id)


changes = st.lists(
    st.dictionaries(st.integers(1, 8), st.one_of(st.none(), st.text("abc", min_size=1, max_size=3)), max_size=4),
    max_size=8,
)


@settings(max_examples=60, deadline=None)
@given(changes)
def test_every_version_says_what_it_said_when_it_was_the_newest(lives):
    connection = database()
    stored, held = opened(connection), NodeTable().updated({ROOT: empty_root(7)})
    versions = [(stored, held)]
    for life in lives:
        nodes = {number: None if text is None else node(number, text) for number, text in life.items()}
        stored.hold(nodes)
        node_rows.write(connection, nodes)
        stored, held = stored.updated(nodes), held.updated(nodes)
        versions.append((stored, held))
    for one, other in versions:
        assert list(one) == list(other)
        assert len(one) == len(other)
        assert [one.get(number) for number in range(9)] == [other.get(number) for number in range(9)]
    assert list(opened(connection)) == list(held)


def test_a_write_that_is_rolled_back_changes_nothing():
    connection = database()
    nodes = {number: node(number, "mug") for number in range(1, 6)}
    node_rows.write(connection, nodes)
    stored = opened(connection)
    changed = {3: replace(nodes[3], summary="lamp"), 4: None}
    connection.execute("BEGIN")
    stored.hold(changed)
    node_rows.write(connection, changed)
    assert [stored.get(number) for number in range(1, 6)] == list(nodes.values())
    connection.execute("ROLLBACK")
    assert [stored.get(number) for number in range(1, 6)] == list(nodes.values())


def test_no_more_stays_in_memory_than_the_limit():
    connection = database()
    node_rows.write(connection, {number: node(number, "mug") for number in range(1, 50)})
    stored = opened(connection)
    assert [each.node_id for each in stored] == list(range(50))
    assert len(stored._recent._recent) == CACHED
