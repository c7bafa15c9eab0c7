"""Lives to remember for tests of the history tree: records, trees, and the facade on a fresh database."""

from __future__ import annotations

import sqlite3

from hypothesis import strategies as st

from embodied_memory.config import ForgettingConfig, HistoryTreeConfig
from embodied_memory.memory.episodic.forgetting import rule_book
from embodied_memory.memory.episodic.forgetting.lifetimes import Lifetimes
from embodied_memory.memory.episodic.forgetting.rule_book import RuleBook
from embodied_memory.memory.episodic.forgetting.rule_reviser import FeedbackSaid, OfflineReviser
from embodied_memory.memory.episodic.history_tree import history_tree
from embodied_memory.memory.episodic.history_tree.construction import Construction
from embodied_memory.memory.episodic.history_tree.content import TreeRecord, no_emphasis
from embodied_memory.memory.episodic.history_tree.group_and_summarise import OfflineGrouping
from embodied_memory.memory.episodic.history_tree.history_tree import HistoryTree, top_level
from embodied_memory.memory.episodic.tree.tree import Tree
from embodied_memory.memory.episodic.tree.word_index import words_of_history
from embodied_memory.perception.embedder import make_embedder

SECOND = 1_000_000_000
HOUR = 3600 * SECOND
DAY = 24 * HOUR


class Life:
    """Short ways to write down what happened. Times are hours since the epoch, record ids are counted."""

    def __init__(self) -> None:
        self._last_id = 0

    def record(self, hours, kind, text, place="", actor="robot", objects=(), people=(), goals=(), ok=None, raw=False):
        self._last_id += 1
        return TreeRecord(
            self._last_id, round(hours * HOUR), kind, text, place, actor, tuple(objects), tuple(people), tuple(goals),
            ok, raw,
        )  # fmt: skip

    def saw(self, hours, *objects, place="kitchen", people=()):
        return self.record(
            hours, "instant", f"saw {', '.join(objects)}", place, objects=[f"{name}_1" for name in objects],
            people=people, raw=True,
        )  # fmt: skip

    def said(self, hours, who, text, place="kitchen"):
        return self.record(hours, "utterance", text, place, who, people=(who,))

    def did(self, hours, who, text, *objects, place="kitchen"):
        objects = [f"{name}_1" for name in objects]
        return self.record(hours, "object state changed", f"{who} {text}", place, who, objects, people=(who,))


class Shelf:
    """A tree with its rules in a database of their own, as memory holds them."""

    def __init__(self, config=None, forgetting=None, used=None, **roles) -> None:
        self.used = used
        self.connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.connection.create_function("words_of_history", 2, words_of_history)
        for statement in (
            *history_tree.TABLES, *history_tree.STORED_TABLES, *history_tree.LEFT_TABLES[:1], *rule_book.TABLES,
        ):  # fmt: skip
            self.connection.execute(statement)
        self.config, self.forgetting, self.roles = config, forgetting or ForgettingConfig(), roles
        self.reopen()

    def reopen(self) -> None:
        self.book = RuleBook(self.connection, self.forgetting, OfflineReviser(self.forgetting))
        self.tree = HistoryTree(
            self.connection, make_embedder("hashing"), self.config, self.forgetting, lambda: self.book.enabled,
            **self.roles,
        )  # fmt: skip

    def commit(self, done) -> None:
        self.connection.execute("BEGIN")
        self.tree.write(self.connection, done)
        self.connection.execute("COMMIT")
        self.tree.adopt(done)

    def add(self, *records):
        return self.tree.add(records, self.connection)

    def forget(self, hours, stop=None):
        plan = self.tree.forget(round(hours * HOUR), stop or (lambda: False), self.used)
        self.commit(plan)
        return plan

    def settle(self, revision):
        if revision is not None:
            self.book.write(self.connection, revision)
            self.book.adopt(revision)
            if revision.released_rule_ids:
                self.commit(self.tree.release(revision.released_rule_ids))
        return revision

    def tell(self, text, person="Anna", hours=0.0, about=""):
        return self.settle(self.book.learn(FeedbackSaid(text, person, round(hours * HOUR), about=about)))


def build_tree(records, config=None, grouping=None, tree=None, emphasis=no_emphasis):
    """A tree from records, in one go."""
    config = config or HistoryTreeConfig()
    construction = Construction(config, Lifetimes(ForgettingConfig()), grouping or OfflineGrouping(config))
    tree = tree or Tree.empty(top_level(config))
    return tree.with_changes(construction.grow(tree, records, emphasis))


_THINGS = ("mug", "kettle", "lamp", "book", "key")
_ROOMS = ("kitchen", "study")
_PEOPLE = ("Anna", "Ben")
_GOALS = ((), ("tidy up",), ("tidy up", "pick the mug"), ("look for the key",))


def _record(number, stamp, kind, who, place, things, goals):
    people = () if kind == "instant" else (who,)
    texts = {"instant": f"saw {' and '.join(things)}", "utterance": f"where is the {things[0]}"}
    return TreeRecord(
        number, stamp, kind, texts.get(kind, f"{who} moved the {things[0]}"), place, who,
        tuple(f"{thing}_1" for thing in things), people, goals, None, kind == "instant",
    )  # fmt: skip


_SEEN = st.tuples(
    st.sampled_from([1, 5, 5, 20, 60, 300, 2000, 8000, 30000, 200000]),
    st.sampled_from(["instant", "instant", "instant", "utterance", "object state changed"]),
    st.sampled_from(_PEOPLE),
    st.sampled_from(_ROOMS),
    st.lists(st.sampled_from(_THINGS), min_size=1, max_size=3, unique=True),
    st.sampled_from(_GOALS),
)


@st.composite
def lives(draw, least=1, most=60):
    records, stamp = [], 10**6 * SECOND
    for number, (gap, *what) in enumerate(draw(st.lists(_SEEN, min_size=least, max_size=most)), start=1):
        stamp += gap * SECOND
        records.append(_record(number, stamp, *what))
    return records
